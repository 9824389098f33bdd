// PNG files through libpng. Its longjmps stay in this file and skip only functions without
// destructors.
#include <png.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>
#include <span>

#include "core/thrown.hpp"
#include "thalweg/core/memory.hpp"
#include "thalweg/image/image.hpp"

namespace thalweg {
namespace {

constexpr std::uint64_t kMaxPixels = std::uint64_t{1} << 28;
// Deflate compresses by at most 1032 to 1, so a file that claims more cannot be complete.
constexpr std::uint64_t kMaxPacking = 1200;
constexpr int kMaxTexts = 64;
constexpr std::size_t kMaxTextBytes = 4096;

// The state that our libpng callbacks use.
struct Bridge {
  const char* next = nullptr;  // reading: the bytes not yet taken
  std::size_t left = 0;
  std::string* out = nullptr;  // writing
  bool is_out_of_memory = false;
  std::array<char, 200> message{};
};

void note(Bridge& bridge, const char* text) {
  std::strncpy(bridge.message.data(), text, bridge.message.size() - 1);
}

[[noreturn]] void on_error(png_structp png, png_const_charp text) {
  note(*static_cast<Bridge*>(png_get_error_ptr(png)), text);
  png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

void on_read(png_structp png, png_bytep to, std::size_t count) {
  auto& bridge = *static_cast<Bridge*>(png_get_io_ptr(png));
  if (count > bridge.left) png_error(png, "the file ends too early");
  std::memcpy(to, bridge.next, count);
  bridge.next += count;
  bridge.left -= count;
}

void on_write(png_structp png, png_bytep from, std::size_t count) {
  auto& bridge = *static_cast<Bridge*>(png_get_io_ptr(png));
  try {
    bridge.out->append(reinterpret_cast<const char*>(from), count);
  } catch (...) {
    bridge.is_out_of_memory = true;
  }
  if (bridge.is_out_of_memory) png_error(png, "out of memory");
}

void on_flush(png_structp) {}

// Owns the objects of libpng and frees them.
template <auto Create, auto Destroy>
struct Handle {
  png_structp png = nullptr;
  png_infop info = nullptr;

  explicit Handle(Bridge& bridge) {
    png = Create(PNG_LIBPNG_VER_STRING, &bridge, on_error, on_warning);
    if (png != nullptr) info = png_create_info_struct(png);
  }
  ~Handle() { Destroy(&png, &info); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
};

void destroy_reader(png_structpp png, png_infopp info) {
  png_destroy_read_struct(png, info, nullptr);
}
using ReadHandle = Handle<png_create_read_struct, destroy_reader>;
using WriteHandle = Handle<png_create_write_struct, png_destroy_write_struct>;

struct Header {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t channels = 0;
  std::uint32_t bits = 0;
  std::uint64_t packed_bytes = 0;  // of the whole image, before palettes are expanded
};

// Fills `header` and leaves libpng ready to read rows; false after an error. Uses plain data only,
// since libpng leaves by longjmp.
bool read_header(const ReadHandle& handle, Bridge& bridge, Header& header) {
  if (setjmp(png_jmpbuf(handle.png)) != 0) return false;
  png_set_read_fn(handle.png, &bridge, on_read);
  png_set_chunk_malloc_max(handle.png, png_alloc_size_t{8} << 20);
  png_read_info(handle.png, handle.info);
  header.width = png_get_image_width(handle.png, handle.info);
  header.height = png_get_image_height(handle.png, handle.info);
  header.packed_bytes = std::uint64_t{png_get_rowbytes(handle.png, handle.info)} * header.height;
  png_set_expand(handle.png);  // palettes to RGB, small grey to 8 bit, transparency to alpha
  if (png_get_bit_depth(handle.png, handle.info) == 16) png_set_swap(handle.png);
  png_set_interlace_handling(handle.png);
  png_read_update_info(handle.png, handle.info);
  header.channels = png_get_channels(handle.png, handle.info);
  header.bits = png_get_bit_depth(handle.png, handle.info);
  return true;
}

// The texts of the file that come before its samples, without those that are too long.
std::vector<ImageText> texts_of(const ReadHandle& handle) {
  png_textp texts = nullptr;
  const int count = std::min(png_get_text(handle.png, handle.info, &texts, nullptr), kMaxTexts);
  std::vector<ImageText> all;
  for (int i = 0; i < count; ++i) {
    const char* text = texts[i].text == nullptr ? "" : texts[i].text;
    if (std::strlen(text) <= kMaxTextBytes) all.push_back({texts[i].key, text});
  }
  return all;
}

// Reads every row to `samples`. Rows of 8 bit samples fill the first half of their memory.
bool read_rows(const ReadHandle& handle, const Header& header, std::uint16_t* samples) {
  if (setjmp(png_jmpbuf(handle.png)) != 0) return false;
  const std::size_t row_samples = std::size_t{header.width} * header.channels;
  const int passes = png_get_interlace_type(handle.png, handle.info) == PNG_INTERLACE_ADAM7 ? 7 : 1;
  for (int pass = 0; pass < passes; ++pass) {
    for (std::size_t row = 0; row < header.height; ++row) {
      png_read_row(handle.png, reinterpret_cast<png_bytep>(samples + row * row_samples), nullptr);
    }
  }
  png_read_end(handle.png, nullptr);
  return true;
}

// Converts `count` bytes at `samples` to `count` 16-bit samples in place, from the last to the
// first.
void widen(std::uint16_t* samples, std::size_t count) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(samples);
  for (std::size_t i = count; i-- > 0;) samples[i] = bytes[i];
}

// The texts in libpng's form, pointing into the image.
std::vector<png_text> png_texts(const Image& image) {
  std::vector<png_text> all;
  for (const ImageText& one : image.texts) {
    png_text text{};
    text.compression = PNG_TEXT_COMPRESSION_NONE;
    text.key = const_cast<char*>(one.key.c_str());
    text.text = const_cast<char*>(one.text.c_str());
    text.text_length = one.text.size();
    all.push_back(text);
  }
  return all;
}

bool write_rows(const WriteHandle& handle, Bridge& bridge, const Image& image,
                std::span<const png_text> texts, unsigned char* row_bytes) {
  if (setjmp(png_jmpbuf(handle.png)) != 0) return false;
  constexpr std::array<int, 4> kColours = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA,
                                           PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA};
  png_set_write_fn(handle.png, &bridge, on_write, on_flush);
  png_set_IHDR(handle.png, handle.info, image.width, image.height, static_cast<int>(image.bits),
               kColours[image.channels - 1], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_text(handle.png, handle.info, texts.data(), static_cast<int>(texts.size()));
  png_write_info(handle.png, handle.info);
  const std::size_t row_samples = std::size_t{image.width} * image.channels;
  for (std::size_t row = 0; row < image.height; ++row) {
    const std::uint16_t* from = image.samples.data() + row * row_samples;
    for (std::size_t i = 0; i < row_samples; ++i) {
      if (image.bits == 8) {
        row_bytes[i] = static_cast<unsigned char>(from[i]);
      } else {
        row_bytes[2 * i] = static_cast<unsigned char>(from[i] >> 8);
        row_bytes[2 * i + 1] = static_cast<unsigned char>(from[i] & 0xFF);
      }
    }
    png_write_row(handle.png, row_bytes);
  }
  png_write_end(handle.png, handle.info);
  return true;
}

Error refusal(const Bridge& bridge) {
  return Error{"the PNG image cannot be read: " + std::string(bridge.message.data())};
}

}  // namespace

const std::string* Image::find_text(std::string_view key) const {
  const auto found = std::ranges::find(texts, key, &ImageText::key);
  return found == texts.end() ? nullptr : &found->text;
}

Result<Image> read_png(std::string_view bytes) try {
  const auto* start = reinterpret_cast<png_const_bytep>(bytes.data());
  if (bytes.size() < 8 || png_sig_cmp(start, 0, 8) != 0) return Error{"not a PNG image"};
  Bridge bridge{.next = bytes.data(), .left = bytes.size()};
  const ReadHandle handle(bridge);
  if (handle.info == nullptr) return Error{"out of memory"};
  Header header;
  if (!read_header(handle, bridge, header)) return refusal(bridge);
  const std::uint64_t count = std::uint64_t{header.width} * header.height * header.channels;
  if (std::uint64_t{header.width} * header.height > kMaxPixels) {
    return Error{"the PNG image is too large: " + std::to_string(header.width) + " x " +
                 std::to_string(header.height) + " pixels"};
  }
  if (header.packed_bytes > kMaxPacking * bytes.size()) {
    return Error{"the PNG file is too short for the image it claims to hold"};
  }
  if (auto fits = check_memory(count, sizeof(std::uint16_t)); !fits) {
    return std::move(fits).take_error();
  }
  Image image{.width = header.width,
              .height = header.height,
              .channels = header.channels,
              .bits = header.bits,
              .samples = std::vector<std::uint16_t>(count),
              .texts = texts_of(handle)};
  if (!read_rows(handle, header, image.samples.data())) return refusal(bridge);
  const std::size_t row_samples = std::size_t{image.width} * image.channels;
  for (std::size_t row = 0; image.bits == 8 && row < image.height; ++row) {
    widen(image.samples.data() + row * row_samples, row_samples);
  }
  return image;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<std::string> write_png(const Image& image) try {
  if (image.channels < 1 || image.channels > 4) return Error{"an image has 1 to 4 channels"};
  if (image.bits != 8 && image.bits != 16) return Error{"an image has 8 or 16 bits per sample"};
  const std::uint64_t count = std::uint64_t{image.width} * image.height * image.channels;
  if (count == 0) return Error{"an image without pixels cannot be written"};
  if (std::uint64_t{image.width} * image.height > kMaxPixels)
    return Error{"the image is too large to be written"};
  if (image.samples.size() != count) return Error{"the samples do not fill the image"};
  const auto is_wide = [](std::uint16_t sample) { return sample > 255; };
  if (image.bits == 8 && std::any_of(image.samples.begin(), image.samples.end(), is_wide)) {
    return Error{"an 8 bit image has a sample over 255"};
  }
  std::string out;
  Bridge bridge{.out = &out};
  const WriteHandle handle(bridge);
  if (handle.info == nullptr) return Error{"out of memory"};
  std::vector<unsigned char> row(std::size_t{image.width} * image.channels * (image.bits / 8));
  const auto texts = png_texts(image);
  if (!write_rows(handle, bridge, image, texts, row.data())) {
    return Error{"the PNG image cannot be written: " + std::string(bridge.message.data())};
  }
  return out;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg

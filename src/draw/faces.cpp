// One polygon per face. Pictures side by side lie in cells of the size of the largest one.
#include "thalweg/draw/faces.hpp"

#include <algorithm>
#include <vector>

#include "core/thrown.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kGap = 8;  // pixels between pictures
constexpr std::uint32_t kMaxWhole = 16384;
constexpr Colour kNear{24, 10, 14};
constexpr Colour kFar{255, 32, 24};

// Copies a picture with its upper left pixel at (left, top).
void put(Image& whole, const Image& picture, std::uint32_t left, std::uint32_t top) {
  for (std::uint32_t row = 0; row < picture.height; ++row) {
    const auto from =
        picture.samples.begin() + static_cast<std::ptrdiff_t>(std::size_t{row} * picture.width * 3);
    const std::size_t to = (std::size_t{top + row} * whole.width + left) * 3;
    std::copy_n(from, picture.width * 3, whole.samples.begin() + static_cast<std::ptrdiff_t>(to));
  }
}

Image blank(std::uint32_t width, std::uint32_t height) {
  Image image{.width = width, .height = height, .channels = 3, .bits = 8};
  image.samples.resize(std::size_t{width} * height * 3);
  for (std::size_t i = 0; i < image.samples.size(); i += 3) {
    image.samples[i] = kPaper.red;
    image.samples[i + 1] = kPaper.green;
    image.samples[i + 2] = kPaper.blue;
  }
  return image;
}

}  // namespace

void paint_faces(Painter& painter, const Mesh& mesh, std::span<const Colour> colours) {
  std::vector<Vec2> corners;
  for (const FaceId face : mesh.faces()) {
    if (colours[face.value].alpha == 0) continue;
    if (!mesh.box(face).xy().meets(painter.view().box)) continue;
    corners.clear();
    for (const EdgeId edge : mesh.edges(face)) corners.push_back(mesh.start(edge).xy());
    painter.polygon(corners, colours[face.value]);
  }
}

Colour wave_colour(double t) { return mixed(kNear, kFar, std::clamp(t, 0.0, 1.0)); }

Result<Image> side_by_side(std::span<const Image> pictures, std::uint32_t columns) try {
  if (pictures.empty() || columns == 0) return Error{"there are no pictures to put side by side"};
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  for (const Image& picture : pictures) {
    if (picture.channels != 3 || picture.bits != 8) {
      return Error{"only 8 bit RGB pictures can be put side by side"};
    }
    width = std::max<std::uint64_t>(width, picture.width + kGap);
    height = std::max<std::uint64_t>(height, picture.height + kGap);
  }
  const auto count = static_cast<std::uint32_t>(pictures.size());
  columns = std::min(columns, count);
  const std::uint32_t rows = (count + columns - 1) / columns;
  if (width * columns > kMaxWhole || height * rows > kMaxWhole) {
    return Error{"pictures side by side would be over 16384 pixels a side"};
  }
  const auto wide = static_cast<std::uint32_t>(width);
  const auto high = static_cast<std::uint32_t>(height);
  Image whole = blank(wide * columns - kGap, high * rows - kGap);
  for (std::uint32_t i = 0; i < count; ++i) {
    put(whole, pictures[i], i % columns * wide, i / columns * high);
  }
  return whole;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg

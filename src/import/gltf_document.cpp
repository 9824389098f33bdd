// The only file that calls nlohmann-json, which throws; every exception is caught here.
#include "import/gltf_document.hpp"

#include <algorithm>
#include <bit>

#include "core/text.hpp"
#include "core/try.hpp"
#include "import/gltf_buffers.hpp"
#include "import/json_read.hpp"
#include "thalweg/core/memory.hpp"

namespace thalweg {
namespace {

std::string label(std::string_view what, std::uint64_t number) {
  return std::string(what) + " " + std::to_string(number);
}

// Translation, rotation (a quaternion of any length but zero) and scale as one matrix.
std::optional<std::array<double, 12>> transform_of_parts(const Json& node) {
  const auto t = doubles<3>(node, "translation", {0, 0, 0});
  const auto q = doubles<4>(node, "rotation", {0, 0, 0, 1});
  const auto s = doubles<3>(node, "scale", {1, 1, 1});
  if (!t || !q || !s) return std::nullopt;
  const auto [x, y, z, w] = *q;
  const double square = x * x + y * y + z * z + w * w;
  if (!(square > 0)) return std::nullopt;
  const double k = 2 / square;
  const auto& [sx, sy, sz] = *s;
  return std::array<double, 12>{sx * (1 - k * (y * y + z * z)), sy * (k * (x * y - z * w)),
                                sz * (k * (x * z + y * w)),     (*t)[0],
                                sx * (k * (x * y + z * w)),     sy * (1 - k * (x * x + z * z)),
                                sz * (k * (y * z - x * w)),     (*t)[1],
                                sx * (k * (x * z - y * w)),     sy * (k * (y * z + x * w)),
                                sz * (1 - k * (x * x + y * y)), (*t)[2]};
}

std::optional<std::array<double, 12>> transform_of(const Json& node) {
  if (member(node, "matrix") == nullptr) return transform_of_parts(node);
  const auto m = doubles<16>(node, "matrix", {});  // by columns
  if (!m) return std::nullopt;
  std::array<double, 12> rows{};
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) rows[r * 4 + c] = (*m)[c * 4 + r];
  }
  return rows;
}

// The primitive, or what is wrong with it as a part of its mesh.
Result<GltfPrimitive> primitive_of(const Json& json, std::size_t accessor_count) {
  const std::uint64_t mode =
      natural(json, "mode", GltfPrimitive::kTriangles).value_or(kMostNatural);
  if (mode > GltfPrimitive::kFan) return Error{"has a primitive of no known mode"};
  GltfPrimitive out;
  out.mode = static_cast<std::uint32_t>(mode);
  const Json* attributes = member(json, "attributes");
  const Json* points = attributes == nullptr ? nullptr : member(*attributes, "POSITION");
  const std::uint64_t positions =
      points == nullptr ? kMostNatural : natural(*points).value_or(kMostNatural);
  if (positions >= accessor_count) return Error{"has a primitive without points"};
  out.positions = static_cast<std::uint32_t>(positions);
  const Json* indices = member(json, "indices");
  if (indices == nullptr) return out;
  const std::uint64_t index = natural(*indices).value_or(kMostNatural);
  if (index >= accessor_count) return Error{"has a primitive with indices that are not there"};
  out.indices = static_cast<std::uint32_t>(index);
  return out;
}

// Lists and objects of glTF itself lie at most nine deep in each other; extras may go on. A level
// takes two bytes of text and many of memory, which the estimate would not cover.
constexpr int kMostNested = 64;

bool is_nested_too_deeply(std::string_view json) {
  int depth = 0;
  bool is_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') is_text = !is_text;
    if (is_text) {
      i += c == '\\' ? 1 : 0;
    } else if (c == '[' || c == '{') {
      if (++depth > kMostNested) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

// Extensions that do not change points and triangles.
bool is_harmless(std::string_view extension) {
  for (const std::string_view prefix : {"KHR_materials_", "KHR_texture_", "EXT_texture_",
                                        "KHR_lights_", "KHR_xmp", "EXT_lights_"}) {
    if (extension.starts_with(prefix)) return true;
  }
  return false;
}

Result<void> check_asset(const Json& root) {
  const Json* asset = member(root, "asset");
  const std::string version = asset == nullptr ? "" : text(*asset, "version");
  if (!version.starts_with("2.")) {
    return Error{"this is not glTF of version 2 (asset.version is " + thalweg::quoted(version) +
                 ")"};
  }
  const Json* required = member(root, "extensionsRequired");
  if (required == nullptr || !required->is_array()) return {};
  for (const Json& entry : *required) {
    const std::string name = entry.is_string() ? entry.get<std::string>() : std::string();
    if (!is_harmless(name)) {
      return Error{"the file needs the extension " + thalweg::quoted(name) + ", which is not read"};
    }
  }
  return {};
}

std::uint32_t component_size(std::uint64_t component) {
  switch (component) {
    case 5120:
    case 5121: return 1;
    case 5122:
    case 5123: return 2;
    case 5125:
    case 5126: return 4;
    default: return 0;
  }
}

// A little-endian number, whatever this machine's byte order.
template <class Number>
Number number_at(std::string_view bytes, std::uint64_t offset) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    value |= std::uint32_t{static_cast<unsigned char>(bytes[offset + i])} << (8 * i);
  }
  if constexpr (std::is_same_v<Number, float>) {
    return std::bit_cast<float>(value);
  } else {
    return static_cast<Number>(value);
  }
}

}  // namespace

std::uint32_t GltfItems::index(std::uint64_t i) const {
  switch (component) {
    case 5121: return number_at<std::uint8_t>(bytes, i * stride);
    case 5123: return number_at<std::uint16_t>(bytes, i * stride);
    default: return number_at<std::uint32_t>(bytes, i * stride);
  }
}

Vec3 GltfItems::point(std::uint64_t i) const {
  const std::uint64_t at = i * stride;
  return {number_at<float>(bytes, at), number_at<float>(bytes, at + 4),
          number_at<float>(bytes, at + 8)};
}

struct GltfDocument::State {
  Json root;
  GltfBuffers buffers;

  // The bytes of buffer view `number` and its stride (0: items are contiguous).
  struct View {
    std::string_view bytes;
    std::uint64_t stride = 0;
  };
  Result<View> view(std::uint64_t number);
  Result<std::string_view> buffer(std::uint64_t number);
};

Result<std::string_view> GltfDocument::State::buffer(std::uint64_t number) {
  const Json* entry = item(root, "buffers", number);
  if (entry == nullptr) return Error{label("buffer", number) + " is not there"};
  const auto length = natural(*entry, "byteLength", std::nullopt);
  if (!length) return Error{label("buffer", number) + " has no length"};
  const Json* uri = member(*entry, "uri");
  if (uri != nullptr && !uri->is_string()) {
    return Error{label("buffer", number) + " has a uri that is no text"};
  }
  const auto bytes =
      buffers.bytes(number, uri == nullptr ? nullptr : &uri->get_ref<const std::string&>());
  if (!bytes) return Error{label("buffer", number) + " " + bytes.error()};
  if (*length > bytes->size()) {
    return Error{label("buffer", number) + " says " + std::to_string(*length) + " bytes but has " +
                 std::to_string(bytes->size())};
  }
  return bytes->substr(0, *length);
}

Result<GltfDocument::State::View> GltfDocument::State::view(std::uint64_t number) {
  const Json* entry = item(root, "bufferViews", number);
  if (entry == nullptr) return Error{label("buffer view", number) + " is not there"};
  const auto source = natural(*entry, "buffer", std::nullopt);
  const auto offset = natural(*entry, "byteOffset", 0);
  const auto length = natural(*entry, "byteLength", std::nullopt);
  const auto stride = natural(*entry, "byteStride", 0);
  if (!source || !offset || !length || !stride || *stride > 252) {
    return Error{label("buffer view", number) + " is malformed"};
  }
  TRY(const auto bytes, buffer(*source));
  if (*offset > bytes.size() || *length > bytes.size() - *offset) {
    return Error{label("buffer view", number) + " reaches past the end of its buffer"};
  }
  return View{bytes.substr(*offset, *length), *stride};
}

GltfDocument::GltfDocument(std::unique_ptr<State> state) : state_(std::move(state)) {}
GltfDocument::~GltfDocument() = default;
GltfDocument::GltfDocument(GltfDocument&&) noexcept = default;
GltfDocument& GltfDocument::operator=(GltfDocument&&) noexcept = default;

Result<GltfDocument> GltfDocument::open(std::string_view bytes, const GltfOptions& options) {
  TRY(auto chunks, split_glb(bytes));
  constexpr std::uint64_t kBytesPerByte = 40;  // of the JSON library's values, for the densest text
  TRY_DO(check_memory(chunks.json.size(), kBytesPerByte));
  if (is_nested_too_deeply(chunks.json)) {
    return Error{"the JSON is nested deeper than " + std::to_string(kMostNested) + " levels"};
  }
  auto state = std::make_unique<State>(State{{}, GltfBuffers(chunks.binary, options.load)});
  try {
    state->root = Json::parse(chunks.json.begin(), chunks.json.end());
  } catch (const Json::parse_error& error) {
    return Error{"the JSON is malformed at byte " + std::to_string(error.byte)};
  } catch (const Json::exception&) {
    return Error{"the JSON holds a number out of range or is too large"};
  }
  TRY_DO(check_asset(state->root));
  return GltfDocument(std::move(state));
}

std::size_t GltfDocument::node_count() const { return item_count(state_->root, "nodes"); }
std::size_t GltfDocument::mesh_count() const { return item_count(state_->root, "meshes"); }

Result<std::optional<std::vector<std::uint32_t>>> GltfDocument::scene_roots() const {
  if (item_count(state_->root, "scenes") == 0) return std::optional<std::vector<std::uint32_t>>();
  const auto chosen = natural(state_->root, "scene", 0);
  const Json* scene = chosen ? item(state_->root, "scenes", *chosen) : nullptr;
  if (scene == nullptr) return Error{"the default scene is not there"};
  if (member(*scene, "nodes") == nullptr) return std::optional(std::vector<std::uint32_t>());
  auto roots = numbers(*scene, "nodes", node_count());
  if (!roots) return Error{"the scene names a node that is not there"};
  return roots;
}

Result<GltfNode> GltfDocument::node(std::uint32_t number) const {
  const Json* entry = item(state_->root, "nodes", number);
  if (entry == nullptr) return Error{label("node", number) + " is not there"};
  GltfNode out;
  out.name = text(*entry, "name");
  if (const Json* mesh = member(*entry, "mesh")) {
    const auto which = natural(*mesh);
    if (!which || *which >= mesh_count()) {
      return Error{label("node", number) + " names a mesh that is not there"};
    }
    out.mesh = static_cast<std::uint32_t>(*which);
  }
  if (member(*entry, "children") != nullptr) {
    auto children = numbers(*entry, "children", node_count());
    if (!children) return Error{label("node", number) + " names a child that is not there"};
    out.children = std::move(*children);
  }
  const auto transform = transform_of(*entry);
  if (!transform) return Error{label("node", number) + " has a malformed transform"};
  out.transform = *transform;
  return out;
}

std::string GltfDocument::mesh_name(std::uint32_t number) const {
  const Json* mesh = item(state_->root, "meshes", number);
  return mesh == nullptr ? std::string() : text(*mesh, "name");
}

Result<std::vector<GltfPrimitive>> GltfDocument::primitives(std::uint32_t mesh) const {
  const Json* entry = item(state_->root, "meshes", mesh);
  const Json* list = entry == nullptr ? nullptr : member(*entry, "primitives");
  if (list == nullptr || !list->is_array())
    return Error{label("mesh", mesh) + " has no primitives"};
  std::vector<GltfPrimitive> out;
  for (const Json& primitive : *list) {
    const auto found = primitive_of(primitive, item_count(state_->root, "accessors"));
    if (!found) return Error{label("mesh", mesh) + " " + found.error()};
    out.push_back(*found);
  }
  return out;
}

Result<GltfItems> GltfDocument::items(std::uint32_t number) {
  const Json* entry = item(state_->root, "accessors", number);
  if (entry == nullptr) return Error{label("accessor", number) + " is not there"};
  if (member(*entry, "sparse") != nullptr) {
    return Error{label("accessor", number) + " is sparse, which is not read"};
  }
  const auto source = natural(*entry, "bufferView", std::nullopt);
  if (!source) return Error{label("accessor", number) + " has no data"};
  const auto offset = natural(*entry, "byteOffset", 0);
  const auto count = natural(*entry, "count", std::nullopt);
  const auto component = natural(*entry, "componentType", std::nullopt);
  const std::string type = text(*entry, "type");
  const std::uint32_t width = type == "SCALAR" ? 1 : type == "VEC3" ? 3 : 0;
  const std::uint32_t size = component ? component_size(*component) * width : 0;
  if (!offset || !count || size == 0) return Error{label("accessor", number) + " is malformed"};
  TRY(const auto view, state_->view(*source));
  const std::uint64_t stride = view.stride == 0 ? size : view.stride;
  if (stride < size) return Error{label("accessor", number) + " has items that overlap"};
  GltfItems out{{}, *count, stride, static_cast<std::uint32_t>(*component), width};
  if (*count == 0) return out;
  const std::uint64_t room = view.bytes.size();
  if (*offset > room || room - *offset < size || (room - *offset - size) / stride < *count - 1) {
    return Error{label("accessor", number) + " reaches past the end of its buffer view"};
  }
  out.bytes = view.bytes.substr(*offset);
  return out;
}

}  // namespace thalweg

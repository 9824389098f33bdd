// An open glTF file: its JSON, its buffers, and accessors into them, with every range checked.
// Private to read_gltf.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/geometry/vec.hpp"
#include "thalweg/import/gltf.hpp"

namespace thalweg {

// Items in a buffer; all of them lie inside it.
struct GltfItems {
  std::string_view bytes;  // from the first item to the end of the last
  std::uint64_t count = 0;
  std::uint64_t stride = 0;
  std::uint32_t component = 0;  // the format's number: 5121 u8, 5123 u16, 5125 u32, 5126 float
  std::uint32_t width = 0;      // components per item

  std::uint32_t index(std::uint64_t i) const;
  Vec3 point(std::uint64_t i) const;
};

struct GltfNode {
  std::string name;
  std::optional<std::uint32_t> mesh;
  std::vector<std::uint32_t> children;
  std::array<double, 12> transform;  // rows of a 3 x 4 matrix, to the parent
};

struct GltfPrimitive {
  static constexpr std::uint32_t kTriangles = 4;  // lower modes are points and lines
  static constexpr std::uint32_t kStrip = 5;
  static constexpr std::uint32_t kFan = 6;

  std::uint32_t mode = kTriangles;
  std::uint32_t positions = 0;
  std::optional<std::uint32_t> indices;
};

class GltfDocument {
 public:
  static Result<GltfDocument> open(std::string_view bytes, const GltfOptions& options);
  ~GltfDocument();
  GltfDocument(GltfDocument&&) noexcept;
  GltfDocument& operator=(GltfDocument&&) noexcept;

  std::size_t node_count() const;
  std::size_t mesh_count() const;
  // The roots of the default scene; nothing where the file has no scene.
  Result<std::optional<std::vector<std::uint32_t>>> scene_roots() const;
  Result<GltfNode> node(std::uint32_t number) const;
  std::string mesh_name(std::uint32_t number) const;
  Result<std::vector<GltfPrimitive>> primitives(std::uint32_t mesh) const;
  // Accessor `number`; its bytes live as long as the document. Loads its buffer on first use.
  Result<GltfItems> items(std::uint32_t number);

 private:
  struct State;
  explicit GltfDocument(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace thalweg

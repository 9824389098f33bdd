// The scene's nodes are visited from a stack, each once at most. Triangles of mirroring transforms
// are turned over, and strips and fans are unrolled.
#include "thalweg/import/gltf.hpp"

#include <algorithm>
#include <array>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "import/gltf_document.hpp"

namespace thalweg {
namespace {

constexpr std::uint64_t kMostGltfTriangles = 1'000'000'000;  // points then stay under 2^32

// Rows of a 3 x 4 matrix: rotation, scale and shear, then translation.
using Transform = std::array<double, 12>;
constexpr Transform kIdentity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

// The transform that applies `b` first, then `a`.
Transform product(const Transform& a, const Transform& b) {
  Transform out{};
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      double sum = c == 3 ? a[r * 4 + 3] : 0;
      for (std::size_t k = 0; k < 3; ++k) sum += a[r * 4 + k] * b[k * 4 + c];
      out[r * 4 + c] = sum;
    }
  }
  return out;
}

Vec3 apply(const Transform& m, Vec3 p) {
  return {m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3], m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7],
          m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11]};
}

// True when the transform mirrors, that is, turns left-handed into right-handed.
bool mirrors(const Transform& m) {
  return dot(cross(Vec3{m[0], m[1], m[2]}, Vec3{m[4], m[5], m[6]}), Vec3{m[8], m[9], m[10]}) < 0;
}

// A mesh and its transform.
struct Instance {
  std::uint32_t mesh;
  std::string group;
  Transform transform;
};

// Collects the meshes of the scene. Nodes must form trees: a node that is visited twice or lies on
// a cycle is an error.
class SceneWalk {
 public:
  explicit SceneWalk(const GltfDocument& document)
      : document_(document), seen_(document.node_count()) {}

  Result<std::vector<Instance>> walk() {
    TRY(auto roots, document_.scene_roots());
    const bool is_whole_file = !roots.has_value();
    TRY(auto start, is_whole_file ? parentless() : Result(std::move(*roots)));
    open_later(start, kIdentity);
    std::size_t visited = 0;
    for (; !open_.empty(); ++visited) {
      TRY_DO(visit_next());
    }
    if (is_whole_file && visited != seen_.size()) return Error{"the nodes form a circle"};
    return std::move(instances_);
  }

 private:
  struct Open {
    std::uint32_t node;
    Transform parent;
  };

  // Puts `nodes` on the stack so that the first of them is visited next.
  void open_later(const std::vector<std::uint32_t>& nodes, const Transform& parent) {
    for (std::size_t i = nodes.size(); i-- > 0;) open_.push_back({nodes[i], parent});
  }

  Result<void> visit_next() {
    const Open at = open_.back();
    open_.pop_back();
    if (seen_[at.node]) {
      return Error{"node " + std::to_string(at.node) + " has two parents, or is its own ancestor"};
    }
    seen_[at.node] = true;
    TRY(const auto node, document_.node(at.node));
    const Transform transform = product(at.parent, node.transform);
    open_later(node.children, transform);
    if (!node.mesh) return {};
    std::string group = node.name.empty() ? document_.mesh_name(*node.mesh) : node.name;
    if (group.empty()) group = "mesh" + std::to_string(*node.mesh);
    instances_.push_back({*node.mesh, std::move(group), transform});
    return {};
  }

  Result<std::vector<std::uint32_t>> parentless() const {
    std::vector<bool> is_child(document_.node_count());
    for (std::uint32_t n = 0; n < is_child.size(); ++n) {
      TRY(const auto node, document_.node(n));
      for (const std::uint32_t child : node.children) is_child[child] = true;
    }
    std::vector<std::uint32_t> roots;
    for (std::uint32_t n = 0; n < is_child.size(); ++n) {
      if (!is_child[n]) roots.push_back(n);
    }
    return roots;
  }

  const GltfDocument& document_;
  std::vector<bool> seen_;
  std::vector<Open> open_;
  std::vector<Instance> instances_;
};

// The corners of one primitive: points, and the order in which they are connected.
struct Corners {
  GltfItems points;
  std::optional<GltfItems> indices;

  std::uint64_t count() const { return indices ? indices->count : points.count; }
  std::uint32_t operator[](std::uint64_t i) const {
    return indices ? indices->index(i) : static_cast<std::uint32_t>(i);
  }
};

Result<Corners> corners_of(GltfDocument& document, const GltfPrimitive& primitive) {
  constexpr std::uint32_t kByte = 5121;
  constexpr std::uint32_t kShort = 5123;
  constexpr std::uint32_t kInt = 5125;
  constexpr std::uint32_t kFloat = 5126;
  TRY(const auto points, document.items(primitive.positions));
  if (points.width != 3 || points.component != kFloat) {
    return Error{"accessor " + std::to_string(primitive.positions) +
                 " holds points, but not as three floats each"};
  }
  if (!primitive.indices) return Corners{points, {}};
  TRY(const auto indices, document.items(*primitive.indices));
  const std::uint32_t c = indices.component;
  if (indices.width != 1 || (c != kByte && c != kShort && c != kInt)) {
    return Error{"accessor " + std::to_string(*primitive.indices) +
                 " holds indices, but not as whole numbers"};
  }
  return Corners{points, indices};
}

// Which corners of the primitive form triangle `t`. Every second triangle of a strip is reversed.
std::array<std::uint64_t, 3> index_positions(std::uint32_t mode, std::uint64_t t) {
  if (mode == GltfPrimitive::kTriangles) return {t * 3, t * 3 + 1, t * 3 + 2};
  if (mode == GltfPrimitive::kFan) return {0, t + 1, t + 2};
  return t % 2 == 0 ? std::array{t, t + 1, t + 2} : std::array{t, t + 2, t + 1};
}

class GltfReader {
 public:
  GltfReader(GltfDocument& document, const GltfOptions& options)
      : document_(document), options_(options) {}

  Result<TriangleSoup> read() {
    TRY(const auto instances, SceneWalk(document_).walk());
    for (const Instance& instance : instances) {
      TRY(const auto primitives, document_.primitives(instance.mesh));
      constexpr std::size_t kMostPrimitives = 1'000'000;
      drawn_ += primitives.size() + 1;
      if (drawn_ > kMostPrimitives) return Error{"the scene has over 1,000,000 primitives"};
      for (const GltfPrimitive& primitive : primitives) {
        if (primitive.mode < GltfPrimitive::kTriangles) continue;  // points and lines
        TRY_DO(add(instance, primitive));
      }
    }
    if (soup_.triangles.empty()) return Error{"the scene has no triangles"};
    soup_.group_names = groups_.take_names();
    return std::move(soup_);
  }

 private:
  Result<void> add(const Instance& instance, const GltfPrimitive& primitive) {
    TRY(const Corners corners, corners_of(document_, primitive));
    if (corners.count() < 3) return {};
    const bool is_list = primitive.mode == GltfPrimitive::kTriangles;
    const std::uint64_t triangles = is_list ? corners.count() / 3 : corners.count() - 2;
    if (triangles > options_.max_triangles - soup_.triangles.size()) {
      return Error{"the scene has over " + std::to_string(options_.max_triangles) + " triangles"};
    }
    const std::uint64_t points = std::min(corners.count(), corners.points.count);
    TRY_DO(check_soup_memory(soup_.triangles.size() + triangles, soup_.vertices.size() + points));
    const auto base = static_cast<std::uint32_t>(soup_.vertices.size());
    // Few corners that refer to many points: make one point per corner, so that the soup stays
    // small.
    const bool is_sparse = corners.count() < corners.points.count;
    TRY_DO(add_points(instance, corners, is_sparse));
    const std::uint32_t group = groups_.number_of(instance.group);
    const bool is_mirrored = mirrors(instance.transform);
    for (std::uint64_t t = 0; t < triangles; ++t) {
      auto at = index_positions(primitive.mode, t);
      if (is_mirrored) std::swap(at[1], at[2]);
      const auto corner = [&](std::uint64_t i) {
        return base + (is_sparse ? static_cast<std::uint32_t>(i) : corners[i]);
      };
      soup_.triangles.push_back({corner(at[0]), corner(at[1]), corner(at[2])});
      soup_.group.push_back(group);
    }
    return {};
  }

  Result<void> add_points(const Instance& instance, const Corners& corners, bool is_sparse) {
    const std::string name = "mesh " + std::to_string(instance.mesh);
    for (std::uint64_t i = 0; i < corners.count(); ++i) {
      if (corners[i] >= corners.points.count) {
        return Error{name + " names a point that is not there"};
      }
    }
    const std::uint64_t count = is_sparse ? corners.count() : corners.points.count;
    for (std::uint64_t i = 0; i < count; ++i) {
      const Vec3 p = apply(instance.transform, corners.points.point(is_sparse ? corners[i] : i));
      if (!is_finite(p)) return Error{name + " has a point that is not finite"};
      soup_.vertices.push_back(to_world(options_.axes, p));
    }
    return {};
  }

  GltfDocument& document_;
  const GltfOptions& options_;
  TriangleSoup soup_;
  GroupList groups_;
  std::size_t drawn_ = 0;  // primitives and instances so far
};

}  // namespace

Result<TriangleSoup> read_gltf(std::string_view bytes, const GltfOptions& options) try {
  if (options.max_triangles > kMostGltfTriangles) {
    return Error{"max_triangles is over " + std::to_string(kMostGltfTriangles)};
  }
  TRY(GltfDocument opened, GltfDocument::open(bytes, options));
  return GltfReader(opened, options).read();
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg

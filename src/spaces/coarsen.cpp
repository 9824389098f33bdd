// Collapses the mesh, then carries over what else a world has: mean difficulties by area, and the
// links whose ends can still be stood on.
#include "thalweg/spaces/coarsen.hpp"

#include <algorithm>
#include <cmath>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "spaces/collapse.hpp"
#include "thalweg/core/memory.hpp"
#include "thalweg/core/parallel.hpp"

namespace thalweg {
namespace {

constexpr std::uint64_t kBytesPerFace = 120;
constexpr std::size_t kLocateGrain = 1 << 12;

Result<void> check(const World& world, const CoarsenOptions& options) {
  if (world.mesh.empty()) return Error{"only a world with a mesh can be coarsened"};
  if (!world.mesh.is_triangles()) {
    return Error{"only a mesh of triangles can be coarsened: this one has larger faces"};
  }
  if (!(options.share > 0 && options.share <= 1)) {
    return Error{"the share of faces that coarsening leaves must be above 0 and at most 1"};
  }
  if (!(options.error >= 0) || !std::isfinite(options.error)) {
    return Error{"the error of coarsening must be 0 or more metres"};
  }
  return check_memory(world.mesh.face_count(), kBytesPerFace);
}

// The difficulty of each coarse face: the mean of the faces whose centres lie on it, by their area.
std::vector<float> mean_difficulty(const Mesh& fine, const Mesh& coarse) {
  const Locator locator = build_locator(coarse);
  std::vector<FaceId> home(fine.face_count());
  parallel_for(home.size(), kLocateGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const Vec3 centre = fine.centre(FaceId(static_cast<std::uint32_t>(i)));
      home[i] = locate(coarse, locator, centre, {.skip_blocked = false}).face;
    }
  });
  std::vector<double> sums(coarse.face_count());
  std::vector<double> areas(coarse.face_count());
  for (const FaceId f : fine.faces()) {
    const FaceId at = home[f.value];
    if (at.is_none()) continue;  // a rounding beyond the outline
    const double area = fine.doubled_area(f);
    sums[at.value] += area * fine.difficulty(f);
    areas[at.value] += area;
  }
  std::vector<float> means(coarse.face_count());
  for (std::size_t i = 0; i < means.size(); ++i) {
    if (areas[i] > 0) means[i] = static_cast<float>(sums[i] / areas[i]);
  }
  return means;
}

// The links whose ends can be stood on: ground below them may have been blocked.
std::vector<Link> open_links(const World& world) {
  std::vector<Link> open;
  for (const Link& link : world.links) {
    const bool is_open =
        is_walkable(world.mesh.area(link.from_face)) && is_walkable(world.mesh.area(link.to_face));
    if (is_open) open.push_back(link);
  }
  return open;
}

}  // namespace

Result<CoarseWorld> coarsen(const World& world, const CoarsenOptions& options) try {
  TRY_DO(check(world, options));
  const double wanted = std::max(1.0, options.share * world.mesh.face_count());
  Collapse collapse(world.mesh, {.faces = static_cast<std::uint32_t>(wanted),
                                 .error = options.error,
                                 .progress = options.progress});
  collapse.run();
  MeshArrays arrays = collapse.arrays();
  if (!world.mesh.arrays().difficulty.empty()) {
    TRY(const Mesh coarse, Mesh::from(arrays));
    arrays.difficulty = mean_difficulty(world.mesh, coarse);
  }
  TRY(Mesh mesh, Mesh::from(std::move(arrays)));
  const double error = collapse.error();
  TRY(World made, make_world({.name = world.name,
                              .origin = world.origin,
                              .y_axis = world.y_axis,
                              .earth = world.earth,
                              .is_height_map = world.is_height_map,
                              .areas = world.areas,
                              .mesh = std::move(mesh),
                              .grid = {},
                              .links = open_links(world)}));
  return CoarseWorld{std::move(made), error};
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg

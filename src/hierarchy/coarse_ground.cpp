// The coarse mesh is priced as a terrain graph, and each node of the fine graph is located on it,
// in parallel. The law: made again, all of it is the same.
#include "thalweg/hierarchy/coarse_ground.hpp"

#include <algorithm>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/graph/form.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kHomeGrain = 1 << 12;
constexpr double kHomeReach = 1;  // metres: roundings at the outline

}  // namespace

std::size_t CoarseGround::bytes() const {
  return ground.world().mesh.bytes() + ground.world().locator.bytes() + ground.graph().bytes() +
         ground.metric().bytes() + homes.bytes();
}

std::vector<FaceId> homes_of(const Ground& fine, const World& coarse) {
  const Graph& graph = fine.graph();
  std::vector<FaceId> homes(graph.node_count());
  parallel_for(homes.size(), kHomeGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const Vec3 point = graph.position(NodeId(static_cast<std::uint32_t>(i)));
      homes[i] = locate(coarse.mesh, coarse.locator, point, {.reach = kHomeReach}).face;
    }
  });
  return homes;
}

Result<CoarseGround> coarse_ground(const Ground& fine, CoarseParts coarse) try {
  if (fine.graph().facts().is_on_grid) return Error{"a grid has no coarse mesh"};
  TRY(Ground made, ground(coarse.world, fine.profile(), GraphSpec::terrain(), coarse.progress));
  std::vector<FaceId> homes = homes_of(fine, coarse.world);
  return CoarseGround{std::move(made), std::move(homes), coarse.error, fine.fingerprint()};
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

std::optional<std::string> broken_law(const CoarseGround& coarse, const Ground& fine) {
  const Ground& ground = coarse.ground;
  if (coarse.metric != fine.fingerprint()) return "it was made for another metric";
  if (!(ground.profile() == fine.profile())) return "it is priced for another profile";
  if (ground.graph().spec().kind != GraphSpec::terrain().kind)
    return "its graph is no terrain graph";
  if (!std::ranges::equal(coarse.homes, homes_of(fine, ground.world()))) {
    return "a node lies on another coarse face than is said";
  }
  if (auto wrong = broken_law(ground.world())) return wrong;
  if (auto wrong = broken_law(ground.graph(), ground.world(), ground.profile())) return wrong;
  return broken_law(ground.metric(), ground.graph(), ground.world());
}

}  // namespace thalweg

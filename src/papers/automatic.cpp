// The planner `auto`: stands for the planner that suits a ground best.
//
//   small            a_star   nothing needs to be built
//   mesh that folds  fold     levels, buildings, mazes: nearly trees. The cheapest, looked up
//   large terrain    coarse   nearly the cheapest, by a coarse mesh
//   else             a_star
#include "core/try.hpp"
#include "papers/descriptors.hpp"
#include "papers/planner_recipe.hpp"
#include "thalweg/hierarchy/fold.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kSmall = 64;              // nodes: A* is done before anything is looked up
constexpr std::uint32_t kLargeTerrain = 250'000;  // faces: `./dev bench coarse`

struct AutoOptions {};

bool is_large_terrain(const Ground& ground) {
  const Mesh& mesh = ground.world().mesh;
  return !ground.graph().facts().is_on_grid && mesh.face_count() >= kLargeTerrain &&
         mesh.is_triangles();
}

PlannerSpec choose_planner(const Ground& ground) {
  if (ground.graph().node_count() < kSmall) return {"a_star", {}};
  // Terrain branches everywhere, so that it does not fold: no need to look at every face.
  if (ground.world().is_height_map && is_large_terrain(ground)) return {"coarse", {}};
  if (is_worth_folding(ground)) return {"fold", {}};
  if (is_large_terrain(ground)) return {"coarse", {}};
  return {"a_star", {}};
}

MadeSearch make_chosen(const Ground& ground, const Structure& /*built*/,
                       const AutoOptions& /*options*/) {
  TRY(const PlannerPlan plan, planner_plan(choose_planner(ground)));
  TRY(const Structure built, plan.build(ground, {}));
  return plan.make(ground, built);
}

const PlannerRecipe<AutoOptions>& auto_paper() {
  static const PlannerRecipe<AutoOptions> kRecipe = {
      .table = {"auto", {}},
      .summary = "the planner that suits the ground: fold, coarse or a_star",
      .make = make_chosen};
  return kRecipe;
}

}  // namespace

PlannerDescriptor auto_descriptor() {
  PlannerDescriptor descriptor = descriptor_of(auto_paper());
  descriptor.choose = choose_planner;
  return descriptor;
}

}  // namespace thalweg

// The planner `coarse` as the registry lists it: for meshes of triangles alone, with the share of
// faces and the error of the coarse mesh in its key.
#include "thalweg/papers/coarse.hpp"

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "papers/descriptors.hpp"
#include "papers/planner_recipe.hpp"
#include "thalweg/planners/coarse.hpp"
#include "thalweg/spaces/coarsen.hpp"

namespace thalweg {
namespace {

bool is_over_triangles(const Ground& ground) {
  const Mesh& mesh = ground.world().mesh;
  return !ground.graph().facts().is_on_grid && !mesh.empty() && mesh.is_triangles();
}

GraphSpec graph_over_mesh(const World& world) {
  return world.mesh.empty() ? GraphSpec::terrain() : default_graph(world);
}

MadeSearch make_coarse(const Ground& ground, const Structure& built, const CoarseOptions& options) {
  return CoarseSearch::make(ground, *built.as<CoarseGround>(),
                            {.rings = options.rings, .near_nodes = options.near_nodes});
}

std::vector<Option<CoarseOptions>> own_coarse_options() {
  using O = CoarseOptions;
  return {
      number("share", &O::share,
             {.most = 1,
              .is_above_least = true,
              .help = "of the faces: so many are left in the coarse mesh",
              .in_key = true}),
      number(
          "error", &O::error,
          {.most = kManyOf,
           .zero = "any",
           .unit = "metres",
           .help = "corners lie at most so far above or below the coarse mesh, though more faces "
                   "are left; any: as the share gives it",
           .in_key = true}),
      number("rings", &O::rings,
             {.least = 1,
              .most = kManyOf,
              .help = "of coarse faces about the coarse route: there the fine graph is searched"}),
      number("near", &O::near_nodes,
             {.most = kManyOf,
              .unit = "nodes",
              .help = "searched by A* first, for goals that are near; 0: none"}),
  };
}

const PlannerRecipe<CoarseOptions>& coarse_paper() {
  using O = CoarseOptions;
  static const PlannerRecipe<O> kRecipe = {
      .table = {"coarse", own_coarse_options()},
      .summary =
          "on a coarse mesh first, then near that route: fast on large terrain, nearly the "
          "cheapest",
      .graph = graph_over_mesh,
      .serves = is_over_triangles,
      .builds = &coarse_kind(),
      .build_summary = "a mesh of the same ground with fewer faces, and its prices",
      .build =
          built_by<static_cast<Result<CoarseGround> (*)(const Ground&, const O&)>(coarse_ground),
                   coarse_kind, O>,
      .make = make_coarse};
  return kRecipe;
}

}  // namespace

Result<CoarseGround> coarse_ground(const Ground& ground, const CoarseOptions& options) try {
  TRY_DO(coarse_paper().table.check(options));
  if (!is_over_triangles(ground)) return Error{"only a mesh of triangles can be coarsened"};
  TRY(CoarseWorld coarse,
      coarsen(ground.world(),
              {.share = options.share, .error = options.error, .progress = options.progress}));
  return coarse_ground(ground,
                       CoarseParts{std::move(coarse.world), coarse.error, options.progress});
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

PlannerDescriptor coarse_descriptor() { return descriptor_of(coarse_paper()); }

}  // namespace thalweg

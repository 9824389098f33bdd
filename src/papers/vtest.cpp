// A* guided by visibility tests, as the registry lists it (planners/visibility_search.hpp).
//
// Based on: Kim, Yu, Kim (docs/reference/papers.md [VT]). Section by section:
//   2.2  states are faces, steps go from centre to centre over the middle of the shared side: the
//        graph `faces` with the price base `middle`
//   3.1  the visible corners of obstacles by a rotating ray: geometry/visibility.hpp
//   3.2  the heuristic through them: heuristics/visibility.hpp; states that inherit what was visible
//        from an earlier one: `inherits=1`, with `corners=one`
// By default each state looks for itself and all corners on the path to the goal count: then routes
// are the cheapest.
#include "papers/descriptors.hpp"
#include "papers/planner_recipe.hpp"
#include "thalweg/planners/visibility_search.hpp"

namespace thalweg {
namespace {

GraphSpec vtest_graph(const World& /*world*/) { return GraphSpec::faces(); }

const PlannerRecipe<VisibilityOptions>& vtest_paper() {
  using O = VisibilityOptions;
  static const PlannerRecipe<O> kRecipe = {
      .table =
          {"vtest",
           {choice<O, SightDepth>(
                "corners", &O::depth,
                {{"all", SightDepth::all}, {"one", SightDepth::one}, {"none", SightDepth::none}},
                {.help =
                     "of the path in the plane that the heuristic counts; the paper: one; none: "
                     "straight to the goal"}),
            flag("inherits", &O::inherits,
                 {.help = "1: as the paper, what an earlier state saw counts: not exact"}),
            flag("climb", &O::counts_climb,
                 {.help = "1: the heuristic counts metres and the climb, not steps by direction"}),
            flag("ahead", &O::looks_ahead,
                 {.help = "1: corners look at each other when the planner is made, which takes "
                          "memory, not when a query first needs it"}),
            number("most_corners", &O::most_corners,
                   {.most = kManyOf, .help = "with more of them: plain A*"}),
            number("least_faces", &O::least_faces,
                   {.most = kManyOf, .help = "for each corner; with fewer: plain A*"})}},
      .summary = "A* led around obstacles by their visible corners",
      .is_exact = true,
      .graph = vtest_graph,
      .serves = VisibilitySearch::serves,
      .make = [](const Ground& ground, const Structure&, const O& options) -> MadeSearch {
        if (!VisibilitySearch::serves(ground)) {
          return Error{"vtest searches graphs of faces or portals"};
        }
        return MadeSearch(std::make_unique<VisibilitySearch>(ground, options));
      }};
  return kRecipe;
}

}  // namespace

PlannerDescriptor vtest_descriptor() { return descriptor_of(vtest_paper()); }

}  // namespace thalweg

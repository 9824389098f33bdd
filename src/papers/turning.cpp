// The planner whose turns cost, as the registry lists it (planners/turning.hpp).
#include "thalweg/planners/turning.hpp"

#include "papers/classical.hpp"
#include "papers/descriptors.hpp"

namespace thalweg {
namespace {

std::vector<Option<TurningOptions>> turning_options() {
  using O = TurningOptions;
  constexpr double kMostFactor = 1000;
  constexpr double kMostUnits = 1e9;
  return {
      number("straightness", &O::straightness,
             {.most = kMostFactor,
              .help = "of a step's cost, added where it is not in line with the last"}),
      number("tolerance", &O::tolerance,
             {.least = 0.1,
              .most = 45,
              .unit = "degrees",
              .help = "turns up to this are in line, and limits are so much wider"}),
      number("turn_cost", &O::turn_cost,
             {.most = kMostUnits,
              .unit = "metres or seconds",
              .help = "for a turn of 90 degrees, in proportion"}),
      number("max_turn", &O::max_turn,
             {.most = 180,
              .unit = "degrees",
              .help = "sharper turns are forbidden; at speed k the limit is a k-th of it"}),
      number("speeds", &O::speeds,
             {.least = 1, .most = 16, .help = "speed classes: one up or down from step to step"}),
      choice<O, std::optional<Reversing>>(
          "reverse", &O::reversing,
          {{"by_speeds", std::nullopt},
           {"turn", Reversing::turn},
           {"stop", Reversing::stop},
           {"never", Reversing::never}},
          {.help = "turns over 150 degrees: turn (as others), stop (to drive back) or never; "
                   "by_speeds: turn with one speed, else stop"}),
      number("stop_cost", &O::stop_cost,
             {.most = kMostUnits, .unit = "metres or seconds", .help = "for a stop to drive back"}),
      heuristic_option<O>(),
      choice<O, bool>(
          "bank", &O::is_hashed, {{"direct", false}, {"hashed", true}},
          {.help = "hashed keeps only the states reached: huge worlds, small searches"}),
  };
}

const PlannerRecipe<TurningOptions>& turning_paper() {
  using O = TurningOptions;
  static const PlannerRecipe<O> kRecipe = {
      .table = {"turning", turning_options()},
      .summary = "the cheapest route where turns cost or are limited, by speed",
      .make = [](const Ground& ground, const Structure&, const O& options) {
        return TurningSearch::make(ground, options);
      }};
  return kRecipe;
}

}  // namespace

PlannerDescriptor turning_descriptor() { return descriptor_of(turning_paper()); }

}  // namespace thalweg

#include "thalweg/planners/query.hpp"

namespace thalweg {

const char* why_invalid(const Query& query) {
  constexpr double kMostWeight = 1000;
  if (!(query.reach >= 0)) return "the reach must not be negative";
  if (!(query.weight >= 0 && query.weight <= kMostWeight)) {
    return "the heuristic's weight must be between 0 and 1000";
  }
  return nullptr;
}

Answer cleared(Answer old) {
  Answer fresh;
  fresh.points = std::move(old.points);
  fresh.points.clear();
  fresh.route = std::move(old.route);
  fresh.route.clear();
  fresh.corridor.steps = std::move(old.corridor.steps);
  fresh.corridor.steps.clear();
  return fresh;
}

const char* to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::found: return "found";
    case Outcome::partial: return "partial";
    case Outcome::unreachable: return "unreachable";
    case Outcome::outside: return "outside";
    case Outcome::over_budget: return "over budget";
    case Outcome::invalid: return "invalid";
  }
  return "unknown";
}

}  // namespace thalweg

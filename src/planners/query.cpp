#include "thalweg/planners/query.hpp"

namespace thalweg {

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

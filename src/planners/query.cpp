// What makes a query invalid, as sentences; the filter that a query asks for; and answers cleared
// so that their memory is used again.
#include "thalweg/planners/query.hpp"

#include <algorithm>
#include <cmath>

namespace thalweg {

const char* why_invalid(const Query& query) {
  constexpr double kMostWeight = 1000;
  constexpr double kMostRadius = 1000;
  constexpr double kFarthest = 1e9;  // metres
  if (!(query.reach >= 0)) return "the reach must not be negative";
  if (!(query.weight >= 0 && query.weight <= kMostWeight)) {
    return "the heuristic's weight must be between 0 and 1000";
  }
  if (!(query.radius >= 0 && query.radius <= kMostRadius)) {
    return "the radius must be between 0 and 1000 metres";
  }
  for (const BlockedCircle& circle : query.blocked.circles) {
    const Vec3 centre = to_world(query.axes, {circle.centre.x, circle.centre.y, circle.centre.z});
    const bool is_near = std::abs(centre.x) <= kFarthest && std::abs(centre.y) <= kFarthest;
    if (!is_near || std::isinf(centre.z)) {
      return "the centre of a blocked circle must be finite and within 1e9 metres";
    }
    if (!(circle.radius >= 0 && circle.radius <= kFarthest) || !(circle.height >= 0)) {
      return "the radius and height of a blocked circle must not be negative";
    }
  }
  return nullptr;
}

const char* why_invalid(const Query& query, const World& world) {
  const auto is_beyond = [](std::uint32_t count) {
    return [count](auto id) { return id.value >= count; };
  };
  if (std::ranges::any_of(query.blocked.faces, is_beyond(world.mesh.face_count()))) {
    return "the world has no face of that number to block";
  }
  if (std::ranges::any_of(query.blocked.squares, is_beyond(world.grid.size()))) {
    return "the world has no square of that number to block";
  }
  return nullptr;
}

GroundFilter filter_of(const Query& query, const World& world, double radius, GroundFilter old) {
  GroundFilter filter = std::move(old);
  filter.begin(world, query.filter.get(), radius);
  for (const FaceId face : query.blocked.faces) filter.block(face);
  for (const SquareId square : query.blocked.squares) filter.block(square);
  for (const BlockedCircle& circle : query.blocked.circles) {
    filter.block(
        Disc{world.frame(query.axes).to_local(circle.centre), circle.radius, circle.height});
  }
  filter.finish();
  return filter;
}

void clear(Answer& answer) {
  answer.outcome = Outcome::invalid;
  answer.reason = "";
  answer.cost = answer.penalty = 0;
  answer.price = answer.ground_price = 0;
  answer.bound = 1;
  answer.points.clear();
  answer.route.clear();
  answer.corridor.steps.clear();
  answer.corridor.start = answer.corridor.goal = {};
  answer.is_straight = false;
  answer.start_index = answer.goal_index = 0;
  answer.start_moved = answer.goal_moved = 0;
  answer.stats = {};
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

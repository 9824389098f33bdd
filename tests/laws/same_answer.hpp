// Whether two answers to one query are the same, bit by bit, and in which fields they differ.
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/crowd/requests.hpp"
#include "thalweg/planners/planner.hpp"

namespace thalweg {

inline bool has_same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

inline bool has_same_bits(Vec3 a, Vec3 b) {
  return has_same_bits(a.x, b.x) && has_same_bits(a.y, b.y) && has_same_bits(a.z, b.z);
}

inline bool is_same(const std::vector<PathPoint>& a, const std::vector<PathPoint>& b) {
  return std::ranges::equal(a, b, [](const PathPoint& p, const PathPoint& q) {
    return p == q && has_same_bits(p.vec(), q.vec());
  });
}

inline bool is_same(const Corridor& a, const Corridor& b) {
  const auto is_same_step = [](const CorridorStep& s, const CorridorStep& t) {
    return s.face == t.face && s.portal == t.portal && s.link == t.link &&
           s.is_backwards == t.is_backwards;
  };
  return a.start == b.start && a.goal == b.goal &&
         std::ranges::equal(a.steps, b.steps, is_same_step);
}

// The fields in which two answers differ, by their names; empty: they are the same.
inline std::vector<std::string> differences(const Answer& a, const Answer& b) {
  std::vector<std::string> fields;
  const auto check = [&](const char* field, bool is_same) {
    if (!is_same) fields.emplace_back(field);
  };
  check("outcome", a.outcome == b.outcome);
  check("reason", std::string_view(a.reason) == b.reason);
  check("cost", a.cost == b.cost);
  check("penalty", a.penalty == b.penalty);
  check("price", has_same_bits(a.price, b.price));
  check("bound", has_same_bits(a.bound, b.bound));
  check("ground_price", has_same_bits(a.ground_price, b.ground_price));
  check("points", is_same(a.points, b.points));
  check("route", a.route.nodes == b.route.nodes && a.route.arcs == b.route.arcs);
  check("corridor", is_same(a.corridor, b.corridor));
  check("is_straight", a.is_straight == b.is_straight);
  check("start_index", a.start_index == b.start_index);
  check("goal_index", a.goal_index == b.goal_index);
  check("start_moved", has_same_bits(a.start_moved, b.start_moved));
  check("goal_moved", has_same_bits(a.goal_moved, b.goal_moved));
  check("stats", a.stats == b.stats);
  return fields;
}

// The answer in slices of so many nodes.
inline Answer in_slices(Planner& planner, const Query& query, std::uint64_t nodes,
                        Answer old = {}) {
  planner.begin(query, std::move(old));
  while (!planner.advance({.nodes = nodes})) {
  }
  return planner.take();
}

// The answers by a queue of requests whose searches interrupt and put back each other. [query]
inline std::vector<Answer> by_queue(Planner& planner, std::span<const Query> queries) {
  RequestQueue queue(planner, {.longest_run = std::chrono::microseconds(1), .nodes_per_look = 5});
  std::vector<RequestId> ids;
  for (const Query& query : queries) ids.push_back(queue.ask(query));
  while (queue.waiting() > 0) queue.tick(std::chrono::seconds(1));
  std::vector<Answer> answers;
  for (const RequestId id : ids) answers.push_back(queue.take(id));
  return answers;
}

}  // namespace thalweg

// FewCrossings: where a walk over a few edges crosses them most cheaply. For walks that are settled
// by the million: EdgePathDescent (path/edge_path.hpp) is for long ones.
//
// A dynamic program over four candidates on each edge, again and again with the candidates nearer
// to each other about the best ones. Since prices are convex, that finds nearly the cheapest
// crossings.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "path/simd.hpp"

namespace thalweg {

// Keeps no memory elsewhere. Borrows the profile.
class FewCrossings {
 public:
  static constexpr std::size_t kMost = 5;
  struct Edge {
    Vec3 start;
    Vec3 end;
    double factor_behind = 1;  // how many times the norm counts there
  };

  explicit FewCrossings(const Profile& profile) : profile_(profile) {}

  // A walk that starts here, on ground that counts so many times the norm, and crosses nothing.
  void begin(Vec3 start, double factor) {
    start_ = start;
    factors_[0] = factor;
    count_ = 0;
  }
  // One more edge that is crossed. Requires: fewer than kMost, factors without kNoLimit.
  void push(const Edge& edge);
  void pop() { --count_; }
  std::size_t size() const { return count_; }

  // Finds the crossings of the walk to a goal: within `last_step` of each edge, unless others are
  // about as cheap. The price then; kNoLimit as soon as it will clearly not fall below `limit`.
  double settle(Vec3 goal, float last_step, double limit = kNoLimit);
  // Where an edge is crossed: 0 its start, 1 its end. Requires: settled.
  double share(std::size_t i) const { return shares_[i]; }

 private:
  struct Candidates {
    simd::Floats shares;
    simd::Points points;
    simd::Ints from;  // the candidate before, on the cheapest walk there
  };

  struct Round {
    float price = 0;
    bool is_outside = false;  // a crossing could go on moving by the same step
  };

  template <class Norm>
  bool search(const Norm& norm, Vec3 goal, float last_step, double limit);
  template <class Norm>
  Round round(const Norm& norm, Vec3f goal, simd::Floats offsets);
  void find_candidates(std::size_t i, simd::Floats offsets);
  bool take_candidates(std::int32_t best);
  double price(Vec3 goal) const;

  const Profile& profile_;
  Vec3 start_;
  std::size_t count_ = 0;
  std::array<Edge, kMost> edges_;
  std::array<double, kMost + 1> factors_ = {};  // [piece]
  std::array<Vec3f, kMost> froms_;              // [crossing]  the edge's start, from start_
  std::array<Vec3f, kMost> spans_;              // [crossing]  the edge
  std::array<float, kMost> shares_ = {};
  std::array<Candidates, kMost> candidates_;
};

}  // namespace thalweg

// One dynamic program tries four points on each edge at once with SIMD. Rounds halve the step, and
// end early if even the best price they could still reach exceeds the limit.
#include "graph/few_crossings.hpp"

#include <algorithm>

namespace thalweg {
namespace {

constexpr float kFirstStep = 0.25f;  // of an edge: between the candidates that are tried first
constexpr int kMostRounds = 12;
// Candidates in steps from the best one so far: first on either side of it, so that each step is
// half of the last one. Then about it: crossings that depend on each other must move together, and
// the price does not rise.
constexpr simd::Floats kApart = {-1.5f, -0.5f, 0.5f, 1.5f};
constexpr simd::Floats kAboutRight = {-1, 0, 1, 2};
constexpr simd::Floats kAboutLeft = {-2, -1, 0, 1};
// How much of a price later rounds save at most, nearly always, for each step (of an edge) of a round.
constexpr float kSavedByStep = 0.25f;

}  // namespace

void FewCrossings::push(const Edge& edge) {
  edges_[count_] = edge;
  froms_[count_] = to_float(edge.start - start_);
  spans_[count_] = to_float(edge.end - edge.start);
  ++count_;
  factors_[count_] = edge.factor_behind;
}

void FewCrossings::find_candidates(std::size_t i, simd::Floats offsets) {
  using simd::all;
  Candidates& candidates = candidates_[i];
  simd::Floats shares = all(shares_[i]) + offsets;
  shares = shares < 0 ? all(0.0f) : shares;
  candidates.shares = shares > 1 ? all(1.0f) : shares;
  const simd::Points from = all(froms_[i]);
  const simd::Points span = all(spans_[i]);
  candidates.points = {from.x + span.x * candidates.shares, from.y + span.y * candidates.shares,
                       from.z + span.z * candidates.shares};
}

// True when a crossing could go on moving by the same step.
bool FewCrossings::take_candidates(std::int32_t best) {
  bool is_outside = false;
  for (std::size_t i = count_; i-- > 0;) {
    const float share = candidates_[i].shares[best];
    is_outside = is_outside || ((best == 0 || best == 3) && share > 0 && share < 1);
    shares_[i] = share;
    best = candidates_[i].from[best];
  }
  return is_outside;
}

// One dynamic program over all candidates.
template <class Norm>
FewCrossings::Round FewCrossings::round(const Norm& norm, Vec3f goal, simd::Floats offsets) {
  using namespace simd;
  for (std::size_t i = 0; i < count_; ++i) find_candidates(i, offsets);
  Floats prices = norm(candidates_[0].points) * static_cast<float>(factors_[0]);
  for (std::size_t i = 1; i < count_; ++i) {
    const Points& before = candidates_[i - 1].points;
    const Floats times = all(static_cast<float>(factors_[i]));
    Floats least =
        all(prices[0]) +
        norm(candidates_[i].points - all(Vec3f{before.x[0], before.y[0], before.z[0]})) * times;
    Ints from = all(0);
    for (int k = 1; k < 4; ++k) {
      const Points at = all(Vec3f{before.x[k], before.y[k], before.z[k]});
      const Floats price = all(prices[k]) + norm(candidates_[i].points - at) * times;
      const Ints is_less = price < least;
      least = is_less ? price : least;
      from = is_less ? all(k) : from;
    }
    candidates_[i].from = from;
    prices = least;
  }
  const Floats whole = prices + norm(all(goal) - candidates_[count_ - 1].points) *
                                    static_cast<float>(factors_[count_]);
  std::int32_t best = 0;
  for (int k = 1; k < 4; ++k) best = whole[k] < whole[best] ? k : best;
  return {whole[best], take_candidates(best)};
}

template <class Norm>
bool FewCrossings::search(const Norm& norm, Vec3 goal, float last_step, double limit) {
  const Vec3f to = to_float(goal - start_);
  std::fill_n(shares_.begin(), count_, 0.5f);
  float step = kFirstStep;
  for (int i = 0; i < kMostRounds && step >= (count_ == 1 ? last_step : 2 * last_step); ++i) {
    const Round done = round(norm, to, kApart * step);
    if (done.price * (1 - kSavedByStep * step) > limit) return false;
    if (!done.is_outside || i == 0) step /= 2;
  }
  if (count_ == 1) return true;
  round(norm, to, kAboutLeft * (4 * last_step));
  round(norm, to, kAboutRight * (2 * last_step));
  round(norm, to, kAboutLeft * last_step);
  return true;
}

double FewCrossings::price(Vec3 goal) const {
  Vec3 at = start_;
  double sum = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    const Vec3 next = edges_[i].start + (edges_[i].end - edges_[i].start) * double{shares_[i]};
    sum += speed_model::norm(profile_, next - at) * factors_[i];
    at = next;
  }
  return sum + speed_model::norm(profile_, goal - at) * factors_[count_];
}

double FewCrossings::settle(Vec3 goal, float last_step, double limit) {
  const auto find = [&](const auto& norm) { return search(norm, goal, last_step, limit); };
  return count_ == 0 || simd::with_norm(profile_, find) ? price(goal) : kNoLimit;
}

}  // namespace thalweg

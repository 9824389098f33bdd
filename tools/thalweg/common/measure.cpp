// Planners take turns query by query, each in its turn first, so that none has the caches alone.
// Statistics by rank, and what an answer may not be next to Dijkstra's.
#include "common/measure.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

namespace thalweg::tool {
namespace {

// The rank of each value, from 0; equal values share their mean rank.
std::vector<double> ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> rank(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    while (last < order.size() && values[order[last]] == values[order[first]]) ++last;
    for (std::size_t i = first; i < last; ++i) {
      rank[order[i]] = static_cast<double>(first + last - 1) / 2;
    }
    first = last;
  }
  return rank;
}

}  // namespace

long interruptions() {
#ifdef RUSAGE_THREAD
  rusage usage{};
  if (getrusage(RUSAGE_THREAD, &usage) == 0) return usage.ru_nivcsw;
#endif
  return 0;
}

double percentile(std::span<const double> values, double p) {
  std::vector<double> sorted(values.begin(), values.end());
  const double rank = std::ceil(p * static_cast<double>(sorted.size()));
  const auto at = static_cast<std::size_t>(std::max(rank, 1.0)) - 1;
  const std::size_t index = std::min(at, sorted.size() - 1);
  std::ranges::nth_element(sorted, sorted.begin() + static_cast<std::ptrdiff_t>(index));
  return sorted[index];
}

std::optional<Spread> spread(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  double sum = 0;
  for (const double value : values) sum += value;
  return Spread{.mean = sum / static_cast<double>(values.size()),
                .median = percentile(values, 0.5),
                .p99 = percentile(values, 0.99),
                .max = percentile(values, 1)};
}

double rank_correlation(std::span<const double> a, std::span<const double> b) {
  const auto x = ranks(a);
  const auto y = ranks(b);
  const double middle = (static_cast<double>(x.size()) - 1) / 2;
  double xy = 0;
  double xx = 0;
  double yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - middle) * (y[i] - middle);
    xx += (x[i] - middle) * (x[i] - middle);
    yy += (y[i] - middle) * (y[i] - middle);
  }
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

MovedEnds moved_ends(std::span<const Sample> samples) {
  constexpr double kLeastMove = 1e-3;  // metres: less is rounding
  MovedEnds moved;
  for (const Sample& sample : samples) {
    const double metres = std::max(sample.start_moved, sample.goal_moved);
    if (!(metres > kLeastMove)) continue;
    ++moved.queries;
    moved.most = std::max(moved.most, metres);
  }
  return moved;
}

Sample timed_find(Planner& planner, const Query& query, Answer& answer) {
  const auto start = std::chrono::steady_clock::now();
  answer = planner.find(query, std::move(answer));
  const auto time = std::chrono::steady_clock::now() - start;
  Sample sample;
  sample.outcome = answer.outcome;
  sample.start_moved = answer.start_moved;
  sample.goal_moved = answer.goal_moved;
  sample.cost = answer.cost;
  sample.price = answer.price;
  sample.bound = answer.bound;
  sample.length = answer.length();
  sample.is_straight = answer.is_straight;
  sample.settled = answer.stats.expanded;
  sample.generated = answer.stats.generated;
  sample.ns = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
  return sample;
}

Sample calm_find(Planner& planner, const Query& query, Answer& answer, int tries) {
  Sample best;
  for (int i = 0; i < tries; ++i) {
    const long before = interruptions();
    const Sample sample = timed_find(planner, query, answer);
    if (i == 0 || sample.ns < best.ns) best = sample;
    if (interruptions() == before) break;
  }
  return best;
}

double walked_price(Planner& planner, Query query, Answer& answer) {
  query.want_ground_price = true;
  answer = planner.find(query, std::move(answer));
  return answer.found() ? answer.ground_price : 0;
}

std::optional<Spread> price_ratios(std::span<const double> prices, std::span<const double> least) {
  std::vector<double> ratios;
  for (std::size_t q = 0; q < prices.size(); ++q) {
    if (prices[q] > 0 && least[q] > 0) ratios.push_back(ratio(prices[q], least[q]));
  }
  return spread(ratios);
}

std::vector<Sample> measure(std::span<const Contestant> contestants, std::span<const Query> queries,
                            std::size_t warm_up, const Progress& progress) {
  std::vector<Sample> samples(contestants.size() * queries.size());
  std::vector<Answer> answers(contestants.size());
  const auto ask = [&](std::size_t query, std::size_t turn) {
    const std::size_t who = (query + turn) % contestants.size();
    Query asked = queries[query];
    asked.weight = contestants[who].weight;
    samples[who * queries.size() + query] =
        timed_find(*contestants[who].planner, asked, answers[who]);
  };
  const auto round = [&](std::size_t count, const char* stage) {
    for (std::size_t q = 0; q < count; ++q) {
      report(progress, stage, static_cast<double>(q) / static_cast<double>(count));
      for (std::size_t turn = 0; turn < contestants.size(); ++turn) ask(q, turn);
    }
  };
  round(std::min(warm_up, queries.size()), "warming up");
  round(queries.size(), "measuring");
  return samples;
}

double ratio(double cost, double least) { return cost == least ? 1 : cost / least; }

std::optional<std::string> disagreement(const Sample& sample, const Sample& dijkstra,
                                        bool is_exact) {
  if (sample.is_straight) return std::nullopt;  // not a route of the graph
  if (sample.found() != dijkstra.found()) {
    if (sample.found()) return "found a route where Dijkstra finds none";
    if (is_exact) return "found no route where Dijkstra finds one";
    return std::nullopt;
  }
  if (!sample.found()) return std::nullopt;
  if (sample.cost < dijkstra.cost) return "found a cheaper route than Dijkstra";
  if (sample.bound > 0 &&
      static_cast<double>(sample.cost) > sample.bound * static_cast<double>(dijkstra.cost)) {
    return "costs more than it proves";
  }
  return std::nullopt;
}

}  // namespace thalweg::tool

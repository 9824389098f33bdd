// Sums over samples of maps and problems: mean times, ratios of lengths with the worst
// problem, and how open a map is.
#include "reproduce/thpa/figures.hpp"

#include <algorithm>
#include <cmath>

namespace thalweg::tool {
namespace {

void add(TimeFigures& sum, const Sample& sample) {
  const double us = static_cast<double>(sample.ns) / 1000;
  sum.least_us = sum.asked == 0 ? us : std::min(sum.least_us, us);
  sum.greatest_us = std::max(sum.greatest_us, us);
  sum.mean_us += us;
  sum.mean_settled += static_cast<double>(sample.settled);
  sum.solved += sample.found();
  ++sum.asked;
}

// Divides the sums to get means.
TimeFigures divided(TimeFigures sum) {
  const auto count = static_cast<double>(std::max<std::uint64_t>(1, sum.asked));
  sum.mean_us /= count;
  sum.mean_settled /= count;
  return sum;
}

double straight_length(const GridProblem& problem) {
  return std::hypot(problem.goal.x - problem.start.x, problem.goal.y - problem.start.y);
}

}  // namespace

TimeFigures time_figures(std::span<const Sample> samples) {
  TimeFigures sum;
  for (const Sample& sample : samples) add(sum, sample);
  return divided(sum);
}

TimeFigures time_figures(std::span<const ThpaMeasured> maps, std::size_t contestant) {
  TimeFigures sum;
  for (const ThpaMeasured& map : maps) {
    for (const Sample& sample : map.of(contestant)) add(sum, sample);
  }
  return divided(sum);
}

std::vector<ProblemIndex> shortest_problems(std::span<const ThpaMeasured> maps, double part) {
  std::vector<ProblemIndex> problems;
  for (std::size_t m = 0; m < maps.size(); ++m) {
    for (std::size_t p = 0; p < maps[m].problems.size(); ++p) problems.push_back({m, p});
  }
  std::ranges::stable_sort(
      problems, {}, [&](ProblemIndex at) { return maps[at.map].problems[at.problem].length; });
  problems.resize(static_cast<std::size_t>(std::ceil(part * static_cast<double>(problems.size()))));
  return problems;
}

TimeFigures time_figures(std::span<const ThpaMeasured> maps, std::size_t contestant,
                         std::span<const ProblemIndex> problems) {
  TimeFigures sum;
  for (const ProblemIndex at : problems) add(sum, maps[at.map].of(contestant)[at.problem]);
  return divided(sum);
}

RatioFigures ratio_figures(std::span<const ThpaMeasured> maps, std::size_t contestant,
                           Against against) {
  RatioFigures figures;
  std::vector<double> ratios;
  const auto take = [&](ProblemIndex at, double value, double least) {
    ratios.push_back(ratio(value, least));
    if (ratios.size() > 1 && ratios.back() <= figures.worst) return;
    figures.worst = ratios.back();
    figures.worst_at = at;
  };
  for (std::size_t m = 0; m < maps.size(); ++m) {
    const auto samples = maps[m].of(contestant);
    if (against == Against::any_angle) {
      for (const AnyAngleLength& best : maps[m].any_angles) {
        const Sample& sample = samples[best.problem];
        if (sample.found()) take({m, best.problem}, sample.length, best.length);
      }
      continue;
    }
    const bool is_cost = against == Against::cost;
    const bool is_on_grid = !is_cost || kThpaContestants[contestant].is_on_grid;
    const auto best = maps[m].of(is_on_grid ? kGridAStar : kMeshAStar);
    for (std::size_t p = 0; p < samples.size(); ++p) {
      if (!samples[p].found() || !best[p].found()) continue;
      if (is_cost) {
        take({m, p}, static_cast<double>(samples[p].cost), static_cast<double>(best[p].cost));
      } else {
        take({m, p}, samples[p].length, best[p].length);
      }
    }
  }
  if (ratios.empty()) return figures;
  const Spread of_all = *spread(ratios);
  figures.count = ratios.size();
  figures.mean = of_all.mean;
  figures.p99 = of_all.p99;
  return figures;
}

Openness openness(const ThpaMeasured& map) {
  Openness open;
  double metres = 0;
  double settled = 0;
  double straightness = 0;
  for (std::size_t p = 0; p < map.problems.size(); ++p) {
    const double length = map.problems[p].length;
    straightness += length > 0 ? straight_length(map.problems[p]) / length : 1;
    metres += length;
    settled += static_cast<double>(map.of(kGridAStar)[p].settled);
  }
  const auto count = static_cast<double>(std::max<std::size_t>(1, map.problems.size()));
  open.free_share = static_cast<double>(map.free_squares) / std::max(1u, map.squares);
  open.straightness = straightness / count;
  open.directness = settled > 0 ? metres / settled : 0;
  return open;
}

std::string problem_name(std::span<const ThpaMeasured> maps, ProblemIndex index) {
  if (index.map >= maps.size()) return {};
  return maps[index.map].name + " line " +
         std::to_string(maps[index.map].problems[index.problem].line);
}

}  // namespace thalweg::tool

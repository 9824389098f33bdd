// The requirements of the THPA* reproduction, compared with the figures of the run.
#include <fmt/format.h>

#include <algorithm>

#include "common/common.hpp"
#include "reproduce/thpa/thpa.hpp"

namespace thalweg::tool {
namespace {

constexpr std::uint64_t kGroundProblems = 42'655;  // of the benchmark's 36 maps
constexpr double kLeastSpeedUp = 10;
constexpr double kShortUs = 5;     // what a short query may take,
constexpr double kShortTimes = 3;  // or this multiple of the time of A*

// The limits of a structure.
struct Guide {
  std::size_t contestant;
  double seconds;
  double megabytes;
};
constexpr std::array kGuides = {Guide{kThpa, 1, 2}, Guide{kHpa, 3, 20}};

struct LengthBound {
  const char* what;
  std::size_t contestant;
  Against against;
  double most;
};
constexpr std::array kLengthBounds = {
    LengthBound{"HPA* before smoothing, against A* on squares", kBareHpa, Against::squares, 1.06},
    LengthBound{"HPA* after smoothing, against A* on squares", kHpa, Against::squares, 1.01},
    LengthBound{"THPA* after the funnel, against the any-angle optimum", kThpa, Against::any_angle,
                1.03},
};

void judge_solving(std::vector<Verdict>& out, std::span<const ThpaMeasured> maps,
                   bool is_complete) {
  std::uint64_t asked = 0;
  std::uint64_t least = ~std::uint64_t{0};
  for (std::size_t c = 0; c < kThpaCount; ++c) {
    const TimeFigures figures = time_figures(maps, c);
    asked = figures.asked;
    least = std::min(least, figures.solved);
  }
  if (is_complete) asked = kGroundProblems;  // none may be missing
  out.push_back({"problems solved by every planner", fmt::format("all {}", with_commas(asked)),
                 with_commas(least), asked > 0 && least == asked});
}

void judge_times(std::vector<Verdict>& out, std::span<const ThpaMeasured> maps) {
  std::array<double, kThpaCompared> means{};
  for (std::size_t c = 0; c < kThpaCompared; ++c) means[c] = time_figures(maps, c).mean_us;
  out.push_back(
      {"order of mean times", "A* > HPA* > THPA*",
       fmt::format("{:.1f}, {:.1f}, {:.1f} us", means[kGridAStar], means[kHpa], means[kThpa]),
       means[kGridAStar] > means[kHpa] && means[kHpa] > means[kThpa]});
  const double speed_up = means[kGridAStar] / means[kThpa];
  out.push_back({"THPA* faster than A* on squares", fmt::format("{:g} times", kLeastSpeedUp),
                 fmt::format("{:.1f} times", speed_up), speed_up >= kLeastSpeedUp});
  const auto shortest = shortest_problems(maps, kShortestPart);
  const double a_star = time_figures(maps, kGridAStar, shortest).mean_us;
  for (const std::size_t c : {kHpa, kThpa}) {
    const double mean = time_figures(maps, c, shortest).mean_us;
    out.push_back({fmt::format("{} on the {:g} % shortest problems, mean",
                               kThpaContestants[c].title, 100 * kShortestPart),
                   fmt::format("at most {:g} us or {:g} times A*", kShortUs, kShortTimes),
                   fmt::format("{:.2f} us, {:.2f} times", mean, mean / a_star),
                   mean <= std::max(kShortUs, kShortTimes * a_star)});
  }
}

void judge_lengths(std::vector<Verdict>& out, std::span<const ThpaMeasured> maps) {
  for (const LengthBound& bound : kLengthBounds) {
    const RatioFigures figures = ratio_figures(maps, bound.contestant, bound.against);
    out.push_back({fmt::format("length, {}", bound.what), fmt::format("{:g} mean", bound.most),
                   fmt::format("{:.4f}, worst {:.3f} ({})", figures.mean, figures.worst,
                               problem_name(maps, figures.worst_at)),
                   figures.count > 0 && figures.mean <= bound.most});
  }
}

void judge_structures(std::vector<Verdict>& out, std::span<const ThpaMeasured> maps) {
  for (const Guide& guide : kGuides) {
    double seconds = 0;
    double megabytes = 0;
    for (const ThpaMeasured& map : maps) {
      seconds = std::max(seconds, map.built[guide.contestant].seconds);
      megabytes = std::max(megabytes, static_cast<double>(map.built[guide.contestant].bytes) / 1e6);
    }
    out.push_back(
        {fmt::format("structure of {}, the largest map", kThpaContestants[guide.contestant].title),
         fmt::format("under {:g} s, {:g} MB", guide.seconds, guide.megabytes),
         fmt::format("{:.3f} s, {:.2f} MB", seconds, megabytes),
         seconds < guide.seconds && megabytes < guide.megabytes});
  }
}

}  // namespace

std::vector<Verdict> verdicts(std::span<const ThpaMeasured> maps, bool is_complete) {
  std::vector<Verdict> out;
  judge_solving(out, maps, is_complete);
  judge_times(out, maps);
  judge_lengths(out, maps);
  judge_structures(out, maps);
  return out;
}

}  // namespace thalweg::tool

// What `thalweg reproduce hna` must show.
#include <fmt/format.h>

#include <algorithm>

#include "reproduce/hna/hna.hpp"

namespace thalweg::tool {
namespace {

constexpr double kHnaMostMeanError = 0.0039;  // level 2, 20 merged
constexpr double kHnaMostWorstError = 0.186;
constexpr double kHnaBestSpeedUp = 4;
constexpr double kHnaLeastSpeedUp = 2;
constexpr double kHnaBestSettled = 7.7;
constexpr double kHnaLeastSettled = 4;
constexpr double kHnaMostAuto = 1.1;  // times A*
constexpr double kHnaBuildSeconds = 20;
constexpr double kHnaBuildMegabytes = 60;

void hna_judge_answers(std::vector<Verdict>& out, std::span<const HnaMeasured> maps) {
  std::uint64_t asked = 0;
  std::uint64_t solved = 0;
  std::uint64_t exact = 0;
  for (const HnaMeasured& map : maps) {
    for (const HnaRow& row : map.rows) {
      asked += map.problems;
      solved += row.solved;
      exact += row.exact;
    }
  }
  out.push_back({"queries answered by a path to the goal, all configurations", "100 %",
                 fmt::format("{} of {}", solved, asked), solved == asked});
  out.push_back({"routes that cost what A* finds, all levels", "100 %",
                 fmt::format("{} of {}", exact, asked), exact == asked});
}

void hna_judge_errors(std::vector<Verdict>& out, std::span<const HnaMeasured> maps) {
  for (const HnaMeasured& map : maps) {
    const auto row = std::ranges::find_if(map.fine, [](const HnaRow& fine) {
      return fine.config.merged == 20 && fine.config.level == 2;
    });
    const HnaRow* middles = map.find(20, 2, ConnectBy::stored);
    if (row == map.fine.end() || middles == nullptr || map.paper.empty()) continue;
    out.push_back(
        {fmt::format("{}: error at level 2, merged 20, up to 3 points on a side", map.name),
         fmt::format("mean {:g} %, worst {:g} %", 100 * kHnaMostMeanError,
                     100 * kHnaMostWorstError),
         fmt::format("{:.2f} %, {:.2f} % (middles of sides: {:.2f} %, {:.2f} %)",
                     100 * row->mean_error, 100 * row->worst_error, 100 * middles->mean_error,
                     100 * middles->worst_error),
         row->mean_error <= kHnaMostMeanError && row->worst_error <= kHnaMostWorstError});
  }
}

void hna_judge_speed(std::vector<Verdict>& out, std::span<const HnaMeasured> maps) {
  double best = 0;
  double best_settled = 0;
  for (const HnaMeasured& map : maps) {
    if (map.paper.empty()) continue;
    const HnaBest found = best_of(map);
    best = std::max(best, found.times_faster);
    best_settled = std::max(best_settled, found.times_fewer);
    out.push_back(
        {fmt::format("{}: whole calls faster than A*", map.name),
         fmt::format("{:g} times", kHnaLeastSpeedUp),
         fmt::format("{:.2f} times ({}; to the route {:.2f}; over the paper's kind of A* {:.2f})",
                     found.times_faster, to_string(found.row->config), found.to_route,
                     found.against_closest),
         found.times_faster >= kHnaLeastSpeedUp});
    out.push_back({fmt::format("{}: fewer nodes settled", map.name),
                   fmt::format("{:g} times", kHnaLeastSettled),
                   fmt::format("{:.2f} times", found.times_fewer),
                   found.times_fewer >= kHnaLeastSettled});
  }
  if (best == 0) return;
  out.push_back({"whole calls faster than A* on one mesh",
                 fmt::format("{:g} times", kHnaBestSpeedUp), fmt::format("{:.2f} times", best),
                 best >= kHnaBestSpeedUp});
  out.push_back({"fewer nodes settled on one mesh", fmt::format("{:g} times", kHnaBestSettled),
                 fmt::format("{:.2f} times", best_settled), best_settled >= kHnaBestSettled});
}

void hna_judge_auto(std::vector<Verdict>& out, std::span<const HnaMeasured> maps) {
  for (const HnaMeasured& map : maps) {
    const HnaRow* slowest = nullptr;
    double collapse = 0;
    for (const HnaRow& row : map.rows) {
      if (row.config.level == 0 && (slowest == nullptr || row.us > slowest->us)) slowest = &row;
      if (row.config.level == 3) collapse = std::max(collapse, row.us / map.a_star.us);
    }
    if (slowest == nullptr) continue;
    const double ratio = slowest->us / map.a_star.us;
    out.push_back({fmt::format("{}: auto against A*, the slowest configuration", map.name),
                   fmt::format("at most {:g} times", kHnaMostAuto),
                   fmt::format("{:.2f} times ({}); level 3 at its worst {:.2f} times", ratio,
                               to_string(slowest->config), collapse),
                   ratio <= kHnaMostAuto});
  }
}

}  // namespace

std::vector<Verdict> hna_verdicts(std::span<const HnaMeasured> maps,
                                  std::span<const HnaBuildTimes> builds) {
  std::vector<Verdict> out;
  hna_judge_answers(out, maps);
  hna_judge_errors(out, maps);
  hna_judge_speed(out, maps);
  hna_judge_auto(out, maps);
  for (const HnaBuildTimes& built : builds) {
    out.push_back({fmt::format("build of {}, 3 levels, 10 merged, 1 thread", built.name),
                   fmt::format("under {:g} s, {:g} MB", kHnaBuildSeconds, kHnaBuildMegabytes),
                   fmt::format("{:.2f} s, {:.2f} MB", built.one_thread, built.megabytes),
                   built.one_thread < kHnaBuildSeconds && built.megabytes < kHnaBuildMegabytes});
  }
  return out;
}

}  // namespace thalweg::tool

// What `thalweg reproduce vtest` must show.
#include <fmt/format.h>

#include <cmath>

#include "reproduce/vtest/vtest.hpp"

namespace thalweg::tool {
namespace {

constexpr double kVtestNearPaper = 0.2;  // A*'s expanded nodes against the paper's
constexpr double kVtestFullShare = 0.10;
constexpr double kVtestCountShare = 0.22;
constexpr double kVtestPlainWork = 1.15;
constexpr double kVtestMapTime = 1.5;

std::string vtest_percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

void vtest_judge_sizes(std::vector<Verdict>& out, std::span<const VtestMeasured> worlds) {
  for (const VtestMeasured& world : worlds) {
    const double ours = world.rows[kVtestAStar].expanded;
    const double off = std::abs(ours / world.paper->a_star - 1);
    out.push_back({fmt::format("{}: nodes that A* expands", world.name),
                   fmt::format("within {:g} % of {}", 100 * kVtestNearPaper, world.paper->a_star),
                   fmt::format("{:.0f}", ours), off <= kVtestNearPaper});
  }
}

void vtest_judge_shares(std::vector<Verdict>& out, const VtestResults& results) {
  const auto& overlaps = results.overlaps;
  if (!overlaps.empty()) {
    const double share = overlaps.back().share(kVtestAll);
    out.push_back({"full overlap: Vtest A*'s nodes over A*'s",
                   fmt::format("at most {}", vtest_percent(kVtestFullShare)), vtest_percent(share),
                   share <= kVtestFullShare});
    std::string found;
    bool is_falling = true;
    for (std::size_t i = 0; i < overlaps.size(); ++i) {
      found += (i == 0 ? "" : ", ") + vtest_percent(overlaps[i].share(kVtestAll));
      if (i > 0 && !(overlaps[i].share(kVtestAll) < overlaps[i - 1].share(kVtestAll))) {
        is_falling = false;
      }
    }
    out.push_back({"the same as the overlap grows", "falls", found, is_falling});
  }
  for (const VtestMeasured& world : results.counts) {
    const double share = world.share(kVtestAll);
    out.push_back({fmt::format("{}: Vtest A*'s nodes over A*'s", world.name),
                   fmt::format("at most {}", vtest_percent(kVtestCountShare)), vtest_percent(share),
                   share <= kVtestCountShare});
  }
}

// All but the one that is printed in the paper.
void vtest_judge_costs(std::vector<Verdict>& out, const VtestResults& results) {
  std::uint64_t asked = 0;
  std::uint64_t exact = 0;
  const auto add = [&](std::span<const VtestMeasured> worlds, std::size_t contestants) {
    for (const VtestMeasured& world : worlds) {
      for (std::size_t i = 1; i < contestants && i < world.rows.size(); ++i) {
        asked += world.rows[i].asked;
        exact += world.rows[i].exact;
      }
    }
  };
  add(results.overlaps, kVtestPrinted);
  add(results.counts, kVtestPrinted);
  add(results.hills, kVtestHillContestants.size());
  add(results.maps, kVtestMapContestants.size());
  out.push_back({"routes that cost what A* finds, all worlds", "100 %",
                 fmt::format("{} of {}", exact, asked), exact == asked});
}

}  // namespace

std::vector<Verdict> vtest_verdicts(const VtestResults& results) {
  std::vector<Verdict> out;
  vtest_judge_sizes(out, results.overlaps);
  vtest_judge_sizes(out, results.counts);
  vtest_judge_shares(out, results);
  vtest_judge_costs(out, results);
  const double work = results.plain_sight.ratio();
  if (results.plain_sight.a_star > 0) {
    const char* unit = results.plain_sight.is_instructions ? "instructions" : "time";
    out.push_back({fmt::format("in plain sight: {} over A*'s", unit),
                   fmt::format("at most {}", vtest_percent(kVtestPlainWork)), vtest_percent(work),
                   work <= kVtestPlainWork});
  }
  for (const VtestMeasured& map : results.maps) {
    const double ratio = map.time_share(kMapVtest);
    out.push_back({fmt::format("{}: mean time over A*'s", map.name),
                   fmt::format("at most {:g}", kVtestMapTime),
                   fmt::format("{:.2f}{}{}", ratio, map.rows[kMapVtest].note.empty() ? "" : "; ",
                               map.rows[kMapVtest].note),
                   ratio <= kVtestMapTime});
  }
  return out;
}

}  // namespace thalweg::tool

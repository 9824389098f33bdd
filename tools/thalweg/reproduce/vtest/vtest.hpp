// The parts of `thalweg reproduce vtest`, in the order of its page.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "reproduce/reproduce.hpp"
#include "reproduce/verdicts.hpp"
#include "reproduce/vtest/run.hpp"

namespace thalweg::tool {

struct VtestResults {
  std::vector<VtestMeasured> overlaps;
  std::vector<VtestMeasured> counts;
  std::vector<VtestMeasured> hills;
  std::vector<VtestMeasured> maps;
  VtestWork plain_sight;
};

std::vector<Verdict> vtest_verdicts(const VtestResults& results);

// Why the corners helped on a map, or did not.
std::string vtest_reason(const VtestMeasured& map);

// Tables 1 and 2, or 3 and 4: `name` is that of the files.
Table vtest_nodes_table(std::span<const VtestMeasured> worlds, std::string name);
Table vtest_times_table(std::span<const VtestMeasured> worlds, std::string name);
void add_vtest_series(ResultPage& page, const VtestResults& results);
void add_vtest_hills(ResultPage& page, std::span<const VtestMeasured> hills);
void add_vtest_maps(ResultPage& page, std::span<const VtestMeasured> maps);
void add_vtest_memory(ResultPage& page, const VtestResults& results);
// Search areas (figures 6 and 7) of the worlds, and what is visible on hills (figure 4).
void add_vtest_pictures(ResultPage& page, std::span<const VtestCase> worlds, const World& hills);

}  // namespace thalweg::tool

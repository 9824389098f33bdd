// The measurements of `thalweg reproduce vtest`: worlds, and what searches take on them.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/queries.hpp"
#include "reproduce/vtest/lattice.hpp"
#include "reproduce/vtest/paper.hpp"
#include "thalweg/core/progress.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/planners/visibility_search.hpp"

namespace thalweg::tool {

// A search of the comparison.
struct VtestContestant {
  const char* title;
  const char* planner;                       // as the registry names it
  std::optional<VisibilityOptions> options;  // none: A*
  std::size_t every = 1;                     // problem is asked: of slow ones, a part
};
enum VtestIndex : std::size_t { kVtestAStar, kVtestSteps, kVtestAll, kVtestOne, kVtestPrinted };
inline constexpr std::array<VtestContestant, 5> kVtestContestants = {{
    {"A*", "a_star", {}},
    {"A* by steps", "vtest:corners=none", VisibilityOptions{.depth = SightDepth::none}},
    {"Vtest A*", "vtest", VisibilityOptions{}},
    {"one corner", "vtest:corners=one", VisibilityOptions{.depth = SightDepth::one}},
    {"as printed", "vtest:corners=one:inherits=1",
     VisibilityOptions{.depth = SightDepth::one, .inherits = true}},
}};
// On hills.
enum VtestHillIndex : std::size_t { kHillAStar, kHillVtest, kHillPlain, kHillClimb };
inline constexpr std::array<VtestContestant, 4> kVtestHillContestants = {{
    {"A*", "a_star", {}},
    {"Vtest A*", "vtest", VisibilityOptions{}},
    {"climb alone", "vtest:climb=1:corners=none",
     VisibilityOptions{.depth = SightDepth::none, .counts_climb = true}},
    {"climb and corners", "vtest:climb=1", VisibilityOptions{.counts_climb = true}},
}};
// On maps of games.
enum VtestMapIndex : std::size_t { kMapAStar, kMapVtest, kMapForced };
inline constexpr std::array<VtestContestant, 3> kVtestMapContestants = {{
    {"A*", "a_star", {}},
    {"vtest", "vtest", VisibilityOptions{}},
    {"forced", "vtest:most_corners=1000000:least_faces=0",
     VisibilityOptions{.most_corners = 1'000'000, .least_faces = 0}, 5},
}};

// A ground with problems on it.
struct VtestCase {
  std::string name;
  const VtestPaperRow* paper = nullptr;  // null: the paper has none
  Ground ground;
  std::vector<Problem> problems;
};

// Costs from centre to centre over the middle of the shared side, as the paper's.
Profile vtest_profile();

// The two series of the paper, or small ones.
Result<std::vector<VtestCase>> overlap_cases(bool is_small);
Result<std::vector<VtestCase>> slalom_cases(bool is_small);

// Hills with a few obstacles, in the same positions for the same side.
struct VtestHills {
  std::uint32_t side = 65;      // samples
  std::uint32_t obstacles = 4;  // blocks of triangles
  std::uint32_t problems = 50;
};
Result<World> hills_with_obstacles(const VtestHills& hills);
Result<VtestCase> hill_case(const World& world, const Profile& profile, std::uint32_t problems);

// A map of the benchmark as triangles.
Result<VtestCase> map_case(const std::filesystem::path& data, const std::string& map,
                           std::uint32_t problems);

// The means over the problems that were asked.
struct VtestRow {
  std::uint32_t asked = 0;
  double base_expanded = 0;  // A*'s, on the same problems
  double base_us = 0;
  double expanded = 0;
  double us = 0;             // from joined ends to the route, memory warm: the least of some tries
  double visibility_us = 0;  // of the first query of a planner: all looks of corners are new
  double search_us = 0;      // the rest
  double cost = 0;           // over A*'s
  double worst_cost = 0;
  std::uint32_t exact = 0;  // that cost what A* finds
  std::string note;         // of the planner

  double first_us() const { return visibility_us + search_us; }
};

struct VtestMeasured {
  std::string name;
  const VtestPaperRow* paper = nullptr;
  std::uint32_t faces = 0;
  std::uint32_t corners = 0;
  std::uint32_t problems = 0;   // that A* solves
  double visible = 0;           // the share of problems whose goal is visible from their start
  std::size_t sight_bytes = 0;  // what is kept for the field
  std::size_t ahead_bytes = 0;  // with all corners looked from
  double ahead_ms = 0;          // to look from all corners
  std::vector<VtestRow> rows;   // [contestant]

  double share(std::size_t contestant) const {
    return rows[contestant].expanded / rows[contestant].base_expanded;
  }
  double time_share(std::size_t contestant) const {
    return rows[contestant].us / rows[contestant].base_us;
  }
};
// The first contestant is A*, which the others are compared with.
struct VtestRunOptions {
  std::span<const VtestContestant> contestants;
  int tries = 6;
  bool looks_ahead = true;  // also measures what looking from all corners takes
  Progress progress = {};
};
Result<VtestMeasured> measure_vtest(const VtestCase& map, const VtestRunOptions& options);

// The work of one query in instructions, or in nanoseconds where the system does not count them.
struct VtestWork {
  double a_star = 0;
  double vtest = 0;
  bool is_instructions = false;

  double ratio() const { return vtest / a_star; }
};
VtestWork plain_sight_work(const VtestCase& map);

}  // namespace thalweg::tool

// The measurements of `thalweg reproduce hna`: meshes, configurations of HNA*, what each query took.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/measure.hpp"
#include "common/queries.hpp"
#include "thalweg/core/progress.hpp"
#include "thalweg/papers/hna_star.hpp"
#include "thalweg/planners/abstract.hpp"

namespace thalweg::tool {

inline constexpr std::uint32_t kMerged[] = {2, 4, 6, 8, 10, 15, 20};
inline constexpr Level kLevels = 3;

// A mesh with problems on it.
struct HnaCase {
  std::string name;
  std::string paper = {};                // the map of the paper that it stands for; empty: none
  std::uint32_t geometry_triangles = 0;  // of the level; 0: made from a map
  std::uint32_t triangles = 0;           // of the largest island, if it were triangles
  std::uint32_t faces = 0;               // of the largest island
  Ground ground;                         // portals: the paper's, at the middles of sides
  Ground fine;                           // portals3: with up to three points on a side
  std::vector<Problem> problems;
};

// A district of a city, made by Recast, near the size of a map of the paper.
struct District {
  const char* name;
  const char* paper;
  double side;  // metres of the square around the middle
};
inline constexpr District kDistricts[] = {
    {"nexus", "Serpentine City", 1515},
    {"space_mind", "City Islands", 1645},
    {"north_star", "Tropical Islands", 2350},
};
// Refused with a sentence: files that are missing or cannot be read.
Result<HnaCase> district_case(const std::filesystem::path& data, const District& district,
                              std::uint32_t problems, const Progress& progress);
// A merged mesh of the benchmark, such as "starcraft/Aurora".
Result<HnaCase> mesh_case(const std::filesystem::path& data, const std::string& map,
                          std::uint32_t problems);
// A small generated terrain.
Result<HnaCase> small_case(std::uint32_t problems);

// One configuration.
struct HnaConfig {
  std::uint32_t merged = 10;
  std::uint32_t levels = kLevels;
  Level level = 0;  // 0: auto
  ConnectBy connect = ConnectBy::stored;
  KwayWeights weights = KwayWeights::even;
};
std::string to_string(const HnaConfig& config);

// What was built for a number of merged faces.
struct HnaBuilt {
  std::uint32_t merged = 0;
  std::vector<std::uint32_t> cells;  // [level]  without faces cut off from everything; 0: faces
  std::vector<double> gates;         // [level]  mean of a cell; 0: unused
  double seconds = 0;
  std::size_t bytes = 0;
  std::size_t end_cost_bytes = 0;  // of them, costs from nodes to gates
};

// The means over all problems.
struct HnaRow {
  HnaConfig config;
  double us = 0;
  double greatest_us = 0;
  double route_us = 0;  // from joined ends to the nodes of the route, without shaping
  double connect_us = 0;
  double search_us = 0;
  double refine_us = 0;
  double settled = 0;
  std::uint32_t solved = 0;
  std::uint32_t exact = 0;  // that cost what A* finds
  std::uint32_t plain = 0;  // that were answered by plain A*
  double mean_error = 0;    // of the length, against the closest-point A*: 0.01 is 1 %
  double worst_error = 0;
  double megabytes = 0;              // of the hierarchy; 0: not noted
  std::vector<double> lengths = {};  // [problem]
  std::vector<double> times = {};    // [problem]  us
};

struct HnaMeasured {
  std::string name;
  std::string paper;
  std::uint32_t geometry_triangles = 0;
  std::uint32_t triangles = 0;
  std::uint32_t faces = 0;
  std::uint32_t problems = 0;
  HnaRow a_star;                // ours, on the same mesh
  HnaRow closest;               // the paper's kind
  std::vector<HnaBuilt> built;  // [kMerged]
  std::vector<HnaRow> rows;     // kMerged x levels x connect, then auto
  std::vector<HnaRow> weights;  // even, random nodes, random edges, both
  HnaRow fine_a_star;           // ours, on portals3
  std::vector<HnaRow> fine;     // kMerged x level 2 and auto, on portals3

  // The row of a configuration; null: not measured.
  const HnaRow* find(std::uint32_t merged, Level level, ConnectBy connect) const;
};

// Builds and asks. One planner after another, each after a warm-up.
class HnaRunner {
 public:
  HnaRunner(const HnaCase& map, Progress progress) : map_(map), progress_(std::move(progress)) {}

  // Baselines, all of kMerged x levels x methods to connect, auto, and weights.
  Result<HnaMeasured> measure();
  // One configuration, with the hierarchy built for it unless it was the last. Requires: measure()
  // or base() before.
  Result<HnaRow> row(const HnaConfig& config);
  Result<HnaBuilt> build(const HnaConfig& config);
  // The baselines alone.
  Result<HnaMeasured> base();

 private:
  Result<void> measure_fine(HnaMeasured& measured);
  // `far`: the part of the planner that searches the gates; null: none.
  HnaRow ask(Planner& planner, const HnaConfig& config, const AbstractRouteSearch* far);
  HnaRow ask_closest();
  void join_ends();
  double route_us(RouteSearch& search) const;

  const HnaCase& map_;
  Progress progress_;
  std::optional<Hierarchy> hierarchy_;
  HnaConfig hierarchy_config_;    // it was built for
  std::vector<double> closest_;   // [problem]  metres; 0: not found
  std::vector<JoinedEnds> ends_;  // of problems, joined to the graph
  std::vector<Distance> least_;   // [problem]
};

// The best configuration for a map, and how it was searched for.
struct HnaTuned {
  std::vector<HnaRow> tried;  // in order
  std::size_t best = 0;
};
Result<HnaTuned> tune(const HnaCase& map, const Progress& progress);

}  // namespace thalweg::tool

// The parts of `thalweg reproduce hna`, in the order of its page.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "reproduce/hna/run.hpp"
#include "reproduce/reproduce.hpp"
#include "reproduce/verdicts.hpp"

namespace thalweg::tool {

// A chart of lines or points, as SVG text.
struct Series {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
};
struct Chart {
  std::string title;
  std::string x_title;
  std::string y_title;
  std::vector<Series> series;
  bool has_lines = true;    // else points
  bool is_stacked = false;  // areas on top of each other; the same x for all
};
std::string chart_svg(const Chart& chart);

// The fastest of the configurations measured, by whole calls.
struct HnaBest {
  const HnaRow* row = nullptr;
  double times_faster = 0;     // than A* of ours
  double to_route = 0;         // the same from joined ends to the route
  double times_fewer = 0;      // settled nodes, of the configuration that settles fewest
  double against_closest = 0;  // times faster than the paper's kind of A*
};
HnaBest best_of(const HnaMeasured& map);

// A build of one mesh with L = 3 and 10 merged faces.
struct HnaBuildTimes {
  std::string name;
  std::uint32_t faces = 0;
  double one_thread = 0;  // seconds
  double two_threads = 0;
  double megabytes = 0;
  double bare_megabytes = 0;  // without costs from nodes to gates
};
Result<HnaBuildTimes> build_times(const HnaCase& map);

// HNA* on the mesh of a map and HPA* on its grid.
struct HpaRow {
  std::string map;
  std::string planner;
  double us = 0;
  double settled = 0;
  double length_ratio = 0;  // mean, of the length of A* on squares
  double seconds = 0;       // to build
  double megabytes = 0;
  std::uint32_t solved = 0;
  std::uint32_t asked = 0;
};
Result<std::vector<HpaRow>> compare_with_hpa(const std::filesystem::path& data,
                                             const std::string& map, std::uint32_t problems,
                                             const Progress& progress);

std::vector<Verdict> hna_verdicts(std::span<const HnaMeasured> maps,
                                  std::span<const HnaBuildTimes> builds);

void add_meshes(ResultPage& page, std::span<const HnaMeasured> maps);
void add_levels(ResultPage& page, std::span<const HnaMeasured> maps);
void add_hna_times(ResultPage& page, const HnaMeasured& map);
void add_gates(ResultPage& page, std::span<const HnaMeasured> maps);
void add_worst_case(ResultPage& page, const HnaMeasured& map);
void add_errors(ResultPage& page, const HnaMeasured& map);
void add_fine(ResultPage& page, std::span<const HnaMeasured> maps);
void add_weights(ResultPage& page, std::span<const HnaMeasured> maps);
void add_hpa(ResultPage& page, std::span<const HpaRow> rows);
void add_builds(ResultPage& page, std::span<const HnaBuildTimes> builds);
void add_level_pictures(ResultPage& page, const HnaCase& map);

}  // namespace thalweg::tool

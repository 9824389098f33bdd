// The parts of `thalweg reproduce thpa`, in the order of its page.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reproduce/reproduce.hpp"
#include "reproduce/thpa/figures.hpp"

namespace thalweg::tool {

inline constexpr std::size_t kThesisMaps = 36;

// The part of the problems that counts as the shortest.
inline constexpr double kShortestPart = 0.05;

// The column of a contestant in the paper's rows (reproduce/thpa/thesis.hpp), which have no A* on
// triangles.
std::optional<std::size_t> thesis_column(std::size_t contestant);

// All maps together: times, ours and the paper's.
Table overall_table(std::span<const ThpaMeasured> maps);
// What is required. `is_complete`: all problems of all maps were to be asked.
std::vector<Verdict> verdicts(std::span<const ThpaMeasured> maps, bool is_complete);

// Each adds its heading, text, tables and pictures.
void add_overall(ResultPage& page, std::span<const ThpaMeasured> maps);
void add_times(ResultPage& page, std::span<const ThpaMeasured> maps);
void add_shortest(ResultPage& page, std::span<const ThpaMeasured> maps);
void add_lengths(ResultPage& page, std::span<const ThpaMeasured> maps);
void add_structures(ResultPage& page, std::span<const ThpaMeasured> maps);
void add_openness(ResultPage& page, std::span<const ThpaMeasured> maps);
void add_pictures(ResultPage& page, const ThpaCase& map);

// The mean times of every map, on a log scale, as SVG text: ours, and the paper's.
std::string times_chart(std::span<const ThpaMeasured> maps);

// One row for each answer, as CSV.
std::string query_rows(std::span<const ThpaMeasured> maps);

}  // namespace thalweg::tool

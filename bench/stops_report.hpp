// The files that one query led through, from what the compiler's instruments counted: stops and leaves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "thalweg/core/result.hpp"

namespace thalweg {

// A header and the source file of the same name in the folder of the same name.
struct Stop {
  std::string files;          // as paths in the project; a word for the header's folder
  std::size_t first = 0;      // the number of the first of its functions to be entered
  std::size_t functions = 0;  // entered; instances of one template count as one
  std::size_t lines = 0;      // executed
  std::string why_leaf;       // empty: a stop
};

struct Visit {
  std::vector<Stop> stops;        // by first entry
  std::vector<Stop> leaves;       // by name
  std::size_t listed = 0;         // leaves that the list names
  std::vector<std::string> gone;  // names of the list that no file of the project has
};

struct VisitFiles {
  std::filesystem::path order;   // "FILE:LINE" of each function, by first entry
  std::filesystem::path gcov;    // JSON of gcov, a document a line
  std::filesystem::path leaves;  // "NAME REASON" a line: see bench/stops_leaves
};

// Refused with a sentence: files that hold nothing about the library. Requires: the current folder is the project's.
Result<Visit> read_visit(const VisitFiles& files);

// Prints two tables and the totals; false where there are more stops than `most`.
bool print_visit(const Visit& visit, std::size_t most);

}  // namespace thalweg

// The lengths of the shortest paths between the necks of a fold's passages (FoldWay).
#pragma once

#include "hierarchy/taut_strings.hpp"
#include "thalweg/core/progress.hpp"
#include "thalweg/hierarchy/fold.hpp"

namespace thalweg {

// True where lengths decide: level ground that costs the same everywhere, a table, and passages that can be
// walked both ways.
bool has_lengths(const Fold& fold, const Ground& ground);

// Fills in Fold::neck_lengths. Requires: has_lengths. The same bytes on any number of threads.
// O(passages x core arcs).
void fill_lengths(const Ground& ground, const Progress& progress, Fold& fold);

// Metres as a Distance, for searches over strings in a mesh with coordinates up to `most`.
class StringScale {
 public:
  explicit StringScale(double most);
  // Rounded down; what is no length, as files may hold, counts as very long.
  Distance operator()(double metres) const {
    const double units = metres * per_metre_;
    if (!(units < kMost)) return static_cast<Distance>(kMost);
    return units > 0 ? static_cast<Distance>(units) : 0;
  }

 private:
  static constexpr double kMost = 0x1p60;

  double per_metre_;
};

// A search may take so many steps. It needs a few for each way.
std::uint32_t most_steps(const FoldGates& gates);

}  // namespace thalweg

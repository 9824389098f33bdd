// The lengths of the shortest paths between the narrowest portals of a fold's passages
// (DirectedPassage).
#pragma once

#include "hierarchy/taut_paths.hpp"
#include "thalweg/core/progress.hpp"
#include "thalweg/hierarchy/fold.hpp"

namespace thalweg {

// Fills in Fold::passage_pairs. Requires: directed passages, as where lengths decide. The same bytes on any number of threads.
// O(passages x core arcs).
void fill_lengths(const Ground& ground, const Progress& progress, Fold& fold);

// Lower bounds of the shortest paths from both ends of a narrowest portal to the points of another.
class PortalToPortal {
 public:
  // Borrows the fold. Requires: it has lengths.
  PortalToPortal(const Fold& fold, std::uint32_t from, std::uint32_t to)
      : pair_(fold.passage_pairs[passage_pair(from, to)]),
        unit_(double{fold.passage_unit}),
        is_turned_(from < to) {}

  PortalLengths from(bool is_left) const {
    const std::int8_t* slopes = is_turned_ ? pair_.slopes_at_a : pair_.slopes_at_b;
    return {to_left(is_left) * unit_, to_right(is_left) * unit_,
            slopes[0] * (1 / kPassageSlopeUnits), slopes[1] * (1 / kPassageSlopeUnits)};
  }
  // The sum of the lengths to both ends of the other narrowest portal, in units of
  // Fold::passage_unit. Half of it, less half that narrowest portal's width, bounds the length to
  // each of its points: weaker than from(), but soon known.
  double sum(bool is_left) const { return to_left(is_left) + to_right(is_left); }

 private:
  int to_left(bool is_left) const { return pair_.lengths[is_left ? 0 : is_turned_ ? 1 : 2]; }
  int to_right(bool is_left) const { return pair_.lengths[!is_left ? 3 : is_turned_ ? 2 : 1]; }

  const FoldPassagePair& pair_;
  double unit_;
  bool is_turned_;
};

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

// A search may take so many steps. It needs a few for each directed passage.
std::uint32_t most_steps(const FoldPortals& portals);

}  // namespace thalweg

// CellCorridor: the cells of one level of a pyramid that a search of the level below may enter, and
// the heuristic of searches among cells.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "thalweg/heuristics/heuristic.hpp"
#include "thalweg/hierarchy/pyramid.hpp"

namespace thalweg {

// Routes by the middles of cells cost more than the cheapest by about this much, so a heuristic that
// is so much greater still rarely overestimates.
inline constexpr double kStretch = 1.3;

class CellCorridor {
 public:
  // Whether a cell, or a node, is in one of the cells. Borrows.
  struct Inside {
    const CellId* above;  // [cell or node]  the cell that holds it
    const std::uint32_t* stamps;
    std::uint32_t now;

    template <class Unit>
    bool operator()(Unit unit) const {
      return stamps[above[unit.value].value] == now;
    }
  };

  // Requires: the pyramid outlives this.
  explicit CellCorridor(const Pyramid& pyramid)
      : pyramid_(pyramid), stamps_(pyramid.cells().cell_count()) {}

  // Forgets all cells. O(1), but once in 2^32 times.
  void clear() {
    cells_.clear();
    if (++now_ != 0) return;
    std::ranges::fill(stamps_, 0u);
    now_ = 1;
  }
  void add(CellId cell) {
    if (stamps_[cell.value] == now_) return;
    stamps_[cell.value] = now_;
    cells_.push_back(cell);
  }
  // The cells that steps lead to from those so far, again and again.
  void add_rings(std::uint32_t rings) {
    std::size_t first = 0;
    for (std::uint32_t ring = 0; ring < rings && first < cells_.size(); ++ring) {
      for (const std::size_t last = cells_.size(); first < last; ++first) {
        for (const CellStep& step : pyramid_.steps()[cells_[first]]) add(step.target);
      }
    }
  }

  std::span<const CellId> cells() const { return cells_; }
  // Nodes in cells of the corridor, and cells in them.
  Inside nodes() const { return {pyramid_.cells().arrays().home.data(), stamps_.data(), now_}; }
  Inside children() const {
    return {pyramid_.cells().arrays().parent.data(), stamps_.data(), now_};
  }
  std::size_t bytes() const {
    return stamps_.capacity() * sizeof(std::uint32_t) + cells_.capacity() * sizeof(CellId);
  }

 private:
  const Pyramid& pyramid_;
  std::vector<CellId> cells_;
  std::vector<std::uint32_t> stamps_;  // [cell]  now_: in the corridor
  std::uint32_t now_ = 0;
};

// From a cell to the nearest goal, as the landmarks say, times a weight. Borrows.
struct ByLandmarks {
  const Pyramid& pyramid;
  std::span<const LandmarkCosts* const> goals;
  double weight;

  bool keeps_settled() const { return true; }
  Distance operator()(CellId cell) const {
    const LandmarkCosts& here = pyramid.far(cell);
    Distance least = kUnreached;
    for (const LandmarkCosts* goal : goals) least = std::min(least, least_between(here, *goal));
    return rounded_down(weight * static_cast<double>(least));
  }
};

}  // namespace thalweg

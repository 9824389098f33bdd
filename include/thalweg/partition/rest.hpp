// Rest: what it costs to get from one child of a cell to the others, as one number per child
// (natural-hierarchy thesis, 5.2.2: "distance from child to the rest of the new high mesh").
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "thalweg/core/cost.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {

// What a route costs, and its plain distance in space, as if all ground were easy.
struct Distances {
  Distance weighted = kUnreached;
  Distance unweighted = 0;

  bool is_known() const { return weighted != kUnreached; }
  auto operator<=>(const Distances&) const = default;
};

// Requires: both known.
constexpr Distances operator+(const Distances& a, const Distances& b) {
  return {a.weighted + b.weighted, a.unweighted + b.unweighted};
}

// True where a's cost for each unweighted quantum is higher than b's.
inline bool is_more_expensive_per_unit(const Distances& a, const Distances& b) {
  __extension__ using Wide = unsigned __int128;
  return Wide{a.weighted} * b.unweighted > Wide{b.weighted} * a.unweighted;
}

// Which of the distances from a child to the other children stands for all of them.
enum class RestRule : std::uint32_t {
  average,
  worst_unweighted,
  worst_weighted,
  worst_unit,  // the dearest per unweighted distance: the thesis's choice
  harmonic,    // the harmonic mean of the costs, which a few expensive children hardly change
};

std::string_view to_string(RestRule rule);

// A connection from a child to another.
struct ChildArc {
  std::uint32_t target = 0;  // index among the children
  Distances distances;
};

// The children of a cell, and the connections between them. Every child must reach every other.
struct ChildGraph {
  std::span<const std::uint32_t> offsets;  // child i's arcs are offsets[i] to offsets[i + 1]
  std::span<const ChildArc> arcs;
  std::span<const std::uint8_t> is_wanted = {};  // [child]  whose rest to find. DEFAULT: all
};

// Finds rests, one cell after another. Nothing is allocated once warm.
class RestFinder {
 public:
  // Up to this many children, distances are found by Floyd and Warshall's algorithm.
  static constexpr std::uint32_t kMostInTable = 48;
  // Up to this many, by one search for each child. Beyond that, distances are found to a sample of
  // children only (a departure: plateaus of equal ground merge by the million).
  static constexpr std::uint32_t kMostSearched = 256;
  static constexpr std::uint32_t kSample = 32;

  // The rest of each child that is wanted; 0 for the others.
  std::span<const Distances> find(const ChildGraph& children, RestRule rule);

 private:
  struct Rows : ChildGraph {
    using Node = ChildId;
    using Arc = RecordId;

    bool wants(std::uint32_t child) const { return is_wanted.empty() || is_wanted[child] != 0; }
    std::uint32_t node_count() const { return static_cast<std::uint32_t>(offsets.size() - 1); }
    template <class Visit>
    void for_each_arc(ChildId child, const Visit& visit) const {
      for (std::uint32_t a = offsets[child.value]; a < offsets[child.value + 1]; ++a) {
        visit(RecordId(a), ChildId(arcs[a].target), arcs[a].distances.weighted);
      }
    }
  };

  void find_by_table(const Rows& rows, RestRule rule);
  void find_by_search(const Rows& rows, RestRule rule);
  void find_by_sample(const Rows& rows, RestRule rule);
  // All distances from one child, along the routes of least weighted distance.
  void search_from(const Rows& rows, ChildId child);

  std::vector<Distances> rests_;
  std::vector<Distances> table_;
  std::vector<Distances> from_;   // [child]
  std::vector<ChildId> settled_;  // in order
  std::vector<std::uint32_t> turned_offsets_;
  std::vector<ChildArc> turned_arcs_;
  SearchScratchOf<ChildId, RecordId> scratch_;
};

}  // namespace thalweg

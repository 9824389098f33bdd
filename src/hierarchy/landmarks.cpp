// Landmarks are chosen farthest first, by searches over the cells of level 1; then one search from
// and one to each of them over the graph, in parallel.
#include "hierarchy/landmarks.hpp"

#include "thalweg/core/parallel.hpp"
#include "thalweg/graph/view.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {
namespace {

constexpr auto kEverywhere = [](CellId) { return true; };

// Cells of level 1, by how far they are from the cells chosen so far.
class FarthestCells {
 public:
  explicit FarthestCells(const Pyramid& pyramid)
      : pyramid_(pyramid), nearest_(pyramid.level(1).size(), kUnreached) {}

  // What can be reached from `cell` may be nearer to it than to those before.
  void choose(CellId cell) {
    const SeedOf<CellId> source{cell, 0};
    best_first(LevelView(pyramid_.steps(), kEverywhere), NoHeuristic{}, {.sources = {&source, 1}},
               scratch_);
    for (const CellId one : pyramid_.level(1)) {
      if (!scratch_.bank.is_reached(one)) continue;
      Distance& nearest = nearest_[one.value];
      nearest = std::min(nearest, scratch_.bank[one].g);
    }
  }
  // None: no cell that was reached is left.
  CellId farthest() const {
    CellId best;
    Distance most = 0;
    for (const CellId one : pyramid_.level(1)) {
      const Distance nearest = nearest_[one.value];
      if (nearest == kUnreached || nearest <= most) continue;
      most = nearest;
      best = one;
    }
    return best;
  }
  void forget() { std::ranges::fill(nearest_, kUnreached); }

 private:
  const Pyramid& pyramid_;
  std::vector<Distance> nearest_;  // [cell of level 1]  from those chosen; kUnreached: not reached
  SearchScratchOf<CellId, RecordId> scratch_;
};

// A cell of level 1 in the middle of the largest cell of the top level.
CellId first_cell(const Pyramid& pyramid) {
  const auto sizes = sizes_of(pyramid.cells());
  CellId largest = pyramid.level(pyramid.top_level()).front();
  for (const CellId cell : pyramid.level(pyramid.top_level())) {
    if (sizes[cell] > sizes[largest]) largest = cell;
  }
  return pyramid.home(pyramid.middle_node(largest));
}

template <class View>
void measure(const View& view, NodeId landmark, SearchScratch& scratch) {
  const Seed source{landmark, 0};
  best_first(view, NoHeuristic{}, {.sources = {&source, 1}}, scratch);
}

Cost storable(const NodeBank& bank, NodeId node) {
  if (!bank.is_reached(node)) return kForbidden;
  return static_cast<Cost>(std::min<Distance>(bank[node].g, kForbidden));
}

}  // namespace

std::vector<NodeId> choose_landmarks(const Pyramid& pyramid, std::uint32_t count) {
  std::vector<NodeId> chosen;
  if (pyramid.top_level() == 0) return chosen;
  FarthestCells cells(pyramid);
  cells.choose(first_cell(pyramid));
  CellId next = cells.farthest();  // at an edge of the ground
  cells.forget();
  while (!next.is_none() && chosen.size() < std::min<std::size_t>(count, kMostLandmarks)) {
    chosen.push_back(pyramid.middle_node(next));
    cells.choose(next);
    next = cells.farthest();
  }
  return chosen;
}

std::vector<LandmarkCosts> landmark_costs(const Ground& ground, const Pyramid& pyramid,
                                          std::span<const NodeId> landmarks) {
  std::vector<NodeId> nodes;
  for (const CellId cell : pyramid.cells().cells()) nodes.push_back(pyramid.middle_node(cell));
  LandmarkCosts none;
  none.to.fill(kForbidden);
  none.from.fill(kForbidden);
  std::vector<LandmarkCosts> costs(nodes.size(), none);
  const ReverseRows rows = reverse_rows(ground.graph());
  const PlainCosts plain(ground.metric());
  parallel_for(2 * landmarks.size(), 1, [&](std::size_t first, std::size_t last) {
    SearchScratch scratch;
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t k = i / 2;
      const bool is_there = i % 2 == 0;
      if (is_there) {
        measure(ForwardView(ground.graph(), plain), landmarks[k], scratch);
      } else {
        measure(BackwardView(rows, plain), landmarks[k], scratch);
      }
      for (std::size_t n = 0; n < nodes.size(); ++n) {
        (is_there ? costs[n].to : costs[n].from)[k] = storable(scratch.bank, nodes[n]);
      }
    }
  });
  return costs;
}

}  // namespace thalweg

// One column for each gate of a cell, by Dijkstra's algorithm inside it, in both directions where
// costs differ. Nodes are sorted so that those of a cell are consecutive on every level.
#include "hierarchy/end_costs.hpp"

#include <algorithm>

#include "core/try.hpp"
#include "hierarchy/graph_in_cell.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/graph/view.hpp"
#include "thalweg/search/costs.hpp"

namespace thalweg {
namespace {

constexpr std::uint64_t kMostEndCosts = std::uint64_t{1} << 31;

// Fills the tables of one cell after another.
class EndCostFiller {
 public:
  EndCostFiller(const Ground& ground, const Hierarchy& hierarchy)
      : ground_(ground), hierarchy_(hierarchy), order_(end_order(hierarchy.partition())) {
    firsts_ = first_end_costs(order_, hierarchy.arrays().gates);
    if (!hierarchy.is_symmetric()) rows_ = reverse_rows(ground.graph());
    for (Level level = 1; level <= hierarchy.partition().top_level(); ++level) {
      levels_.emplace_back(hierarchy.partition(), level);
    }
    costs_.to.resize(firsts_.back(), kUnreached);
    if (!hierarchy.is_symmetric()) costs_.from.resize(firsts_.back(), kUnreached);
  }

  void fill(CellId cell, HashedScratch& scratch) {
    const PlainCosts costs(ground_.metric());
    const ForwardView forward(ground_.graph(), costs);
    if (hierarchy_.is_symmetric()) return search(cell, forward, scratch, costs_.to);
    search(cell, BackwardView(rows_, costs), scratch, costs_.to);
    search(cell, forward, scratch, costs_.from);
  }

  // Takes a cell's tables over from the same cell of another hierarchy.
  void copy(CellId cell, const Hierarchy& old, CellId old_cell) {
    const auto first = order_.first[cell.value];
    for (std::uint32_t i = 0; i < order_.sizes[cell.value]; ++i) {
      const NodeId node = order_.nodes[first + i];
      std::ranges::copy(old.costs_to_gates(node, old_cell), row(costs_.to, cell, i));
      if (costs_.from.empty()) continue;
      std::ranges::copy(old.costs_from_gates(node, old_cell), row(costs_.from, cell, i));
    }
  }

  EndCosts take() { return std::move(costs_); }

 private:
  std::vector<Distance>::iterator row(std::vector<Distance>& costs, CellId cell, std::size_t i) {
    const std::size_t gates = hierarchy_.gates(cell).size();
    return costs.begin() + static_cast<std::ptrdiff_t>(firsts_[cell.value] + i * gates);
  }

  // One column for each gate: Dijkstra inside the cell.
  template <class View>
  void search(CellId cell, const View& view, HashedScratch& scratch, std::vector<Distance>& costs) {
    const Level height = hierarchy_.partition().height(cell);
    if (height == 1) {
      const auto inside = [&](NodeId node) { return hierarchy_.cells().takes_part(node, cell); };
      return search_inside(cell, ConfinedView(view, inside), scratch, costs);
    }
    search_inside(cell, GraphInCell(view, hierarchy_.cells(), levels_[height - 1], cell), scratch,
                  costs);
  }
  template <class View>
  void search_inside(CellId cell, const View& view, HashedScratch& scratch,
                     std::vector<Distance>& costs) {
    const auto gates = hierarchy_.gates(cell);
    for (std::size_t g = 0; g < gates.size(); ++g) {
      const Seed seed{hierarchy_.node(gates[g]), 0};
      best_first(view, NoHeuristic{}, {.sources = {&seed, 1}, .goals = {}}, scratch);
      for (std::uint32_t i = 0; i < order_.sizes[cell.value]; ++i) {
        const NodeId node = order_.nodes[order_.first[cell.value] + i];
        const std::uint32_t slot = scratch.bank.slot(node);
        if (slot == kNoSlot) continue;
        row(costs, cell, i)[static_cast<std::ptrdiff_t>(g)] = scratch.bank.at(slot).g;
      }
    }
  }

  const Ground& ground_;
  const Hierarchy& hierarchy_;
  EndOrder order_;
  std::vector<std::uint64_t> firsts_;  // [cell + 1]
  ReverseRows rows_;                   // where costs differ by direction
  std::vector<LevelCells> levels_;     // [level - 1]
  EndCosts costs_;
};

}  // namespace

EndOrder end_order(const Partition& partition) {
  EndOrder order;
  for (const NodeId node : partition.arrays().home.ids()) {
    if (!partition.home(node).is_none()) order.nodes.push_back(node);
  }
  std::vector<CellId> at(partition.node_count());
  for (const NodeId node : order.nodes) at[node.value] = partition.home(node);
  order.first.resize(partition.cell_count());
  order.sizes.resize(partition.cell_count());
  // From the lowest level up, each sort keeps the order of the one before within its cells.
  for (Level level = 1; level <= partition.top_level(); ++level) {
    std::ranges::stable_sort(order.nodes, {}, [&](NodeId node) { return at[node.value]; });
    for (const NodeId node : order.nodes) {
      ++order.sizes[at[node.value].value];
      at[node.value] = partition.parent(at[node.value]);
    }
  }
  order.position.resize(partition.node_count(), static_cast<std::uint32_t>(order.nodes.size()));
  for (std::size_t i = order.nodes.size(); i-- > 0;) {
    const NodeId node = order.nodes[i];
    order.position[node.value] = static_cast<std::uint32_t>(i);
    for (CellId cell = partition.home(node); !cell.is_none(); cell = partition.parent(cell)) {
      order.first[cell.value] = static_cast<std::uint32_t>(i);
    }
  }
  return order;
}

std::vector<std::uint64_t> first_end_costs(const EndOrder& order,
                                           const Csr<CellId, GateId>& gates) {
  std::vector<std::uint64_t> firsts = {0};
  for (std::uint32_t c = 0; c < order.sizes.size(); ++c) {
    firsts.push_back(firsts.back() + std::uint64_t{order.sizes[c]} * gates.size(CellId(c)));
  }
  return firsts;
}

EndCosts end_costs_of(const Ground& ground, const Hierarchy& hierarchy, const KeptCells& kept) {
  EndCostFiller filler(ground, hierarchy);
  // Cells write to slots of their own.
  parallel_for(hierarchy.partition().cell_count(), 16, [&](std::size_t first, std::size_t last) {
    HashedScratch scratch;
    for (std::size_t c = first; c < last; ++c) {
      const CellId cell(static_cast<std::uint32_t>(c));
      const CellId old = kept.from.empty() ? CellId() : kept.from[c];
      const bool is_kept = !old.is_none() && kept.old->has_end_costs();
      if (is_kept) {
        filler.copy(cell, *kept.old, old);
      } else {
        filler.fill(cell, scratch);
      }
    }
  });
  return filler.take();
}

Result<EndCosts> checked_end_costs(const Ground& ground, const Hierarchy& hierarchy,
                                   const KeptCells& kept) {
  const EndOrder order = end_order(hierarchy.partition());
  if (first_end_costs(order, hierarchy.arrays().gates).back() >= kMostEndCosts) {
    return Error{"there are too many costs from nodes to gates to be kept: take smaller cells"};
  }
  return end_costs_of(ground, hierarchy, kept);
}

}  // namespace thalweg

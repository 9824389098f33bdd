// Compression of a partition (natural-hierarchy thesis, chapter 6).
//
//   thesis                     here             meaning
//   layers of a mesh           height + 1       nodes are one layer
//   usefulness                 child_count
//   children of most layers    deep             on a chain of cells that makes its top too deep
//   meshes evaluated           bucketed         the deep cells of at most layers + 1 layers, no top
//
//   6.2.1 evaluation     enter, leave     the cells to choose from, kept up to date
//   6.2.2 compression    step, compress   the cells of fewest children; never a cell and its child
//
// Where a cell and its child both have the fewest children, the lower goes: from below upward, a
// cell is compressed if none of its children is.
//
// The thesis evaluates the whole tree again for each step. Here cells lie in a row so that each
// cell's descendants follow it, which no compression changes, and a DepthTree knows how deep each
// is. The deepest cells of a top are the ends of its deep chains. While a top keeps its height,
// deep cells keep theirs, and no others become deep. So the deep cells are found once for each
// height.
#include "thalweg/partition/compress.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "core/portable_math.hpp"
#include "partition/depth_tree.hpp"

namespace thalweg {
namespace {

class Compressor {
 public:
  Compressor(const Partition& partition, std::uint32_t layers)
      : partition_(partition),
        layers_(layers),
        cells_(partition.cell_count()),
        cell_at_(partition.cell_count()),
        first_of_count_(std::size_t{partition.piece_count()} + 1),
        depths_(lay_out()) {
    for (const CellId cell : partition.cells()) {
      if (at(cell).parent.is_none()) find_deep_cells(cell);
    }
  }

  bool is_done() const { return used_counts_.empty(); }
  std::uint32_t layer_count() const {
    return static_cast<std::uint32_t>(depths_.greatest(0, cells_.size())) + 1;
  }

  // One step of compression. Requires: !is_done().
  void step() {
    for (const CellId cell : choose()) compress(cell);
    for (const CellId top : std::exchange(settled_tops_, {})) find_deep_cells(top);
  }

  Partition result();

 private:
  struct Cell {
    CellId parent;  // at some time; may be gone
    CellId top;
    std::uint32_t first = 0;  // index in the row; its descendants follow
    std::uint32_t last = 0;
    std::uint32_t child_count = 0;
    Level height = 0;  // of deep cells to choose from; else 0
    std::uint32_t deep_children = 0;
    std::uint32_t deepest = 0;  // of tops: descendants that are deepest
    CellId before, after;       // in the bucket of its child count
    bool is_gone = false;
    bool has_chosen_child = false;
  };

  Cell& at(CellId cell) { return cells_[cell.value]; }
  bool is_bucketed(CellId cell) { return at(cell).height > 0; }

  std::vector<std::int32_t> lay_out();
  void find_deep_cells(CellId top);
  std::vector<CellId> choose();
  void compress(CellId cell);
  void cut_chains(CellId cell);
  void enter(CellId cell, Level height);
  void leave(CellId cell);
  void link(CellId cell);
  void unlink(CellId cell);
  CellId parent(CellId cell) { return at(cell).parent = standing(at(cell).parent); }
  CellId standing(CellId cell);

  const Partition& partition_;
  std::uint32_t layers_;
  std::vector<Cell> cells_;
  std::vector<CellId> cell_at_;         // [index]
  std::vector<CellId> first_of_count_;  // [child count]  a bucket's first cell
  std::set<std::uint32_t> used_counts_;
  std::vector<CellId> settled_tops_;  // those that lost their last deepest cell in this step
  DepthTree depths_;                  // [index]  1: a top
};

// Fills in the cells, and gives the depth at each index. Parents come before children, so that each
// cell takes its part of the indices that its parent has left.
std::vector<std::int32_t> Compressor::lay_out() {
  const std::vector<CellId> order = bottom_up(partition_);
  std::vector<std::uint32_t> cells_in(cells_.size(), 1);
  for (const CellId home : partition_.arrays().home) {
    if (!home.is_none()) ++at(home).child_count;
  }
  for (const CellId cell : order) {
    const CellId above = at(cell).parent = partition_.parent(cell);
    if (above.is_none()) continue;
    ++at(above).child_count;
    cells_in[above.value] += cells_in[cell.value];
  }
  std::vector<std::int32_t> depths(cells_.size());
  std::vector<std::uint32_t> next(cells_.size());
  std::uint32_t next_top = 0;
  for (std::size_t i = order.size(); i-- > 0;) {
    Cell& cell = at(order[i]);
    const bool is_top = cell.parent.is_none();
    std::uint32_t& next_index = is_top ? next_top : next[cell.parent.value];
    cell.top = is_top ? order[i] : at(cell.parent).top;
    cell.first = next_index;
    next_index += cells_in[order[i].value];
    cell.last = next_index;
    next[order[i].value] = cell.first + 1;
    depths[cell.first] = is_top ? 1 : depths[at(cell.parent).first] + 1;
    cell_at_[cell.first] = order[i];
  }
  return depths;
}

// The cell, or if it is gone, what took its children over.
CellId Compressor::standing(CellId cell) {
  while (at(cell).is_gone) {
    CellId& above = at(cell).parent;
    if (at(above).is_gone) above = at(above).parent;
    cell = above;
  }
  return cell;
}

void Compressor::link(CellId cell) {
  CellId& first = first_of_count_[at(cell).child_count];
  at(cell).before = CellId();
  at(cell).after = first;
  if (first.is_none()) {
    used_counts_.insert(at(cell).child_count);
  } else {
    at(first).before = cell;
  }
  first = cell;
}

void Compressor::unlink(CellId cell) {
  const auto [before, after] = std::pair(at(cell).before, at(cell).after);
  if (!after.is_none()) at(after).before = before;
  if (!before.is_none()) {
    at(before).after = after;
    return;
  }
  first_of_count_[at(cell).child_count] = after;
  if (after.is_none()) used_counts_.erase(at(cell).child_count);
}

void Compressor::enter(CellId cell, Level height) {
  at(cell).height = height;
  at(cell).deep_children = 0;
  if (height == 1) ++at(at(cell).top).deepest;
  link(cell);
}

void Compressor::leave(CellId cell) {
  const CellId top = at(cell).top;
  if (at(cell).height == 1 && --at(top).deepest == 0) settled_tops_.push_back(top);
  at(cell).height = 0;
  unlink(cell);
}

// Enters the deep cells of a top with too many layers: climbs from its deepest cells.
void Compressor::find_deep_cells(CellId top) {
  const auto [first, last] = std::pair(at(top).first, at(top).last);
  const std::int32_t deepest = depths_.greatest(first, last);
  if (static_cast<std::uint32_t>(deepest) + 1 <= layers_) return;
  depths_.for_each_of(deepest, first, last, [&](std::size_t index) {
    CellId cell = cell_at_[index];
    for (Level height = 1; height <= layers_ && cell != top; ++height) {
      const bool is_new = !is_bucketed(cell);
      if (is_new) enter(cell, height);
      if (height > 1) ++at(cell).deep_children;
      if (!is_new) break;
      cell = parent(cell);
    }
  });
}

// The cells of fewest children, except those with a chosen child; from below upward.
std::vector<CellId> Compressor::choose() {
  std::vector<CellId> chosen;
  for (CellId cell = first_of_count_[*used_counts_.begin()]; !cell.is_none();
       cell = at(cell).after) {
    chosen.push_back(cell);
  }
  std::sort(chosen.begin(), chosen.end(), [&](CellId a, CellId b) {
    return std::pair(at(a).height, a) < std::pair(at(b).height, b);
  });
  std::erase_if(chosen, [&](CellId cell) {
    if (at(cell).has_chosen_child) return true;
    at(parent(cell)).has_chosen_child = true;
    return false;
  });
  for (const CellId cell : chosen) at(parent(cell)).has_chosen_child = false;
  return chosen;
}

void Compressor::compress(CellId cell) {
  if (is_bucketed(cell)) cut_chains(cell);
  const CellId above = parent(cell);
  depths_.add(at(cell).first, at(cell).last, -1);
  depths_.remove(at(cell).first);
  at(cell).is_gone = true;
  if (is_bucketed(above)) unlink(above);
  at(above).child_count += at(cell).child_count - 1;
  if (is_bucketed(above)) link(above);
}

// Deep chains through `cell` are about to become shorter: their cells are no longer deep, except
// those that are also on other deep chains.
void Compressor::cut_chains(CellId cell) {
  const auto [first, last] = std::pair(at(cell).first, at(cell).last);
  const std::int32_t deepest = depths_.greatest(first, last);
  depths_.for_each_of(deepest, first, last, [&](std::size_t index) {
    for (CellId c = cell_at_[index]; c != cell && is_bucketed(c); c = parent(c)) leave(c);
  });
  leave(cell);
  for (CellId c = parent(cell); is_bucketed(c) && --at(c).deep_children == 0; c = parent(c)) {
    leave(c);
  }
}

// The cells that stay, renumbered in their old order. `standing(cell)` is the cell itself, or what
// took its children over.
template <class Standing>
Partition remaining(const Partition& partition, const Standing& standing) {
  std::vector<CellId> number(partition.cell_count());
  std::uint32_t count = 0;
  for (const CellId cell : partition.cells()) {
    if (standing(cell) == cell) number[cell.value] = CellId(count++);
  }
  const auto renumbered = [&](CellId cell) {
    return cell.is_none() ? cell : number[standing(cell).value];
  };
  std::vector<CellId> homes;
  homes.reserve(partition.node_count());
  for (const CellId home : partition.arrays().home) homes.push_back(renumbered(home));
  std::vector<CellId> parents;
  parents.reserve(count);
  for (const CellId cell : partition.cells()) {
    if (standing(cell) == cell) parents.push_back(renumbered(partition.parent(cell)));
  }
  return Partition::from(partition.graph_fingerprint(), std::move(homes), std::move(parents))
      .value();
}

Partition Compressor::result() {
  return remaining(partition_, [&](CellId cell) { return standing(cell); });
}

// [cell]  its class of size: class c has more than whole^((c - 1) / classes) nodes, in which whole is
// the largest cell.
std::vector<std::uint32_t> classes_of(const IdArray<CellId, std::uint32_t>& sizes,
                                      std::uint32_t classes) {
  double whole = 1;
  for (const std::uint32_t size : sizes) whole = std::max<double>(whole, size);
  std::vector<std::uint32_t> most(classes);  // [class]  nodes
  for (std::uint32_t c = 0; c < classes; ++c) {
    most[c] =
        static_cast<std::uint32_t>(portable_exp(portable_log(whole) * (c + 1) / classes) + 0.5);
  }
  most.back() = static_cast<std::uint32_t>(whole);
  std::vector<std::uint32_t> of(sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    of[i] = static_cast<std::uint32_t>(
        std::ranges::lower_bound(most, sizes[CellId(static_cast<std::uint32_t>(i))]) -
        most.begin());
  }
  return of;
}

// A cell stays where its parent is of a higher class, and tops stay.
Partition compress_by_size(const Partition& partition, std::uint32_t layers) {
  const auto classes = classes_of(sizes_of(partition), layers - 1);
  std::vector<CellId> standing(partition.cell_count());
  const std::vector<CellId> order = bottom_up(partition);
  for (auto cell = order.rbegin(); cell != order.rend(); ++cell) {
    const CellId above = partition.parent(*cell);
    const bool stays = above.is_none() || classes[above.value] > classes[cell->value];
    standing[cell->value] = stays ? *cell : standing[above.value];
  }
  return remaining(partition, [&](CellId cell) { return standing[cell.value]; });
}

}  // namespace

std::string_view to_string(CompressRule rule) {
  return rule == CompressRule::children ? "children" : "size";
}

Partition compress(const Partition& partition, const CompressOptions& options) {
  const std::uint32_t layers = std::max(options.layers, 2u);
  const std::uint32_t layers_before = layer_count(partition);
  if (layers_before <= layers) return partition;
  if (options.rule == CompressRule::size) return compress_by_size(partition, layers);
  Compressor compressor(partition, layers);
  std::uint32_t lowest = layers_before;
  for (std::uint32_t steps = 0; !compressor.is_done(); ++steps) {
    if (options.steps > 0 && steps == options.steps) break;
    compressor.step();
    const std::uint32_t now = compressor.layer_count();
    if (now < lowest) {
      report(options.progress, "compressing",
             std::min(1.0, static_cast<double>(layers_before - now) / (layers_before - layers)));
    }
    lowest = std::min(lowest, now);
  }
  return compressor.result();
}

}  // namespace thalweg

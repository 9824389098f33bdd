// Middles, boxes and steps of a pyramid, level by level from below.
#include <algorithm>

#include "core/thrown.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/graph/span.hpp"
#include "thalweg/graph/view.hpp"
#include "thalweg/hierarchy/pyramid.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kCellsAtATime = 64;  // measured by one thread at a time
constexpr std::size_t kCellsPerReport = 1 << 14;

// The steps of some cells, one row after another.
struct StepRows {
  std::vector<CellStep> steps;
  std::vector<std::uint32_t> counts;  // [cell]
};

// What the cells of one level are made of: the graph's nodes, or the cells of the level below.
template <class Lower>
class LevelBuilder {
 public:
  using Unit = typename Lower::Unit;

  LevelBuilder(const Lower& lower, const Csr<CellId, PieceId>& children)
      : lower_(lower), children_(children) {}

  CellBox box_of(CellId cell) const {
    Box3 box;
    for (const PieceId child : children_[cell]) box.add(lower_.box(lower_.unit(child)));
    const auto floats = [](Vec3 p) {
      return std::array{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
    };
    return {floats(box.low), floats(box.high)};
  }

  // The child nearest to the mean of all of them; the first among equals.
  PieceId middle_of(CellId cell) const {
    const auto children = children_[cell];
    Vec3 sum{};
    for (const PieceId child : children) sum = sum + centre(child);
    const Vec3 mean = sum * (1.0 / static_cast<double>(children.size()));
    PieceId best = children.front();
    double least = kNoLimit;
    for (const PieceId child : children) {
      const Vec3 apart = centre(child) - mean;
      const double distance = dot(apart, apart);
      if (distance >= least) continue;
      least = distance;
      best = child;
    }
    return best;
  }

  template <class Scratch>
  void add_steps(CellId cell, const IdArray<CellId, PieceId>& middles, Scratch& scratch,
                 StepRows& out) const {
    std::vector<CellId>& targets = scratch.targets;
    targets.clear();
    for (const PieceId child : children_[cell]) {
      lower_.for_each_next(lower_.unit(child), [&](Unit next) {
        if (const CellId other = lower_.up(next); other != cell) targets.push_back(other);
      });
    }
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    for (const CellId target : targets) {
      out.steps.push_back({target, cost_of(cell, target, middles, scratch.search)});
    }
    out.counts.push_back(static_cast<std::uint32_t>(targets.size()));
  }

 private:
  Vec3 centre(PieceId child) const {
    const Box3 box = lower_.box(lower_.unit(child));
    return (box.low + box.high) * 0.5;
  }

  // From middle to middle inside the two cells.
  template <class Search>
  Cost cost_of(CellId from, CellId to, const IdArray<CellId, PieceId>& middles,
               Search& search) const {
    const SeedOf<Unit> source{lower_.unit(middles[from]), 0};
    const SeedOf<Unit> goal{lower_.unit(middles[to]), 0};
    const auto inside = [&](Unit unit) {
      const CellId cell = lower_.up(unit);
      return cell == from || cell == to;
    };
    const auto found = best_first(lower_.view(inside), NoHeuristic{},
                                  {.sources = {&source, 1}, .goals = {&goal, 1}}, search);
    return static_cast<Cost>(std::min<Distance>(found.cost, kForbidden - 1));
  }

  const Lower& lower_;
  const Csr<CellId, PieceId>& children_;
};

// The graph's nodes, below level 1.
class NodesBelow {
 public:
  using Unit = NodeId;
  using Search = HashedScratch;

  NodesBelow(const Ground& ground, const Partition& cells)
      : graph_(ground.graph(), PlainCosts(ground.metric())), span_(ground), cells_(cells) {}

  NodeId unit(PieceId piece) const { return cells_.node(piece); }
  CellId up(NodeId node) const { return cells_.home(node); }
  Box3 box(NodeId node) const { return span_.extent(node); }
  template <class Use>
  void for_each_next(NodeId node, const Use& use) const {
    graph_.for_each_arc(node, [&](ArcId, NodeId target, Cost) { use(target); });
  }
  template <class Inside>
  auto view(Inside inside) const {
    return ConfinedView<ForwardView<PlainCosts>, Inside>(graph_, inside);
  }

 private:
  ForwardView<PlainCosts> graph_;
  Span span_;
  const Partition& cells_;
};

// The cells of the level below.
class CellsBelow {
 public:
  using Unit = CellId;
  using Search = HashedScratchOf<CellId, RecordId>;

  CellsBelow(const Partition& cells, const Csr<CellId, CellStep>& steps,
             const std::vector<CellBox>& boxes)
      : cells_(cells), steps_(steps), boxes_(boxes) {}

  CellId unit(PieceId piece) const { return cells_.cell(piece); }
  CellId up(CellId cell) const { return cells_.parent(cell); }
  Box3 box(CellId cell) const { return boxes_[cell.value].box(); }
  template <class Use>
  void for_each_next(CellId cell, const Use& use) const {
    for (const CellStep& step : steps_[cell]) use(step.target);
  }
  template <class Inside>
  auto view(Inside inside) const {
    return LevelView<Inside>(steps_, inside);
  }

 private:
  const Partition& cells_;
  const Csr<CellId, CellStep>& steps_;
  const std::vector<CellBox>& boxes_;
};

template <class Search>
struct StepScratch {
  Search search;
  std::vector<CellId> targets;
};

class PyramidBuilder {
 public:
  PyramidBuilder(const Ground& ground, Partition cells, const Progress& progress)
      : ground_(ground),
        cells_(std::move(cells)),
        children_(children_of(cells_)),
        progress_(progress),
        middles_(cells_.cell_count()),
        boxes_(cells_.cell_count()),
        offsets_(cells_.cell_count() + 1, 0) {}

  Pyramid build() {
    std::uint32_t first = 0;
    for (Level level = 1; level <= cells_.top_level(); ++level) {
      std::uint32_t last = first;
      while (last < cells_.cell_count() && cells_.height(CellId(last)) == level) ++last;
      if (level == 1) {
        build_level(NodesBelow(ground_, cells_), {first, last});
      } else {
        const Csr<CellId, CellStep> steps(offsets_, steps_);
        build_level(CellsBelow(cells_, steps, boxes_), {first, last});
      }
      first = last;
    }
    return value_if_memory(Pyramid::from({.metric = ground_.fingerprint(),
                                          .cells = std::move(cells_),
                                          .middles = std::move(middles_),
                                          .steps = {std::move(offsets_), std::move(steps_)},
                                          .boxes = std::move(boxes_)}));
  }

 private:
  template <class Lower>
  void build_level(const Lower& lower, IdRange<CellId> level) {
    const LevelBuilder<Lower> builder(lower, children_);
    const std::uint32_t base = level.front().value;
    parallel_for(level.size(), kCellsAtATime, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        const CellId cell(base + static_cast<std::uint32_t>(i));
        boxes_[cell.value] = builder.box_of(cell);
        middles_[cell.value] = builder.middle_of(cell);
      }
    });
    const IdArray<CellId, PieceId> middles = middles_;
    for (std::size_t first = 0; first < level.size(); first += kCellsPerReport) {
      report(progress_, "measuring steps between cells",
             static_cast<double>(base + first) / cells_.cell_count());
      const std::size_t last = std::min<std::size_t>(level.size(), first + kCellsPerReport);
      add_rows(builder, middles,
               {base + static_cast<std::uint32_t>(first), base + static_cast<std::uint32_t>(last)});
    }
    // Rows above this level are empty so far.
    std::fill(offsets_.begin() + base + level.size(), offsets_.end(),
              static_cast<std::uint32_t>(steps_.size()));
  }

  template <class Lower>
  void add_rows(const LevelBuilder<Lower>& builder, const IdArray<CellId, PieceId>& middles,
                IdRange<CellId> range) {
    std::vector<StepRows> parts((range.size() + kCellsAtATime - 1) / kCellsAtATime);
    parallel_for(parts.size(), 1, [&](std::size_t first, std::size_t last) {
      StepScratch<typename Lower::Search> scratch;
      for (std::size_t part = first; part < last; ++part) {
        const std::size_t end = std::min<std::size_t>(range.size(), (part + 1) * kCellsAtATime);
        for (std::size_t i = part * kCellsAtATime; i < end; ++i) {
          const CellId cell(range.front().value + static_cast<std::uint32_t>(i));
          builder.add_steps(cell, middles, scratch, parts[part]);
        }
      }
    });
    std::size_t cell = range.front().value;
    for (const StepRows& part : parts) {
      steps_.insert(steps_.end(), part.steps.begin(), part.steps.end());
      for (const std::uint32_t count : part.counts) {
        offsets_[cell + 1] = offsets_[cell] + count;
        ++cell;
      }
    }
  }

  const Ground& ground_;
  Partition cells_;
  Csr<CellId, PieceId> children_;
  const Progress& progress_;
  std::vector<PieceId> middles_;        // [cell]
  std::vector<CellBox> boxes_;          // [cell]
  std::vector<std::uint32_t> offsets_;  // [cell + 1]
  std::vector<CellStep> steps_;
};

}  // namespace

Pyramid pyramid_over(const Ground& ground, Partition levels, const Progress& progress) {
  return PyramidBuilder(ground, std::move(levels), progress).build();
}

Pyramid build_pyramid(const Ground& ground, const Partition& tree, const PyramidOptions& options) {
  return pyramid_over(ground, pyramid_levels(tree, options.base), options.progress);
}

}  // namespace thalweg

// Middles, boxes and steps of a pyramid, level by level from below; all of them, or those that an
// edit may have changed.
#include "hierarchy/pyramid_build.hpp"

#include <algorithm>

#include "core/thrown.hpp"
#include "hierarchy/pyramid_level.hpp"
#include "thalweg/hierarchy/pyramid_update.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kCellsPerReport = 1 << 14;

class PyramidBuilder {
 public:
  // `kept`: null where nothing can be taken over.
  PyramidBuilder(const Ground& ground, Partition cells, const Progress& progress,
                 const OlderPyramid* kept)
      : ground_(ground),
        cells_(std::move(cells)),
        children_(children_of(cells_)),
        progress_(progress),
        kept_(kept),
        middles_(cells_.cell_count()),
        boxes_(cells_.cell_count()),
        offsets_(cells_.cell_count() + 1, 0),
        is_touched_(cells_.cell_count(), 1),
        has_changed_(cells_.cell_count(), 1) {}

  MeasuredPyramid build() {
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
    return {value_if_memory(Pyramid::from({.metric = ground_.fingerprint(),
                                           .cells = std::move(cells_),
                                           .middles = std::move(middles_),
                                           .steps = {std::move(offsets_), std::move(steps_)},
                                           .boxes = std::move(boxes_)})),
            measured_};
  }

 private:
  template <class Lower>
  void build_level(const Lower& lower, IdRange<CellId> level) {
    const LevelBuilder<Lower> builder(lower, children_);
    const std::uint32_t base = level.front().value;
    parallel_for(level.size(), kCellsAtATime, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        const CellId cell(base + static_cast<std::uint32_t>(i));
        if (kept_ != nullptr) is_touched_[cell.value] = is_touched(cell) ? 1 : 0;
        const bool is_new = is_touched_[cell.value] != 0;
        boxes_[cell.value] = is_new ? builder.box_of(cell) : kept_->box(cell);
        middles_[cell.value] = is_new ? builder.middle_of(cell) : kept_->middle(cell);
      }
    });
    for (std::size_t first = 0; first < level.size(); first += kCellsPerReport) {
      report(progress_, "measuring steps between cells",
             static_cast<double>(base + first) / cells_.cell_count());
      const std::size_t last = std::min<std::size_t>(level.size(), first + kCellsPerReport);
      add_rows(builder,
               {base + static_cast<std::uint32_t>(first), base + static_cast<std::uint32_t>(last)});
    }
    // Rows above this level are empty so far.
    std::fill(offsets_.begin() + base + level.size(), offsets_.end(),
              static_cast<std::uint32_t>(steps_.size()));
    if (kept_ == nullptr) return;
    for (const CellId cell : level) has_changed_[cell.value] = has_changed(cell) ? 1 : 0;
  }

  template <class Lower>
  void add_rows(const LevelBuilder<Lower>& builder, IdRange<CellId> range) {
    std::vector<CellId> cells;  // to be measured
    for (const CellId cell : range) {
      if (kept_ == nullptr || is_touched_[cell.value] != 0 || leads_to_touched(cell)) {
        cells.push_back(cell);
      }
    }
    const auto parts =
        measured_rows(builder, middles_, cells.size(), [&](std::size_t i) { return cells[i]; });
    measured_ += cells.size();
    RowReader rows(parts);
    std::size_t next = 0;
    for (const CellId cell : range) {
      if (next < cells.size() && cells[next] == cell) {
        const auto row = rows.next();
        steps_.insert(steps_.end(), row.begin(), row.end());
        ++next;
      } else {
        kept_->append_steps(cell, steps_);
      }
      offsets_[cell.value + 1] = static_cast<std::uint32_t>(steps_.size());
    }
  }

  // Something below the cell has changed, or it is a new one.
  bool is_touched(CellId cell) const {
    if (kept_->old(cell).is_none()) return true;
    return std::ranges::any_of(children_[cell], [&](PieceId child) {
      return cells_.is_node(child) ? kept_->is_touched(cells_.node(child))
                                   : has_changed_[cells_.cell(child).value] != 0;
    });
  }
  // Requires: the cell is not touched, so its steps lead where they did.
  bool leads_to_touched(CellId cell) const {
    return std::ranges::any_of(kept_->old_steps(cell), [&](const CellStep& step) {
      const CellId target = kept_->now(step.target);
      return target.is_none() || is_touched_[target.value] != 0;
    });
  }
  // For the level above.
  bool has_changed(CellId cell) const {
    if (kept_->old(cell).is_none()) return true;
    std::vector<CellStep> steps;
    kept_->append_steps(cell, steps);
    const auto first = steps_.begin() + offsets_[cell.value];
    const auto last = steps_.begin() + offsets_[cell.value + 1];
    return !(boxes_[cell.value] == kept_->box(cell)) ||
           middles_[cell.value] != kept_->middle(cell) ||
           !std::equal(first, last, steps.begin(), steps.end());
  }

  const Ground& ground_;
  Partition cells_;
  Csr<CellId, PieceId> children_;
  const Progress& progress_;
  const OlderPyramid* kept_;
  std::vector<PieceId> middles_;        // [cell]
  std::vector<CellBox> boxes_;          // [cell]
  std::vector<std::uint32_t> offsets_;  // [cell + 1]
  std::vector<CellStep> steps_;
  std::vector<std::uint8_t> is_touched_;   // [cell]
  std::vector<std::uint8_t> has_changed_;  // [cell]
  std::size_t measured_ = 0;               // rows of steps
};

}  // namespace

MeasuredPyramid measured_pyramid(const Ground& ground, Partition levels, const Progress& progress,
                                 const OlderPyramid* kept) {
  return PyramidBuilder(ground, std::move(levels), progress, kept).build();
}

Pyramid pyramid_over(const Ground& ground, Partition levels, const PyramidOptions& options) {
  const Pyramid pyramid =
      measured_pyramid(ground, std::move(levels), options.progress, nullptr).pyramid;
  if (options.landmarks == 0 || pyramid.top_level() == 0) return pyramid;
  report(options.progress, "measuring landmarks", 0);
  return with_landmarks(ground, pyramid, options.landmarks);
}

Pyramid build_pyramid(const Ground& ground, const Partition& tree, const PyramidOptions& options) {
  return pyramid_over(ground, pyramid_levels(tree, options.base), options);
}

}  // namespace thalweg

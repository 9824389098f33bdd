// Pyramid::from checks arrays that anybody may have written. The law: boxes, middles and steps are
// those of a fresh build over the same cells, and landmarks claim no more than a step costs.
#include "thalweg/hierarchy/pyramid.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/try.hpp"
#include "hierarchy/landmarks.hpp"
#include "thalweg/hierarchy/cell_graphs.hpp"
#include "thalweg/partition/cells.hpp"

namespace thalweg {
namespace {

// Refuses cells that are not in order of level, or whose parents are not one level up.
Result<void> check_levels(const Partition& cells) {
  Level before = 0;
  for (const CellId cell : cells.cells()) {
    const Level height = cells.height(cell);
    if (height < before) return Error{to_string(cell) + " is not in the order of levels"};
    before = height;
  }
  TRY_DO(lawful(uneven_level(cells)));
  if (cells.top_level() == 0) return {};
  for (const NodeId node : cells.arrays().home.ids()) {
    const CellId home = cells.home(node);
    if (home.is_none() || cells.height(home) != 1) {
      return Error{to_string(node) + " is in no cell of level 1"};
    }
  }
  return {};
}

Result<void> check_cells(const PyramidArrays& arrays) {
  const Partition& cells = arrays.cells;
  if (arrays.middles.size() != cells.cell_count() || arrays.boxes.size() != cells.cell_count()) {
    return Error{"the middles and boxes are not one for each cell"};
  }
  const auto is_finite = [](const std::array<float, 3>& p) {
    return std::ranges::all_of(p, [](float x) { return std::isfinite(x); });
  };
  for (const CellId cell : cells.cells()) {
    const PieceId middle = arrays.middles[cell];
    if (middle.value >= cells.piece_count() || cells.parent(middle) != cell) {
      return Error{"the middle of " + to_string(cell) + " is none of its children"};
    }
    if (!is_finite(arrays.boxes[cell].low) || !is_finite(arrays.boxes[cell].high)) {
      return Error{"the box of " + to_string(cell) + " is no box"};
    }
  }
  return {};
}

Result<void> check_steps(const PyramidArrays& arrays) {
  const Partition& cells = arrays.cells;
  const auto& steps = arrays.steps;
  if (!are_offsets(steps.offsets().span(), cells.cell_count(), steps.item_count())) {
    return Error{"the offsets of its steps are wrong"};
  }
  for (const CellId cell : cells.cells()) {
    CellId before;
    for (const CellStep& step : steps[cell]) {
      const bool is_cell = step.target.value < cells.cell_count() && step.target != cell &&
                           cells.height(step.target) == cells.height(cell);
      const bool is_next = before.is_none() || before < step.target;
      if (!is_cell || !is_next || step.cost == 0 || step.cost == kForbidden) {
        return Error{"a step of " + to_string(cell) + " is wrong"};
      }
      before = step.target;
    }
  }
  return {};
}

Result<void> check_landmarks(const PyramidArrays& arrays) {
  const bool are_nodes = std::ranges::all_of(
      arrays.landmarks, [&](NodeId node) { return node.value < arrays.cells.node_count(); });
  const std::size_t rows = arrays.landmarks.empty() ? 0 : arrays.cells.cell_count();
  if (arrays.landmarks.size() > kMostLandmarks || !are_nodes || arrays.far.size() != rows) {
    return Error{"its landmarks are wrong"};
  }
  if (!(arrays.proof >= 0 && arrays.proof <= 1)) return Error{"what its landmarks prove is wrong"};
  return {};
}

}  // namespace

// The arcs sorted by cells, made at most once.
struct Pyramid::Inside {
  std::once_flag once;
  std::unique_ptr<const CellGraphs> graphs;  // null: cells are too large
};

Result<Pyramid> Pyramid::from(PyramidArrays arrays) {
  TRY_DO(check_levels(arrays.cells));
  TRY_DO(check_cells(arrays));
  TRY_DO(check_steps(arrays));
  TRY_DO(check_landmarks(arrays));
  Pyramid pyramid;
  pyramid.arrays_ = std::move(arrays);
  pyramid.inside_ = std::make_shared<Inside>();
  const Partition& cells = pyramid.cells();
  for (const CellId cell : cells.cells()) {
    if (cells.height(cell) > pyramid.firsts_.size()) pyramid.firsts_.push_back(cell.value);
  }
  pyramid.firsts_.push_back(cells.cell_count());
  return pyramid;
}

CellId Pyramid::cell_of(NodeId node, Level level) const {
  CellId cell = home(node);
  for (Level at = 1; at < level; ++at) cell = parent(cell);
  return cell;
}

NodeId Pyramid::middle_node(CellId cell) const {
  PieceId at = middle(cell);
  while (!cells().is_node(at)) at = middle(cells().cell(at));
  return cells().node(at);
}

const CellGraphs* Pyramid::cell_graphs(const Ground& ground) const {
  if (top_level() == 0) return nullptr;
  std::call_once(inside_->once, [&] {
    const auto sizes = sizes_of(cells());
    for (const CellId cell : level(1)) {
      if (sizes[cell] > CellGraphs::kMostNodes) return;
    }
    inside_->graphs = std::make_unique<const CellGraphs>(ground, cells(), level(1).size());
  });
  return inside_->graphs.get();
}

std::size_t Pyramid::bytes() const {
  return cells().bytes() + arrays_.middles.bytes() + arrays_.steps.bytes() + arrays_.boxes.bytes() +
         arrays_.landmarks.bytes() + arrays_.far.bytes();
}

namespace {

// True where the landmarks claim more between two neighbouring cells than a step between them costs.
bool prove_too_much(const Pyramid& pyramid) {
  for (const CellId cell : pyramid.cells().cells()) {
    for (const CellStep& step : pyramid.steps()[cell]) {
      const Distance least = least_between(pyramid.far(cell), pyramid.far(step.target));
      const bool is_stored_in_full = step.cost != kForbidden - 1;
      if (is_stored_in_full && pyramid.arrays().proof * static_cast<double>(least) > step.cost) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

std::optional<std::string> broken_law(const Pyramid& pyramid, const Ground& ground) {
  if (pyramid.metric_fingerprint() != ground.fingerprint()) return "it is of another metric";
  if (auto broken = broken_law(pyramid.cells(), ground)) return broken;
  const Pyramid fresh = pyramid_over(ground, pyramid.cells(), {.landmarks = 0});
  const auto same = [](const auto& a, const auto& b) { return std::ranges::equal(a, b); };
  const PyramidArrays& had = pyramid.arrays();
  const PyramidArrays& want = fresh.arrays();
  if (!same(had.boxes, want.boxes)) return "a box is not the box of its cell";
  if (!same(had.middles, want.middles)) return "a middle is not the middle of its cell";
  if (!same(had.steps.offsets(), want.steps.offsets()) ||
      !same(had.steps.items(), want.steps.items())) {
    return "the steps are not those of the metric";
  }
  if (!pyramid.has_landmarks()) return std::nullopt;
  if (had.proof == 1 ? !same(had.far, landmark_costs(ground, pyramid, had.landmarks.span()))
                     : prove_too_much(pyramid)) {
    return "the costs of landmarks are not those of the metric";
  }
  return std::nullopt;
}

}  // namespace thalweg

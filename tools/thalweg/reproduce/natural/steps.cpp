// One step of merging at a time, and statistics of the tops after it: contours, and how purely
// they cover the parts of a maze.
#include "reproduce/natural/steps.hpp"

#include <map>

namespace thalweg::tool {
namespace {

MergeStep step_after(const NaturalTree& tree) {
  MergeStep step{tree.partition(), {}, tree.top_count()};
  step.tops = tops_of(step.partition);
  return step;
}

}  // namespace

std::vector<MergeStep> merge_steps(const NaturalGround& ground, Merging merging) {
  merging.options.steps = 1;
  NaturalTree tree = assemble(ground, Partition::of_single_nodes(ground.graph()), merging.rule);
  std::vector<MergeStep> steps = {step_after(tree)};
  for (bool is_done = false; !is_done;) {
    Merged merged = merge(ground, std::move(tree), merging.options);
    tree = std::move(merged.tree);
    is_done = merged.report.is_done || merged.report.steps == 0;
    if (merged.report.steps > 0) steps.push_back(step_after(tree));
  }
  return steps;
}

const MergeStep& step_of(std::span<const MergeStep> steps, std::uint32_t most_tops) {
  for (const MergeStep& step : steps) {
    if (step.top_count <= most_tops) return step;
  }
  return steps.back();
}

std::array<double, kContourTops.size()> contour_spreads(const Mesh& mesh,
                                                        std::span<const MergeStep> steps) {
  std::array<double, kContourTops.size()> spreads{};
  for (std::size_t i = 0; i < spreads.size(); ++i) {
    spreads[i] = contour_spread(mesh, step_of(steps, kContourTops[i]).tops);
  }
  return spreads;
}

double mean_of(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

MazeTops maze_tops(std::span<const MazePart> parts, std::span<const PieceId> tops) {
  std::map<PieceId, std::array<std::uint32_t, 3>> faces;  // [part]
  std::array<std::uint32_t, 3> all{};
  for (std::size_t face = 0; face < parts.size(); ++face) {
    const auto part = static_cast<std::size_t>(parts[face]);
    ++faces[tops[face]][part];
    ++all[part];
  }
  MazeTops result;
  std::array<std::uint32_t, 3> most{};
  for (const auto& [top, counts] : faces) {
    std::size_t kinds = 0;
    for (std::size_t part = 0; part < 3; ++part) {
      kinds += counts[part] > 0;
      if (counts[part] <= most[part]) continue;
      most[part] = counts[part];
      result.main[part] = top;
    }
    if (kinds > 1) {
      ++result.mixed;
    } else {
      for (std::size_t part = 0; part < 3; ++part) result.pure[part] += counts[part] > 0;
    }
  }
  for (std::size_t part = 0; part < 3; ++part) {
    result.main_share[part] = all[part] == 0 ? 0 : static_cast<double>(most[part]) / all[part];
  }
  return result;
}

}  // namespace thalweg::tool

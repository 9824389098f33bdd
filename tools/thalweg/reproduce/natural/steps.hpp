// Merging observed step by step (natural-hierarchy thesis, chapter 8): the tops after each step.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "reproduce/natural/worlds.hpp"
#include "thalweg/papers/natural.hpp"
#include "thalweg/partition/contours.hpp"
#include "thalweg/partition/natural.hpp"

namespace thalweg::tool {

struct MergeStep {
  Partition partition;
  std::vector<PieceId> tops;  // [node]  the top that holds it
  std::uint32_t top_count = 0;
};

// Options of merging; by default our own. The thesis's: only equal unit distances tie (except for
// the rounding of prices to whole quanta), and any number of tops may match.
struct Merging {
  RestRule rule = NaturalOptions{}.rule;
  MergeOptions options = {};
};
inline Merging thesis_merging() {
  return {RestRule::worst_unit, {.tie_bits = 12, .most_children = 0}};
}

// Before merging, and after each step until nothing is left to merge.
std::vector<MergeStep> merge_steps(const NaturalGround& ground, Merging merging);

// The first step that leaves at most `tops` tops; the last step if none does.
const MergeStep& step_of(std::span<const MergeStep> steps, std::uint32_t most_tops);

// contour_spread at the steps that leave at most 2048, 1024 and so on to 16 tops.
inline constexpr std::array<std::uint32_t, 8> kContourTops = {2048, 1024, 512, 256,
                                                              128,  64,   32,  16};
std::array<double, kContourTops.size()> contour_spreads(const Mesh& mesh,
                                                        std::span<const MergeStep> steps);
double mean_of(std::span<const double> values);

// What the tops of a step hold of a maze.
struct MazeTops {
  std::array<std::uint32_t, 3> pure = {};  // [part]  tops of that part alone
  std::uint32_t mixed = 0;                 // tops of several parts
  std::array<PieceId, 3> main = {};        // [part]  the top that holds most of it
  std::array<double, 3> main_share = {};   // [part]  and how much of its faces, 0 to 1
};
MazeTops maze_tops(std::span<const MazePart> parts, std::span<const PieceId> tops);

}  // namespace thalweg::tool

// Trees of many shapes, for tests of partitions. They group nodes of no graph in particular.
#pragma once

#include <numeric>
#include <string>
#include <vector>

#include "thalweg/core/random.hpp"
#include "thalweg/partition/partition.hpp"

namespace thalweg {

// Cells by their numbers; -1: none.
inline std::vector<CellId> ids(std::initializer_list<int> values) {
  std::vector<CellId> result;
  for (const int v : values)
    result.push_back(v < 0 ? CellId() : CellId(static_cast<std::uint32_t>(v)));
  return result;
}

// A partition under construction: cells hold pieces that have been tops so far.
class TreeMaker {
 public:
  explicit TreeMaker(std::uint32_t nodes) : home_(nodes) {}

  // Numbers of pieces here: nodes are 0, 1, ...; cells follow in the order they are made.
  std::uint32_t merge(std::span<const std::uint32_t> pieces) {
    const CellId cell(static_cast<std::uint32_t>(parent_.size()));
    for (const std::uint32_t p : pieces) {
      (p < home_.size() ? home_[p] : parent_[p - home_.size()]) = cell;
    }
    parent_.emplace_back();
    return static_cast<std::uint32_t>(home_.size()) + cell.value;
  }

  // Cells are numbered at random, so that ids say nothing about the tree.
  Partition partition(Random& random) const {
    std::vector<std::uint32_t> number(parent_.size());
    std::iota(number.begin(), number.end(), 0u);
    for (std::uint32_t i = static_cast<std::uint32_t>(number.size()); i > 1; --i) {
      std::swap(number[i - 1], number[random.below(i)]);
    }
    const auto renumbered = [&](CellId c) { return c.is_none() ? c : CellId(number[c.value]); };
    std::vector<CellId> home;
    for (const CellId c : home_) home.push_back(renumbered(c));
    std::vector<CellId> parent(parent_.size());
    for (std::size_t i = 0; i < parent_.size(); ++i) parent[number[i]] = renumbered(parent_[i]);
    return Partition::from(7, std::move(home), std::move(parent)).value();
  }

 private:
  std::vector<CellId> home_;
  std::vector<CellId> parent_;
};

struct MergeShape {
  std::uint32_t nodes = 100;
  std::uint32_t tops = 1;    // at most; fewer nodes than tops stay as they are
  std::uint32_t fewest = 2;  // children of a cell
  std::uint32_t most = 4;
  std::uint32_t reach = ~0u;  // picks among this many newest pieces; small: a deep tree
};

// Merges pieces picked at random until few are left.
inline Partition random_merges(std::uint64_t seed, MergeShape shape) {
  Random random(seed);
  TreeMaker maker(shape.nodes);
  std::vector<std::uint32_t> tops(shape.nodes);
  std::iota(tops.begin(), tops.end(), 0u);
  std::vector<std::uint32_t> picked;
  while (tops.size() > shape.tops) {
    const std::uint32_t count = shape.fewest + random.below(shape.most - shape.fewest + 1);
    picked.clear();
    while (!tops.empty() && picked.size() < count) {
      const auto size = static_cast<std::uint32_t>(tops.size());
      std::swap(tops[size - 1 - random.below(std::min(size, shape.reach))], tops.back());
      picked.push_back(tops.back());
      tops.pop_back();
    }
    tops.push_back(maker.merge(picked));
  }
  return maker.partition(random);
}

// A cell in a cell in a cell; each adds up to `most` nodes, but at least one.
inline Partition comb(std::uint64_t seed, std::uint32_t nodes, std::uint32_t most) {
  Random random(seed);
  TreeMaker maker(nodes);
  std::vector<std::uint32_t> picked = {0};
  for (std::uint32_t next = 1; next < nodes;) {
    const std::uint32_t end = std::min(nodes, next + 1 + random.below(most));
    while (next < end) picked.push_back(next++);
    picked = {maker.merge(picked)};
  }
  return maker.partition(random);
}

// Every cell has `fan` children, if there are enough.
inline Partition balanced(std::uint64_t seed, std::uint32_t nodes, std::uint32_t fan) {
  Random random(seed);
  TreeMaker maker(nodes);
  std::vector<std::uint32_t> row(nodes);
  std::iota(row.begin(), row.end(), 0u);
  while (row.size() > 1) {
    std::vector<std::uint32_t> above;
    for (std::size_t i = 0; i < row.size(); i += fan) {
      above.push_back(
          maker.merge(std::span(row).subspan(i, std::min<std::size_t>(fan, row.size() - i))));
    }
    row = std::move(above);
  }
  return maker.partition(random);
}

// One of each shape, small.
struct NamedTree {
  std::string name;
  Partition partition;
};
inline std::vector<NamedTree> small_trees(std::uint64_t seed) {
  return {
      {"none", random_merges(seed, {.nodes = 5, .tops = 5})},
      {"star", balanced(seed, 30, 30)},
      {"balanced 2", balanced(seed, 150, 2)},
      {"balanced 5", balanced(seed, 130, 5)},
      {"thin comb", comb(seed, 80, 1)},
      {"comb", comb(seed, 120, 4)},
      {"merges", random_merges(seed, {.nodes = 120})},
      {"several tops", random_merges(seed, {.nodes = 150, .tops = 6})},
      {"single children", random_merges(seed, {.nodes = 60, .fewest = 1, .most = 3})},
      {"deep", random_merges(seed, {.nodes = 120, .most = 3, .reach = 4})},
      {"deep, several tops",
       random_merges(seed, {.nodes = 150, .tops = 9, .most = 3, .reach = 12})},
  };
}

inline bool are_same(const Partition& a, const Partition& b) {
  const auto same = [](const auto& x, const auto& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end());
  };
  return a.graph_fingerprint() == b.graph_fingerprint() && a.top_level() == b.top_level() &&
         same(a.arrays().home, b.arrays().home) && same(a.arrays().parent, b.arrays().parent) &&
         same(a.arrays().height, b.arrays().height);
}

}  // namespace thalweg

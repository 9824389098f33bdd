// A slow, simple oracle for reachability inside a set of nodes.
#pragma once

#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "grounds.hpp"
#include "thalweg/partition/cells.hpp"

namespace thalweg {

// A jittered lattice of triangles, sheared: long thin faces. Coordinates are eighths.
inline World slanted(std::uint64_t seed, std::uint32_t side) {
  Random random(seed);
  const int along = 1 + static_cast<int>(random.below(3));
  std::vector<Vec3f> vertices;
  for (std::uint32_t y = 0; y <= side; ++y) {
    for (std::uint32_t x = 0; x <= side; ++x) {
      const double u = x + (static_cast<int>(random.below(3)) - 1) / 8.0;
      const double v = y + (static_cast<int>(random.below(3)) - 1) / 8.0;
      vertices.push_back(to_float({(along + 1) * u - 3, along * u + v - 5, 0}));
    }
  }
  std::vector<std::uint32_t> corners;
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < side; ++x) {
      const std::uint32_t a = y * (side + 1) + x;
      const std::uint32_t b = a + side + 1;
      if (random.below(9) == 0) continue;
      corners.insert(corners.end(), {a, a + 1, b + 1});
      if (random.below(9) > 0) corners.insert(corners.end(), {a, b + 1, b});
    }
  }
  return triangles(std::move(vertices), std::move(corners));
}

// Which node reaches which by passable arcs between nodes of one set.
class Reach {
 public:
  Reach(const Ground& ground, const std::set<NodeId>& inside)
      : number_(ground.graph().node_count(), kOutside),
        reached_(inside.size() * inside.size()),
        width_(inside.size()) {
    std::size_t count = 0;
    for (const NodeId node : inside) number_[node.value] = count++;
    for (const NodeId from : inside) flood(ground, from);
  }

  bool is_mutual(NodeId a, NodeId b) const { return reached_[pair(a, b)] && reached_[pair(b, a)]; }

 private:
  static constexpr std::size_t kOutside = ~std::size_t{0};

  std::size_t pair(NodeId a, NodeId b) const {
    return number_[a.value] * width_ + number_[b.value];
  }

  void flood(const Ground& ground, NodeId from) {
    std::vector<NodeId> open = {from};
    reached_[pair(from, from)] = true;
    while (!open.empty()) {
      const NodeId node = open.back();
      open.pop_back();
      for (const ArcId arc : ground.graph().arcs(node)) {
        const NodeId target = ground.graph().target(arc);
        if (!ground.metric().is_passable(arc) || number_[target.value] == kOutside) continue;
        if (reached_[pair(from, target)]) continue;
        reached_[pair(from, target)] = true;
        open.push_back(target);
      }
    }
  }

  std::vector<std::size_t> number_;  // [node]
  std::vector<bool> reached_;
  std::size_t width_;
};

// The cells of a grid's squares as letters, row by row: a, b, ... in order; '#' for none.
inline std::string drawn_cells(const Cells& cells, const World& world, Level level = 1) {
  std::string text;
  std::uint32_t first = 0;
  for (const CellId cell : cells.partition.cells()) {
    if (cells.partition.height(cell) == level) break;
    ++first;
  }
  for (const SquareId square : world.grid.squares()) {
    if (square.value > 0 && world.grid.x(square) == 0) text += ' ';
    const CellId cell = cells.partition.cell_of(NodeId(square.value), level);
    text += cell.is_none() ? '#' : static_cast<char>('a' + cell.value - first);
  }
  return text;
}

}  // namespace thalweg

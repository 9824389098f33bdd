// Joins tiles at their borders: neighbours share a corner wherever the corner of one lies on a side
// of the other.
//
//        tile A | tile B          Sides on the border are compared cell by cell. Where their
//       --------+                 ground is within one step, both are cut at the same points
//          a    p--------         (here at p), and the corners at each point become one.
//               |    b
//       --------+--------
#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>

#include "core/unions.hpp"
#include "import/recast_tiles.hpp"

namespace thalweg {
namespace {

// The border between two neighbouring tiles: which line, and which pair of tiles along it.
struct BorderKey {
  bool is_upright;    // the line runs along y
  std::int32_t line;  // in cells
  std::int32_t tile;  // along the line
  auto operator<=>(const BorderKey&) const = default;
};

// A side on that border.
struct BorderSide {
  std::uint32_t side;   // numbered through
  std::uint32_t start;  // the nodes at its lower and higher end
  std::uint32_t end;
  std::int32_t low;  // where the ends lie along the border, in cells
  std::int32_t high;
  const std::int32_t* heights;  // [high - low]  of the ground, in cells
  bool runs_up;                 // the side runs from its lower end to the higher
  bool is_before;               // its tile lies before the line
};

// Two sides that share a cell of the border.
struct Contact {
  std::int32_t at;    // the cell along the border
  std::int32_t step;  // the difference of heights
  std::uint32_t a;    // the side before the line
  std::uint32_t b;    // the side after it
};

using Borders = std::map<BorderKey, std::vector<BorderSide>>;

RecastNodes number_corners(const std::vector<RecastTile>& tiles, double cell_size) {
  RecastNodes nodes;
  std::uint32_t sides = 0;
  for (const RecastTile& tile : tiles) {
    nodes.first_node.push_back(static_cast<std::uint32_t>(nodes.points.size()));
    nodes.first_side.push_back(sides);
    sides += static_cast<std::uint32_t>(tile.corner.size());
    for (const RecastCorner& c : tile.corners) {
      nodes.points.push_back({c.x * cell_size, c.y * cell_size, c.z});
    }
  }
  return nodes;
}

std::uint32_t side_after(const RecastTile& tile, std::uint32_t side) {
  const auto next = std::upper_bound(tile.first.begin(), tile.first.end(), side);
  return side + 1 == *next ? *(next - 1) : side + 1;
}

void add_side(const RecastTile& tile, const RecastBorderSide& border, std::uint32_t first_node,
              std::uint32_t first_side, int tile_size, Borders& out) {
  std::uint32_t a = tile.corner[border.side];
  std::uint32_t b = tile.corner[side_after(tile, border.side)];
  const bool is_upright = tile.corners[a].x == tile.corners[b].x;
  const auto along = [&](std::uint32_t c) {
    return is_upright ? tile.corners[c].y : tile.corners[c].x;
  };
  const std::int32_t line = is_upright ? tile.corners[a].x : tile.corners[a].y;
  const bool runs_up = along(a) < along(b);
  if (!runs_up) std::swap(a, b);
  // The ground lies to the left of a side.
  out[{is_upright, line, along(a) / tile_size}].push_back(
      {first_side + border.side, first_node + a, first_node + b, along(a), along(b),
       tile.heights.data() + border.first_height, runs_up, is_upright == runs_up});
}

Borders borders_of(const std::vector<RecastTile>& tiles, const RecastNodes& nodes, int tile_size) {
  Borders out;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    for (const RecastBorderSide& border : tiles[i].borders) {
      add_side(tiles[i], border, nodes.first_node[i], nodes.first_side[i], tile_size, out);
    }
  }
  return out;
}

// Every cell in which the ground of two sides is within one step.
std::vector<Contact> all_contacts(const std::vector<BorderSide>& sides, std::int32_t max_climb) {
  std::vector<Contact> all;
  for (std::uint32_t a = 0; a < sides.size(); ++a) {
    for (std::uint32_t b = 0; b < sides.size(); ++b) {
      if (!sides[a].is_before || sides[b].is_before) continue;
      const std::int32_t last = std::min(sides[a].high, sides[b].high);
      for (std::int32_t at = std::max(sides[a].low, sides[b].low); at < last; ++at) {
        const std::int32_t here = sides[a].heights[at - sides[a].low];
        const std::int32_t there = sides[b].heights[at - sides[b].low];
        if (here == kNoRecastHeight || there == kNoRecastHeight) continue;
        const std::int32_t step = std::abs(here - there);
        if (step <= max_climb) all.push_back({at, step, a, b});
      }
    }
  }
  std::sort(all.begin(), all.end(), [](const Contact& x, const Contact& y) {
    return std::tie(x.at, x.step, x.a, x.b) < std::tie(y.at, y.step, y.a, y.b);
  });
  return all;
}

// In each cell, a side touches at most one other: the nearest in height. Sorted by sides.
std::vector<Contact> contacts_of(const std::vector<BorderSide>& sides, std::int32_t max_climb) {
  std::vector<Contact> kept;
  for (const Contact& c : all_contacts(sides, max_climb)) {
    bool is_taken = false;
    for (auto k = kept.rbegin(); k != kept.rend() && k->at == c.at; ++k) {
      is_taken |= k->a == c.a || k->b == c.b;
    }
    if (!is_taken) kept.push_back(c);
  }
  std::sort(kept.begin(), kept.end(), [](const Contact& x, const Contact& y) {
    return std::tie(x.a, x.b, x.at) < std::tie(y.a, y.b, y.at);
  });
  return kept;
}

class BorderJoiner {
 public:
  BorderJoiner(RecastNodes nodes, const RecastPlan& plan) : nodes_(std::move(nodes)), plan_(plan) {}

  // Cuts the sides of one border and notes which nodes are one corner.
  void join(const std::vector<BorderSide>& sides) {
    const std::vector<Contact> contacts = contacts_of(sides, plan_.cells.max_climb);
    for (std::size_t first = 0; first < contacts.size();) {
      std::size_t last = first + 1;
      while (last < contacts.size() && continues(contacts[last - 1], contacts[last])) ++last;
      for (const std::int32_t at : {contacts[first].at, contacts[last - 1].at + 1}) {
        same_.emplace_back(node_on(sides[contacts[first].a], at),
                           node_on(sides[contacts[first].b], at));
      }
      first = last;
    }
  }

  RecastNodes take() {
    std::sort(nodes_.cuts.begin(), nodes_.cuts.end(), [](const auto& a, const auto& b) {
      return std::tie(a.side, a.along) < std::tie(b.side, b.along);
    });
    Unions unions(nodes_.points.size());
    for (const auto& [a, b] : same_) unions.join(a, b);
    for (std::uint32_t n = 0; n < nodes_.points.size(); ++n) nodes_.root.push_back(unions.root(n));
    return std::move(nodes_);
  }

 private:
  static bool continues(const Contact& x, const Contact& y) {
    return x.a == y.a && x.b == y.b && x.at + 1 == y.at;
  }

  // The node on `side` at a cell's corner: one of its ends, or a cut.
  std::uint32_t node_on(const BorderSide& side, std::int32_t at) {
    if (at == side.low) return side.start;
    if (at == side.high) return side.end;
    const auto number = static_cast<std::uint32_t>(nodes_.points.size());
    const auto [slot, is_new] = cut_.try_emplace({side.side, at}, number);
    if (!is_new) return slot->second;
    const double part = double(at - side.low) / double(side.high - side.low);
    const Vec3 a = nodes_.points[side.start];
    Vec3 p = a + (nodes_.points[side.end] - a) * part;
    (side_is_upright(side) ? p.y : p.x) = at * plan_.options.cell_size;
    const std::int32_t ground = side.heights[at - side.low];
    if (ground != kNoRecastHeight) p.z = (ground - 0.5) * plan_.options.cell_height;
    nodes_.points.push_back(p);
    nodes_.cuts.push_back({side.side, side.runs_up ? part : 1 - part, number});
    return number;
  }

  static bool side_is_upright(const BorderSide& side) { return side.is_before == side.runs_up; }

  RecastNodes nodes_;
  const RecastPlan& plan_;
  std::map<std::pair<std::uint32_t, std::int32_t>, std::uint32_t> cut_;  // by side and cell
  std::vector<std::pair<std::uint32_t, std::uint32_t>> same_;
};

}  // namespace

RecastNodes join_borders(const std::vector<RecastTile>& tiles, const RecastPlan& plan) {
  RecastNodes nodes = number_corners(tiles, plan.options.cell_size);
  const Borders borders = borders_of(tiles, nodes, plan.cells.tile);
  BorderJoiner joiner(std::move(nodes), plan);
  for (const auto& [key, sides] : borders) joiner.join(sides);
  return joiner.take();
}

}  // namespace thalweg

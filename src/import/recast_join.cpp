// Makes one set of polygons of all tiles. A side's points of the detail mesh belong to the polygons
// on both sides of it, so each pair of corners has one list of them.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "import/recast_tiles.hpp"

namespace thalweg {
namespace {

// A point of the detail mesh between two corners, as seen from the one with the lower number.
struct BetweenPoint {
  std::uint32_t low;
  std::uint32_t high;
  double along;  // 0 to 1
  double z;
};

bool comes_before(const BetweenPoint& a, const BetweenPoint& b) {
  return std::tie(a.low, a.high, a.along, a.z) < std::tie(b.low, b.high, b.along, b.z);
}

// Part of a side without a corner inside it, in the direction of the side.
struct Piece {
  std::uint32_t side;  // of the tile
  std::uint32_t from;  // roots of nodes
  std::uint32_t to;
  double first;  // 0 to 1 along the side
  double last;
};

class TileJoiner {
 public:
  TileJoiner(const std::vector<RecastTile>& tiles, const RecastNodes& nodes,
             const RecastOptions& options)
      : tiles_(tiles), nodes_(nodes), options_(options) {}

  RecastGround run() {
    for (std::size_t t = 0; t < tiles_.size(); ++t) collect_between(t);
    std::sort(between_.begin(), between_.end(), comes_before);
    simplify_between();
    vertex_.assign(nodes_.points.size(), kNone);
    between_vertex_.assign(between_.size(), kNone);
    for (std::size_t t = 0; t < tiles_.size(); ++t) write_tile(t);
    return std::move(out_);
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // Calls visit(piece) for the pieces around a polygon, counter-clockwise.
  template <class Visit>
  void each_piece(std::size_t t, std::size_t polygon, Visit visit) const;
  void collect_between(std::size_t t);
  void simplify_between();
  void keep_bends(std::size_t first, std::size_t last, std::vector<BetweenPoint>& kept) const;
  void write_tile(std::size_t t);
  void write_between(const Piece& piece);
  std::uint32_t vertex_at(std::uint32_t& slot, Vec3 p);

  const std::vector<RecastTile>& tiles_;
  const RecastNodes& nodes_;
  const RecastOptions& options_;
  std::vector<BetweenPoint> between_;          // sorted
  std::vector<std::uint32_t> vertex_;          // [node]  kNone: not written yet
  std::vector<std::uint32_t> between_vertex_;  // [between point]
  RecastGround out_;
};

template <class Visit>
void TileJoiner::each_piece(std::size_t t, std::size_t polygon, Visit visit) const {
  const RecastTile& tile = tiles_[t];
  const std::uint32_t first = tile.first[polygon];
  const std::uint32_t last = tile.first[polygon + 1];
  const auto root = [&](std::uint32_t side) {
    return nodes_.root[nodes_.first_node[t] + tile.corner[side]];
  };
  for (std::uint32_t side = first; side < last; ++side) {
    const std::uint32_t number = nodes_.first_side[t] + side;
    auto cut = std::lower_bound(nodes_.cuts.begin(), nodes_.cuts.end(), number,
                                [](const auto& c, std::uint32_t s) { return c.side < s; });
    Piece piece{side, root(side), 0, 0, 0};
    for (; cut != nodes_.cuts.end() && cut->side == number; ++cut) {
      piece.to = nodes_.root[cut->node];
      piece.last = cut->along;
      visit(piece);
      piece.from = piece.to;
      piece.first = piece.last;
    }
    piece.to = root(side + 1 == last ? first : side + 1);
    piece.last = 1;
    visit(piece);
  }
}

void TileJoiner::collect_between(std::size_t t) {
  const RecastTile& tile = tiles_[t];
  for (std::size_t polygon = 0; polygon + 1 < tile.first.size(); ++polygon) {
    each_piece(t, polygon, [&](const Piece& piece) {
      auto p = std::lower_bound(tile.side_points.begin(), tile.side_points.end(), piece.side,
                                [](const auto& point, std::uint32_t s) { return point.side < s; });
      for (; p != tile.side_points.end() && p->side == piece.side; ++p) {
        if (p->along <= piece.first || p->along >= piece.last) continue;
        const double along = (p->along - piece.first) / (piece.last - piece.first);
        const bool is_up = piece.from < piece.to;
        between_.push_back({std::min(piece.from, piece.to), std::max(piece.from, piece.to),
                            is_up ? along : 1 - along, p->z});
      }
    });
  }
}

// Of each list, keeps the points that lie off the line between those kept by more than the
// tolerance (Douglas-Peucker), at least half a cell apart.
void TileJoiner::simplify_between() {
  std::vector<BetweenPoint> kept;
  for (std::size_t first = 0; first < between_.size();) {
    std::size_t last = first;
    while (last < between_.size() && between_[last].low == between_[first].low &&
           between_[last].high == between_[first].high) {
      ++last;
    }
    keep_bends(first, last, kept);
    first = last;
  }
  between_ = std::move(kept);
}

void TileJoiner::keep_bends(std::size_t first, std::size_t last,
                            std::vector<BetweenPoint>& kept) const {
  const std::uint32_t low = between_[first].low;
  const std::uint32_t high = between_[first].high;
  const Vec3 a = nodes_.points[low];
  const Vec3 b = nodes_.points[high];
  const double apart = options_.cell_size / 2 / std::max(length((b - a).xy()), 1e-300);
  std::vector<BetweenPoint> line = {{low, high, 0, a.z}};
  for (std::size_t i = first; i < last; ++i) {
    const double along = between_[i].along;
    if (along - line.back().along >= apart && 1 - along >= apart) line.push_back(between_[i]);
  }
  line.push_back({low, high, 1, b.z});
  std::vector<bool> is_kept(line.size());
  std::vector<std::pair<std::size_t, std::size_t>> todo = {{0, line.size() - 1}};
  while (!todo.empty()) {
    const auto [from, to] = todo.back();
    todo.pop_back();
    std::size_t worst = from;
    double miss = level_tolerance(options_);
    for (std::size_t i = from + 1; i < to; ++i) {
      const double part = (line[i].along - line[from].along) / (line[to].along - line[from].along);
      const double z = line[from].z + (line[to].z - line[from].z) * part;
      if (std::abs(line[i].z - z) <= miss) continue;
      miss = std::abs(line[i].z - z);
      worst = i;
    }
    if (worst == from) continue;
    is_kept[worst] = true;
    todo.emplace_back(from, worst);
    todo.emplace_back(worst, to);
  }
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (is_kept[i]) kept.push_back(line[i]);
  }
}

std::uint32_t TileJoiner::vertex_at(std::uint32_t& slot, Vec3 p) {
  if (slot == kNone) {
    slot = static_cast<std::uint32_t>(out_.vertices.size());
    out_.vertices.push_back(to_float(p));
  }
  return slot;
}

void TileJoiner::write_between(const Piece& piece) {
  const std::uint32_t low = std::min(piece.from, piece.to);
  const std::uint32_t high = std::max(piece.from, piece.to);
  const auto [first, last] =
      std::equal_range(between_.begin(), between_.end(), BetweenPoint{low, high, 0, 0},
                       [](const BetweenPoint& p, const BetweenPoint& q) {
                         return std::tie(p.low, p.high) < std::tie(q.low, q.high);
                       });
  const Vec3 a = nodes_.points[low];
  const Vec3 b = nodes_.points[high];
  const auto write = [&](auto point) {
    const Vec3 p = a + (b - a) * point->along;
    auto& slot = between_vertex_[static_cast<std::size_t>(point - between_.begin())];
    out_.corner.push_back(vertex_at(slot, {p.x, p.y, point->z}));
  };
  if (piece.from == low) {
    for (auto p = first; p != last; ++p) write(p);
  } else {
    for (auto p = last; p != first;) write(--p);
  }
}

void TileJoiner::write_tile(std::size_t t) {
  const RecastTile& tile = tiles_[t];
  for (std::size_t polygon = 0; polygon + 1 < tile.first.size(); ++polygon) {
    each_piece(t, polygon, [&](const Piece& piece) {
      out_.corner.push_back(vertex_at(vertex_[piece.from], nodes_.points[piece.from]));
      write_between(piece);
    });
    out_.first.push_back(static_cast<std::uint32_t>(out_.corner.size()));
    for (std::uint32_t i = tile.first_inner[polygon]; i < tile.first_inner[polygon + 1]; ++i) {
      out_.inner.push_back(to_float(tile.inner[i]));
    }
    out_.first_inner.push_back(static_cast<std::uint32_t>(out_.inner.size()));
    out_.area.push_back(tile.area[polygon]);
    const auto border =
        std::lower_bound(tile.borders.begin(), tile.borders.end(), tile.first[polygon],
                         [](const auto& b, std::uint32_t side) { return b.side < side; });
    out_.is_on_border.push_back(border != tile.borders.end() &&
                                border->side < tile.first[polygon + 1]);
  }
}

}  // namespace

RecastGround join_tiles(const std::vector<RecastTile>& tiles, const RecastPlan& plan) {
  const RecastNodes nodes = join_borders(tiles, plan);
  return TileJoiner(tiles, nodes, plan.options).run();
}

}  // namespace thalweg

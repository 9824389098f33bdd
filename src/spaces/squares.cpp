// Rows of squares are computed in parallel: each piece of ground that overlaps the row is clipped
// to the row, then to the squares.
#include "spaces/squares.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>

#include "core/try.hpp"
#include "spaces/pieces.hpp"
#include "thalweg/core/parallel.hpp"

namespace thalweg {
namespace {

constexpr std::uint64_t kMostPieces = std::uint64_t{1} << 30;
constexpr double kParts = 1 << 20;          // a square's parts, for ties
constexpr double kMostCover = 1 + 0x1p-10;  // of a square, before layers must overlap

// The lattice lines that bound an interval: [first, last).
struct Lines {
  std::uint32_t first;
  std::uint32_t last;
};
Lines lines_between(double low, double high, std::uint32_t count) {
  const auto line = [&](double value) {
    return static_cast<std::uint32_t>(std::clamp(value, 0.0, static_cast<double>(count)));
  };
  return {line(std::floor(low)), line(std::ceil(high))};
}

// Which pieces of ground overlap each row, in order.
struct RowPieces {
  std::vector<std::uint64_t> first;  // [row + 1]
  std::vector<std::uint32_t> pieces;
};

Result<RowPieces> pieces_by_row(const Pieces& ground, const SquareLattice& lattice) {
  const auto rows_of = [&](std::uint32_t i) {
    const Box2 box = ground.box(i);
    return lines_between(lattice.to_squares(box.low).y, lattice.to_squares(box.high).y,
                         lattice.height);
  };
  RowPieces out;
  out.first.assign(lattice.height + 1, 0);
  std::uint64_t total = 0;
  for (std::uint32_t i = 0; i < ground.count(); ++i) {
    const Lines rows = rows_of(i);
    total += rows.last - rows.first;
    if (total > kMostPieces) return Error{"the ground has too many pieces for so small squares"};
    for (std::uint32_t y = rows.first; y < rows.last; ++y) ++out.first[y + 1];
  }
  for (std::size_t y = 0; y < lattice.height; ++y) out.first[y + 1] += out.first[y];
  out.pieces.resize(total);
  std::vector<std::uint64_t> at(out.first.begin(), out.first.end() - 1);
  for (std::uint32_t i = 0; i < ground.count(); ++i) {
    const Lines rows = rows_of(i);
    for (std::uint32_t y = rows.first; y < rows.last; ++y) out.pieces[at[y]++] = i;
  }
  return out;
}

// How much of a square is covered by one piece of ground.
struct Cover {
  std::uint32_t x;
  AreaId area;
  double amount;  // of the square
  double volume;  // amount x height
};

// Between these columns the piece spans the full height of the row: it covers the squares
// completely.
struct Core {
  double low;
  double high;
};
Core core_of(const Polygon& strip, double y) {
  Core below{1e300, -1e300};
  Core above{1e300, -1e300};
  for (const Vec2 p : strip) {
    if (p.y == y) below = {std::min(below.low, p.x), std::max(below.high, p.x)};
    if (p.y == y + 1) above = {std::min(above.low, p.x), std::max(above.high, p.x)};
  }
  return {std::max(below.low, above.low), std::min(below.high, above.high)};
}

class RowMaker {
 public:
  RowMaker(const Pieces& ground, const SquareLattice& lattice)
      : ground_(ground), lattice_(lattice) {}

  // What covers the squares of row `y`, sorted by column and area.
  const std::vector<Cover>& covers(std::uint32_t y, std::span<const std::uint32_t> pieces) {
    covers_.clear();
    for (const std::uint32_t piece : pieces) add(y, piece);
    std::ranges::stable_sort(covers_, [](const Cover& a, const Cover& b) {
      return a.x != b.x ? a.x < b.x : a.area < b.area;
    });
    return covers_;
  }

 private:
  void add(std::uint32_t y, std::uint32_t piece) {
    corners_ = ground_.corners(piece, std::move(corners_));
    for (Vec2& p : corners_) p = lattice_.to_squares(p);
    const Polygon& strip = row_.clip(corners_, {true, y + 0.0, y + 1.0});
    if (strip.size() < 3) return;
    Box2 box;
    for (const Vec2 p : strip) box.add(p);
    const Lines columns = lines_between(box.low.x, box.high.x, lattice_.width);
    const Core core = core_of(strip, y);
    const PiecePlane plane = ground_.has_heights() ? ground_.plane(piece) : PiecePlane{};
    for (std::uint32_t x = columns.first; x < columns.last; ++x) {
      Moments part{1, {x + 0.5, y + 0.5}};
      if (x < core.low || x + 1.0 > core.high) {
        part = moments(square_.clip(strip, {false, x + 0.0, x + 1.0}));
      }
      if (!(part.area > 0)) continue;
      const double z = plane.height(lattice_.to_local(part.centre));
      covers_.push_back({x, ground_.area(piece), part.area, part.area * z});
    }
  }

  const Pieces& ground_;
  const SquareLattice& lattice_;
  std::vector<Cover> covers_;
  Polygon corners_;
  Clipper row_;
  Clipper square_;
};

// The result for one square.
struct Verdict {
  AreaId area = kBlocked;
  bool is_covered = false;  // by ground of that area
  float height = 0;
  double cover = 0;  // of the square, by ground of any area
};

// Requires: the covers of one square, in order of area.
Verdict judge(std::span<const Cover> covers) {
  Verdict out;
  double most = -1;
  double all_parts = 0;
  const auto offer = [&](AreaId area, double parts, double height, bool is_covered) {
    if (parts < most || (parts == most && area > out.area)) return;
    most = parts;
    out.area = area;
    out.height = static_cast<float>(height);
    out.is_covered = is_covered;
  };
  double blocked = 0;
  double blocked_volume = 0;
  for (std::size_t i = 0; i < covers.size();) {
    const AreaId area = covers[i].area;
    double amount = 0;
    double volume = 0;
    for (; i < covers.size() && covers[i].area == area; ++i) {
      amount += covers[i].amount;
      volume += covers[i].volume;
    }
    out.cover += amount;
    const double parts = std::floor(amount * kParts + 0.5);
    all_parts += parts;
    if (area == kBlocked) {
      blocked = amount;
      blocked_volume = volume;
    } else {
      offer(area, parts, volume / amount, true);
    }
  }
  const double uncovered = std::max(kParts - all_parts, 0.0);
  offer(kBlocked, std::floor(blocked * kParts + 0.5) + uncovered,
        blocked > 0 ? blocked_volume / blocked : 0, blocked > 0);
  return out;
}

RasterSquares make_squares(const Pieces& ground, const SquareLattice& lattice,
                           const RowPieces& rows) {
  const std::size_t count = std::size_t{lattice.width} * lattice.height;
  RasterSquares out;
  out.area.assign(count, kBlocked);
  if (ground.has_heights()) {
    out.height.assign(count, 0);
    out.is_covered.assign(count, 0);
  }
  std::atomic<std::uint64_t> layered = RasterSquares::kNoSquare;
  parallel_for(lattice.height, 8, [&](std::size_t first, std::size_t last) {
    RowMaker maker(ground, lattice);
    for (std::size_t y = first; y < last; ++y) {
      const auto pieces =
          std::span(rows.pieces).subspan(rows.first[y], rows.first[y + 1] - rows.first[y]);
      const auto& covers = maker.covers(static_cast<std::uint32_t>(y), pieces);
      for (std::size_t i = 0; i < covers.size();) {
        std::size_t end = i;
        while (end < covers.size() && covers[end].x == covers[i].x) ++end;
        const std::size_t square = y * lattice.width + covers[i].x;
        const Verdict verdict = judge(std::span(covers).subspan(i, end - i));
        out.area[square] = verdict.area;
        if (!out.height.empty()) out.height[square] = verdict.height;
        if (!out.is_covered.empty()) out.is_covered[square] = verdict.is_covered ? 1 : 0;
        if (verdict.cover > kMostCover) {
          std::uint64_t seen = layered.load();
          while (square < seen && !layered.compare_exchange_weak(seen, square)) {
          }
        }
        i = end;
      }
    }
  });
  out.layered = layered;
  return out;
}

}  // namespace

Result<RasterSquares> cover_squares(const World& world, const SquareLattice& lattice) {
  const Pieces ground(world);
  TRY(const auto rows, pieces_by_row(ground, lattice));
  return make_squares(ground, lattice, rows);
}

}  // namespace thalweg

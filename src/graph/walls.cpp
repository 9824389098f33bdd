// Walls are rounded to a lattice, cut where they touch each other (a sweep along x), and joined
// where they continue straight. Walls that cross are refused: they belong to several floors.
#include "graph/walls.hpp"

#include <algorithm>
#include <cmath>

#include "core/try.hpp"
#include "thalweg/world/surface_point.hpp"

namespace thalweg {
namespace {

// In order of a, so that equal segments are equal.
IntSegment ordered(IntPoint p, IntPoint q) { return p < q ? IntSegment{p, q} : IntSegment{q, p}; }

void sort_and_trim(std::vector<IntSegment>& segments) {
  std::ranges::sort(segments);
  segments.erase(std::unique(segments.begin(), segments.end()), segments.end());
}

struct Cut {
  std::uint32_t segment;
  IntPoint at;

  auto operator<=>(const Cut&) const = default;
};

// How two segments lie: each may touch the other with its ends, or they cross.
class Pairs {
 public:
  explicit Pairs(std::span<const IntSegment> segments) : segments_(segments) {}

  // False where they cross.
  bool note(std::uint32_t i, std::uint32_t j) {
    const IntSegment& s = segments_[i];
    const IntSegment& t = segments_[j];
    const int ta = side(s, t.a);
    const int tb = side(s, t.b);
    const int sa = side(t, s.a);
    const int sb = side(t, s.b);
    if (ta * tb > 0 || sa * sb > 0) return true;
    if (ta * tb < 0 && sa * sb < 0) return false;
    cut(i, t.a, ta);
    cut(i, t.b, tb);
    cut(j, s.a, sa);
    cut(j, s.b, sb);
    return true;
  }
  std::vector<Cut> take() {
    std::ranges::sort(cuts_);
    cuts_.erase(std::unique(cuts_.begin(), cuts_.end()), cuts_.end());
    return std::move(cuts_);
  }

 private:
  static int side(const IntSegment& s, IntPoint p) {
    return orientation(s.a.vec(), s.b.vec(), p.vec());
  }
  // Ends are ordered, so a point on the line lies between them when it does so in that order.
  void cut(std::uint32_t segment, IntPoint p, int at_side) {
    if (at_side == 0 && segments_[segment].a < p && p < segments_[segment].b) {
      cuts_.push_back({segment, p});
    }
  }

  std::span<const IntSegment> segments_;
  std::vector<Cut> cuts_;
};

// Segments are in order of their lower x: only those abreast are compared.
Result<std::vector<Cut>> find_cuts(std::span<const IntSegment> segments) {
  Pairs pairs(segments);
  const auto low = [](const IntSegment& s) { return std::min(s.a.y, s.b.y); };
  const auto high = [](const IntSegment& s) { return std::max(s.a.y, s.b.y); };
  for (std::uint32_t i = 0; i < segments.size(); ++i) {
    for (std::uint32_t j = i + 1; j < segments.size() && segments[j].a.x <= segments[i].b.x; ++j) {
      if (low(segments[j]) > high(segments[i]) || high(segments[j]) < low(segments[i])) continue;
      if (!pairs.note(i, j)) {
        return Error{"walls cross, seen from above: axes are for worlds of one floor"};
      }
    }
  }
  return pairs.take();
}

// The ends at which two segments meet in a line, and no other ends there; in order.
std::vector<IntPoint> collinear_ends(std::span<const IntSegment> segments) {
  struct End {
    IntPoint at;
    IntPoint other;
    auto operator<=>(const End&) const = default;
  };
  std::vector<End> ends;
  for (const IntSegment& s : segments) {
    ends.push_back({s.a, s.b});
    ends.push_back({s.b, s.a});
  }
  std::ranges::sort(ends);
  std::vector<IntPoint> found;
  for (auto first = ends.begin(); first != ends.end();) {
    const auto last =
        std::find_if(first, ends.end(), [&](const End& e) { return e.at != first->at; });
    // The ends are in order: at a collinear end one leads back and one on.
    const bool is_straight =
        last - first == 2 && first[0].other < first->at && first->at < first[1].other &&
        orientation(first[0].other.vec(), first->at.vec(), first[1].other.vec()) == 0;
    if (is_straight) found.push_back(first->at);
    first = last;
  }
  return found;
}

// Merges segments that meet in a straight line. Requires: in order.
std::vector<IntSegment> straightened(const std::vector<IntSegment>& segments) {
  const std::vector<IntPoint> found = collinear_ends(segments);
  const auto is_collinear_end = [&](IntPoint p) { return std::ranges::binary_search(found, p); };
  std::vector<IntSegment> out;
  for (const IntSegment& s : segments) {
    if (is_collinear_end(s.a)) continue;
    IntSegment whole = s;
    while (is_collinear_end(whole.b)) {
      whole.b = std::ranges::lower_bound(segments, whole.b, {}, &IntSegment::a)->b;
    }
    out.push_back(whole);
  }
  return out;
}

}  // namespace

IntPoint IntFrame::of(Vec2 p) const {
  const auto whole = [&](double x, double middle) {
    return static_cast<std::int32_t>(std::llround((x - middle) * scale));
  };
  return {whole(p.x, centre.x), whole(p.y, centre.y)};
}

IntFrame frame_of(const Mesh& mesh) {
  IntFrame frame;
  const Box3 box = mesh.box();
  frame.centre = ((box.low + box.high) * 0.5).xy();
  const double half = std::max(box.size().x, box.size().y) / 2;
  if (!(half > 0)) return frame;
  frame.scale = 0x1p60;
  while (half * frame.scale > 0x1p29) frame.scale *= 0.5;
  return frame;
}

Result<std::vector<IntSegment>> wall_segments(const Mesh& mesh, const IntFrame& frame,
                                              const OpenGround& open) {
  std::vector<IntSegment> segments;
  for (const EdgeId e : mesh.edges()) {
    if (!open.is_wall(e)) continue;
    const IntSegment s = ordered(frame.of(mesh.start(e).xy()), frame.of(mesh.end(e).xy()));
    if (s.a != s.b) segments.push_back(s);
  }
  sort_and_trim(segments);
  TRY(const auto cuts, find_cuts(segments));
  std::vector<IntSegment> pieces;
  auto cut = cuts.begin();
  for (std::uint32_t i = 0; i < segments.size(); ++i) {
    IntPoint from = segments[i].a;
    for (; cut != cuts.end() && cut->segment == i; ++cut) {
      pieces.push_back({from, cut->at});
      from = cut->at;
    }
    pieces.push_back({from, segments[i].b});
  }
  sort_and_trim(pieces);
  return straightened(pieces);
}

}  // namespace thalweg

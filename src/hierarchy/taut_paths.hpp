// TautPaths: taut paths from one point over the narrowest portals of a fold (DirectedPassage), each
// continued from another.
//
// A string ends at the narrowest portal of a directed passage, which it has crossed: it is a funnel
// between both ends of that portal, from which every path on over it can be continued. Searches
// extend strings from one narrowest portal to the next in the order of their lengths, and so find
// shortest paths exactly. Two rules leave strings out, of which no shortest path needs any:
//
//   Another string over the same directed passage is at most as long to both ends of the narrowest portal. If a path by the longer
//   string were shorter in between, it would have to cross a path by the other, and could follow that one
//   from there on.
//
//   A string is longer, to either end of the narrowest portal, than the shortest known path to the portal's middle plus
//   half the portal's width: then the same holds for all points of that portal.
//
// A string is pulled when a search comes to it. Until then a *step*, over a transition from another
// string, stands for it, with lower bounds of its lengths.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "path/exact_points.hpp"
#include "thalweg/hierarchy/fold_portals.hpp"

namespace thalweg {

using FunnelStateId = Id<struct FunnelStateTag, 't'>;
using TautStepId = Id<struct TautStepTag, 's'>;

// A directed passage is a passage in one of its directions (DirectedPassageId).
inline std::uint32_t passage_of(DirectedPassageId directed) { return directed.value / 2; }
inline bool is_forth(DirectedPassageId directed) { return (directed.value & 1) != 0; }
inline DirectedPassageId directed_passage(std::uint32_t passage, bool forth) {
  return DirectedPassageId(2 * passage + (forth ? 1 : 0));
}
inline DirectedPassageId reverse_of(DirectedPassageId directed) {
  return DirectedPassageId(directed.value ^ 1u);
}

// A lower bound of the length to any point of a narrowest portal (left and right as the portal is
// stored): the larger of two lines that start at its ends. The length of one string is a convex
// function of the point, so its tangents at both ends are such lines. Without slopes the lines fall
// by one metre per metre, as fast as any length can.
struct PortalLengths {
  double left = 0;
  double right = 0;
  double left_slope = -1;  // per metre from left to right
  double right_slope = 1;

  double least() const { return std::min(left, right); }
  // At a point so many metres from the left end.
  double at(double from_left, double width) const {
    return std::max(left + left_slope * from_left, right - right_slope * (width - from_left));
  }
  // Where both lines meet, from the left end.
  double turn(double width) const {
    const double bend = right_slope - left_slope;
    const double from_left = (left - right + right_slope * width) / bend;
    return bend > 0 ? std::clamp(from_left, 0.0, width) : 0;
  }
};

// A lower bound of the length of paths over a portal of this width, from the bounds on both of its sides. The sum of
// both is convex and piecewise linear: it is least at an end of the portal or where one of the two turns.
inline double least_over_portal(const PortalLengths& a, double turn_of_a, const PortalLengths& b,
                                double turn_of_b, double width) {
  const auto sum = [&](double at) { return a.at(at, width) + b.at(at, width); };
  return std::min(std::min(a.left + b.left, a.right + b.right),
                  std::min(sum(turn_of_a), sum(turn_of_b)));
}

// At most the length, whatever was rounded.
inline float at_most_float(double metres) {
  return std::nextafter(static_cast<float>(metres), 0.0f);
}

class TautPaths {
 public:
  struct Corner {
    Vec2 point;
  };
  using Funnel = StringFunnel<Corner, ExactPoints<Corner>>;

  // A funnel that is kept.
  struct Kept {
    double before = 0;        // metres to the apex
    std::uint32_t first = 0;  // of its corners
    Funnel::Sizes sizes;
  };
  struct FunnelState {
    Kept kept;
    PortalLengths lengths;
    DirectedPassageId directed;
    FunnelStateId parent;  // that it continues; none: it begins at the start
    FunnelStateId older;   // over the same directed passage
  };

  // Borrows the portals. Requires: they have directed passages, and no coordinate is larger in size
  // than `most`.
  TautPaths(const FoldPortals& portals, double most);

  // Forgets all strings and steps.
  void clear();

  // A funnel that is only a point.
  Kept begin(Vec2 start);
  // A funnel continued by what `add` adds to it: at most `most` corners.
  template <class Add>
  Kept extend(const Kept& from, std::size_t most, const Add& add) {
    Funnel funnel = restored(from, most);
    add(funnel);
    return keep(from.before, funnel);
  }
  // Metres to a point, over what `add` adds to a funnel.
  template <class Add>
  double length_to(Vec2 goal, const Kept& from, std::size_t most, const Add& add) {
    Funnel funnel = restored(from, most);
    add(funnel);
    return from.before + length_of(funnel.finish({goal}));
  }

  // A funnel at the passage end that a directed passage leaves, continued over its narrowest
  // portal. None: no shortest path needs it.
  FunnelStateId enter(const Kept& at_passage_end, DirectedPassageId directed);
  // A funnel that has crossed the narrowest portal of a directed passage, as a string. None: no
  // shortest path needs it.
  FunnelStateId take(const Kept& at_portal, DirectedPassageId directed, FunnelStateId parent);
  // A string at the passage end that its directed passage leads to.
  Kept leave(FunnelStateId at);

  // Where the lengths of a string turn, on its narrowest portal.
  double turn(const FunnelState& string) const {
    return string.lengths.turn(width(string.directed));
  }
  // Lower bounds of the lengths of a string that is continued over a transition.
  PortalLengths least_over(const FunnelState& string, double turn,
                           const FoldTransition& transition) const;
  // False: no shortest path needs strings over a directed passage that are so long.
  bool is_needed(DirectedPassageId directed, const PortalLengths& lengths) const;
  // A step over a transition from a string; or one that stands for a string itself.
  TautStepId add_step(FunnelStateId from, const FoldTransition& transition);
  TautStepId add_step(FunnelStateId pulled);
  // The string of a step. None: no shortest path needs it.
  FunnelStateId pull(TautStepId step);
  bool is_string(TautStepId step) const { return steps_[step.value].transition == nullptr; }
  // Requires: it is not pulled.
  DirectedPassageId directed(TautStepId step) const { return steps_[step.value].transition->to; }

  std::size_t step_count() const { return steps_.size(); }
  std::size_t size() const { return strings_.size(); }
  const FunnelState& operator[](FunnelStateId at) const { return strings_[at.value]; }
  // What is known of a directed passage's narrowest portal will be wanted soon.
  void fetch(DirectedPassageId directed) const {
    __builtin_prefetch(&narrowest_[passage_of(directed)]);
  }
  double width(DirectedPassageId directed) const { return narrowest_[passage_of(directed)].width; }
  std::size_t bytes() const;

  static void add_portal(Funnel& funnel, const PortalEnds& portal, bool is_out) {
    add<Side::left>(funnel, (is_out ? portal.left : portal.right).xy());
    add<Side::right>(funnel, (is_out ? portal.right : portal.left).xy());
  }
  static void add_corners(Funnel& funnel, std::span<const HourglassCorner> corners) {
    for (const HourglassCorner& corner : corners) {
      const Vec2 point = corner.point.xy();
      corner.is_left != 0 ? add<Side::left>(funnel, point) : add<Side::right>(funnel, point);
    }
  }
  // Metres to an end of the current portal, from where the funnel begins or was continued.
  static double length_to_end(const Funnel& funnel, Side side);
  // The first bend before it, or that end; the beginning if it is that end.
  static Vec2 next_to_end(const Funnel& funnel, Side side);

 private:
  struct Step {
    FunnelStateId from;
    const FoldTransition* transition;  // null: it stands for a string
    FunnelStateId pulled;
  };
  // What is known of a passage's narrowest portal: one cache line.
  struct alignas(64) Narrowest {
    Vec2 along;  // one metre, from left to right
    double width = 0;
    double to_middle = 0;                 // the shortest known path to its middle
    std::uint32_t stamp = 0;              // of what is known now
    std::array<FunnelStateId, 2> last{};  // over the passage back and forth
  };

  // A corner that several portals share changes nothing but once.
  template <Side kSide>
  [[gnu::always_inline]] static void add(Funnel& funnel, Vec2 point) {
    if (funnel.last<kSide>().point != point) funnel.add<kSide>({point});
  }
  Funnel restored(const Kept& from, std::size_t most) {
    Funnel funnel(memory_, {}, most + from.sizes.left + from.sizes.right, {sure_});
    funnel.restore(corners_.data() + from.first, from.sizes);
    return funnel;
  }
  Kept keep(double before, const Funnel& funnel) {
    Kept kept;
    kept.before = before + length_of(funnel.final_bends());
    kept.first = static_cast<std::uint32_t>(corners_.size());
    kept.sizes = funnel.save(corners_);
    return kept;
  }
  static double length_of(std::span<const Corner> bends) {
    double sum = 0;
    for (std::size_t i = 1; i < bends.size(); ++i) {
      sum += length(bends[i].point - bends[i - 1].point);
    }
    return sum;
  }
  PortalLengths measure(const Kept& at_portal, DirectedPassageId directed) const;
  FunnelStateId take_over(const Kept& from, std::span<const HourglassCorner> corners,
                          DirectedPassageId directed, FunnelStateId parent);

  const FoldPortals& portals_;
  double sure_;
  std::vector<Narrowest> narrowest_;  // [passage]
  FunnelMemory<Corner> memory_;
  std::vector<Corner> corners_;  // of kept funnels
  std::vector<FunnelState> strings_;
  std::vector<Step> steps_;
  std::uint32_t now_ = 0;
};

}  // namespace thalweg

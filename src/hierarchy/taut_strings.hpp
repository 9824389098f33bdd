// TautStrings: taut strings from one point over the necks of a fold (FoldWay), each continued from another.
//
// A string ends at the neck of a way, which it has crossed: it is a funnel between both ends of that gate,
// from which every path on over it can be continued. Searches extend strings from neck to neck in the order
// of their lengths, and so find shortest paths exactly. Two rules leave strings out, of which no shortest
// path needs any:
//
//   Another string over the same way is at most as long to both ends of the neck. If a path by the longer
//   string were shorter in between, it would have to cross a path by the other, and could follow that one
//   from there on.
//
//   A string is longer, to either end of the neck, than the shortest way known to its middle and half of its
//   width: then the same holds for all points of the neck.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "path/exact_points.hpp"
#include "thalweg/hierarchy/fold_gates.hpp"

namespace thalweg {

struct TautStringTag {
  static constexpr char kLetter = 't';
};
using TautStringId = Id<TautStringTag>;

class TautStrings {
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
  struct String {
    Kept kept;
    double to_left = 0;  // metres to the ends of the neck, left and right as the gate is stored
    double to_right = 0;
    WayId way;
    TautStringId parent;  // that it continues; none: it begins at the start
    TautStringId older;   // over the same way

    double nearest() const { return std::min(to_left, to_right); }
  };

  // Borrows the gates. Requires: they have ways, and no coordinate is larger in size than `most`.
  TautStrings(const FoldGates& gates, double most);

  // Forgets all strings.
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
  static void add_gate(Funnel& funnel, const FoldGate& gate, bool is_out) {
    funnel.add<Side::left>({(is_out ? gate.left : gate.right).xy()});
    funnel.add<Side::right>({(is_out ? gate.right : gate.left).xy()});
  }

  // Continues a funnel at the hub that a way leaves, over its neck. None: no shortest path needs it.
  TautStringId enter(const Kept& at_hub, WayId way, TautStringId parent);
  // A funnel that has crossed the neck of a way, as a string.
  TautStringId take(const Kept& at_neck, WayId way, TautStringId parent);
  // A string at the hub that its way leads to.
  Kept leave(TautStringId at);

  std::size_t size() const { return strings_.size(); }
  const String& operator[](TautStringId at) const { return strings_[at.value]; }
  double width(WayId way) const { return widths_[way.value / 2]; }
  double length_to_middle(TautStringId at);

  std::size_t bytes() const;

 private:
  // The strings over a way, and the shortest known way to the middle of a neck.
  struct Mark {
    std::uint32_t stamp = 0;
    TautStringId last;
  };
  struct Middle {
    std::uint32_t stamp = 0;
    double metres = 0;
  };

  Funnel restored(const Kept& from, std::size_t most);
  Kept keep(double before, const Funnel& funnel);
  static double length_of(std::span<const Corner> bends);
  static void add_corners(Funnel& funnel, std::span<const FoldCorner> corners);
  bool is_needed(const String& string);

  const FoldGates& gates_;
  double sure_;
  std::vector<double> widths_;  // [passage]  of necks
  FunnelMemory<Corner> memory_;
  std::vector<Corner> corners_;  // of kept funnels
  std::vector<String> strings_;
  std::vector<Mark> marks_;      // [way]
  std::vector<Middle> middles_;  // [passage]
  std::uint32_t now_ = 0;
};

}  // namespace thalweg

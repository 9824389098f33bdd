// The funnel of Lee and Preparata: the shortest paths from the last final bend (the apex) to both
// ends of the current portal.                                   docs/reference/papers.md [LP84]
//
//             left chain           Each chain bends outwards only: the left one turns left at every
//        l2 .                      corner, the right one right. A new left end p removes those
//           \  ` l1                corners of its chain that the straight line to p bypasses. If it
//            \     \               removes all of them, and p lies beyond the first corner of the
//   portal >  \      a  apex       other chain, then the shortest path to p bends at that corner:
//              \   /               the corner is final and becomes the apex.
//               \ r1
//               r2   right chain
//
// Ties matter. The apex is the last point that both shortest paths share. So a corner that the
// straight line only touches becomes the apex too: the path may still turn back around it, along a
// wall without thickness. Bends that turn out to be collinear are removed afterwards.
#pragma once

#include <algorithm>

#include "thalweg/path/funnel.hpp"

namespace thalweg {

enum class Side : int { left = 1, right = -1 };

// Where the straight line from the apex to a new end p passes the first corner of the other chain.
enum class Passing {
  apart,   // on its own side
  beyond,  // at or beyond the corner: the path to p bends there
  short_,  // through p itself, which lies before the corner
};

// Geometry gives, for its kind of Corner:
//   is_kept(side, before, tail, p)  whether before -> tail -> p bends outwards at the tail
//   pass(side, apex, other, p)      see Passing
//   is_same(a, b)                   whether b adds nothing to a
template <class Corner, class Geometry>
class StringFunnel {
 public:
  // Borrows all three. The string starts at `start`; at most `most` corners are added.
  StringFunnel(FunnelSide<Corner>& left, FunnelSide<Corner>& right, std::vector<Corner>& bends,
               const Corner& start, std::size_t most)
      : left_(left), right_(right), bends_(bends) {
    left_.clear(most + 1);  // the goal too
    right_.clear(most);
    bends_.clear();
    bends_.push_back(start);
  }

  // The end of the current portal on that side: a corner of the chain, or the apex.
  Corner& end(Side side) {
    FunnelSide<Corner>& mine = side == Side::left ? left_ : right_;
    return mine.empty() ? bends_.back() : mine.last();
  }

  // The next portal ends at `p` on that side; its other end stays.
  void add(Side side, const Corner& p) {
    side == Side::left ? add<Side::left>(p) : add<Side::right>(p);
  }
  template <Side kSide>
  void add(const Corner& p) {
    FunnelSide<Corner>& mine = kSide == Side::left ? left_ : right_;
    while (!mine.empty() && !Geometry::is_kept(kSide, before_last(mine), mine.last(), p)) {
      --mine.tail;
    }
    if (mine.empty() && !move_apex<kSide>(p)) return;
    mine.push(p);
  }

  // The last point. Afterwards the bends are complete.
  void finish(const Corner& goal) {
    add<Side::left>(goal);
    const auto first = left_.items.begin();
    bends_.insert(bends_.end(), first + static_cast<std::ptrdiff_t>(left_.head),
                  first + static_cast<std::ptrdiff_t>(left_.tail));
  }

 private:
  const Corner& before_last(const FunnelSide<Corner>& side) const {
    return side.tail - 1 == side.head ? bends_.back() : side.items[side.tail - 2];
  }

  // Moves the apex along the other chain as far as the path to `p` needs. False: the apex is `p`.
  template <Side kSide>
  bool move_apex(const Corner& p) {
    FunnelSide<Corner>& other = kSide == Side::left ? right_ : left_;
    while (!Geometry::is_same(bends_.back(), p)) {
      if (other.empty()) return true;
      const Passing passing = Geometry::pass(kSide, bends_.back(), other.items[other.head], p);
      if (passing == Passing::apart) return true;
      if (passing == Passing::short_) {
        bends_.push_back(p);
        return false;
      }
      bends_.push_back(other.items[other.head++]);
    }
    return false;
  }

  FunnelSide<Corner>& left_;
  FunnelSide<Corner>& right_;
  std::vector<Corner>& bends_;  // the apex is the last one
};

}  // namespace thalweg

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

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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
  // Borrows the memory. The string starts at `start`; at most `most` corners are added.
  StringFunnel(FunnelMemory<Corner>& memory, const Corner& start, std::size_t most,
               const Geometry& geometry = {})
      : geometry_(geometry) {
    // Each side holds the apex before its corners, and the goal too.
    const std::size_t side = most + 2;
    const std::size_t room = 4 * side;
    if (memory.corners.size() < room) memory.corners.resize(room);
    left_.base = memory.corners.data();
    right_.base = left_.base + side;
    bends_ = right_.base + side;
    left_.restart(start);
    right_.restart(start);
    last_ = bends_;
    *last_ = start;
  }

  // The end of the current portal on that side: a corner of the chain, or the apex.
  [[gnu::always_inline]] Corner& end(Side side) {
    Chain& mine = side == Side::left ? left_ : right_;
    return mine.empty() ? *last_ : mine.tail[-1];
  }

  // The same, only to be read: the corner before an empty chain is the apex.
  template <Side kSide>
  [[gnu::always_inline]] const Corner& last() const {
    return (kSide == Side::left ? left_ : right_).tail[-1];
  }

  // The next portal ends at `p` on that side; its other end stays. False: `p` is the apex.
  bool add(Side side, const Corner& p) {
    return side == Side::left ? add<Side::left>(p) : add<Side::right>(p);
  }
  template <Side kSide>
  [[gnu::always_inline]] bool add(const Corner& p) {
    Chain& mine = kSide == Side::left ? left_ : right_;
    while (!mine.empty() && !geometry_.is_kept(kSide, mine.tail[-2], mine.tail[-1], p)) {
      --mine.tail;
    }
    if (mine.empty()) {
      const bool is_beyond = move_apex<kSide>(p);
      mine.restart(*last_);
      if (!is_beyond) return false;
    }
    *mine.tail++ = p;
    return true;
  }

  // The bends so far that are final: from the start, or where it was continued, to the apex.
  std::span<const Corner> final_bends() const {
    return {bends_, static_cast<std::size_t>(last_ + 1 - bends_)};
  }

  // The corners of a side: from behind the apex up to the end of the current portal.
  std::span<const Corner> side(Side side) const {
    const Chain& chain = side == Side::left ? left_ : right_;
    return {chain.head, static_cast<std::size_t>(chain.tail - chain.head)};
  }

  // What is needed to continue the string later: the apex, and both sides.
  struct Sizes {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
  };
  Sizes save(std::vector<Corner>& to) const {
    const auto left = static_cast<std::size_t>(left_.tail - left_.head);
    const auto right = static_cast<std::size_t>(right_.tail - right_.head);
    const std::size_t before = to.size();
    to.resize(before + 1 + left + right);
    Corner* at = to.data() + before;
    *at++ = *last_;
    for (std::size_t i = 0; i < left; ++i) *at++ = left_.head[i];
    for (std::size_t i = 0; i < right; ++i) *at++ = right_.head[i];
    return {static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(right)};
  }
  // Continues from `saved`. Requires: room for its corners among the most that are added.
  void restore(const Corner* saved, Sizes sizes) {
    last_ = bends_;
    *last_ = *saved;
    left_.restart(*saved);
    right_.restart(*saved++);
    for (std::uint32_t i = 0; i < sizes.left; ++i) *left_.tail++ = *saved++;
    for (std::uint32_t i = 0; i < sizes.right; ++i) *right_.tail++ = *saved++;
  }

  // The last point. The bends of the whole string, valid as long as the memory is not used again.
  std::span<Corner> finish(const Corner& goal) {
    add<Side::left>(goal);
    for (const Corner* at = left_.head; at != left_.tail; ++at) *++last_ = *at;
    return {bends_, static_cast<std::size_t>(last_ + 1 - bends_)};
  }

 private:
  // The corners head .. tail - 1. The apex lies before them.
  struct Chain {
    Corner* base = nullptr;
    Corner* head = nullptr;
    Corner* tail = nullptr;

    bool empty() const { return head == tail; }
    void restart(const Corner& apex) {
      *base = apex;
      head = tail = base + 1;
    }
  };

  // Moves the apex along the other chain as far as the path to `p` needs. False: the apex is `p`.
  template <Side kSide>
  [[gnu::always_inline]] bool move_apex(const Corner& p) {
    Chain& other = kSide == Side::left ? right_ : left_;
    while (!geometry_.is_same(*last_, p)) {
      if (other.empty()) return true;
      const Passing passing = geometry_.pass(kSide, *last_, *other.head, p);
      if (passing == Passing::apart) return true;
      if (passing == Passing::short_) {
        *++last_ = p;
        // The apex before the corners of a chain is only compared by its position.
        other.head[-1] = p;
        return false;
      }
      *++last_ = *other.head++;
    }
    return false;
  }

  Geometry geometry_;
  Chain left_;
  Chain right_;
  Corner* bends_ = nullptr;
  Corner* last_ = nullptr;  // the apex
};

}  // namespace thalweg

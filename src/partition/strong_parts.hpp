// Strong parts: the sets of items of which each reaches each other (Tarjan 1972).
//
// Knows nothing of graphs: items are numbers, and each has slots by which it may lead on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace thalweg {

inline constexpr std::uint32_t kNoItem = 0xFFFFFFFFu;

struct StrongParts {
  std::vector<std::uint32_t> of;  // [item]  its part; parts are in order of their first items
  std::uint32_t count = 0;
};

// The slots of an item: first to last, last not among them.
struct SlotRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

// slots_of(item) is a SlotRange; next(item, slot) the item that the slot leads to, or kNoItem.
template <class SlotsOf, class Next>
class PartFinder {
 public:
  PartFinder(std::uint32_t count, const SlotsOf& slots_of, const Next& next)
      : slots_of_(slots_of), next_(next), order_(count, 0), low_(count, 0), part_(count, kNoItem) {}

  // The parts in the order in which they were finished.
  std::vector<std::uint32_t> find() && {
    for (std::uint32_t item = 0; item < order_.size(); ++item) {
      if (order_[item] == 0) visit(item);
    }
    return std::move(part_);
  }

 private:
  struct Frame {
    std::uint32_t item;
    SlotRange left;  // slots not tried yet
  };

  void enter(std::uint32_t item) {
    order_[item] = low_[item] = ++last_order_;
    open_.push_back(item);
    frames_.push_back({item, slots_of_(item)});
  }

  void visit(std::uint32_t root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.left.first == frame.left.last) {
        leave();
        continue;
      }
      const std::uint32_t item = frame.item;
      const std::uint32_t next = next_(item, frame.left.first++);
      if (next == kNoItem) continue;
      if (order_[next] == 0) {
        enter(next);
      } else if (part_[next] == kNoItem) {
        low_[item] = std::min(low_[item], order_[next]);
      }
    }
  }

  void leave() {
    const std::uint32_t item = frames_.back().item;
    frames_.pop_back();
    if (low_[item] == order_[item]) {
      close(item);
    } else {
      std::uint32_t& above = low_[frames_.back().item];
      above = std::min(above, low_[item]);
    }
  }

  // The open items from `first` on are a part.
  void close(std::uint32_t first) {
    std::uint32_t item = kNoItem;
    do {
      item = open_.back();
      open_.pop_back();
      part_[item] = part_count_;
    } while (item != first);
    ++part_count_;
  }

  const SlotsOf& slots_of_;
  const Next& next_;
  std::vector<std::uint32_t> order_;  // [item]  when it was entered, from 1; 0: not yet
  std::vector<std::uint32_t> low_;    // [item]  the least order known to be reached from it
  std::vector<std::uint32_t> part_;   // [item]  none while it is open
  std::vector<std::uint32_t> open_;
  std::vector<Frame> frames_;
  std::uint32_t last_order_ = 0;
  std::uint32_t part_count_ = 0;
};

// O(items + slots).
template <class SlotsOf, class Next>
StrongParts strong_parts(std::uint32_t count, const SlotsOf& slots_of, const Next& next) {
  StrongParts result{PartFinder<SlotsOf, Next>(count, slots_of, next).find(), 0};
  std::vector<std::uint32_t> number(count, kNoItem);  // [part as found]
  for (std::uint32_t& part : result.of) {
    if (number[part] == kNoItem) number[part] = result.count++;
    part = number[part];
  }
  return result;
}

}  // namespace thalweg

// OpenList: the nodes to expand next, least f first. An indexed four-ary heap.
//
// Order: f, then larger g, then lower id: the same on every platform. A node's index in the heap is
// kept in the bank, so that a better cost moves it instead of adding it again.
//
// An entry is two words, and its slot where that is not its id. With f equal, larger g means
// smaller h, so the second word holds h (at most 2^32 - 1; beyond that ties go by id) above the id.
//
// pop leaves a gap at the top, which the next node added fills: a neighbour of the node just taken
// mostly belongs near the top, so it sinks little.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "thalweg/detail/node_bank.hpp"

namespace thalweg {

template <class Node>
struct OpenEntry {
  Distance f = 0;
  std::uint64_t tie = 0;  // h, then the id

  OpenEntry() = default;
  OpenEntry(Node node, Distance g, Distance h, std::uint32_t /*slot*/)
      : f(g + h), tie((std::min<Distance>(h, 0xFFFFFFFFu) << 32) | node.value) {}
  Node node() const { return Node(static_cast<std::uint32_t>(tie)); }
  std::uint32_t slot() const { return node().value; }
};

// For a bank whose slots are not ids.
template <class Node>
struct SlottedEntry : OpenEntry<Node> {
  SlottedEntry() = default;
  SlottedEntry(Node node, Distance g, Distance h, std::uint32_t slot)
      : OpenEntry<Node>(node, g, h, slot), slot_(slot) {}
  std::uint32_t slot() const { return slot_; }

 private:
  std::uint32_t slot_ = 0;
};

// Compares as one number of two words: without branches, so that nothing is mispredicted.
template <class Node>
inline bool goes_before(const OpenEntry<Node>& a, const OpenEntry<Node>& b) {
  __extension__ using TwoWords = unsigned __int128;
  return ((TwoWords{a.f} << 64) | a.tie) < ((TwoWords{b.f} << 64) | b.tie);
}

// What the loop calls for every node is always inlined: when many searches are compiled in one file
// the compiler would otherwise stop inlining.
template <class Bank>
class OpenList {
 public:
  using Node = typename Bank::Node;
  using Entry = std::conditional_t<Bank::kSlotIsId, OpenEntry<Node>, SlottedEntry<Node>>;
  static_assert(!Bank::kSlotIsId || sizeof(Entry) == 16);

  std::size_t size() const { return heap_.size() - (has_gap_ ? 1 : 0); }
  bool empty() const { return size() == 0; }
  void clear() {
    heap_.clear();
    has_gap_ = false;
  }

  // The first entry. Requires: !empty().
  [[gnu::always_inline]] const Entry& front(Bank& bank) {
    if (has_gap_) close_gap(bank);
    return heap_.front();
  }

  // Takes the first entry out. Requires: !empty().
  [[gnu::always_inline]] Entry pop(Bank& bank) {
    const Entry first = front(bank);
    bank.at(first.slot()).open_at = kNotOpen;
    has_gap_ = true;
    return first;
  }

  // Adds a node that is not open.
  void add(const Entry& entry, Bank& bank) {
    if (has_gap_) {
      has_gap_ = false;
      sink(entry, bank);
      return;
    }
    heap_.push_back(entry);
    rise(entry, static_cast<std::uint32_t>(heap_.size() - 1), bank);
  }

  // Moves an open node forward. Requires: `entry` goes before its old one.
  void improve(const Entry& entry, Bank& bank) {
    if (has_gap_) close_gap(bank);
    rise(entry, bank.at(entry.slot()).open_at, bank);
  }

  std::size_t bytes() const { return heap_.capacity() * sizeof(Entry); }

 private:
  [[gnu::always_inline]] void close_gap(Bank& bank) {
    has_gap_ = false;
    const Entry last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) sink(last, bank);
  }

  void set(std::size_t at, const Entry& entry, Bank& bank) {
    heap_[at] = entry;
    bank.at(entry.slot()).open_at = static_cast<std::uint32_t>(at);
  }

  void rise(const Entry& entry, std::uint32_t at, Bank& bank) {
    while (at > 0) {
      const std::uint32_t above = (at - 1) / 4;
      if (!goes_before(entry, heap_[above])) break;
      set(at, heap_[above], bank);
      at = above;
    }
    set(at, entry, bank);
  }

  // The first among the children that start at `child`. Requires: child < heap_.size().
  std::size_t first_child(std::size_t child) const {
    const Entry* const h = heap_.data();
    if (child + 3 < heap_.size()) {
      const std::size_t a = child + (goes_before(h[child + 1], h[child]) ? 1 : 0);
      const std::size_t b = child + 2 + (goes_before(h[child + 3], h[child + 2]) ? 1 : 0);
      return goes_before(h[b], h[a]) ? b : a;
    }
    std::size_t best = child;
    for (std::size_t c = child + 1; c < heap_.size(); ++c)
      best = goes_before(h[c], h[best]) ? c : best;
    return best;
  }

  // Puts `entry` where the first one was and lets it sink.
  void sink(const Entry& entry, Bank& bank) {
    std::size_t at = 0;
    while (4 * at + 1 < heap_.size()) {
      const std::size_t child = first_child(4 * at + 1);
      if (!goes_before(heap_[child], entry)) break;
      set(at, heap_[child], bank);
      at = child;
    }
    set(at, entry, bank);
  }

  std::vector<Entry> heap_;
  bool has_gap_ = false;  // heap_[0] has been taken out
};

}  // namespace thalweg

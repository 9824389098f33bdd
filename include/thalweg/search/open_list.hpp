// OpenList: the nodes to expand next, least f first. An indexed heap with four children a node.
//
// Order: f, then larger g, then lower id: the same on every platform. A node's place in the heap is
// kept in the bank, so that a better cost moves it instead of adding it again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "thalweg/search/node_bank.hpp"

namespace thalweg {

struct OpenEntry {
  Distance f = 0;
  Distance g = 0;
  NodeId node;
  std::uint32_t slot = 0;  // of the node in its bank
};

// Without branches, so that the processor need not guess.
inline bool goes_before(const OpenEntry& a, const OpenEntry& b) {
  return (a.f < b.f) |
         ((a.f == b.f) & ((a.g > b.g) | ((a.g == b.g) & (a.node.value < b.node.value))));
}

class OpenList {
 public:
  bool empty() const { return heap_.empty(); }
  std::size_t size() const { return heap_.size(); }
  void clear() { heap_.clear(); }
  // Requires: !empty().
  const OpenEntry& front() const { return heap_.front(); }

  // Adds a node, or moves it forward. Requires: if the node is open, `entry` goes before its old
  // one.
  template <class Bank>
  void put(const OpenEntry& entry, Bank& bank) {
    std::uint32_t at = bank.at(entry.slot).open_at;
    if (at == kNotOpen) {
      at = static_cast<std::uint32_t>(heap_.size());
      heap_.push_back(entry);
    }
    rise(entry, at, bank);
  }

  // Takes the first entry out. Requires: !empty().
  template <class Bank>
  OpenEntry pop(Bank& bank) {
    const OpenEntry first = heap_.front();
    bank.at(first.slot).open_at = kNotOpen;
    const OpenEntry last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) sink(last, bank);
    return first;
  }
  std::size_t bytes() const { return heap_.capacity() * sizeof(OpenEntry); }

 private:
  template <class Bank>
  void set(std::uint32_t at, const OpenEntry& entry, Bank& bank) {
    heap_[at] = entry;
    bank.at(entry.slot).open_at = at;
  }

  template <class Bank>
  void rise(const OpenEntry& entry, std::uint32_t at, Bank& bank) {
    while (at > 0) {
      const std::uint32_t above = (at - 1) / 4;
      if (!goes_before(entry, heap_[above])) break;
      set(at, heap_[above], bank);
      at = above;
    }
    set(at, entry, bank);
  }

  // The first among the children that start at `child`. Requires: child < size().
  std::size_t first_child(std::size_t child) const {
    const OpenEntry* const h = heap_.data();
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
  template <class Bank>
  void sink(const OpenEntry& entry, Bank& bank) {
    std::size_t at = 0;
    while (4 * at + 1 < heap_.size()) {
      const std::size_t child = first_child(4 * at + 1);
      if (!goes_before(heap_[child], entry)) break;
      set(static_cast<std::uint32_t>(at), heap_[child], bank);
      at = child;
    }
    set(static_cast<std::uint32_t>(at), entry, bank);
  }

  std::vector<OpenEntry> heap_;
};

}  // namespace thalweg

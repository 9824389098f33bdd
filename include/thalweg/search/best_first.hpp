// best_first: the one best-first loop of the project. Dijkstra, A* and weighted A* are its
// heuristics. Knows graphs, not meshes.
//
// A view of a graph is anything with
//   Node, Arc                          its ids: strong, 4 bytes each
//   node_count()                       nodes are 0 .. node_count() - 1
//   for_each_arc(node, visit)          visit(arc, target, cost) for each passable arc, cost > 0
//   prefetch(node)                     optional: fetches the arcs ahead; they will be wanted soon
// and a heuristic is anything that gives a Distance for a Node. Each goal has a final cost: it is
// as if all goals led by one more arc to a last node, at number node_count(), where the search
// ends. A heuristic may have a member keeps_settled(): where it is true, settled nodes are never
// reopened. That is for greedy searches, which would otherwise expand nodes again and again: where
// the heuristic is w times a consistent one, the route costs at most w times the cheapest with or
// without reopening.
//
// Based on: Rabin's and Stout's articles (docs/reference/papers.md [Gems]): node bank, open list,
// several goals, time slices, no step back to the parent.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "thalweg/detail/node_bank.hpp"
#include "thalweg/detail/open_list.hpp"
#include "thalweg/search/route.hpp"
#include "thalweg/search/search.hpp"
#include "thalweg/search/seed.hpp"

namespace thalweg {

template <class Node>
struct SearchOutcomeOf {
  SearchEnd end = SearchEnd::exhausted;
  Distance cost = kUnreached;  // where found: from source to goal, their own costs included
  Node goal;                   // where found: the goal taken; none: past the graph
  SearchStats stats;
};
using SearchOutcome = SearchOutcomeOf<NodeId>;

// Memory that consecutive searches share. After the first few searches nothing is allocated.
template <class BankType>
struct BasicScratch {
  using Node = typename BankType::Node;
  using Arc = typename BankType::Arc;

  BankType bank;
  OpenList<BankType> open;
  SearchStats stats;
  std::size_t bytes() const { return bank.bytes() + open.bytes(); }
};
template <class Node, class Arc>
using SearchScratchOf = BasicScratch<NodeBankOf<Node, Arc>>;
template <class Node, class Arc>
using HashedScratchOf = BasicScratch<HashedNodeBankOf<Node, Arc>>;
using SearchScratch = SearchScratchOf<NodeId, ArcId>;
using HashedScratch = HashedScratchOf<NodeId, ArcId>;

// Watches a search. Hooks that do nothing cost nothing; on_settle may return false to stop.
struct NoObserver {
  template <class Node>
  void on_settle(Node /*node*/, Distance /*g*/) {}  // the node is expanded next
  template <class Node>
  void on_improve(Node /*node*/, Distance /*g*/) {}  // a cheaper route to it was found
};

struct NoHeuristic {
  template <class Node>
  Distance operator()(Node) const {
    return 0;
  }
};

// True where settled nodes are not reopened.
template <class Heuristic>
bool keeps_settled(const Heuristic& heuristic) {
  if constexpr (requires { heuristic.keeps_settled(); }) {
    return heuristic.keeps_settled();
  } else {
    return false;
  }
}

namespace search_detail {

// A route to a node: what it costs and where it comes from.
template <class Node, class Arc>
struct Offer {
  Distance g;
  Node parent;
  Arc arc;
};
template <class Scratch>
using OfferFor = Offer<typename Scratch::Node, typename Scratch::Arc>;

// Keeps an offer for a node that had none.
template <class Scratch>
[[gnu::noinline]] void take_first(typename Scratch::Node node, const OfferFor<Scratch>& offer,
                                  Distance h, Scratch& scratch) {
  using Entry = typename decltype(scratch.open)::Entry;
  const std::uint32_t slot = scratch.bank.reach(node);
  scratch.bank.at(slot).g = offer.g;
  scratch.bank.trace(slot) = {h, offer.parent, offer.arc};
  scratch.open.add(Entry(node, offer.g, h, slot), scratch.bank);
}

// Keeps an offer that is better than what the node had.
template <class Scratch>
[[gnu::noinline]] void take_better(typename Scratch::Node node, const OfferFor<Scratch>& offer,
                                   std::uint32_t slot, Scratch& scratch) {
  using Entry = typename decltype(scratch.open)::Entry;
  ReachedNode& known = scratch.bank.at(slot);
  auto& trace = scratch.bank.trace(slot);
  known.g = offer.g;
  trace.parent = offer.parent;
  trace.arc = offer.arc;
  const Entry entry(node, offer.g, trace.h, slot);
  if (known.open_at != kNotOpen) return scratch.open.improve(entry, scratch.bank);
  ++scratch.stats.reopened;
  scratch.open.add(entry, scratch.bank);
}

// Keeps the offer when it is the best so far. Most offers are rejected, so only this test is
// compiled into the loop.
template <class View, class Heuristic, class Scratch, class Observer>
[[gnu::always_inline]] inline void consider(typename Scratch::Node node,
                                            const OfferFor<Scratch>& offer, const View& view,
                                            const Heuristic& heuristic, Scratch& scratch,
                                            Observer& observer) {
  const bool is_last = node.value == view.node_count();
  const std::uint32_t slot = scratch.bank.slot(node);
  if (slot == kNoSlot) {
    if constexpr (requires { view.prefetch(node); }) {
      if (!is_last) view.prefetch(node);
    }
    take_first(node, offer, is_last ? 0 : heuristic(node), scratch);
  } else if (offer.g < scratch.bank.at(slot).g) {
    if (keeps_settled(heuristic) && scratch.bank.at(slot).open_at == kNotOpen) return;
    take_better(node, offer, slot, scratch);
  } else {
    return;
  }
  ++scratch.stats.generated;
  if (!is_last) observer.on_improve(node, offer.g);
}

// The goals at `node`: mostly none, which one comparison mostly shows.
template <class Node>
inline std::span<const SeedOf<Node>> goals_at(Node node, std::span<const SeedOf<Node>> goals) {
  if (goals.empty() || node < goals.front().node || goals.back().node < node) return {};
  const auto first = std::partition_point(
      goals.begin(), goals.end(), [&](const SeedOf<Node>& seed) { return seed.node < node; });
  auto last = first;
  while (last != goals.end() && last->node == node) ++last;
  return {first, last};
}

// Tells the observer; false where it wants to stop.
template <class Observer, class Node>
inline bool settle(Observer& observer, Node node, Distance g) {
  if constexpr (std::is_same_v<decltype(observer.on_settle(node, g)), bool>) {
    return observer.on_settle(node, g);
  } else {
    observer.on_settle(node, g);
    return true;
  }
}

// The last node, which all goals lead to.
template <class Scratch, class View>
inline typename Scratch::Node last_node(const View& view) {
  return typename Scratch::Node(static_cast<std::uint32_t>(view.node_count()));
}

// Puts the sources into the open list.
template <class View, class Heuristic, class Scratch, class Observer>
void start(const View& view, const Heuristic& heuristic,
           const SearchTaskOf<typename Scratch::Node>& task, Scratch& scratch, Observer& observer) {
  const auto last = last_node<Scratch>(view);
  scratch.bank.reset(std::size_t{last.value} + 1);
  scratch.open.clear();
  scratch.stats = {};
  const auto put = [&](typename Scratch::Node node, Distance g) {
    consider(node, {g, {}, {}}, view, heuristic, scratch, observer);
  };
  if (task.direct != kUnreached) put(last, task.direct);
  for (const auto& source : task.sources) put(source.node, source.cost);
}

// Offers the last node the routes that end at the goals of one node. Rare: kept out of the loop.
template <class View, class Heuristic, class Scratch, class Observer>
[[gnu::noinline]] void end_at(std::span<const SeedOf<typename Scratch::Node>> goals, Distance g,
                              const View& view, const Heuristic& heuristic, Scratch& scratch,
                              Observer& observer) {
  for (const auto& goal : goals) {
    consider(last_node<Scratch>(view), {g + goal.cost, goal.node, {}}, view, heuristic, scratch,
             observer);
  }
}

// Expands the first node of the open list. False where the observer wants to stop.
// Requires: there is one, and it is not the last node.
template <class View, class Heuristic, class Scratch, class Observer>
[[gnu::always_inline]] inline bool expand(const View& view, const Heuristic& heuristic,
                                          std::span<const SeedOf<typename Scratch::Node>> goals,
                                          Scratch& scratch, Observer& observer) {
  using Node = typename Scratch::Node;
  using Arc = typename Scratch::Arc;
  auto& [bank, open, stats] = scratch;
  stats.largest_open = std::max<std::uint64_t>(stats.largest_open, open.size());
  const auto top = open.pop(bank);
  const Node node = top.node();
  const Distance g = bank.at(top.slot()).g;
  const Node parent = bank.trace(top.slot()).parent;
  ++stats.expanded;
  if (!settle(observer, node, g)) return false;
  const auto reached = goals_at(node, goals);
  if (!reached.empty()) end_at(reached, g, view, heuristic, scratch, observer);
  view.for_each_arc(node, [&](Arc arc, Node target, auto cost) {
    if (target == parent) return;  // never cheaper
    consider(target, {g + cost, node, arc}, view, heuristic, scratch, observer);
  });
  return true;
}

// The loop.
template <class View, class Heuristic, class Scratch, class Observer>
SearchEnd run(const View& view, const Heuristic& heuristic,
              std::span<const SeedOf<typename Scratch::Node>> goals, Scratch& scratch,
              Budget& budget, Observer& observer) {
  const auto last = last_node<Scratch>(view);
  while (!scratch.open.empty()) {
    if (scratch.open.front(scratch.bank).node() == last) return SearchEnd::found;
    if (!budget.pay()) return budget.end();
    if (!expand(view, heuristic, goals, scratch, observer)) return SearchEnd::stopped;
  }
  return SearchEnd::exhausted;
}

}  // namespace search_detail

// A running best-first search. It ends when a route to a goal is known or the open list is empty.
// The route is the cheapest if the heuristic never overestimates (final costs included). The result
// is in the scratch: the last node's parent is the goal taken.
template <class View, class Heuristic, class Scratch, class Observer = NoObserver>
class BestFirst final : public Search {
 public:
  using Node = typename Scratch::Node;

  // Starts at once.
  BestFirst(View view, Heuristic heuristic, const SearchTaskOf<Node>& task, Scratch& scratch,
            Observer observer = {})
      : view_(std::move(view)),
        heuristic_(std::move(heuristic)),
        goals_(task.goals),
        scratch_(&scratch),
        observer_(std::move(observer)) {
    search_detail::start(view_, heuristic_, task, scratch, observer_);
  }

  SearchEnd advance(Budget& budget) override {
    return search_detail::run(view_, heuristic_, goals_, *scratch_, budget, observer_);
  }

 private:
  View view_;
  Heuristic heuristic_;
  std::span<const SeedOf<Node>> goals_;
  Scratch* scratch_;
  Observer observer_;
};

// The result of a search so far.
template <class Scratch>
SearchOutcomeOf<typename Scratch::Node> outcome_of(SearchEnd end, std::size_t node_count,
                                                   const Scratch& scratch) {
  using Node = typename Scratch::Node;
  SearchOutcomeOf<Node> outcome;
  outcome.end = end;
  outcome.stats = scratch.stats;
  if (end != SearchEnd::found) return outcome;
  const auto last = scratch.bank[Node(static_cast<std::uint32_t>(node_count))];
  outcome.cost = last.g;
  outcome.goal = last.parent;
  return outcome;
}

// A whole search.
template <class View, class Heuristic, class Scratch, class Observer = NoObserver>
SearchOutcomeOf<typename Scratch::Node> best_first(const View& view, const Heuristic& heuristic,
                                                   const SearchTaskOf<typename Scratch::Node>& task,
                                                   Scratch& scratch, Observer&& observer = {}) {
  Budget budget;
  search_detail::start(view, heuristic, task, scratch, observer);
  const SearchEnd end = search_detail::run(view, heuristic, task.goals, scratch, budget, observer);
  return outcome_of(end, view.node_count(), scratch);
}

}  // namespace thalweg

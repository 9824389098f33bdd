// Gate views: a hierarchy as searches see it. Nodes are gates, arcs are crossings and steps.
//
// `Uses` says which of them: crosses(cell) for crossings, enters(gate) for where steps may lead.
#pragma once

#include <utility>

#include "thalweg/hierarchy/hierarchy.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {

// An arc of a gate view: a crossing, or a step by its number in arrays().steps. Default: none.
class GateArc {
 public:
  constexpr GateArc() = default;
  explicit constexpr GateArc(CrossingId crossing) : value_(crossing.value) {}
  static constexpr GateArc step(std::uint32_t number) { return GateArc(number | kStepBit); }

  constexpr bool is_step() const { return (value_ & kStepBit) != 0; }
  // Requires: is_step().
  constexpr std::uint32_t step_number() const { return value_ & ~kStepBit; }
  // Requires: !is_step().
  constexpr CrossingId crossing() const { return CrossingId(value_); }

  constexpr bool operator==(const GateArc&) const = default;

 private:
  static constexpr std::uint32_t kStepBit = 0x80000000u;

  explicit constexpr GateArc(std::uint32_t value) : value_(value) {}

  std::uint32_t value_ = 0xFFFFFFFFu;
};

using GateSeed = SeedOf<GateId>;
using GateRoute = RouteOf<GateId, GateArc>;
using GateScratch = SearchScratchOf<GateId, GateArc>;

// Borrows the hierarchy.
template <class Uses>
class GateView {
 public:
  using Node = GateId;
  using Arc = GateArc;

  GateView(const Hierarchy& hierarchy, Uses uses) : hierarchy_(hierarchy), uses_(std::move(uses)) {}
  GateView(const Hierarchy&&, Uses) = delete;

  std::uint32_t node_count() const { return hierarchy_.gate_count(); }
  template <class Visit>
  void for_each_arc(GateId gate, const Visit& visit) const {
    for (const GateMembership& member : hierarchy_.memberships(gate)) {
      if (uses_.crosses(member.cell)) visit_row(member, visit);
    }
    const auto& steps = hierarchy_.arrays().steps;
    for (std::uint32_t s = steps.first(gate); s < steps.last(gate); ++s) {
      const InterCellArc& step = steps.items()[s];
      if (uses_.enters(step.to)) {
        visit(GateArc::step(s), step.to, Distance{step.cost});
      }
    }
  }

 private:
  template <class Visit>
  void visit_row(const GateMembership& member, const Visit& visit) const {
    const auto gates = hierarchy_.gates(member.cell);
    const CrossingId first = hierarchy_.crossing(member.cell, member.index, 0);
    const Distance* costs = hierarchy_.arrays().costs.data() + first.value;
    for (std::uint32_t to = 0; to < gates.size(); ++to) {
      if (to == member.index || costs[to] == kUnreached) continue;
      visit(GateArc(CrossingId(first.value + to)), gates[to], costs[to]);
    }
  }

  const Hierarchy& hierarchy_;
  Uses uses_;
};

// The steps of a hierarchy by where they lead.
struct BackStep {
  GateId from;
  std::uint32_t number = 0;  // in arrays().steps
};
using BackSteps = Csr<GateId, BackStep>;
BackSteps back_steps(const Hierarchy& hierarchy);

// The same arcs followed backwards. Borrows both.
template <class Uses>
class BackGateView {
 public:
  using Node = GateId;
  using Arc = GateArc;

  BackGateView(const Hierarchy& hierarchy, const BackSteps& steps, Uses uses)
      : hierarchy_(hierarchy), steps_(steps), uses_(std::move(uses)) {}
  BackGateView(const Hierarchy&&, const BackSteps&, Uses) = delete;
  BackGateView(const Hierarchy&, const BackSteps&&, Uses) = delete;

  std::uint32_t node_count() const { return hierarchy_.gate_count(); }
  template <class Visit>
  void for_each_arc(GateId gate, const Visit& visit) const {
    for (const GateMembership& member : hierarchy_.memberships(gate)) {
      if (!uses_.crosses(member.cell)) continue;
      const auto gates = hierarchy_.gates(member.cell);
      for (std::uint32_t from = 0; from < gates.size(); ++from) {
        const CrossingId crossing = hierarchy_.crossing(member.cell, from, member.index);
        const Distance cost = hierarchy_.cost(crossing);
        if (from == member.index || cost == kUnreached) continue;
        visit(GateArc(crossing), gates[from], cost);
      }
    }
    for (const BackStep& step : steps_[gate]) {
      if (!uses_.enters(step.from)) continue;
      const Cost cost = hierarchy_.arrays().steps.items()[step.number].cost;
      visit(GateArc::step(step.number), step.from, Distance{cost});
    }
  }

 private:
  const Hierarchy& hierarchy_;
  const BackSteps& steps_;
  Uses uses_;
};

// Inside one cell of height 2 or more: its children's crossings and the steps between them.
struct UsesChildren {
  const Hierarchy& hierarchy;
  CellId cell;

  bool crosses(CellId child) const { return hierarchy.partition().parent(child) == cell; }
  bool enters(GateId gate) const {
    for (const GateMembership& member : hierarchy.memberships(gate)) {
      if (crosses(member.cell)) return true;
    }
    return false;
  }
};

}  // namespace thalweg

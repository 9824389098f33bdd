// Gates as overlays: every gate, every connected pair, every side of a section, each once.
#include "thalweg/draw/gates.hpp"

#include <gtest/gtest.h>

#include <set>

#include "grounds.hpp"
#include "scope.hpp"
#include "thalweg/papers/hpa_star.hpp"

namespace thalweg {
namespace {

using Line = std::pair<std::pair<double, double>, std::pair<double, double>>;

// A line given by its ends in either order.
Line line(Vec3 a, Vec3 b) {
  const std::pair p(a.x, a.y);
  const std::pair q(b.x, b.y);
  return p < q ? Line(p, q) : Line(q, p);
}

std::multiset<Line> lines_of(const Overlay& overlay) {
  EXPECT_EQ(overlay.kind, OverlayKind::lines);
  std::multiset<Line> lines;
  for (std::size_t i = 1; i < overlay.points.size(); i += 2) {
    lines.insert(line(overlay.points[i - 1], overlay.points[i]));
  }
  return lines;
}

struct Gated {
  explicit Gated(const World& world)
      : ground(on_grid(world)), hierarchy(hpa_star(ground, {.size = 4, .levels = 2}).value()) {}

  Ground ground;
  Hierarchy hierarchy;
};

// What connects the gates of a level, found by a slow, simple method.
std::set<Line> joined(const Gated& c, Level level) {
  const Hierarchy& h = c.hierarchy;
  const auto is_gate = [&](GateId gate) {
    for (const GateMembership& member : h.memberships(gate)) {
      if (h.partition().height(member.cell) == level) return true;
    }
    return false;
  };
  std::set<Line> lines;
  const auto at = [&](GateId gate) { return c.ground.graph().position(h.node(gate)); };
  for (std::uint32_t i = 0; i < h.gate_count(); ++i) {
    const GateId a(i);
    if (!is_gate(a)) continue;
    for (const InterCellArc& step : h.steps(a)) {
      if (is_gate(step.to)) lines.insert(line(at(a), at(step.to)));
    }
    for (const GateMembership& member : h.memberships(a)) {
      if (h.partition().height(member.cell) != level) continue;
      const auto gates = h.gates(member.cell);
      for (std::uint32_t b = 0; b < gates.size(); ++b) {
        if (b == member.index) continue;
        if (h.cost(h.crossing(member.cell, member.index, b)) == kUnreached) continue;
        lines.insert(line(at(a), at(gates[b])));
      }
    }
  }
  return lines;
}

TEST(GateOverlays, show_every_gate_and_what_joins_it_once) {
  for (const std::uint64_t seed : seeds(8)) {
    const Gated c(random_grid(seed, "...#"));
    for (Level level = 1; level <= c.hierarchy.partition().top_level(); ++level) {
      const auto overlays = gate_overlays(c.ground.graph(), c.hierarchy, {.level = level});
      ASSERT_TRUE(overlays) << overlays.error();
      ASSERT_EQ(overlays->size(), 2u);
      const auto lines = lines_of((*overlays)[0]);
      const auto expected = joined(c, level);
      EXPECT_EQ(std::set<Line>(lines.begin(), lines.end()), expected) << "seed " << seed;
      EXPECT_EQ(lines.size(), expected.size()) << "seed " << seed << ": a line twice";
      std::size_t gates = 0;
      for (std::uint32_t i = 0; i < c.hierarchy.gate_count(); ++i) {
        const auto members = c.hierarchy.memberships(GateId(i));
        gates += std::any_of(members.begin(), members.end(), [&](const GateMembership& member) {
          return c.hierarchy.partition().height(member.cell) == level;
        });
      }
      EXPECT_EQ((*overlays)[1].points.size(), gates) << "seed " << seed;
    }
  }
}

TEST(GateOverlays, sides_of_sections_are_drawn_once) {
  const Gated c(scene(R"(
      . . . . . . . .
      . . . . . . . .
      . . . . . . . .
      . . . . . . . .)"));
  const auto overlays = gate_overlays(c.ground.graph(), c.hierarchy,
                                      {.section = 4, .has_crossings = false, .has_gates = false});
  ASSERT_TRUE(overlays) << overlays.error();
  ASSERT_EQ(overlays->size(), 1u);
  const std::multiset<Line> expected = {line({0, 0, 0}, {4, 0, 0}), line({4, 0, 0}, {8, 0, 0}),
                                        line({0, 4, 0}, {4, 4, 0}), line({4, 4, 0}, {8, 4, 0}),
                                        line({0, 0, 0}, {0, 4, 0}), line({4, 0, 0}, {4, 4, 0}),
                                        line({8, 0, 0}, {8, 4, 0})};
  EXPECT_EQ(lines_of(overlays->front()), expected);
  EXPECT_TRUE(draw_image(c.ground.world(), {.width = 64}, *overlays));
}

// As a file may state that does not fit its own world.
TEST(GateOverlays, a_hierarchy_of_more_nodes_is_refused) {
  const Gated c(scene(". . . . . . . ."));
  HierarchyArrays arrays = c.hierarchy.arrays();
  const Partition& cells = arrays.cells.partition;
  std::vector<CellId> home = cells.arrays().home.to_vector();
  home.push_back(home.back());
  arrays.cells.partition =
      Partition::from(cells.graph_fingerprint(), std::move(home), cells.arrays().parent).value();
  std::vector<NodeId> nodes = arrays.nodes.to_vector();
  nodes.back() = NodeId(c.ground.graph().node_count());
  arrays.nodes = std::move(nodes);
  const Hierarchy larger = Hierarchy::from(std::move(arrays)).value();
  EXPECT_EQ(gate_overlays(c.ground.graph(), larger).error(), "the hierarchy is of another graph");
}

TEST(GateOverlays, other_graphs_and_levels_are_refused) {
  const Gated c(scene(". . . . . . . ."));
  const World other = scene(". . .");
  EXPECT_EQ(gate_overlays(graph_of(other, GraphSpec::grid()), c.hierarchy).error(),
            "the hierarchy is of another graph");
  EXPECT_EQ(gate_overlays(c.ground.graph(), c.hierarchy, {.level = 0}).error(),
            "the hierarchy has no level 0");
  EXPECT_EQ(gate_overlays(c.ground.graph(), c.hierarchy, {.level = 9}).error(),
            "the hierarchy has no level 9");
}

}  // namespace
}  // namespace thalweg

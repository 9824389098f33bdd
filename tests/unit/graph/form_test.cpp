// Laws of every kind of graph: what its form says of nodes, ends and costs is consistent.
#include "thalweg/graph/form.hpp"

#include <gtest/gtest.h>

#include "laws/cases.hpp"
#include "scope.hpp"
#include "thalweg/planners/ends.hpp"

namespace thalweg {
namespace {

std::vector<ReverseArc> all_arcs(const Graph& graph) {
  std::vector<ReverseArc> arcs;
  for (const NodeId node : graph.nodes()) {
    for (const ArcId arc : graph.arcs(node)) arcs.push_back({node, arc});
  }
  return arcs;
}

// The costs of all arcs, computed in batches.
std::vector<Cost> filtered_costs(const Ground& ground, const AreaFilter& filter,
                                 std::size_t at_a_time) {
  const std::vector<ReverseArc> arcs = all_arcs(ground.graph());
  GroundFilter leaves_out;
  leaves_out.begin(ground.world(), &filter, 0);
  std::vector<Cost> costs;
  for (std::size_t first = 0; first < arcs.size(); first += at_a_time) {
    const auto batch = std::span(arcs).subspan(first, std::min(at_a_time, arcs.size() - first));
    const CostBatch found = ground.graph().form().filtered(ground, leaves_out, batch);
    costs.insert(costs.end(), found.begin(),
                 found.begin() + static_cast<std::ptrdiff_t>(batch.size()));
  }
  return costs;
}

TEST(GraphForm, a_filter_that_says_nothing_changes_no_cost) {
  for (const Case& c : cases(3)) {
    SCOPED_TRACE(c.name);
    const Ground ground = c.priced(Profile::hiker());
    const auto costs = filtered_costs(ground, {}, kCostBatch);
    EXPECT_TRUE(std::ranges::equal(costs, ground.metric().parts().costs));
  }
}

TEST(GraphForm, batches_of_any_size_cost_the_same_and_never_less_than_unfiltered) {
  AreaFilter filter;
  filter.exclude(kSwamp).avoid(kGround, 1.7);
  for (const Case& c : cases(4)) {
    SCOPED_TRACE(c.name);
    const Ground ground = c.priced(Profile::euclid());
    const auto costs = filtered_costs(ground, filter, kCostBatch);
    EXPECT_EQ(costs, filtered_costs(ground, filter, 1));
    EXPECT_EQ(costs, filtered_costs(ground, filter, 7));
    for (const ArcId arc : c.graph.arcs()) {
      ASSERT_GE(costs[arc.value], ground.metric().cost(arc));
    }
  }
}

TEST(GraphForm, a_node_is_an_end_on_its_own_ground) {
  for (const Case& c : cases(5)) {
    SCOPED_TRACE(c.name);
    const GraphForm& form = c.graph.form();
    const bool has_own_node = c.graph.facts().nodes_are_faces || c.graph.facts().nodes_are_squares;
    for (const NodeId node : c.graph.nodes()) {
      const End end = form.end_at(c.world, c.graph, node);
      ASSERT_EQ(!end.square.is_none(), c.graph.facts().is_on_grid);
      ASSERT_EQ(!end.face.is_none(), !c.graph.facts().is_on_grid);
      ASSERT_EQ(end.point, c.graph.position(node));
      ASSERT_EQ(form.node_of(end), has_own_node ? node : NodeId());
    }
  }
}

TEST(GraphForm, ends_that_join_cost_what_their_seeds_and_arcs_do) {
  for (const Case& c : cases(6)) {
    SCOPED_TRACE(c.name);
    const Ground ground = c.priced(Profile::euclid());
    const GraphForm& form = c.graph.form();
    const EndFinder finder(ground);
    Random random(seed_of(6));
    for (int i = 0; i < 20; ++i) {
      const auto find = [&] {
        return finder.find(c.world.frame().to_local(random_point(c.world, random)), 1);
      };
      const End start = find();
      const End goal = find();
      if (!start.is_found() || !goal.is_found()) continue;
      const JoinedEnds ends = finder.join(start, goal);
      ASSERT_TRUE(std::ranges::is_sorted(ends.goals, {}, &Seed::node));
      for (const Seed& seed : ends.sources) ASSERT_LT(seed.node.value, c.graph.node_count());
      const JoinedEnds same = finder.join(start, start);
      ASSERT_TRUE(same.direct == 0 || !form.node_of(start).is_none());
    }
  }
}

TEST(GraphForm, every_named_graph_is_of_a_kind_that_is_found) {
  for (const NamedGraph& named : named_graphs()) {
    const GraphForm* form = find_form(named.spec.kind);
    ASSERT_NE(form, nullptr) << named.name;
    EXPECT_FALSE(form->facts().name.empty()) << named.name;
  }
  EXPECT_EQ(find_form(GraphKind{1000}), nullptr);
}

}  // namespace
}  // namespace thalweg

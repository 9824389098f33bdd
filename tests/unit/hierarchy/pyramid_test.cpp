// Pyramids: their laws, their costs compared with a slow method, and what is refused.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "laws/natural_grounds.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/hierarchy/pyramid.hpp"

namespace thalweg {
namespace {

Partition cells_of(const NaturalGround& ground, std::uint32_t base) {
  return merge(ground, single_nodes(ground, RestRule::average),
               {.grow = GrowRule::capped, .base = base})
      .tree.partition();
}

Pyramid pyramid_of(const NaturalGround& ground, std::uint32_t base) {
  return build_pyramid(ground.priced(), cells_of(ground, base), {.base = base});
}

struct SlowArc {
  std::uint32_t from;
  std::uint32_t to;
  Distance cost;
};

// The least cost between two units over some arcs, by relaxing all of them again and again.
Distance slow_cost(const std::vector<SlowArc>& arcs, std::uint32_t from, std::uint32_t to) {
  std::map<std::uint32_t, Distance> least = {{from, 0}};
  for (bool is_better = true; is_better;) {
    is_better = false;
    for (const SlowArc& arc : arcs) {
      const auto at = least.find(arc.from);
      if (at == least.end()) continue;
      const auto known = least.find(arc.to);
      if (known != least.end() && known->second <= at->second + arc.cost) continue;
      least[arc.to] = at->second + arc.cost;
      is_better = true;
    }
  }
  return least.contains(to) ? least[to] : kUnreached;
}

// All arcs between the units below a level, by the pair of cells that they lie in.
std::vector<SlowArc> arcs_inside(const Pyramid& pyramid, const Ground& ground, CellId a, CellId b) {
  std::vector<SlowArc> arcs;
  const auto is_in = [&](CellId cell) { return cell == a || cell == b; };
  if (pyramid.cells().height(a) == 1) {
    for (const NodeId node : ground.graph().nodes()) {
      if (!is_in(pyramid.home(node))) continue;
      for (const ArcId arc : ground.graph().arcs(node)) {
        const NodeId target = ground.graph().target(arc);
        if (!ground.metric().is_passable(arc) || !is_in(pyramid.home(target))) continue;
        arcs.push_back({node.value, target.value, ground.metric().cost(arc)});
      }
    }
    return arcs;
  }
  for (const CellId cell : pyramid.level(pyramid.cells().height(a) - 1)) {
    if (!is_in(pyramid.parent(cell))) continue;
    for (const CellStep& step : pyramid.steps()[cell]) {
      if (!is_in(pyramid.parent(step.target))) continue;
      arcs.push_back(
          {pyramid.cells().piece(cell).value, pyramid.cells().piece(step.target).value, step.cost});
    }
  }
  return arcs;
}

TEST(Pyramid, keeps_its_laws_on_every_ground) {
  constexpr std::uint32_t kBases[] = {2, 3, 16};
  std::size_t turn = 0;
  for_each_ground(2, [&](const NaturalGround& ground) {
    const Pyramid pyramid = pyramid_of(ground, kBases[turn++ % std::size(kBases)]);
    ASSERT_EQ(broken_law(pyramid, ground.priced()), std::nullopt);
    ASSERT_LE(pyramid.cells().piece_count(), 4 * pyramid.node_count());
    for (const NodeId node : ground.graph().nodes()) {
      CellId cell = pyramid.top_level() > 0 ? pyramid.home(node) : CellId();
      for (Level level = 1; level <= pyramid.top_level(); ++level) {
        ASSERT_EQ(pyramid.cell_of(node, level), cell);
        const IdRange<CellId> range = pyramid.level(level);
        ASSERT_TRUE(cell.value >= range.front().value &&
                    cell.value < range.front().value + range.size());
        cell = pyramid.parent(cell);
      }
      ASSERT_TRUE(cell.is_none());
    }
  });
}

TEST(Pyramid, steps_cost_what_the_cheapest_route_inside_two_cells_costs) {
  std::uint64_t checked = 0;
  for_each_ground(1, [&](const NaturalGround& ground) {
    const Pyramid pyramid = pyramid_of(ground, 3);
    std::uint32_t turn = 0;
    for (const CellId cell : pyramid.cells().cells()) {
      for (const CellStep& step : pyramid.steps()[cell]) {
        if (++turn % 7 != 0) continue;
        const auto arcs = arcs_inside(pyramid, ground.priced(), cell, step.target);
        ASSERT_EQ(step.cost,
                  slow_cost(arcs, pyramid.middle(cell).value, pyramid.middle(step.target).value));
        ++checked;
      }
    }
  });
  EXPECT_GT(checked, 100u);
}

TEST(Pyramid, steps_lead_where_arcs_do_and_nowhere_else) {
  for_each_ground(1, [&](const NaturalGround& ground) {
    const Pyramid pyramid = pyramid_of(ground, 4);
    for (Level level = 1; level <= pyramid.top_level(); ++level) {
      std::set<std::pair<CellId, CellId>> wanted;
      for (const NodeId node : ground.graph().nodes()) {
        for (const ArcId arc : ground.graph().arcs(node)) {
          if (!ground.metric().is_passable(arc)) continue;
          const CellId from = pyramid.cell_of(node, level);
          const CellId to = pyramid.cell_of(ground.graph().target(arc), level);
          if (from != to) wanted.insert({from, to});
        }
      }
      std::set<std::pair<CellId, CellId>> had;
      for (const CellId cell : pyramid.level(level)) {
        for (const CellStep& step : pyramid.steps()[cell]) had.insert({cell, step.target});
      }
      ASSERT_EQ(had, wanted);
    }
  });
}

TEST(Pyramid, is_the_same_on_any_number_of_threads) {
  const World world = hills(4, {.corners = 40});
  const NaturalGround ground = NaturalGround::of(on_faces(world, Profile::thesis())).value();
  set_thread_count(1);
  const Pyramid one = pyramid_of(ground, 8);
  for (const int threads : {2, 5}) {
    set_thread_count(threads);
    const Pyramid more = pyramid_of(ground, 8);
    EXPECT_TRUE(std::ranges::equal(more.arrays().middles, one.arrays().middles));
    EXPECT_TRUE(std::ranges::equal(more.arrays().boxes, one.arrays().boxes));
    EXPECT_TRUE(std::ranges::equal(more.steps().items(), one.steps().items()));
    EXPECT_TRUE(std::ranges::equal(more.cells().arrays().home, one.cells().arrays().home));
  }
  set_thread_count(0);
  EXPECT_LE(one.bytes(), 80u * one.node_count());
}

// `array` with one item changed.
template <class T>
Array<T> changed(const Array<T>& array, std::size_t at, T item) {
  std::vector<T> items = array.to_vector();
  items[at] = item;
  return items;
}

TEST(Pyramid, arrays_that_are_no_pyramid_are_refused) {
  const World world = hills(4, {.corners = 12});
  const NaturalGround ground = NaturalGround::of(on_faces(world, Profile::thesis())).value();
  const PyramidArrays good = pyramid_of(ground, 4).arrays();
  const std::uint32_t cells = good.cells.cell_count();
  ASSERT_TRUE(Pyramid::from(good).ok());
  ASSERT_GE(good.cells.top_level(), 2u);
  const auto why = [](const PyramidArrays& arrays) { return Pyramid::from(arrays).error(); };

  PyramidArrays bad = good;
  bad.middles = changed<PieceId>(good.middles, 0, PieceId(0xFFFFFFF0u));
  EXPECT_EQ(why(bad), "the middle of c0 is none of its children");
  bad.middles = changed<PieceId>(good.middles, 0, good.middles[CellId(1)]);
  EXPECT_EQ(why(bad), "the middle of c0 is none of its children");
  bad.middles = {};
  EXPECT_EQ(why(bad), "the middles and boxes are not one for each cell");

  bad = good;
  CellBox box = good.boxes[CellId(2)];
  box.high[1] = std::numeric_limits<float>::quiet_NaN();
  bad.boxes = changed<CellBox>(good.boxes, 2, box);
  EXPECT_EQ(why(bad), "the box of c2 is no box");

  const auto with_step = [&](CellStep step) {
    PyramidArrays arrays = good;
    arrays.steps = {good.steps.offsets(), changed<CellStep>(good.steps.items(), 0, step)};
    return arrays;
  };
  for (const CellStep step :
       {CellStep{CellId(0), 1}, CellStep{CellId(cells), 1}, CellStep{CellId(cells - 1), 1},
        CellStep{CellId(1), 0}, CellStep{CellId(1), kForbidden}}) {
    EXPECT_EQ(why(with_step(step)), "a step of c0 is wrong");
  }
  bad = good;
  bad.steps = {changed<std::uint32_t>(good.steps.offsets(), 1, 0xFFFFFFF0u), good.steps.items()};
  EXPECT_EQ(why(bad), "the offsets of its steps are wrong");

  // A node that lies in a cell of level 2, and cells out of order.
  const PartitionArrays& tree = good.cells.arrays();
  const CellId second(good.cells.parent(good.cells.home(NodeId(0))));
  bad = good;
  bad.cells =
      Partition::from(tree.graph, changed<CellId>(tree.home, 0, second), tree.parent).value();
  EXPECT_EQ(why(bad), "n0 is in no cell of level 1");
  bad.cells =
      Partition::from(tree.graph, tree.home, changed<CellId>(tree.parent, 0, CellId())).value();
  EXPECT_EQ(why(bad), "c0 has no cell of the next height above it");
}

TEST(Pyramid, a_wrong_cost_breaks_the_law) {
  const World world = hills(4, {.corners = 12});
  const NaturalGround ground = NaturalGround::of(on_faces(world, Profile::thesis())).value();
  PyramidArrays arrays = pyramid_of(ground, 4).arrays();
  CellStep step = arrays.steps.items()[0];
  ++step.cost;
  arrays.steps = {arrays.steps.offsets(), changed<CellStep>(arrays.steps.items(), 0, step)};
  const Pyramid pyramid = Pyramid::from(arrays).value();
  EXPECT_EQ(broken_law(pyramid, ground.priced()), "the steps are not those of the metric");
  const NaturalGround other = NaturalGround::of(on_faces(world, Profile::hiker())).value();
  EXPECT_EQ(broken_law(pyramid, other.priced()), "it is of another metric");
}

}  // namespace
}  // namespace thalweg

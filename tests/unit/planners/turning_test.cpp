#include "thalweg/planners/turning.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <queue>
#include <tuple>

#include "oracle.hpp"
#include "scene.hpp"
#include "seeds.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg {
namespace {

struct Stage {
  std::string name;
  Ground ground;

  const World& world() const { return ground.world(); }
  const Graph& graph() const { return ground.graph(); }
  const Metric& metric() const { return ground.metric(); }

  std::unique_ptr<TurningPlanner> planner(const TurningOptions& options = {}) const {
    return TurningPlanner::make(ground, options).value();
  }
  Answer find(const Query& query, const TurningOptions& options) const {
    return planner(options)->find(query);
  }
};

Stage stage(std::string name, const World& world, const GraphSpec& spec,
            const Profile& profile = Profile::euclid()) {
  return {std::move(name), ground(world, profile, spec).value()};
}

Stage grid_stage(std::string_view text) { return stage("scene", scene(text), GraphSpec::grid()); }

std::vector<Stage> random_stages(std::uint64_t seed) {
  std::vector<Stage> all;
  const World squares = random_grid(seed, ".....#w");
  all.push_back(stage("8 neighbours", squares, GraphSpec::grid()));
  all.push_back(
      stage("4 neighbours", squares, GraphSpec::grid(GridNeighbours::four), Profile::vehicle()));
  const World hexagons = random_grid(seed, "....#", {.shape = GridShape::hex});
  all.push_back(stage("hexagons", hexagons, GraphSpec::grid()));
  Link link;
  link.from = {1, 1, 0};
  link.to = {5, 5, 0};
  link.is_two_way = 1;
  link.length = 2;
  const World land = with_links(hills(seed, {.corners = 7, .has_areas = false}), {link}).value();
  all.push_back(stage("portals", land, GraphSpec::portals(), Profile::thesis()));
  all.push_back(stage("points", land, GraphSpec::portals(3, 0.5f)));
  all.push_back(stage("faces", land, GraphSpec::faces(), Profile::hiker()));
  return all;
}

std::vector<TurningOptions> option_sets() {
  return {
      {},
      {.straightness = 0.1, .tolerance = 20},
      {.straightness = 0, .turn_cost = 0.7},
      {.straightness = 0, .max_turn = 100},
      {.max_turn = 60, .reversing = Reversing::stop, .stop_cost = 1.5},
      {.straightness = 0.25, .turn_cost = 0.2, .max_turn = 90, .reversing = Reversing::never},
      {.straightness = 0, .speeds = 2},
      {.turn_cost = 0.1, .max_turn = 135, .speeds = 3, .stop_cost = 2},
      {.straightness = 0, .max_turn = 120, .speeds = 3, .reversing = Reversing::never},
      {.straightness = 0, .speeds = 2, .reversing = Reversing::turn},
  };
}

// The slow obvious way: Dijkstra over (arc, class), the angles by the standard library.
class Oracle {
 public:
  Oracle(const Stage& stage, const TurningOptions& options) : stage_(stage), options_(options) {
    for (const NodeId node : stage.graph().nodes()) {
      sources_.insert(sources_.end(), stage.graph().arcs(node).size(), node);
    }
  }

  // Degrees from arc to arc; 0 where one has no direction.
  double turn(ArcId last, ArcId arc) const {
    const Vec2 a = direction(last);
    const Vec2 b = direction(arc);
    if (length(a) == 0 || length(b) == 0) return 0;
    return std::abs(std::atan2(cross(a, b), dot(a, b))) * 180 / 3.14159265358979323846;
  }

  double sharpest(const Route& route) const {
    double most = 0;
    for (std::size_t i = 1; i < route.arcs.size(); ++i) {
      most = std::max(most, turn(route.arcs[i - 1], route.arcs[i]));
    }
    return most;
  }
  int bends(const Route& route) const {
    int count = 0;
    for (std::size_t i = 1; i < route.arcs.size(); ++i) {
      count += turn(route.arcs[i - 1], route.arcs[i]) > options_.tolerance ? 1 : 0;
    }
    return count;
  }

  // The least cost and penalty together; kUnreached where there is no way.
  Distance cost(const Ends& ends) const {
    using Entry = std::tuple<Distance, std::uint32_t, std::uint32_t>;  // sum, arc, class
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    std::vector<Distance> least(sources_.size() * (options_.speeds + 1), kUnreached);
    Distance best = ends.direct;
    const auto arrive = [&](NodeId node, Distance sum) {
      const Distance last = seed_cost(ends.goals, node);
      if (last != kUnreached) best = std::min(best, sum + last);
    };
    for (const Seed& source : ends.sources) {
      arrive(source.node, source.cost);
      for (const ArcId arc : stage_.graph().arcs(source.node)) {
        const Cost cost = stage_.metric().cost(arc);
        if (cost != kForbidden) queue.push({source.cost + timed(cost, 1), arc.value, 1});
      }
    }
    while (!queue.empty()) {
      const auto [sum, last, before] = queue.top();
      queue.pop();
      Distance& known = least[last * (options_.speeds + 1) + before];
      if (known <= sum) continue;
      known = sum;
      const NodeId node = stage_.graph().target(ArcId(last));
      arrive(node, sum);
      for (const ArcId arc : stage_.graph().arcs(node)) {
        const double degrees = turn(ArcId(last), arc);
        for (std::uint32_t k = 1; k <= options_.speeds; ++k) {
          const Distance step = price(degrees, arc, before, k);
          if (step != kUnreached) queue.push({sum + step, arc.value, k});
        }
      }
    }
    return best;
  }

 private:
  Vec2 direction(ArcId arc) const {
    if (stage_.graph().label(arc).is_link()) return {};
    return (stage_.graph().position(stage_.graph().target(arc)) -
            stage_.graph().position(sources_[arc.value]))
        .xy();
  }
  Distance timed(Cost cost, std::uint32_t k) const {
    return (Distance{cost} * options_.speeds + k - 1) / k;
  }
  Distance price(double degrees, ArcId arc, std::uint32_t before, std::uint32_t k) const {
    const Cost cost = stage_.metric().cost(arc);
    if (cost == kForbidden || k + 1 < before || k > before + 1) return kUnreached;
    if (degrees <= options_.tolerance) return timed(cost, k);
    const Reversing reversing =
        options_.reversing.value_or(options_.speeds == 1 ? Reversing::turn : Reversing::stop);
    double more = std::ceil(options_.straightness * cost) +
                  std::ceil(options_.turn_cost / stage_.metric().quantum() * degrees / 90);
    if (degrees > 150 + options_.tolerance && reversing != Reversing::turn) {
      if (reversing == Reversing::never || before != 1 || k != 1) return kUnreached;
      more += std::ceil(options_.stop_cost / stage_.metric().quantum());
    } else if (degrees > options_.max_turn / before + options_.tolerance) {
      return kUnreached;
    }
    return timed(cost, k) + static_cast<Distance>(more);
  }

  const Stage& stage_;
  TurningOptions options_;
  std::vector<NodeId> sources_;  // [arc]
};

Query random_query(const World& world, Random& random) {
  const Vec3 size = world.box().size();
  const auto random_point = [&] {
    const double x = random.between(0, size.x);
    return Point{x, random.between(0, size.y)};
  };
  const Point start = random_point();
  return {.start = start, .goal = random_point(), .try_straight = false};
}

Ends ends_of(const Stage& s, const Query& query) {
  const EndFinder finder(s.ground);
  return finder.join(finder.find(s.world().to_local(query.start), query.reach),
                     finder.find(s.world().to_local(query.goal), query.reach));
}

void check_against_oracle(const Stage& s, const TurningOptions& options, std::uint64_t seed,
                          int& found) {
  const Oracle oracle(s, options);
  const auto planner = s.planner(options);
  Random random(seed);
  for (int i = 0; i < 8; ++i) {
    const Query query = random_query(s.world(), random);
    const Answer answer = planner->find(query);
    if (answer.outcome == Outcome::outside) continue;
    const Ends ends = ends_of(s, query);
    const Distance wanted = oracle.cost(ends);
    ASSERT_EQ(answer.found(), wanted != kUnreached) << answer.why();
    if (!answer.found()) continue;
    ++found;
    const Distance sum = answer.cost + answer.penalty;
    // Angles from the standard library may round a turn's cost the other way.
    const Distance slack = options.turn_cost > 0 ? answer.route.arcs.size() + 1 : 0;
    ASSERT_LE(sum, wanted + slack);
    ASSERT_GE(sum + slack, wanted);
    ASSERT_EQ(answer.stats.reopened, 0u);
    ASSERT_GE(answer.cost,
              std::min(ends.direct, dijkstra(s.graph(), s.metric(), ends.sources, ends.goals)));
    if (answer.route.nodes.empty()) continue;
    ASSERT_EQ(route_cost(s.ground, answer.route) +
                  seed_cost(ends.sources, answer.route.nodes.front()) +
                  seed_cost(ends.goals, answer.route.nodes.back()),
              answer.cost);
    const bool may_reverse = options.speeds > 1 || options.reversing;
    if (!may_reverse) {
      ASSERT_LE(oracle.sharpest(answer.route), options.max_turn + 1.001);
    }
  }
}

TEST(Turning, cost_and_penalty_equal_dijkstra_over_the_states) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= seeds_to_try(3); ++seed) {
    for (const Stage& s : random_stages(seed)) {
      std::size_t set = 0;
      for (const TurningOptions& options : option_sets()) {
        SCOPED_TRACE(s.name + ", options " + std::to_string(set++) + ", seed " +
                     std::to_string(seed));
        check_against_oracle(s, options, seed, found);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(found, 100);
}

TEST(Turning, with_all_rules_off_cost_equals_dijkstra) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    for (const Stage& s : random_stages(seed)) {
      SCOPED_TRACE(s.name + ", seed " + std::to_string(seed));
      const auto planner = s.planner({.straightness = 0});
      Random random(seed);
      for (int i = 0; i < 20; ++i) {
        const Query query = random_query(s.world(), random);
        const Answer answer = planner->find(query);
        if (!answer.found()) continue;
        const Ends ends = ends_of(s, query);
        ASSERT_EQ(answer.cost,
                  std::min(ends.direct, dijkstra(s.graph(), s.metric(), ends.sources, ends.goals)));
        ASSERT_EQ(answer.penalty, 0u);
        ASSERT_EQ(answer.bound, 1);
      }
    }
  }
}

TEST(Turning, any_penalty_gives_the_fewest_bends_on_an_open_grid) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += std::string(20, '.') + "\n";
  const Stage s = grid_stage(text);
  for (const double straightness : {0.5, 1e-7}) {
    const TurningOptions options{.straightness = straightness};
    const auto planner = s.planner(options);
    const Oracle oracle(s, options);
    Random random(5);
    for (int i = 0; i < 100; ++i) {
      const Query query = random_query(s.world(), random);
      const Answer answer = planner->find(query);
      ASSERT_TRUE(answer.found());
      const Ends ends = ends_of(s, query);
      const Vec2 apart = (s.graph().position(ends.goals.front().node) -
                          s.graph().position(ends.sources.front().node))
                             .xy();
      const bool is_in_line =
          apart.x == 0 || apart.y == 0 || std::abs(apart.x) == std::abs(apart.y);
      ASSERT_EQ(oracle.bends(answer.route), is_in_line ? 0 : 1);
      ASSERT_EQ(answer.cost, dijkstra(s.graph(), s.metric(), ends.sources, ends.goals));
    }
  }
}

// A junction of three ways: from the west one sharply back into the northern one, or past it into
// the eastern one and back.
Stage junction() {
  const World world =
      triangles({{0, 0, 0}, {0, 2, 0}, {2, 1, 0}, {-10, 1, 0}, {-20, 30, 0}, {10, -3, 0}},
                {0, 2, 1, 0, 1, 3, 1, 2, 4, 2, 0, 5});
  return stage("junction", world, GraphSpec::faces());
}

TEST(Turning, a_vehicle_that_cannot_turn_round_must_reverse_or_finds_no_way) {
  const Stage s = junction();
  const Query query{.start = {-8, 1}, .goal = {-15, 22}, .try_straight = false};
  const auto nodes = [&](const TurningOptions& options) {
    const Answer answer = s.find(query, options);
    std::vector<std::uint32_t> ids;
    for (const NodeId node : answer.route.nodes) ids.push_back(node.value);
    return ids;
  };
  const std::vector<std::uint32_t> sharp = {1, 0, 2};
  const std::vector<std::uint32_t> back = {1, 0, 3, 0, 2};
  EXPECT_EQ(nodes({}), sharp);
  EXPECT_EQ(nodes({.max_turn = 130}), sharp);
  EXPECT_EQ(nodes({.max_turn = 60, .reversing = Reversing::stop}), back);
  EXPECT_EQ(nodes({.max_turn = 60, .speeds = 3}), back);
  EXPECT_EQ(nodes({.turn_cost = 1000, .max_turn = 60, .reversing = Reversing::stop}), back);
  for (const auto& options :
       {TurningOptions{.max_turn = 60},
        TurningOptions{.max_turn = 60, .reversing = Reversing::never},
        TurningOptions{.max_turn = 60, .speeds = 2, .reversing = Reversing::never}}) {
    const Answer answer = s.find(query, options);
    EXPECT_EQ(answer.outcome, Outcome::unreachable);
  }
  const double stop = 7;
  const TurningOptions dear{
      .straightness = 0, .max_turn = 60, .reversing = Reversing::stop, .stop_cost = stop};
  const Answer answer = s.find(query, dear);
  EXPECT_EQ(answer.penalty, static_cast<Distance>(std::ceil(stop / s.metric().quantum())));
}

TEST(Turning, partial_answers_obey_the_rules) {
  const Stage s = junction();
  const TurningOptions options{.max_turn = 60};
  const Answer answer = s.find(
      {.start = {-8, 1}, .goal = {-15, 22}, .allow_partial = true, .try_straight = false}, options);
  EXPECT_EQ(answer.outcome, Outcome::partial);
  ASSERT_FALSE(answer.points.empty());
  EXPECT_NE(answer.points.back().face, FaceId(2));
  EXPECT_LE(Oracle(s, options).sharpest(answer.route), 61);
  EXPECT_EQ(route_cost(s.ground, answer.route), answer.cost);
}

TEST(Turning, partial_answers_end_where_those_of_a_star_do) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Stage s = stage("islands", random_grid(seed, "...##"), GraphSpec::grid());
    const auto planner = s.planner();
    const auto exact = make_planner("a_star", {s.ground});
    Random random(seed);
    for (int i = 0; i < 30; ++i) {
      Query query = random_query(s.world(), random);
      query.allow_partial = true;
      query.use_islands = i % 2 == 0;
      const Answer answer = planner->find(query);
      const Answer wanted = (*exact)->find(query);
      ASSERT_EQ(answer.outcome, wanted.outcome);
      if (answer.outcome == Outcome::outside) continue;
      ASSERT_EQ(answer.points.back().vec(), wanted.points.back().vec());
      ASSERT_GE(answer.cost, wanted.cost);
      ASSERT_LE(answer.cost, wanted.cost + wanted.cost / 2 + wanted.route.arcs.size());
    }
  }
}

TEST(Turning, at_speed_it_takes_the_wider_bend) {
  constexpr std::string_view kScene = R"(
      # # # # . . . . . # # # #
      S . . . . # # # . . . . G
      . . . . # # # # # . . . .
      . . . . . # # # . . . . .
      . . . . . . . . . . . . . )";
  const Stage s = grid_stage(kScene);
  const Query query{.start = mark(kScene, 'S'), .goal = mark(kScene, 'G')};
  const TurningOptions slow{.straightness = 0, .max_turn = 90};
  const TurningOptions fast{.straightness = 0, .max_turn = 90, .speeds = 2};
  const Oracle oracle(s, slow);
  const Answer tight = s.find(query, slow);
  const Answer wide = s.find(query, fast);
  EXPECT_NEAR(oracle.sharpest(tight.route), 90, 0.1);
  EXPECT_NEAR(oracle.sharpest(wide.route), 45, 0.1);
  EXPECT_LT(tight.cost, wide.cost);
}

TEST(Turning, slices_banks_and_begun_queries_change_nothing) {
  for (const Stage& s : random_stages(3)) {
    SCOPED_TRACE(s.name);
    const TurningOptions options{.max_turn = 120, .speeds = 2, .stop_cost = 1};
    TurningOptions hashed = options;
    hashed.is_hashed = true;
    const auto whole = s.planner(options);
    const auto sliced = s.planner(hashed);
    Random random(9);
    for (int i = 0; i < 15; ++i) {
      Query query = random_query(s.world(), random);
      query.allow_partial = i % 2 == 0;
      if (i % 3 == 0) query.node_budget = random.below(60);
      const Answer wanted = whole->find(query);
      sliced->begin(query);
      while (!sliced->advance({.nodes = random.below(5)})) {
      }
      const Answer answer = sliced->take();
      ASSERT_EQ(answer.outcome, wanted.outcome);
      ASSERT_EQ(answer.cost, wanted.cost);
      ASSERT_EQ(answer.penalty, wanted.penalty);
      ASSERT_EQ(answer.route.nodes, wanted.route.nodes);
      ASSERT_EQ(answer.stats, wanted.stats);
      ASSERT_EQ(sliced->settled_nodes(), whole->settled_nodes());
    }
  }
}

TEST(Turning, filters_count_as_for_every_planner) {
  constexpr std::string_view kScene = R"(
      . . . . .
      S w w w G
      . . . . . )";
  const Stage s = grid_stage(kScene);
  auto filter = std::make_shared<AreaFilter>();
  filter->exclude(kSwamp);
  const Answer answer =
      s.find({.start = mark(kScene, 'S'), .goal = mark(kScene, 'G'), .filter = filter}, {});
  ASSERT_TRUE(answer.found());
  for (const NodeId node : answer.route.nodes) {
    EXPECT_NE(s.world().grid.area(SquareId(node.value)), kSwamp);
  }
}

TEST(Turning, the_registry_knows_it_and_refuses_nonsense_with_a_sentence) {
  const Stage s = grid_stage(". . .");
  const PlannerInput input{s.ground};
  EXPECT_TRUE(make_planner("turning", input).ok());
  EXPECT_TRUE(make_planner("turning:straightness=0.2:tolerance=5:turn_cost=1:max_turn=90:speeds=3:"
                           "reverse=stop:stop_cost=4:heuristic=octile:bank=hashed",
                           input)
                  .ok());
  for (const char* text :
       {"turning:straightness=-1", "turning:straightness=x", "turning:straightness=nan",
        "turning:tolerance=0", "turning:turn_cost=-1", "turning:max_turn=181",
        "turning:max_turn=-1", "turning:speeds=0", "turning:speeds=17", "turning:speeds=1.5",
        "turning:reverse=often", "turning:stop_cost=-2", "turning:bank=big",
        "turning:heuristic=wild", "turning:colour=red"}) {
    const auto made = make_planner(text, input);
    EXPECT_FALSE(made.ok()) << text;
    if (!made.ok()) {
      EXPECT_GT(made.error().size(), 10u);
    }
  }
}

}  // namespace
}  // namespace thalweg

// Laws of every planner in the registry, over worlds x graphs x profiles x seeds.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "answers.hpp"
#include "partitioner.hpp"
#include "scope.hpp"
#include "thalweg/heuristics/heuristic.hpp"
#include "thalweg/planners/check_answer.hpp"
#include "trials.hpp"

namespace thalweg {
namespace {

// Every planner with its default options, and some with other options. `is_exact`: costs equal
// Dijkstra's.
struct PlannerVariant {
  std::string spec;
  bool is_exact;
};

std::vector<PlannerVariant> planner_variants() {
  std::vector<PlannerVariant> all;
  for (const PlannerDescriptor& info : planners())
    all.push_back({std::string(info.name), info.is_exact});
  for (const NamedHeuristic& heuristic : named_heuristics()) {
    const bool is_exact = heuristic.kind != HeuristicKind::typical;
    all.push_back({"a_star:heuristic=" + std::string(heuristic.name), is_exact});
  }
  all.push_back({"a_star:backward=1", true});
  all.push_back({"a_star:backward=1:heuristic=longest_axis", true});
  all.push_back({"coarse:share=0.3:rings=1:near=0", false});
  all.push_back({"coarse:share=0.1:rings=2:near=0", false});
  all.push_back({"fold:share=1", true});
  all.push_back({"fold:share=1:table=0", true});
  all.push_back({"fold:share=1:core=search", true});
  all.push_back({"fold:share=1:shortest=0", false});
  all.push_back({"natural:cap_base=3:near=0", false});
  all.push_back({"natural:cap_base=2:rings=1:near=0", false});
  all.push_back({"natural:grow=thesis:refine=descent", false});
  all.push_back({"natural:grow=capped:refine=descent:cap_base=4:near=0", false});
  all.push_back({"natural:grow=thesis:layers=5:refine=whole:near=0", false});
  all.push_back({"rooms:gates=all", true});
  all.push_back({"rooms:gates=all:levels=3:near=0", true});
  all.push_back({"rooms:gates=all:levels=2:both=1:near=0:routes=0", true});
  all.push_back({"rooms:cells=areas:near=0", false});
  all.push_back({"rooms:levels=3:near=0:routes=0", false});
  all.push_back({"hpa_star:size=3:levels=3:near=0", false});
  all.push_back({"hpa_star:size=4:levels=2:near=0:routes=0:both=1", false});
  all.push_back({"thpa_star:size=3:levels=3:near=0", false});
  all.push_back({"thpa_star:size=5:levels=2:near=0:routes=0", false});
  // Exact on every level, however the ends are connected.
  all.push_back({"hna_star:merged=3:levels=4", true});
  all.push_back({"hna_star:merged=4:level=1", true});
  all.push_back({"hna_star:merged=4:level=2:connect=dijkstra:scratch=0", true});
  all.push_back({"hna_star:merged=3:level=3:connect=a_star", true});
  all.push_back({"hna_star:merged=2:levels=5:level=4:connect=parallel:both=1:routes=0", true});
  all.push_back({"hna_star:merged=1000000:level=2", true});
  all.push_back({"vtest:corners=one:least_faces=0", true});
  all.push_back({"vtest:climb=1:ahead=1:least_faces=0", true});
  all.push_back({"vtest:most_corners=100000:least_faces=0", true});
  all.push_back({"vtest:corners=one:inherits=1:least_faces=0", false});
  return all;
}

// Checks that the corridor of a mesh leads from end to end, and that whatever the shape, walking the
// path costs no more than was promised. The prices of face graphs are not those of a walk, and those
// of grids begin and end at the middles of squares: there no more than the route's own points. So
// on visibility and axis graphs, whose arcs know nothing of the face before them.
void check_path(const Ground& ground, const Answer& answer, Planner& planner, const Query& query) {
  ASSERT_GE(answer.points.size(), 2u);
  const GraphFacts& facts = ground.graph().facts();
  if (facts.has_corridors && !answer.is_straight) {
    ASSERT_EQ(broken_law(answer.corridor, ground.world()), std::nullopt);
  }
#if defined(THALWEG_IS_SANITIZED)
  constexpr std::size_t kEvery = 6;
#else
  constexpr std::size_t kEvery = 2;
#endif
  static std::size_t turn = 0;
  if (++turn % kEvery != 0) return;
  Query priced = query;
  priced.want_ground_price = true;
  priced.shape = Shape::midpoints;
  const Answer route = planner.find(priced);
  const bool is_walk = !facts.nodes_are_faces && !facts.is_on_grid;
  const bool knows_faces = facts.has_portal_nodes || facts.name == "terrain";
  const double own = knows_faces ? route.price : std::max(route.price, route.ground_price);
  const double most = is_walk ? own : route.ground_price;
  constexpr std::array kShapes = {Shape::cheapest, Shape::sight,  Shape::switchbacks,
                                  Shape::cheapest, Shape::funnel, Shape::spline};
  priced.shape = kShapes[turn / kEvery % kShapes.size()];
  {
    SCOPED_TRACE(to_string(priced.shape));
    const Answer walked = planner.find(priced);
    ASSERT_EQ(walked.outcome, answer.outcome);
    // Switchbacks are many short legs over steep ground, each rounded.
    const double slack = priced.shape == Shape::switchbacks ? 1e-6 : 1e-9;
    const double promised = walked.is_straight ? walked.price : most;
    ASSERT_LE(walked.ground_price, promised * (1 + slack) + slack);
    ASSERT_EQ(broken_law(walked, priced, ground), std::nullopt);
  }
}

// Checks that the answer in slices of any size is the same.
void check_any_slices(Planner& planner, const Query& query, const Answer& whole, Random& random) {
  planner.begin(query);
  int slices = 0;
  while (!planner.advance({.nodes = random.below(4)})) ASSERT_LT(++slices, 1'000'000);
  const Answer sliced = planner.take();
  ASSERT_EQ(sliced.outcome, whole.outcome);
  ASSERT_EQ(sliced.cost, whole.cost);
  ASSERT_EQ(sliced.route.nodes, whole.route.nodes);
  ASSERT_EQ(sliced.points, whole.points);
  ASSERT_EQ(sliced.stats, whole.stats);
}

// The totals over all queries. They must not be zero, or the scenes would test nothing.
struct PlannerTally {
  std::uint64_t queries = 0;
  std::uint64_t found = 0;
  std::map<std::string, double> worst;  // [planner]  cost over the cheapest
};

class Checker {
 public:
  Checker(const Ground& ground, std::span<const PlannerVariant> variants, PlannerTally& tally)
      : ground_(ground), finder_(ground), tally_(tally) {
    for (const PlannerVariant& variant : variants) {
      auto made = make_planner(variant.spec, any_input(ground));
      EXPECT_TRUE(made) << variant.spec << ": " << made.error();
      if (made) planners_.push_back({variant, std::move(made).value()});
    }
  }

  void check(std::uint64_t seed, int queries) {
    Random random(seed);
    for (int i = 0; i < queries; ++i) {
      Query query = random_query(ground_.world(), random, i);
      query.shape_options.effort = i % 5 == 0 ? 2 : 0;
      const bool is_inside = is_on_ground(query.start, query) && is_on_ground(query.goal, query);
      const Oracle oracle = is_inside ? ask_oracle(ground_, query) : Oracle{};
      for (auto& [variant, planner] : planners_) {
        SCOPED_TRACE(variant.spec + ", query " + std::to_string(i));
        const Answer answer = planner->find(query);
        ++tally_.queries;
        ASSERT_EQ(broken_law(answer, query, ground_), std::nullopt);
        if (!is_inside) {
          ASSERT_EQ(answer.outcome, Outcome::outside);
        } else {
          check_answer(variant, *planner, query, answer, oracle);
        }
        if (::testing::Test::HasFatalFailure()) return;
        if (i % 4 == 0) check_any_slices(*planner, query, answer, random);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }

 private:
  bool is_on_ground(Point point, const Query& query) const {
    return finder_.find(ground_.world().frame().to_local(point), query.reach).is_found();
  }
  void check_answer(const PlannerVariant& variant, Planner& planner, const Query& query,
                    const Answer& answer, const Oracle& oracle) {
    ASSERT_EQ(answer.found(), oracle.cost != kUnreached) << answer.why();
    if (!answer.found()) {
      ASSERT_EQ(answer.outcome, Outcome::unreachable);
      return;
    }
    ++tally_.found;
    if (variant.is_exact) {
      ASSERT_EQ(answer.cost, oracle.cost);
      // From one node to the next, what is known of visible corners may differ by a rounding.
      const bool is_rounded = variant.spec.starts_with("vtest");
      ASSERT_LE(answer.stats.reopened, is_rounded ? answer.stats.expanded / 100 + 1 : 0);
    }
    ASSERT_GE(answer.cost, oracle.cost);
    if (answer.bound > 0) {
      ASSERT_LE(static_cast<double>(answer.cost),
                static_cast<double>(oracle.cost) * answer.bound * (1 + 1e-9));
    }
    if (oracle.cost > 0) {
      double& worst = tally_.worst[variant.spec];
      worst = std::max(worst, static_cast<double>(answer.cost) / static_cast<double>(oracle.cost));
    }
    check_route(ground_, answer, oracle.ends);
    check_path(ground_, answer, planner, query);
  }

  Ground ground_;
  EndFinder finder_;
  PlannerTally& tally_;
  struct Tried {
    PlannerVariant variant;
    std::unique_ptr<Planner> planner;
  };
  std::vector<Tried> planners_;
};

std::vector<PlannerVariant> exact_variants() {
  std::vector<PlannerVariant> exact;
  std::ranges::copy_if(planner_variants(), std::back_inserter(exact), &PlannerVariant::is_exact);
  return exact;
}

std::vector<Trial> trials_of(const std::vector<Case>& all, std::span<const Profile> profiles,
                             std::span<const PlannerVariant> variants) {
  std::vector<std::string> planners;
  for (const PlannerVariant& variant : variants) planners.push_back(variant.spec);
  return planner_trials(all, profiles, planners);
}

std::vector<PlannerVariant> chosen(std::span<const PlannerVariant> variants, const Trial& trial) {
  std::vector<PlannerVariant> some;
  for (const std::size_t v : trial.variants) some.push_back(variants[v]);
  return some;
}

void print_tally(const PlannerTally& tally) {
  std::printf("%llu queries, %llu found; worst cost over the cheapest:\n",
              static_cast<unsigned long long>(tally.queries),
              static_cast<unsigned long long>(tally.found));
  for (const auto& [name, worst] : tally.worst) std::printf("  %-52s %.4f\n", name.c_str(), worst);
}

TEST(PlannerLaws, hold_for_every_planner_graph_and_seed) {
  PlannerTally tally;
  const std::vector<PlannerVariant> variants = planner_variants();
  const std::vector<Profile> profiles = case_profiles();
  for (const std::uint64_t seed : seeds({.test = 2, .check = 3})) {
    const std::vector<Case> all = cases(seed);
    for (const Case& c : all) ASSERT_EQ(broken_law(c.graph, c.world), std::nullopt) << c.name;
    for (const Trial& trial : trials_of(all, profiles, variants)) {
      const Case& c = all[trial.at];
      const Profile& profile = profiles[trial.profile];
      SCOPED_TRACE(c.name + ", " + profile.name);
      const Ground ground = c.priced(profile);
      ASSERT_EQ(broken_law(ground.graph(), c.world, profile), std::nullopt);
      ASSERT_EQ(broken_law(ground.metric(), ground.graph(), c.world), std::nullopt);
      Checker(ground, chosen(variants, trial), tally)
          .check(seed, static_cast<int>(seeds_to_try(20)));
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
  print_tally(tally);
  EXPECT_GE(tally.queries, is_check() ? 100'000u : 2'000u);
  EXPECT_GT(tally.found, tally.queries / 3);
}

TEST(PlannerLaws, planners_refuse_grounds_that_they_do_not_serve) {
  std::size_t refused = 0;
  for (const Case& c : cases(seed_of(1))) {
    const Ground ground = c.priced(Profile::euclid());
    for (const PlannerVariant& variant : planner_variants()) {
      if (serves(variant.spec, ground)) continue;
      ++refused;
      EXPECT_FALSE(make_planner(variant.spec, any_input(ground))) << c.name << variant.spec;
    }
  }
  EXPECT_GT(refused, 100u);
}

TEST(PlannerLaws, a_weight_keeps_its_bound) {
  for (const Case& c : cases(seed_of(7))) {
    SCOPED_TRACE(c.name);
    const Ground ground = c.priced(Profile::hiker());
    for (const char* name :
         {"a_star", "a_star:backward=1", "a_star:heuristic=longest_axis",
          "a_star:heuristic=typical", "turning:straightness=0", "rooms:gates=all:near=0"}) {
      SCOPED_TRACE(name);
      auto planner = make_planner(name, any_input(ground)).value();
      const bool is_typical = std::string_view(name).ends_with("typical");
      Random random(seed_of(7));
      for (int i = 0; i < (is_check() ? 40 : 8); ++i) {
        Query query = random_query(c.world, random, i);
        query.weight = 1 + random.below(8) / 2.0;
        const Answer answer = planner->find(query);
        if (!answer.found()) continue;
        const Distance least = ask_oracle(ground, query).cost;
        ASSERT_EQ(answer.stats.reopened, 0u);
        if (answer.bound == 0 && is_typical) continue;
        ASSERT_GE(answer.bound, 1);
        ASSERT_LE(answer.bound, is_typical ? kNoLimit : std::ceil(query.weight));
        ASSERT_LE(static_cast<double>(answer.cost), static_cast<double>(least) * answer.bound);
      }
    }
  }
}

// Checks queries with four goals against the planner's own answers for each.
void check_several_goals(Planner& planner, const World& world, std::uint64_t seed) {
  Random random(seed);
  for (int i = 0; i < static_cast<int>(seeds_to_try(8)); ++i) {
    Query query = random_query(world, random, i);
    Distance least = kUnreached;
    for (int goal = 0; goal < 4; ++goal) {
      if (goal > 0) query.more_goals.push_back(random_point(world, random));
      Query one = query;
      one.more_goals.clear();
      if (goal > 0) one.goal = query.more_goals.back();
      const Answer alone = planner.find(one);
      if (alone.found()) least = std::min(least, alone.cost);
    }
    const Answer answer = planner.find(query);
    ASSERT_EQ(answer.found(), least != kUnreached);
    if (least == kUnreached) continue;
    ASSERT_EQ(answer.cost, least);
    const Point taken =
        answer.goal_index == 0 ? query.goal : query.more_goals[answer.goal_index - 1];
    ASSERT_LE(length(answer.points.back().vec().xy() - Vec2{taken.x, taken.y}),
              query.reach + world.grid.spacing() + 1e-6);
  }
}

TEST(PlannerLaws, the_route_leads_to_the_cheapest_of_several_goals) {
  const std::vector<Case> all = cases(seed_of(5));
  const std::vector<PlannerVariant> variants = exact_variants();
  const std::vector<Profile> profiles = {Profile::thesis()};
  for (const Trial& trial : trials_of(all, profiles, variants)) {
    const Case& c = all[trial.at];
    SCOPED_TRACE(c.name);
    const Ground ground = c.priced(profiles[trial.profile]);
    for (const PlannerVariant& variant : chosen(variants, trial)) {
      SCOPED_TRACE(variant.spec);
      auto planner = make_planner(variant.spec, any_input(ground)).value();
      check_several_goals(*planner, c.world, seed_of(5));
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace thalweg

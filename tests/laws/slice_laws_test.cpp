// A query has one answer, however it is asked: whole, in slices of any size, or by a queue of requests whose
// searches interrupt each other. Bit by bit, for every planner of the registry and every kind of query.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>

#include "answers.hpp"
#include "obstacle_worlds.hpp"
#include "pairwise.hpp"
#include "partitioner.hpp"
#include "query_kinds.hpp"
#include "room_worlds.hpp"
#include "same_answer.hpp"
#include "scope.hpp"
#include "trials.hpp"

namespace thalweg {
namespace {

// Every planner with its default options, and some that leave less to the search near the start.
std::vector<std::string> sliced_planners() {
  std::vector<std::string> all;
  for (const PlannerDescriptor& info : planners()) all.emplace_back(info.name);
  for (const char* spec :
       {"a_star:backward=1", "coarse:share=0.2:rings=1:near=0", "fold:share=1:table=1000",
        "fold:share=1:table=0", "fold:share=1:table=0:labels=0", "fold:share=1:shortest=0",
        "natural:cap_base=3:near=0", "natural:grow=thesis:refine=descent",
        "rooms:gates=all:levels=3:near=0", "rooms:levels=3:near=0:routes=0",
        "hpa_star:size=3:levels=3:near=0", "thpa_star:size=3:levels=3:near=0",
        "hna_star:merged=4:level=2:connect=a_star",
        "hna_star:merged=2:levels=5:level=4:connect=parallel:both=1:routes=0",
        "vtest:corners=one:least_faces=0"}) {
    all.emplace_back(spec);
  }
  return all;
}

// The cases of all laws, and level ground, where folds find shortest paths.
std::vector<Case> sliced_cases(std::uint64_t seed) {
  std::vector<Case> all = cases(seed);
  for (Case& c : cases_of("level", obstacle_field(seed, {.side = 8, .relief = 0}))) {
    all.push_back(std::move(c));
  }
  for (Case& c : cases_of("wheel", wheel(seed, {.rings = 2}))) all.push_back(std::move(c));
  return all;
}

std::vector<Profile> sliced_profiles() {
  Profile wide = Profile::thesis();
  wide.name = "wide";
  wide.radius = 0.1;
  return {Profile::euclid(), Profile::hiker(), wide};
}

// One planner on one ground, and the kinds of queries to ask it.
struct SliceTrial {
  std::size_t at;       // [case]
  std::size_t profile;  // [profile]
  std::size_t planner;  // [planner]
  std::vector<std::size_t> kinds;
};

std::vector<SliceTrial> slice_trials(const std::vector<Case>& cases,
                                     const std::vector<Profile>& profiles,
                                     const std::vector<std::string>& planners, std::size_t kinds) {
  const auto index = [](std::size_t i) { return static_cast<std::uint32_t>(i); };
  Numbers worlds;
  Numbers graphs;
  std::vector<Combination> possible;
  std::vector<SliceTrial> single;  // [combination]
  for (std::size_t c = 0; c < cases.size(); ++c) {
    const std::size_t comma = cases[c].name.find(", ");
    const std::uint32_t world = worlds.of(cases[c].name.substr(0, comma));
    const std::uint32_t graph = graphs.of(cases[c].name.substr(comma + 2));
    const Ground ground = cases[c].priced(profiles.front());
    for (std::size_t v = 0; v < planners.size(); ++v) {
      if (!serves(planners[v], ground)) continue;
      for (std::size_t p = 0; p < profiles.size(); ++p) {
        for (std::size_t k = 0; k < kinds; ++k) {
          possible.push_back({world, graph, index(p), index(v), index(k)});
          single.push_back({c, p, v, {k}});
        }
      }
    }
  }
  std::vector<SliceTrial> joined;
  const auto is_of_last = [&](const SliceTrial& trial) {
    return !joined.empty() && joined.back().at == trial.at &&
           joined.back().profile == trial.profile && joined.back().planner == trial.planner;
  };
  for (const std::size_t i : combinations_to_try(possible)) {
    if (is_of_last(single[i])) {
      joined.back().kinds.push_back(single[i].kinds.front());
    } else {
      joined.push_back(std::move(single[i]));
    }
  }
  return joined;
}

struct Different {
  std::uint64_t answers = 0;
  std::map<std::string, std::uint64_t> fields;  // how many answers differ there
  std::map<std::string, std::uint64_t> kinds;   // and for which kinds of queries
  std::string first;
};

struct SliceTally {
  std::uint64_t answers = 0;
  std::uint64_t found = 0;
  std::map<Outcome, std::uint64_t> outcomes;   // how many queries ended so
  std::map<std::string, Different> different;  // [planner]
};

std::string text_of(const std::map<std::string, std::uint64_t>& counts) {
  std::string text;
  for (const auto& [name, count] : counts) {
    text += (text.empty() ? "" : ", ") + name + " (" + std::to_string(count) + ")";
  }
  return text;
}

void print_slices(const SliceTally& tally) {
  std::printf("%llu answers, %llu found\n", static_cast<unsigned long long>(tally.answers),
              static_cast<unsigned long long>(tally.found));
  for (const auto& [planner, different] : tally.different) {
    ADD_FAILURE() << planner << ": " << different.answers << " answers differ in "
                  << text_of(different.fields) << "\n  first: " << different.first
                  << "\n  kinds: " << text_of(different.kinds);
  }
}

// A planner on a ground, and where its differences are counted.
struct Sliced {
  Planner& planner;
  std::string name;  // of the planner
  std::string where;
  SliceTally& tally;

  // Asks queries of one kind in each manner.
  void check(const QueryKind& kind, const std::vector<Query>& queries) {
    std::vector<Answer> whole;
    Answer old;
    for (const Query& query : queries) {
      whole.push_back(planner.find(query, std::move(old)));
      const std::vector<NodeId> settled = planner.settled_nodes();
      tally.found += whole.back().found() ? 1 : 0;
      ++tally.outcomes[whole.back().outcome];
      for (const std::uint64_t nodes : {1u, 7u, 1000u}) {
        old = in_slices(planner, query, nodes, std::move(old));
        std::vector<std::string> fields = differences(old, whole.back());
        const bool is_searched = whole.back().stats.expanded > 0;
        if (is_searched && planner.settled_nodes() != settled) fields.emplace_back("settled nodes");
        note(kind, "slices of " + std::to_string(nodes), whole.size(), fields);
      }
    }
    const std::vector<Answer> queued = by_queue(planner, queries);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      note(kind, "a queue", i + 1, differences(queued[i], whole[i]));
    }
  }

  void note(const QueryKind& kind, const std::string& manner, std::size_t number,
            const std::vector<std::string>& fields) {
    ++tally.answers;
    if (fields.empty()) return;
    Different& different = tally.different[name];
    if (++different.answers == 1) {
      different.first =
          where + ", " + kind.name + ", query " + std::to_string(number) + ", " + manner;
    }
    for (const std::string& field : fields) ++different.fields[field];
    ++different.kinds[kind.name];
  }
};

std::vector<Query> some_queries(const QueryKind& kind, QuerySource& source, int count) {
  std::vector<Query> queries;
  for (int i = 0; i < count; ++i) {
    queries.push_back(source.query());
    kind.change(queries.back(), source);
  }
  return queries;
}

// All planners, graphs and profiles with these kinds of queries, which must end in all of these outcomes.
void expect_one_answer(const std::vector<QueryKind>& kinds,
                       std::initializer_list<Outcome> outcomes) {
  SliceTally tally;
  const std::vector<std::string> planners = sliced_planners();
  const std::vector<Profile> profiles = sliced_profiles();
  for (const std::uint64_t seed : seeds(1)) {
    const std::vector<Case> all = sliced_cases(seed);
    for (const SliceTrial& trial : slice_trials(all, profiles, planners, kinds.size())) {
      const Ground ground = all[trial.at].priced(profiles[trial.profile]);
      const std::string where = all[trial.at].name + ", " + profiles[trial.profile].name;
      auto made = make_planner(planners[trial.planner], any_input(ground));
      ASSERT_TRUE(made) << where << ", " << planners[trial.planner] << ": " << made.error();
      Sliced sliced{*made.value(), planners[trial.planner], where, tally};
      QuerySource source(ground, seed);
      for (const std::size_t kind : trial.kinds) {
        sliced.check(kinds[kind], some_queries(kinds[kind], source, is_check() ? 2 : 3));
      }
    }
  }
  print_slices(tally);
  EXPECT_GT(tally.answers, 4000u);
  EXPECT_GT(tally.found, tally.answers / 8);  // four answers to each query
  for (const Outcome outcome : outcomes)
    EXPECT_GT(tally.outcomes[outcome], 0u) << to_string(outcome);
}

TEST(SliceLaws, ends_of_every_kind_have_one_answer) {
  expect_one_answer(kinds_of_ends(),
                    {Outcome::found, Outcome::unreachable, Outcome::outside, Outcome::invalid});
}

TEST(SliceLaws, ground_of_every_kind_has_one_answer) {
  expect_one_answer(kinds_of_ground(), {Outcome::found, Outcome::unreachable});
}

TEST(SliceLaws, every_shape_has_one_answer) {
  expect_one_answer(kinds_of_shapes(), {Outcome::found});
}

TEST(SliceLaws, every_option_of_shapes_has_one_answer) {
  expect_one_answer(kinds_of_shape_options(), {Outcome::found});
}

TEST(SliceLaws, searches_of_every_kind_have_one_answer) {
  expect_one_answer(kinds_of_searches(),
                    {Outcome::found, Outcome::partial, Outcome::unreachable, Outcome::over_budget});
}

std::vector<QueryKind> all_kinds() {
  std::vector<QueryKind> all;
  for (const auto& kinds : {kinds_of_ends(), kinds_of_ground(), kinds_of_shapes(),
                            kinds_of_shape_options(), kinds_of_searches()}) {
    all.insert(all.end(), kinds.begin(), kinds.end());
  }
  return all;
}

// Ground on which folds answer by tables and gates: level and of one price, or with some heights.
std::vector<NamedGround> folded_grounds(std::uint64_t seed) {
  return {
      {"triangles", on_portals(obstacle_field(seed, {.side = 9, .relief = 0}))},
      {"heights", on_portals(obstacle_field(seed, {.side = 9, .slits_in_16 = 0, .relief = 0.1}))},
      {"squares", on_portals(random_squares(seed, "...#"))},
      {"rooms", on_portals(rooms_among_squares(seed))},
      {"wheel", on_portals(wheel(seed))},
  };
}

TEST(SliceLaws, folds_of_ground_of_one_price_have_one_answer) {
  SliceTally tally;
  const std::vector<QueryKind> kinds = all_kinds();
  for (const std::uint64_t seed : seeds({.test = 4, .check = 40})) {
    for (const auto& [name, ground] : folded_grounds(seed)) {
      for (const std::string& spec : sliced_planners()) {
        if (!spec.starts_with("fold")) continue;
        const auto planner = make_planner(spec, any_input(ground)).value();
        Sliced sliced{*planner, spec, name + ", seed " + std::to_string(seed), tally};
        QuerySource source(ground, seed);
        for (const QueryKind& kind : kinds) sliced.check(kind, some_queries(kind, source, 2));
      }
    }
  }
  print_slices(tally);
  EXPECT_GT(tally.found, tally.answers / 8);
}

}  // namespace
}  // namespace thalweg

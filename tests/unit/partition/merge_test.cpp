// Merging compared with a slow method: each step taken literally, over all pairs of tops.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "laws/natural_grounds.hpp"

namespace thalweg {
namespace {

// The tops of a growing tree, each with its nodes and its rest distances.
class SlowMerger {
 public:
  SlowMerger(const NaturalGround& ground, const MergeOptions& options)
      : ground_(ground), options_(options), next_(ground.graph().node_count()) {
    for (std::uint32_t n = 0; n < next_; ++n) {
      tops_.insert(n);
      top_of_.push_back(n);
      inward_.push_back({0, 0});
      home_.emplace_back();
    }
  }

  // One step of 5.2; returns how many cells it made.
  std::size_t step() {
    const std::map<Pair, Distances> distances = all_distances();
    const std::map<Pair, double> classes = all_classes(distances);
    std::map<std::uint32_t, std::set<std::uint32_t>> candidates;
    for (const std::uint32_t top : tops_) candidates[top] = nearest(top, classes);
    std::map<std::uint32_t, std::set<std::uint32_t>> matches;
    for (const auto& [top, named] : candidates) {
      for (const std::uint32_t other : named) {
        if (candidates[other].contains(top)) matches[top].insert(other);
      }
    }
    const std::vector<std::vector<std::uint32_t>> groups = closures(matches);
    for (const std::vector<std::uint32_t>& group : groups) make_cell(group, distances);
    return groups.size();
  }

  Partition partition() const {
    return Partition::from(ground_.graph().fingerprint(), home_, parent_).value();
  }

 private:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;

  // The distances from each top to each top that an arc leads to.
  std::map<Pair, Distances> all_distances() const {
    std::map<Pair, Distances> distances;
    for (const NodeId node : ground_.graph().nodes()) {
      for (const ArcId arc : ground_.graph().arcs(node)) {
        const std::uint32_t target = ground_.graph().target(arc).value;
        const Pair pair{top_of_[node.value], top_of_[target]};
        if (pair.first == pair.second || !ground_.metric().is_passable(arc)) continue;
        const Distances over{ground_.metric().cost(arc), ground_.unweighted().cost(arc)};
        distances[pair] = std::min(distances[pair], over + inward_[target]);
      }
    }
    return distances;
  }

  // Unit distances where there are connections in both directions, truncated to a number of bits.
  std::map<Pair, double> all_classes(const std::map<Pair, Distances>& distances) const {
    std::map<Pair, double> classes;
    for (const auto& [pair, there] : distances) {
      const auto back = distances.find({pair.second, pair.first});
      if (back == distances.end()) continue;
      const Distances both = there + back->second;
      int exponent = 0;
      const double unit = static_cast<double>(both.weighted) / static_cast<double>(both.unweighted);
      const double fraction = std::frexp(unit, &exponent);  // 0.5 to below 1
      const double steps = std::ldexp(1.0, static_cast<int>(options_.tie_bits) + 1);
      classes[pair] = std::ldexp(std::floor(fraction * steps) / steps, exponent);
    }
    return classes;
  }

  // Candidate picking: all tops that are as near as the nearest.
  static std::set<std::uint32_t> nearest(std::uint32_t top, const std::map<Pair, double>& classes) {
    double least = kNoLimit;
    std::set<std::uint32_t> result;
    for (const auto& [pair, unit] : classes) {
      if (pair.first != top || unit > least) continue;
      if (unit < least) result.clear();
      least = unit;
      result.insert(pair.second);
    }
    return result;
  }

  // Tops that match, directly or through others; limited in number, nearest first, from the lowest.
  std::vector<std::vector<std::uint32_t>> closures(
      std::map<std::uint32_t, std::set<std::uint32_t>>& matches) const {
    const std::size_t most =
        options_.most_children < 2 ? tops_.size() : std::size_t{options_.most_children};
    std::set<std::uint32_t> taken;
    std::vector<std::vector<std::uint32_t>> groups;
    for (const std::uint32_t top : tops_) {
      if (!taken.insert(top).second) continue;
      std::vector<std::uint32_t> group = {top};
      for (std::size_t i = 0; i < group.size(); ++i) {
        for (const std::uint32_t other : matches[group[i]]) {
          if (group.size() < most && taken.insert(other).second) group.push_back(other);
        }
      }
      std::ranges::sort(group);
      if (group.size() > 1) groups.push_back(std::move(group));
    }
    return groups;
  }

  void make_cell(const std::vector<std::uint32_t>& group,
                 const std::map<Pair, Distances>& distances) {
    const std::uint32_t cell = next_++;
    parent_.emplace_back();
    const auto number = [&](std::uint32_t piece) {
      return CellId(piece - ground_.graph().node_count());
    };
    const std::map<std::uint32_t, Distances> rests = rests_of(group, distances);
    for (std::uint32_t n = 0; n < top_of_.size(); ++n) {
      if (!rests.contains(top_of_[n])) continue;
      inward_[n] = inward_[n] + rests.at(top_of_[n]);
      top_of_[n] = cell;
    }
    for (const std::uint32_t piece : group) {
      (piece < home_.size() ? home_[piece] : parent_[number(piece).value]) = number(cell);
      tops_.erase(piece);
    }
    tops_.insert(cell);
  }

  // The most expensive route for its length from each member to another, through members only.
  static std::map<std::uint32_t, Distances> rests_of(const std::vector<std::uint32_t>& group,
                                                     const std::map<Pair, Distances>& distances) {
    std::map<Pair, Distances> least;
    for (const std::uint32_t a : group) {
      for (const std::uint32_t b : group) {
        if (const auto found = distances.find({a, b}); found != distances.end())
          least[{a, b}] = found->second;
      }
    }
    for (const std::uint32_t k : group) {
      for (const std::uint32_t i : group) {
        for (const std::uint32_t j : group) {
          if (!least[{i, k}].is_known() || !least[{k, j}].is_known() || i == j) continue;
          least[{i, j}] = std::min(least[{i, j}], least[{i, k}] + least[{k, j}]);
        }
      }
    }
    std::map<std::uint32_t, Distances> rests;
    const auto unit = [](const Distances& d) {
      return std::tuple(
          static_cast<long double>(d.weighted) / static_cast<long double>(d.unweighted),
          d.weighted);
    };
    for (const std::uint32_t i : group) {
      Distances worst{0, 1};
      for (const std::uint32_t j : group) {
        if (i != j && unit(least[{i, j}]) > unit(worst)) worst = least[{i, j}];
      }
      rests[i] = worst;
    }
    return rests;
  }

  NaturalGround ground_;
  MergeOptions options_;
  std::uint32_t next_;  // the number of the next cell's piece
  std::set<std::uint32_t> tops_;
  std::vector<std::uint32_t> top_of_;  // [node]
  std::vector<Distances> inward_;      // [node]  from it to the rest of its top
  std::vector<CellId> home_;
  std::vector<CellId> parent_;
};

bool are_same_partitions(const Partition& a, const Partition& b) {
  return std::ranges::equal(a.arrays().home, b.arrays().home) &&
         std::ranges::equal(a.arrays().parent, b.arrays().parent);
}

// Cells of more children than this compute their rests by another method.
constexpr std::uint32_t kMost = RestFinder::kMostInTable;

void check_steps(const NaturalGround& ground, const MergeOptions& options) {
  SlowMerger slow(ground, options);
  NaturalTree tree = single_nodes(ground);
  MergeOptions one = options;
  one.steps = 1;
  for (std::uint32_t step = 1;; ++step) {
    Merged merged = merge(ground, std::move(tree), one);
    tree = std::move(merged.tree);
    ASSERT_EQ(merged.report.cells, slow.step()) << "step " << step;
    ASSERT_TRUE(are_same_partitions(tree.partition(), slow.partition())) << "step " << step;
    if (merged.report.is_done) break;
  }
  const Merged whole = merge(ground, single_nodes(ground), options);
  ASSERT_TRUE(are_same_partitions(whole.tree.partition(), tree.partition())) << "at once";
}

TEST(Merge, each_step_makes_the_cells_that_the_thesis_says) {
  std::uint32_t tried = 0;
  for_each_ground(2, [&](const NaturalGround& ground) {
    const Graph& graph = ground.graph();
    if (graph.node_count() > 200 || graph.arc_count() > 1500) return;
    const MergeOptions all[] = {{.tie_bits = 52, .most_children = kMost},
                                {.tie_bits = 2, .most_children = kMost},
                                {.tie_bits = 0, .most_children = 7},
                                {.tie_bits = 4, .most_children = 2}};
    const MergeOptions& options = all[tried++ % 4];
    check_steps(ground, options);
    ASSERT_FALSE(::testing::Test::HasFatalFailure())
        << options.tie_bits << " bits, " << options.most_children << " children";
  });
  EXPECT_GT(tried, 10u);
}

TEST(Merge, without_a_bound_all_that_match_become_one_cell) {
  for (const char* text : {". . . .\n. . . .", "0 0 1 1\n0 0 1 1", ". w . # .\nR R . . ."}) {
    const World world = scene(text);
    const Graph graph = graph_of(world, GraphSpec::grid());
    const NaturalGround ground = natural_ground(world, graph, Profile::thesis());
    for (const std::uint32_t bits : {52u, 2u}) {
      check_steps(ground, {.tie_bits = bits, .most_children = 0});
    }
  }
  const World plain = scene(". . . . . .\n. . . . . .");
  const Graph graph = graph_of(plain, GraphSpec::grid(GridNeighbours::four));
  const NaturalGround ground = natural_ground(plain, graph, Profile::euclid());
  const Merged merged = merge(ground, single_nodes(ground), {.most_children = 0});
  EXPECT_EQ(merged.report.steps, 1u);
  EXPECT_EQ(merged.tree.top_count(), 1u);
}

TEST(Merge, ends_where_no_two_tops_lead_both_ways) {
  std::uint32_t one_way = 0;
  for_each_ground(2, [&](const NaturalGround& ground) {
    const Graph& graph = ground.graph();
    const NaturalTree tree = merge(ground, single_nodes(ground)).tree;
    const auto top_of = [&](NodeId node) { return pieces_above(tree, node).back(); };
    std::set<std::pair<PieceId, PieceId>> leads;
    for (const NodeId node : graph.nodes()) {
      for (const ArcId arc : graph.arcs(node)) {
        if (!ground.metric().is_passable(arc)) continue;
        const std::pair pair{top_of(node), top_of(graph.target(arc))};
        if (pair.first != pair.second) leads.insert(pair);
      }
    }
    for (const auto& [from, to] : leads) ASSERT_FALSE(leads.contains({to, from}));
    one_way += static_cast<std::uint32_t>(leads.size());
    const Islands& islands = ground.metric().islands();
    std::map<PieceId, IslandId> island_of;
    for (const NodeId node : graph.nodes()) {
      const auto [at, is_new] = island_of.try_emplace(top_of(node), islands.of[node]);
      ASSERT_EQ(at->second, islands.of[node]) << "tops stay on one island";
    }
  });
  EXPECT_GT(one_way, 5u);
}

TEST(Merge, a_link_joins_islands_only_where_it_leads_both_ways) {
  const char* text = ". . . # . . .\n. . . # . . .";
  for (const bool is_two_way : {false, true}) {
    const World world = scene(text, {.links = {{.from = {0.5f, 0.5f, 0},
                                                .to = {5.5f, 1.5f, 0},
                                                .is_two_way = is_two_way ? 1u : 0u,
                                                .length = 3}}});
    const Graph graph = graph_of(world, GraphSpec::grid());
    const NaturalGround ground = natural_ground(world, graph, Profile::euclid());
    const NaturalTree tree = merge(ground, single_nodes(ground)).tree;
    const auto top_of = [&](std::uint32_t n) { return pieces_above(tree, NodeId(n)).back(); };
    EXPECT_EQ(top_of(0) == top_of(5), is_two_way);
    EXPECT_EQ(top_of(0), top_of(9));
    EXPECT_EQ(top_of(4), top_of(13));
  }
}

TEST(Merge, a_step_that_can_be_gone_down_only_stays_between_tops) {
  const World world = scene("0 0 0 5 5 5\n0 0 0 5 5 5");
  Profile profile = Profile::euclid();
  profile.greatest_step_up = 1;
  const Graph graph = graph_of(world, GraphSpec::grid());
  const NaturalGround ground = natural_ground(world, graph, profile);
  const NaturalTree tree = merge(ground, single_nodes(ground)).tree;
  EXPECT_EQ(tree.top_count(), 2u);
  const auto tops = tree.children(CellId());
  EXPECT_EQ(tree.neighbours(tops[0]).size() + tree.neighbours(tops[1]).size(), 1u);
}

}  // namespace
}  // namespace thalweg

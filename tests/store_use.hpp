// Uses all that a loaded store holds, as the command line, the viewer and programs do. Whatever loads must
// be safe to use, whoever wrote it: for fuzzers and mutated files.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "partitioner.hpp"
#include "planners.hpp"
#include "thalweg/graph/update_ground.hpp"
#include "thalweg/hierarchy/build.hpp"
#include "thalweg/hierarchy/pyramid_update.hpp"
#include "thalweg/partition/occupancy.hpp"
#include "thalweg/path/around.hpp"
#include "thalweg/path/walk.hpp"
#include "thalweg/planners/a_star.hpp"
#include "thalweg/planners/any_angle_oracle.hpp"
#include "thalweg/planners/descending.hpp"
#include "thalweg/planners/fold.hpp"
#include "thalweg/planners/look_ahead.hpp"
#include "thalweg/planners/pyramid_reveal.hpp"
#include "thalweg/planners/pyramid_search.hpp"
#include "thalweg/store/store.hpp"
#include "thalweg/structures/kinds.hpp"
#include "thalweg/world/edits.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {

// What is asked for, over and over: two points of the world in its own coordinates.
struct PointPair {
  Point from;
  Point to;
};

// Corner to corner, across, and inside one quarter.
inline std::vector<PointPair> pairs_across(const World& world) {
  const Box3 box = world.box();
  const auto at = [&](double x, double y) {
    const Vec3 size = box.size();
    return Point{world.origin.x + box.low.x + x * size.x, world.origin.y + box.low.y + y * size.y};
  };
  return {{at(0.07, 0.06), at(0.91, 0.93)},
          {at(0.95, 0.11), at(0.13, 0.88)},
          {at(0.4, 0.3), at(0.21, 0.37)}};
}

// The planner of that text, without A* near its start: in small worlds that would find all goals.
inline PlannerPlan without_near(const std::string& text) {
  PlannerSpec spec = parse_planner(text).value();
  if (find_planner(spec.name).value()->find_option("near") != nullptr)
    spec.settings.push_back({"near", "0"});
  return planner_plan(spec).value();
}

// The planners whose structures files hold, by the keys of these structures.
inline const std::map<std::string, PlannerPlan>& stored_plans() {
  static const std::map<std::string, PlannerPlan> plans = [] {
    std::map<std::string, PlannerPlan> made;
    for (const char* text :
         {"hpa_star:size=4:levels=2", "hpa_star:size=3:routes=0", "thpa_star:size=3:levels=2",
          "hna_star:merged=4", "rooms:size=3:levels=2", "rooms:cells=areas", "natural",
          "natural:cap_base=4", "natural:refine=descent", "natural:grow=thesis:refine=descent",
          "coarse:share=0.4", "fold:share=1", "fold:table=0:share=1",
          "fold:table=0:labels=0:share=1"}) {
      PlannerPlan plan = without_near(text);
      const std::string key = plan.key;
      made.emplace(key, std::move(plan));
    }
    return made;
  }();
  return plans;
}

// One ground of a store, and what it is after edits.
class GroundUser {
 public:
  GroundUser(const Ground& ground, std::vector<PointPair> pairs)
      : ground_(ground), pairs_(std::move(pairs)) {
    for (const AreaId area : {kBlocked, kSwamp}) add_edited(area);
  }

  void use_graph() const {
    Planner planner = a_star_on(ground_);
    ask(planner);
    for (const Ground& now : edited_) {
      Planner other = a_star_on(now);
      ask(other);
    }
    static_cast<void>(broken_law(ground_.metric(), ground_.graph(), ground_.world()));
  }

  // As its planner does, or one that takes such structures; after edits; and as the functions of its
  // kind do.
  void use(const Structure& built) const {
    const PlannerPlan& plan = plan_for(built);
    if (const auto planner = make_planner(plan, ground_, built)) ask(**planner);
    for (const Ground& now : edited_) {
      if (!plan.update) break;
      const auto updated = plan.update(built, ground_, now, {{}, cut_into_pieces});
      if (!updated || !updated->has_value()) continue;
      if (const auto planner = make_planner(plan, now, (*updated)->structure)) ask(**planner);
    }
    if (const auto* hierarchy = built.as<Hierarchy>()) look_ahead(*hierarchy);
    if (const auto* pyramid = built.as<Pyramid>()) reveal(*pyramid);
    if (const auto* grown = built.as<GrownTree>()) descend(grown->tree);
    if (const auto* fold = built.as<Fold>()) use_taut(*fold);
    static_cast<void>(built.describe());
    static_cast<void>(built.cells());
    static_cast<void>(built.bytes());
  }

 private:
  void look_ahead(const Hierarchy& hierarchy) const {
    for (const ConnectBy by : {ConnectBy::dijkstra, ConnectBy::a_star, ConnectBy::stored}) {
      for (const LevelUse use : {LevelUse::all, LevelUse::one}) {
        LookAhead look(ground_, hierarchy,
                       {.is_bidirectional = by == ConnectBy::dijkstra, .use = use, .connect = by});
        for (const PointPair& pair : pairs_) walk_by(look, pair);
      }
    }
    static_cast<void>(update_hierarchy(ground_, hierarchy, ground_, hierarchy.cells(),
                                       {.rule = hierarchy.rule()}));
    for (const Ground& now : edited_) {
      static_cast<void>(
          update_hierarchy(ground_, hierarchy, now, hierarchy.cells(), {.rule = hierarchy.rule()}));
    }
  }

  void reveal(const Pyramid& pyramid) const {
    PyramidReveal reveal(ground_, pyramid);
    for (const auto& [start, goal] : ends()) {
      if (!reveal.begin(start, goal)) continue;
      while (!reveal.is_done()) {
        reveal.reveal(reveal.route().nodes.size() - 1, 5);
        static_cast<void>(reveal.rest());
      }
    }
    const Occupancy crowd = crowded(Occupancy(pyramid.cells()));
    for (const Occupancy* occupancy : {static_cast<const Occupancy*>(nullptr), &crowd}) {
      auto search = PyramidSearch::make(ground_, pyramid,
                                        {.rings = 1, .near_nodes = 0, .occupancy = occupancy});
      if (search) ask(*planner_by(ground_, std::move(search)));
    }
    static_cast<void>(with_landmarks(ground_, pyramid));
  }

  void descend(const NaturalTree& tree) const {
    const Occupancy crowd = crowded(Occupancy(tree));
    for (const Occupancy* occupancy : {static_cast<const Occupancy*>(nullptr), &crowd}) {
      Descent descent(ground_, tree, {.occupancy = occupancy});
      for (const auto& [start, goal] : ends()) {
        const Seed source{start, 0};
        const Seed target{goal, 0};
        descent.begin({&source, 1}, {&target, 1});
        SearchEnd end = SearchEnd::paused;
        while (!descent.is_done() && end != SearchEnd::exhausted) {
          const std::size_t known = descent.route().nodes.size();
          end = descent.reveal(known == 0 ? 0 : known - 1, 5);
          static_cast<void>(descent.ahead());
        }
      }
      auto search = DescendingSearch::make(ground_, tree,
                                           {.descent = {.occupancy = occupancy}, .near_nodes = 0});
      if (search) ask(*planner_by(ground_, std::move(search)));
    }
  }

  void use_taut(const Fold& fold) const {
    auto search = fold_search(ground_, fold, {.is_shortest = false});
    if (search) ask(*planner_by(ground_, std::move(search)));
  }

  void add_edited(AreaId area) {
    const World& world = ground_.world();
    const Box3 box = world.box();
    const double size = std::max(box.size().x, box.size().y);
    const Vec3 middle = world.origin + (box.low + box.high) * 0.5;
    const Patch patch =
        brushed(world, {.centre = {middle.x, middle.y}, .radius = size * 0.15, .floor = 1e9});
    auto now = edited(world, {.paints = {{.patch = patch, .area = area}}});
    if (!now) return;
    if (auto updated = update_ground(ground_, *now)) edited_.push_back(std::move(updated->ground));
  }

  static const PlannerPlan& plan_for(const Structure& built) {
    const auto& plans = stored_plans();
    const auto found = plans.find(built.recipe());
    if (found != plans.end() && found->second.builds == &built.kind()) return found->second;
    return std::ranges::find(plans, &built.kind(),
                             [](const auto& one) { return one.second.builds; })
        ->second;
  }

  void ask(Planner& planner) const {
    Answer answer;
    for (const PointPair& pair : pairs_) {
      Query query{.start = pair.from, .goal = pair.to, .reach = 1e9, .try_straight = false};
      answer = planner.find(query, std::move(answer));
      query.allow_partial = true;
      query.shape = Shape::funnel;
      query.want_ground_price = true;
      planner.begin(query, std::move(answer));
      while (!planner.advance({.nodes = 20})) {
        static_cast<void>(planner.settled_nodes());
        static_cast<void>(planner.open_nodes());
      }
      answer = planner.take();
    }
  }

  static void walk_by(LookAhead& look, const PointPair& pair) {
    if (look.begin({.start = pair.from, .goal = pair.to, .reach = 1e9}) != Outcome::found) return;
    bool is_good = true;
    while (is_good && !look.is_done()) {
      const std::size_t known = look.route().nodes.size();
      is_good = look.reveal(known == 0 ? 0 : known - 1, 5);
      static_cast<void>(look.cost_so_far());
    }
  }

  // Some pairs of nodes.
  std::vector<std::pair<NodeId, NodeId>> ends() const {
    const std::uint32_t count = ground_.graph().node_count();
    if (count == 0) return {};
    return {{NodeId(0), NodeId(count - 1)},
            {NodeId(count - 1), NodeId(count / 3)},
            {NodeId(count / 2), NodeId(count / 4)}};
  }

  Occupancy crowded(Occupancy crowd) const {
    const std::uint32_t nodes = ground_.graph().node_count();
    for (std::uint32_t n = 0; n < nodes; n += 3) {
      crowd.enter(NodeId(n));
      crowd.move(NodeId(n), NodeId(nodes - 1 - n));
    }
    return crowd;
  }

  Ground ground_;
  std::vector<PointPair> pairs_;
  std::vector<Ground> edited_;
};

// Locates, looks and walks.
inline void use_world(const World& world) {
  static_cast<void>(world.fingerprint());
  const Mesh& mesh = world.mesh;
  FloodScratch scratch;
  for (const auto& [from, to] : pairs_across(world)) {
    const Vec3 a = world.frame().to_local(from);
    const Vec3 b = world.frame().to_local(to);
    static_cast<void>(world.grid.square_at(a.xy()));
    const SurfacePoint start = surface_point_at(world, from, {.reach = 1e9});
    const SurfacePoint goal = surface_point_at(world, to, {.reach = 1e9});
    if (!start.is_found() || !goal.is_found()) continue;
    static_cast<void>(line_of_sight(mesh, start, goal));
    static_cast<void>(distance_to_wall(mesh, start, {}, scratch));
    static_cast<void>(walk(mesh, start, b.xy() - a.xy(), {}, scratch));
    static_cast<void>(AnyAngleOracle(world).find(start, goal));
  }
}

// Uses one store.
class StoreUser {
 public:
  explicit StoreUser(const Store& store) : store_(store), pairs_(pairs_across(store.world)) {}

  // How many parts were refused with their ground.
  std::size_t use() {
    use_world(store_.world);
    for (const StoredMetric& stored : store_.metrics) {
      if (const GroundUser* user = on(stored.name)) user->use_graph();
    }
    for (const StoredStructure& one : store_.structures) use(one);
    static_cast<void>(verify(store_));
    return refused_;
  }

 private:
  // Null where the metric is refused.
  const GroundUser* on(const std::string& metric) {
    auto known = users_.find(metric);
    if (known == users_.end()) {
      const auto ground = stored_ground(store_, metric);
      known =
          users_
              .emplace(metric, ground ? std::optional<GroundUser>(std::in_place, *ground, pairs_)
                                      : std::nullopt)
              .first;
      if (ground) grounds_.emplace(metric, *ground);
      if (!ground) ++refused_;
    }
    return known->second ? &*known->second : nullptr;
  }

  void use(const StoredStructure& one) {
    static_cast<void>(describe(one));
    const GroundUser* user = on(one.header.metric);
    if (user == nullptr) return;
    const auto structure = structure_of(one, grounds_.at(one.header.metric));
    if (!structure) ++refused_;
    if (structure) user->use(*structure);
  }

  const Store& store_;
  std::size_t refused_ = 0;
  std::vector<PointPair> pairs_;
  std::map<std::string, std::optional<GroundUser>> users_;  // [metric]
  std::map<std::string, Ground> grounds_;                   // [metric]  those that are not refused
};

// How many parts of the store are refused with their ground.
inline std::size_t use_store(const Store& store) { return StoreUser(store).use(); }

}  // namespace thalweg

// Laws of updates: after edits of its world, every planner of the registry answers as one that was
// built again.
#include <gtest/gtest.h>

#include <map>

#include "answers.hpp"
#include "partitioner.hpp"
#include "scope.hpp"
#include "thalweg/graph/update_ground.hpp"
#include "thalweg/structures/kinds.hpp"
#include "thalweg/world/edits.hpp"
#include "trials.hpp"

namespace thalweg {
namespace {

std::vector<std::string> update_variants() {
  std::vector<std::string> all;
  for (const PlannerDescriptor& info : planners()) all.emplace_back(info.name);
  all.emplace_back("fold:share=1");
  all.emplace_back("fold:share=1:table=0");
  all.emplace_back("natural:cap_base=3:near=0");
  all.emplace_back("natural:grow=thesis:refine=descent");
  all.emplace_back("natural:refine=descent:cap_base=4:near=0");
  all.emplace_back("rooms:gates=all:levels=3:near=0");
  all.emplace_back("rooms:cells=areas:near=0:routes=0");
  all.emplace_back("hpa_star:size=3:levels=3:near=0");
  all.emplace_back("thpa_star:size=3:levels=2:near=0");
  all.emplace_back("hna_star:merged=3:levels=3:connect=dijkstra");
  return all;
}

// Some ground painted, blocked or opened; now and then a link.
WorldEdits random_edits(const World& world, Random& random) {
  WorldEdits edits;
  const Brush brush{.centre = random_point(world, random),
                    .radius = world.box().size().x * random.between(0, 0.2)};
  Paint paint{.patch = brushed(world, brush)};
  switch (random.below(4)) {
    case 0: paint.area = kBlocked; break;
    case 1: paint.area = kGround; break;
    default: paint.area = kSwamp;
  }
  edits.paints.push_back(std::move(paint));
  if (random.below(4) == 0) {
    for (const Link& link : some_links(world, random)) edits.links.push_back(link);
  }
  return edits;
}

// A planner's structure, carried from ground to ground.
class Follower {
 public:
  Follower(const std::string& text, const Ground& ground)
      : spec_(parse_planner(text).value()), plan_(planner_plan(spec_).value()) {
    built_ = built_again(ground);
  }

  bool keeps_cells() const { return find_planner(spec_.name).value()->builds == &pyramid_kind(); }
  bool has_update() const { return plan_.update != nullptr; }
  Structure built_again(const Ground& ground) const {
    return plan_.build(ground, any_input(ground).tools).value();
  }
  std::unique_ptr<Planner> planner(const Ground& ground, const Structure& built) const {
    return make_planner(plan_, ground, built).value();
  }
  const Structure& built() const { return built_; }

  // True: updated, not built again.
  bool follow(const Ground& before, const Ground& now) {
    std::optional<UpdatedStructure> updated;
    if (has_update()) updated = plan_.update(built_, before, now, any_input(now).tools).value();
    EXPECT_FALSE(updated && updated->found_again.empty());
    built_ = updated ? std::move(updated->structure) : built_again(now);
    return updated.has_value();
  }

 private:
  PlannerSpec spec_;
  PlannerPlan plan_;
  Structure built_;
};

void expect_same(const Answer& followed, const Answer& fresh) {
  EXPECT_EQ(followed.outcome, fresh.outcome);
  EXPECT_EQ(followed.cost, fresh.cost);
  EXPECT_EQ(followed.stats, fresh.stats);
  EXPECT_EQ(followed.points, fresh.points);
}

// `followed` answers as a planner that was built again. Where cells are kept, exact planners still
// find routes of the same cost, and natural hierarchies valid ones.
void check_answers(const Ground& ground, const Follower& follower, std::uint64_t seed) {
  const auto followed = follower.planner(ground, follower.built());
  const auto fresh = follower.planner(ground, follower.built_again(ground));
  Random random(seed);
  for (int i = 0; i < 6; ++i) {
    const Query query = random_query(ground.world(), random, i);
    const Answer answer = followed->find(query);
    const Answer expected = fresh->find(query);
    ASSERT_EQ(answer.outcome, expected.outcome);
    if (!answer.found()) continue;
    const Oracle oracle = ask_oracle(ground, query);
    check_route(ground, answer, oracle.ends);
    ASSERT_GE(answer.cost, oracle.cost);
    if (follower.keeps_cells()) continue;
    if (expected.cost == oracle.cost) {
      ASSERT_EQ(answer.cost, expected.cost);
    } else {
      expect_same(answer, expected);
    }
  }
}

// Follows a few edits, one after another; after how many the structure was updated.
int follow_edits(const std::string& variant, const Ground& first, std::uint64_t seed) {
  Random random(seed);
  Ground before = first;
  Follower follower(variant, before);
  int updates = 0;
  for (int edit = 0; edit < 4; ++edit) {
    const auto world = edited(before.world(), random_edits(before.world(), random));
    if (!world) continue;  // the ground below a link cannot be blocked
    const Ground now = update_ground(before, *world).value().ground;
    if (follower.follow(before, now)) ++updates;
    check_answers(now, follower, seed + static_cast<std::uint64_t>(edit));
    if (::testing::Test::HasFatalFailure()) break;
    before = now;
  }
  return updates;
}

TEST(UpdateLaws, planners_answer_as_if_built_again_after_edits) {
  const std::vector<std::string> variants = update_variants();
  const std::vector<Profile> profiles = {Profile::euclid(), Profile::hiker()};
  std::map<std::string, int> updates;  // [planner that has an update]
  for (const std::uint64_t seed : seeds({.test = 1, .check = 2})) {
    const std::vector<Case> all = cases(seed);
    for (const Trial& trial : planner_trials(all, profiles, variants)) {
      const Ground ground = all[trial.at].priced(profiles[trial.profile]);
      for (const std::size_t v : trial.variants) {
        SCOPED_TRACE(all[trial.at].name + ", " + ground.profile().name + ", " + variants[v]);
        const int count = follow_edits(variants[v], ground, seed);
        ASSERT_FALSE(HasFatalFailure());
        const PlannerSpec spec = parse_planner(variants[v]).value();
        if (planner_plan(spec)->update != nullptr) updates[spec.name] += count;
      }
    }
  }
  if (!is_check()) return;  // too few for an update of each
  updates.erase("fold");    // most edits fold it again; Fold.after_changes_of_price updates it
  for (const auto& [name, count] : updates) EXPECT_GT(count, 0) << name << " was never updated";
}

}  // namespace
}  // namespace thalweg

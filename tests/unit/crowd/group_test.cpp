// Groups: they arrive apart from each other, keep their spacing each tick, move no farther than a
// tick's metres, survive lost leaders; on meshes, squares and hills.
#include "thalweg/crowd/group.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "crowd_scene.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

using std::chrono::microseconds;

constexpr std::string_view kField = R"(
    . . . . . . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . . . . . . . )";

// 12 members in rows of four, a metre apart.
std::vector<Point> squad() {
  std::vector<Point> members;
  for (int i = 0; i < 12; ++i) members.push_back({1.1 + i % 4, 2.3 + i / 4});
  return members;
}

struct Field {
  explicit Field(const Ground& ground) : planner(a_star_on(ground)), queue(planner) {}

  // Steps until the group has arrived or failed; calls look() after each step.
  template <class Look>
  int march(Group& group, const Look& look, double speed = 0.25) {
    int ticks = 0;
    while (ticks < 5000 && group.state() != GroupState::arrived &&
           group.state() != GroupState::failed) {
      queue.tick(kEnough);
      group.advance(speed);
      look();
      ++ticks;
    }
    return ticks;
  }
  int march(Group& group) {
    return march(group, [] {});
  }

  Planner planner;
  RequestQueue queue;
};

Field halls() { return Field(on_portals(mesh_scene(kHalls))); }
const Query kQuery{.goal = {14.2, 3.6}};

// All who are still there have arrived, each at his destination, no two nearer than the spacing.
void expect_arrived(const Group& group, double spacing) {
  EXPECT_EQ(group.state(), GroupState::arrived) << group.why();
  for (const MemberId a : group.members()) {
    if (group.state(a) == MemberState::lost) continue;
    EXPECT_EQ(group.state(a), MemberState::arrived) << to_string(a);
    EXPECT_NEAR(length(group.position(a) - group.destination(a)), 0, 1e-9) << to_string(a);
    for (const MemberId b : group.members()) {
      if (b <= a || group.state(b) == MemberState::lost) continue;
      EXPECT_GE(length(group.position(a) - group.position(b)), spacing - 1e-9);
    }
  }
}

TEST(Group, ends_at_destinations_of_their_own_with_one_plan) {
  for (const std::uint32_t lanes : {1u, 3u}) {
    Field field = halls();
    const auto members = squad();
    Group group(field.queue, kQuery, members, {.spacing = 0.8, .lanes = lanes});
    field.march(group);
    expect_arrived(group, 0.8);
    EXPECT_EQ(group.position(group.leader()).x, kQuery.goal.x);
    EXPECT_EQ(field.queue.stats().asked, 1u);  // all members see the path
  }
}

// In the open all destinations are in sight: each leaves the path where the rest of it is as long
// as the distance from its end to his destination and the spacing together.
TEST(Group, members_leave_for_their_destinations_as_soon_as_these_are_near) {
  Field field(on_portals(mesh_scene(kField)));
  const auto members = squad();
  constexpr double kSpacing = 0.8;
  constexpr double kStep = 0.02;
  Group group(field.queue, {.goal = {20.5, 3.5}}, members, {.spacing = kSpacing});
  std::map<MemberId, double> left;  // to the end of the path, when he left it
  const auto look = [&] {
    for (const MemberId member : group.members()) {
      if (group.state(member) != MemberState::leaving) continue;
      left.emplace(member, length(group.position(member) - group.destination(group.leader())));
    }
  };
  field.march(group, look, kStep);
  expect_arrived(group, kSpacing);
  ASSERT_GE(left.size(), 6u);
  for (const auto& [member, metres] : left) {
    const double off = length(group.destination(member) - group.destination(group.leader()));
    EXPECT_NEAR(metres, off + kSpacing, 2 * kStep) << to_string(member);
  }
}

TEST(Group, stays_on_the_ground_and_keeps_its_distance) {
  Field field = halls();
  const auto members = squad();
  Group group(field.queue, kQuery, members, {.spacing = 0.8});
  const World& world = field.planner.world();
  std::vector<double> gaps(members.size() * members.size(), 0);
  field.march(group, [&] {
    for (const MemberId a : group.members()) {
      const Vec3 p = group.position(a);
      EXPECT_TRUE(locate(world.mesh, world.locator, p, {.reach = 1e-6}).found());
      if (group.state(a) != MemberState::following) continue;
      for (const MemberId b : group.members()) {
        double& gap = gaps[a.value * members.size() + b.value];
        if (group.state(b) != MemberState::following || group.along(a) <= group.along(b)) {
          gap = 0;
          continue;
        }
        // Once apart, they stay apart.
        const double now = group.along(a) - group.along(b);
        EXPECT_GE(now, std::min(gap, 0.8) - 1e-9);
        gap = now;
      }
    }
  });
  expect_arrived(group, 0.8);
}

// Marches and checks after each tick: nobody moves farther than the tick's metres, and where
// `is_strict`, two on the path are apart along it or in space, or not nearer than they were.
int march_in_order(Field& field, Group& group, double spacing, double speed, bool is_strict) {
  const std::size_t count = group.members().size();
  std::vector<Vec3> before;
  for (const MemberId m : group.members()) before.push_back(group.position(m));
  std::vector<double> gaps(count * count, -1);  // [member][member]  while both are on the path
  return field.march(
      group,
      [&] {
        for (const MemberId a : group.members()) {
          EXPECT_LE(length(group.position(a) - before[a.value]), speed + 1e-6) << to_string(a);
          before[a.value] = group.position(a);
          for (const MemberId b : group.members()) {
            double& gap = gaps[a.value * count + b.value];
            const bool are_on_path = a < b && group.state(a) == MemberState::following &&
                                     group.state(b) == MemberState::following;
            const double now = length(group.position(a) - group.position(b));
            if (is_strict && are_on_path &&
                std::abs(group.along(a) - group.along(b)) < spacing - 1e-6) {
              const double least = gap < 0 ? spacing : std::min(spacing, gap);
              EXPECT_GE(now, least - 1e-6) << to_string(a) << " and " << to_string(b);
            }
            gap = are_on_path ? now : -1;
          }
        }
      },
      speed);
}

TEST(Group, moves_at_most_the_metres_of_a_tick_and_keeps_its_distance) {
  for (const std::uint32_t lanes : {1u, 2u, 3u, 5u}) {
    for (const double speed : {0.05, 0.25, 1.0}) {
      SCOPED_TRACE(std::to_string(lanes) + " lanes, " + std::to_string(speed) + " m");
      Field field = halls();
      const auto members = squad();
      Group group(field.queue, kQuery, members, {.spacing = 0.8, .lanes = lanes});
      EXPECT_LT(march_in_order(field, group, 0.8, speed, lanes == 1), 5000);
      expect_arrived(group, 0.8);
    }
  }
}

TEST(Group, moves_at_most_the_metres_of_a_tick_over_hills) {
  for (const std::uint64_t seed : seeds(10)) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Field field(on_portals(hills(seed)));
    Random random(seed);
    std::vector<Point> members;
    for (int i = 0; i < 10; ++i) members.push_back({random.between(1, 6), random.between(1, 6)});
    Query query{.goal = {random.between(10, 18), random.between(10, 18)}};
    query.allow_partial = true;
    for (const std::uint32_t lanes : {1u, 3u}) {
      Group group(field.queue, query, members, {.spacing = 0.5, .lanes = lanes});
      EXPECT_LT(march_in_order(field, group, 0.5, 0.3, lanes == 1), 5000);
    }
  }
}

TEST(Group, replaces_a_lost_leader_without_a_plan) {
  for (int when = 0; when <= 70; when += 7) {
    Field field = halls();
    const auto members = squad();
    Group group(field.queue, kQuery, members, {.spacing = 0.8});
    const MemberId first = group.leader();
    int ticks = 0;
    std::uint64_t asked = 0;
    const auto lose = [&] {
      if (ticks++ != when) return;
      asked = field.queue.stats().asked;
      double most = -1;
      for (const MemberId m : group.members()) {
        if (m != first && group.state(m) == MemberState::following) {
          most = std::max(most, group.along(m));
        }
      }
      group.lose(first);
      EXPECT_NE(group.leader(), first);
      EXPECT_FALSE(group.leader().is_none());
      if (most >= 0) {
        EXPECT_EQ(group.along(group.leader()), most);
      }
    };
    if (when == 0) lose();
    field.march(group, lose);
    expect_arrived(group, 0.8);
    EXPECT_EQ(group.state(first), MemberState::lost);
    EXPECT_EQ(field.queue.stats().asked, when == 0 ? 1u : asked) << "when " << when;
    group.lose(first);  // twice does nothing
  }
}

TEST(Group, survives_losing_one_after_another) {
  Field field = halls();
  const auto members = squad();
  Group group(field.queue, kQuery, members);
  field.march(group, [&] {
    if (!group.leader().is_none()) group.lose(group.leader());
  });
  EXPECT_EQ(group.state(), GroupState::failed);
  EXPECT_TRUE(group.leader().is_none());
  EXPECT_STRNE(group.why(), "");
  EXPECT_EQ(field.queue.waiting(), 0u);
}

TEST(Group, gives_a_path_of_his_own_to_one_who_is_far_or_cannot_see) {
  Field field = halls();
  // In the far corner of the other hall, and behind the wall beside the path.
  const std::vector<Point> members = {{7, 3.5}, {6.5, 3.5}, {0.5, 7.5}};
  Group group(field.queue, kQuery, members, {.spacing = 0.8, .stray = 5});
  field.march(group);
  expect_arrived(group, 0.8);
  EXPECT_EQ(field.queue.stats().asked, 2u);
}

TEST(Group, stops_on_the_path_where_there_is_no_room) {
  constexpr std::string_view kDeadEnd = R"(
      . . . . # # # # #
      . . . . . . . . .
      . . . . # # # # # )";
  Field field(on_portals(mesh_scene(kDeadEnd)));
  std::vector<Point> members;
  for (int i = 0; i < 8; ++i) members.push_back({0.4 + 0.4 * i, 1.5});
  Group group(field.queue, {.goal = {8.5, 1.5}}, members, {.spacing = 2});
  field.march(group);
  EXPECT_EQ(group.state(), GroupState::arrived);
  std::set<std::pair<double, double>> surface_points;
  for (const MemberId m : group.members()) {
    surface_points.insert({group.position(m).x, group.position(m).y});
  }
  EXPECT_GE(surface_points.size(), 5u);
}

TEST(Group, answers_bad_input) {
  Field field = halls();
  EXPECT_EQ(Group(field.queue, kQuery, {}).state(), GroupState::failed);
  const std::vector<Point> nowhere = {{kNan, 1}, {1e9, 1}};
  EXPECT_EQ(Group(field.queue, kQuery, nowhere).state(), GroupState::failed);
  const auto members = squad();
  EXPECT_EQ(Group(field.queue, kQuery, members, {.spacing = 0}).state(), GroupState::failed);
  for (const Point goal : {Point{kNan, 0}, Point{1e6, 0}}) {
    Group group(field.queue, {.goal = goal}, members);
    field.march(group);
    EXPECT_EQ(group.state(), GroupState::failed);
    EXPECT_STRNE(group.why(), "");
  }
  const std::vector<Point> mixed = {{1.5, 3.5}, {kNan, 1}, {900, 900}};
  Group group(field.queue, kQuery, mixed);
  field.march(group);
  EXPECT_EQ(group.state(), GroupState::arrived);
  EXPECT_EQ(group.state(MemberId(1)), MemberState::stuck);
  EXPECT_EQ(group.position(MemberId(2)).x, 900);
}

TEST(Group, walks_over_squares) {
  for (const GraphSpec& spec : {GraphSpec::grid(), GraphSpec::corners()}) {
    for (const std::uint32_t lanes : {1u, 3u}) {
      SCOPED_TRACE(std::string(kind_name(spec)) + ", " + std::to_string(lanes));
      Field field(ground_of(scene(kHalls), spec));
      const auto members = squad();
      Group group(field.queue, kQuery, members, {.spacing = 0.8, .lanes = lanes});
      EXPECT_LT(march_in_order(field, group, 0.8, 0.25, lanes == 1), 5000);
      expect_arrived(group, 0.8);
      EXPECT_EQ(group.position(group.leader()).x, kQuery.goal.x);
      EXPECT_EQ(field.queue.stats().asked, 1u);
    }
  }
}

bool touches_free_square(const World& world, Vec3 p) {
  for (const Vec2 aside :
       {Vec2{0, 0}, {1e-6, 1e-6}, {-1e-6, 1e-6}, {-1e-6, -1e-6}, {1e-6, -1e-6}}) {
    const SquareId square = world.grid.square_at(p.xy() - world.origin.xy() + aside);
    if (!square.is_none() && is_walkable(world.grid.area(square))) return true;
  }
  return false;
}

TEST(Group, stays_on_free_squares) {
  for (const std::uint64_t seed : seeds(20)) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const GridShape shape = seed % 3 == 0 ? GridShape::hex : GridShape::square;
    const World world = random_grid(seed, ".....#", {.shape = shape});
    Field field(on_grid(world));
    std::vector<Point> members;
    for (int i = 0; i < 6; ++i) members.push_back(random_point_near(world, random));
    Query query{.goal = random_point_near(world, random)};
    query.allow_partial = true;
    query.reach = 3;
    Group group(field.queue, query, members, {.spacing = 0.4, .lanes = seed % 2 == 0 ? 1u : 2u});
    const int ticks = field.march(group, [&] {
      for (const MemberId m : group.members()) {
        if (group.state(m) == MemberState::stuck) continue;
        EXPECT_TRUE(touches_free_square(world, group.position(m))) << to_string(m);
      }
    });
    EXPECT_LT(ticks, 5000);
  }
}

TEST(Group, on_squares_keeps_out_of_what_the_query_leaves_out) {
  Field field(on_grid(scene(kHalls)));
  Query query = kQuery;
  query.blocked.circles.push_back({{11, 3.5}, 1});
  const auto members = squad();
  Group group(field.queue, query, members, {.spacing = 0.5});
  field.march(group, [&] {
    for (const MemberId m : group.members()) {
      if (group.state(m) != MemberState::following) continue;
      EXPECT_GE(length(group.position(m).xy() - Vec2{11, 3.5}), 1 - 1e-6) << to_string(m);
    }
  });
  EXPECT_EQ(group.state(), GroupState::arrived) << group.why();
}

TEST(Group, marches_over_hills_in_any_axes) {
  for (const std::uint64_t seed : seeds(10)) {
    Field field(on_portals(hills(seed)));
    Random random(seed);
    std::vector<Point> members;
    for (int i = 0; i < 10; ++i)
      members.push_back({random.between(1, 6), kNan, -random.between(1, 6)});
    Query query{.goal = {random.between(10, 18), kNan, -random.between(10, 18)},
                .axes = Axes::y_up};
    query.allow_partial = true;
    Group group(field.queue, query, members, {.spacing = 0.5, .lanes = 2});
    const int ticks = field.march(group);
    EXPECT_LT(ticks, 5000) << "seed " << seed;
    for (const MemberId m : group.members()) EXPECT_TRUE(std::isfinite(group.position(m).x));
  }
}

}  // namespace
}  // namespace thalweg

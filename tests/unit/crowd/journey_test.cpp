// Direct paths are no longer than those over the middles of doors; journeys pause or go on as their
// lead and options say; doors of a hierarchy are the openings on the route.
#include "thalweg/crowd/journey.hpp"
#include "partitioner.hpp"

#include <gtest/gtest.h>

#include <array>

#include "crowd_scene.hpp"
#include "planners.hpp"
#include "scope.hpp"
#include "thalweg/crowd/track.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/papers/rooms.hpp"
#include "thalweg/partition/given.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/structures/kinds.hpp"

namespace thalweg {
namespace {

using std::chrono::microseconds;

// Rooms in a row, with one door each to the next.
struct Rooms {
  std::optional<Ground> ground;
  std::vector<Door> doors;
  Query query;
};

Rooms rooms(std::uint64_t seed, int count = 5) {
  constexpr int kWide = 7;
  constexpr int kHigh = 12;
  Random random(seed);
  const int width = count * (kWide + 1) - 1;
  std::vector<std::string> rows(kHigh, std::string(static_cast<std::size_t>(width), '.'));
  Rooms made;
  for (int door = 0; door + 1 < count; ++door) {
    const int x = door * (kWide + 1) + kWide;
    const int opening = 1 + static_cast<int>(random.below(5));
    const int first = static_cast<int>(random.below(static_cast<std::uint32_t>(kHigh - opening)));
    for (int y = 0; y < kHigh; ++y) {
      if (y < first || y >= first + opening)
        rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = '#';
    }
    made.doors.push_back(
        {{x + 0.5, static_cast<double>(first)}, {x + 0.5, static_cast<double>(first + opening)}});
  }
  std::string text;
  for (const std::string& row : rows) text += row + '\n';
  made.ground = on_portals(mesh_scene(text));
  made.query.start = {random.between(0, kWide), random.between(0, kHigh)};
  made.query.goal = {random.between(width - kWide, width), random.between(0, kHigh)};
  return made;
}

double middle_to_middle(Planner& planner, const Rooms& r) {
  double sum = 0;
  Query query = r.query;
  for (std::size_t i = 0; i <= r.doors.size(); ++i) {
    query.goal = r.query.goal;
    if (i < r.doors.size())
      query.goal = {r.doors[i].from.x, (r.doors[i].from.y + r.doors[i].to.y) / 2};
    sum += planner.find(query).length();
    query.start = query.goal;
  }
  return sum;
}

TEST(DirectPath, is_no_longer_than_from_middle_to_middle) {
  double direct = 0;
  double middles = 0;
  double whole = 0;
  for (const std::uint64_t seed : seeds(100)) {
    const Rooms r = rooms(seed);
    Planner planner = a_star_on(*r.ground);
    const DirectPath path = direct_path(planner, r.query, r.doors);
    ASSERT_TRUE(path.found()) << path.reason;
    EXPECT_EQ(path.plans, r.doors.size());
    const double other = middle_to_middle(planner, r);
    // The route through the points of portals is not always the shortest, hence the tolerance.
    EXPECT_LE(path.length(), other * 1.01) << "seed " << seed;
    const auto broken = broken_law(path.points, r.ground->world(), Axes::z_up);
    EXPECT_FALSE(broken) << *broken << " seed " << seed;
    direct += path.length();
    middles += other;
    whole += planner.find(r.query).length();
  }
  EXPECT_LT(direct, 0.97 * middles);
  EXPECT_LT(direct, 1.03 * whole);
  RecordProperty("direct", std::to_string(direct));
  std::printf("direct %.1f, from middle to middle %.1f, whole %.1f m\n", direct, middles, whole);
}

TEST(DirectPath, is_the_shortest_path_with_one_door_or_none) {
  for (const std::uint64_t seed : seeds(20)) {
    const Rooms r = rooms(seed, 2);
    Planner planner = a_star_on(*r.ground);
    EXPECT_EQ(direct_path(planner, r.query, r.doors).points, planner.find(r.query).points);
    EXPECT_EQ(direct_path(planner, r.query, {}).points, planner.find(r.query).points);
  }
}

TEST(DirectPath, is_straight_through_doors_in_a_line) {
  constexpr std::string_view kLine = R"(
      . . # . . # . .
      . . . . . . . .
      . . . . . . . .
      . . # . . # . . )";
  const Ground ground = on_portals(mesh_scene(kLine));
  Planner planner = a_star_on(ground);
  const std::vector<Door> doors = {{{2.5, 1}, {2.5, 3}}, {{5.5, 1}, {5.5, 3}}};
  const DirectPath path = direct_path(planner, {.start = {0.5, 2}, .goal = {7.5, 2}}, doors);
  ASSERT_TRUE(path.found());
  EXPECT_NEAR(path.length(), 7, 1e-9);
}

TEST(DirectPath, visits_a_point) {
  const Rooms r = rooms(3, 2);
  Planner planner = a_star_on(*r.ground);
  const Point point{1.25, 10.75};
  const std::vector<Door> doors = {{point, point}, r.doors[0]};
  const DirectPath path = direct_path(planner, r.query, doors);
  ASSERT_TRUE(path.found());
  bool is_visited = false;
  for (const PathPoint& p : path.points) is_visited |= p.x == point.x && p.y == point.y;
  EXPECT_TRUE(is_visited);
}

TEST(DirectPath, leaves_out_a_door_that_is_not_on_the_path) {
  const Rooms r = rooms(4, 2);
  Planner planner = a_star_on(*r.ground);
  const std::vector<Door> doors = {{{0, 100}, {1, 100}}, r.doors[0]};
  EXPECT_TRUE(direct_path(planner, r.query, doors).found());
}

TEST(DirectPath, says_why_there_is_none) {
  const Rooms r = rooms(5, 3);
  Planner planner = a_star_on(*r.ground);
  Query query = r.query;
  query.goal = {1e6, 0};
  DirectPath path = direct_path(planner, query, r.doors);
  EXPECT_EQ(path.outcome, Outcome::outside);
  EXPECT_FALSE(path.points.empty());  // as far as the plans lead
  query.start = {kNan, 0};
  EXPECT_EQ(direct_path(planner, query, r.doors).outcome, Outcome::invalid);
  const std::vector<Door> odd = {{{kNan, 1}, {2, 3}}, {{1, kNan}, {kNan, 1}}};
  EXPECT_FALSE(direct_path(planner, r.query, odd).found());
}

// A queue that takes `ticks` ticks for every plan.
struct SlowQueue {
  explicit SlowQueue(const Rooms& r, int ticks_needed)
      : planner(a_star_on(*r.ground)), queue(planner), needed(ticks_needed) {}

  void tick() {
    waited = queue.waiting() > 0 ? waited + 1 : 0;
    queue.tick(waited >= needed ? kEnough : microseconds(0));
    if (queue.waiting() == 0) waited = 0;
  }

  Planner planner;
  RequestQueue queue;
  int needed;
  int waited = 0;
};

struct Trip {
  JourneyState state;
  std::uint32_t pauses;
  double walked;
  int ticks;
};
Trip walk(const Rooms& r, int planning, double speed, double lead, bool may_pause = false) {
  SlowQueue slow(r, planning);
  Journey journey(slow.queue, r.query, r.doors, {.lead = lead, .may_pause = may_pause});
  int ticks = 0;
  while (journey.state() != JourneyState::arrived && journey.state() != JourneyState::failed &&
         ticks < 10'000) {
    slow.tick();
    journey.advance(speed);
    ++ticks;
  }
  return {journey.state(), journey.pauses(), journey.walked(), ticks};
}

TEST(Journey, never_pauses_where_the_lead_covers_the_planning) {
  for (const std::uint64_t seed : seeds(20)) {
    const Rooms r = rooms(seed);
    constexpr double kSpeed = 0.3;
    for (const int planning : {1, 3, 8}) {
      const Trip trip = walk(r, planning, kSpeed, kSpeed * (planning + 1));
      EXPECT_EQ(trip.state, JourneyState::arrived);
      EXPECT_EQ(trip.pauses, 0u) << "seed " << seed << ", planning takes " << planning;
    }
  }
}

TEST(Journey, pauses_in_doorways_without_lead_and_still_arrives) {
  const Rooms r = rooms(1);
  const Trip trip = walk(r, 5, 0.3, 0, true);
  EXPECT_EQ(trip.state, JourneyState::arrived);
  EXPECT_GT(trip.pauses, 0u);
}

TEST(Journey, goes_on_by_the_old_plan_where_the_new_one_is_late) {
  for (const std::uint64_t seed : seeds(20)) {
    const Rooms r = rooms(seed);
    const Trip trip = walk(r, 4, 0.3, 0);
    EXPECT_EQ(trip.state, JourneyState::arrived);
    const Trip patient = walk(r, 4, 0.3, 0, true);
    EXPECT_LT(trip.pauses, patient.pauses);
    EXPECT_LT(trip.walked, 1.3 * patient.walked);
  }
}

TEST(Journey, walks_the_direct_path) {
  for (const std::uint64_t seed : seeds(20)) {
    const Rooms r = rooms(seed);
    Planner planner = a_star_on(*r.ground);
    const double direct = direct_path(planner, r.query, r.doors).length();
    EXPECT_NEAR(walk(r, 2, 0.7, 3, true).walked, direct, 1e-6 * direct);
    EXPECT_NEAR(walk(r, 1, 1000, 3, true).walked, direct, 1e-6 * direct);
  }
}

TEST(Journey, counts_its_doors_and_ends_at_the_goal) {
  const Rooms r = rooms(7);
  SlowQueue slow(r, 1);
  Journey journey(slow.queue, r.query, r.doors);
  EXPECT_EQ(journey.state(), JourneyState::planning);
  EXPECT_EQ(journey.current().position.x, r.query.start.x);
  std::size_t last = 0;
  for (int i = 0; i < 1000 && journey.state() != JourneyState::arrived; ++i) {
    slow.tick();
    journey.advance(0.5);
    EXPECT_GE(journey.next_door(), last);
    last = journey.next_door();
    if (last > 0 && last < r.doors.size()) {
      EXPECT_GE(journey.current().position.x, r.doors[last - 1].from.x - 1e-6);
    }
  }
  EXPECT_EQ(last, r.doors.size());
  EXPECT_NEAR(journey.current().position.x, r.query.goal.x, 1e-9);
  EXPECT_NEAR(journey.current().position.y, r.query.goal.y, 1e-9);
}

TEST(Journey, fails_with_a_reason_and_cancels_when_it_ends) {
  Rooms r = rooms(2);
  r.query.goal = {1e6, 0};
  EXPECT_EQ(walk(r, 1, 0.5, 3).state, JourneyState::failed);
  SlowQueue slow(r, 3);
  {
    const Journey journey(slow.queue, r.query, r.doors);
    EXPECT_EQ(slow.queue.waiting(), 1u);
  }
  EXPECT_EQ(slow.queue.waiting(), 0u);
}

TEST(Track, positions_run_from_the_first_point_to_the_last) {
  const auto point = [](double x, double y) { return PathPoint{x, y, 0, {}, {}, kGround}; };
  const Track track({point(0, 0), point(3, 0), point(3, 0), point(3, 4)});
  EXPECT_EQ(track.length(), 7);
  EXPECT_EQ(track.at(-1).position, (Vec3{0, 0, 0}));
  EXPECT_EQ(track.at(kNan).position, (Vec3{0, 0, 0}));
  EXPECT_EQ(track.at(2).position, (Vec3{2, 0, 0}));
  EXPECT_EQ(track.at(5).position, (Vec3{3, 2, 0}));
  EXPECT_EQ(track.at(5).heading, (Vec3{0, 1, 0}));
  EXPECT_EQ(track.at(99).position, (Vec3{3, 4, 0}));
  EXPECT_EQ(track.nearest({2, -1, 0}), 2);
  EXPECT_EQ(track.nearest({9, 9, 0}), 7);
  EXPECT_EQ(Track({point(1, 2)}).at(3).position, (Vec3{1, 2, 0}));
}

// Two rooms, a door of two squares between them, and a third room behind a door of one square.
constexpr std::string_view kThreeRooms = R"(
    a a a a # b b b b # c c c
    a a a a # b b b b # c c c
    a a a a . b b b b # c c c
    a a a a . b b b b . c c c
    a a a a # b b b b # c c c )";

// A word for each square: the room, where doors belong to the room to their left.
std::string room_labels() {
  std::string labels;
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 13; ++x) labels += x <= 4 ? "a\n" : x <= 9 ? "b\n" : "c\n";
  }
  return labels;
}

std::string open_rooms() {
  std::string text(kThreeRooms);
  for (char& c : text) {
    if (c >= 'a' && c <= 'c') c = '.';
  }
  return text;
}

TEST(HierarchyDoors, are_the_openings_between_the_rooms_on_the_route) {
  const Query query{.start = {1.5, 0.5}, .goal = {12.5, 0.5}};
  const Ground squares = on_grid(scene(open_rooms()));
  const Ground faces = on_faces(mesh_scene(open_rooms()));
  for (const Ground* ground : {&squares, &faces}) {
    for (const GateRule rule : {GateRule::openings, GateRule::all, GateRule::entrances}) {
      if (rule == GateRule::entrances && ground == &faces) continue;  // they need squares
      const auto labels = labels_by_text(room_labels(), ground->world(), ground->graph()).value();
      const Cells cells = given_cells(*ground, labels).value();
      const Hierarchy hierarchy = build_hierarchy(*ground, cells, {.rule = rule}).value();
      const auto doors = doors_on_route(*ground, hierarchy, query);
      ASSERT_TRUE(doors.ok()) << doors.error();
      ASSERT_EQ(doors->size(), 2u);
      const auto spans = [](const Door& door, double x, double low, double high) {
        EXPECT_NEAR(door.from.x, x, 1e-9);
        EXPECT_NEAR(door.to.x, x, 1e-9);
        EXPECT_NEAR(std::min(door.from.y, door.to.y), low, 1e-9);
        EXPECT_NEAR(std::max(door.from.y, door.to.y), high, 1e-9);
      };
      spans((*doors)[0], 5, 2, 4);
      spans((*doors)[1], 10, 3, 4);
    }
  }
}

TEST(HierarchyDoors, lead_a_journey_to_its_goal) {
  const Query query{.start = {1.5, 0.5}, .goal = {12.5, 0.5}};
  const std::array grounds = {on_grid(scene(open_rooms())), on_faces(mesh_scene(open_rooms())),
                              on_portals(mesh_scene(open_rooms()))};
  for (const Ground& ground : grounds) {
    for (const char* spec : {"rooms:size=5", "rooms:size=3:levels=2", "hpa_star:size=4",
                             "thpa_star:size=4", "rooms:gates=all:size=4", "hna_star:merged=6"}) {
      const auto planner_spec = parse_planner(spec).value();
      const auto serves = find_planner(planner_spec.name).value()->serves;
      if (serves != nullptr && !serves(ground)) continue;
      SCOPED_TRACE(spec);
      const PlannerPlan plan = planner_plan(planner_spec).value();
      const auto hierarchy = *plan.build(ground, any_input(ground).tools)->as<Hierarchy>();
      Planner planner = a_star_on(ground);
      RequestQueue queue(planner);
      Journey journey(queue, query, hierarchy, {.lead = 2});
      EXPECT_FALSE(journey.doors().empty());
      for (int tick = 0; tick < 1000 && journey.state() != JourneyState::arrived; ++tick) {
        queue.tick(kEnough);
        journey.advance(0.5);
      }
      EXPECT_EQ(journey.state(), JourneyState::arrived) << journey.why();
      const double whole = planner.find(query).length();
      EXPECT_LE(journey.walked(), 1.25 * whole);
    }
  }
}

TEST(HierarchyDoors, of_another_ground_are_refused_and_of_no_route_are_none) {
  const Ground ground = on_grid(scene(open_rooms()));
  const Ground other = on_faces(mesh_scene(open_rooms()));
  const Hierarchy hierarchy = thalweg::rooms(other).value();
  const Query query{.start = {1.5, 0.5}, .goal = {12.5, 0.5}};
  EXPECT_EQ(doors_on_route(ground, hierarchy, query).error(),
            "the hierarchy with the doors is of another ground");
  Planner planner = a_star_on(ground);
  RequestQueue queue(planner);
  Journey journey(queue, query, hierarchy);
  EXPECT_EQ(journey.state(), JourneyState::failed);
  EXPECT_STREQ(journey.why(), "the hierarchy with the doors is of another ground");
  EXPECT_FALSE(journey.advance(1));
  const Ground apart = on_grid(". . # . .");
  const Hierarchy two = thalweg::rooms(apart).value();
  EXPECT_TRUE(
      doors_on_route(apart, two, {.start = {0.5, 0.5}, .goal = {4.5, 0.5}}).value().empty());
}

}  // namespace
}  // namespace thalweg

// What thalweg serve keeps, and which requests it ends early: the list of worlds and the API
// without sockets.
#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "scene.hpp"
#include "serve/api.hpp"
#include "thalweg/world/edits.hpp"

namespace thalweg::tool::serve {
namespace {

using namespace std::chrono_literals;

SnapshotPtr hills_snapshot(std::uint32_t corners) {
  Store store;
  store.world = hills(3, {.corners = corners, .spacing = 5, .relief = 20});
  return std::make_shared<const Snapshot>(std::move(store));
}

// The state after painting one face.
SnapshotPtr painted_state(const Snapshot& before, float difficulty) {
  const WorldEdits edits{.paints = {{.patch = {.faces = {FaceId(7)}}, .difficulty = difficulty}}};
  return Snapshot::edited(before, edited(before.world(), edits).value(), {});
}

std::uint64_t kept_without_limits(const SnapshotPtr& state) {
  PlannerCache planners;
  WorldList world_list({.server = 1u << 30, .world = 1u << 30});
  world_list.add("all", state);
  world_list.keep_within_limits(planners);
  return world_list.kept_bytes();
}

TEST(ServeShelf, gives_up_the_least_recently_used_structure_first) {
  const SnapshotPtr state = hills_snapshot(40);
  const Chosen first = state->choose("hna_star:seed=8", "euclid");
  const Chosen second = state->choose("hna_star:seed=9", "euclid");
  state->searched(first, {});
  state->searched(second, {});
  state->searched(first, {});  // so that the second is used less recently
  const std::uint64_t all = kept_without_limits(state);
  PlannerCache planners;
  WorldList world_list({.server = all - 1, .world = 1u << 30});
  world_list.add("hills", state);
  world_list.keep_within_limits(planners);
  EXPECT_TRUE(state->is_ready(first));
  EXPECT_FALSE(state->is_ready(second));
  EXPECT_LT(world_list.kept_bytes(), all);
  state->searched(second, {});  // it comes back
  EXPECT_TRUE(state->is_ready(second));
}

TEST(ServeShelf, a_structure_that_planners_use_counts_as_used) {
  const SnapshotPtr state = hills_snapshot(40);
  const Chosen first = state->choose("hna_star:seed=8", "euclid");
  const Chosen second = state->choose("hna_star:seed=9", "euclid");
  PlannerCache planners;
  const auto use = [&](const Chosen& chosen) {
    planners.take(state->key(chosen), [&] { return state->planner(chosen, {}); });
  };
  use(first);
  use(second);
  use(first);
  WorldList world_list({.server = kept_without_limits(state) - 1, .world = 1u << 30});
  world_list.add("hills", state);
  world_list.keep_within_limits(planners);
  EXPECT_TRUE(state->is_ready(first));
  EXPECT_FALSE(state->is_ready(second));
  EXPECT_FALSE(planners.has(state->key(second)));
}

TEST(ServeShelf, forgets_the_oldest_states_and_never_the_current_one) {
  const SnapshotPtr first = hills_snapshot(40);
  PlannerCache planners;
  WorldList world_list({.server = kept_without_limits(first) * 3 / 2, .world = 1u << 30});
  const std::string id = world_list.add("hills", first).id;
  for (int i = 1; i <= 30; ++i) {
    const SeenWorld now = world_list.see(id);
    now.state->served("faces", "euclid", {});
    const SnapshotPtr next = painted_state(*now.state, static_cast<float>(i));
    EXPECT_EQ(world_list.push(id, *now.state, next).state, next);
    world_list.keep_within_limits(planners);
    EXPECT_EQ(world_list.see(id).state, next);
    EXPECT_LE(world_list.kept_bytes(), world_list.limits().server);
  }
  const std::size_t edits = world_list.see(id).edits;
  EXPECT_GT(edits, 0u);
  EXPECT_LT(edits, 30u);
  for (std::size_t i = 0; i < edits; ++i) world_list.undo(id);
  EXPECT_THROW(world_list.undo(id), HttpFailure);
}

TEST(ServeShelf, a_world_has_a_limit_of_its_own) {
  const SnapshotPtr large = hills_snapshot(40);
  WorldList world_list({.server = 1u << 30, .world = kept_without_limits(large) - 1});
  world_list.add("small", hills_snapshot(10));
  try {
    world_list.add("large", large);
    FAIL();
  } catch (const HttpFailure& failure) {
    EXPECT_EQ(failure.status, 507u);
  }
  EXPECT_EQ(world_list.see_all().size(), 1u);
}

TEST(ServeShelf, worlds_from_files_take_no_room_and_copies_share) {
  const SnapshotPtr large = hills_snapshot(40);
  PlannerCache planners;
  WorldList world_list({.server = 100'000, .world = 100'000});
  world_list.add("file", large, true);
  world_list.add("copy", Snapshot::copied(*large, "copy"));
  world_list.keep_within_limits(planners);
  EXPECT_EQ(world_list.kept_bytes(), 0u);
}

TEST(ServeShelf, what_was_seen_is_described_whatever_happens_meanwhile) {
  const SnapshotPtr first = hills_snapshot(10);
  WorldList world_list;
  const SeenWorld before = world_list.add("hills", first);
  const Json described = before.description();
  const SnapshotPtr next = painted_state(*first, 5);
  const SeenWorld after = world_list.push(before.id, *first, next);
  EXPECT_EQ(json_text(before.description()), json_text(described));
  EXPECT_EQ(described["state"].whole(), first->id());
  EXPECT_EQ(after.description()["state"].whole(), next->id());
  EXPECT_EQ(after.description()["edits"].whole(), 1u);
  EXPECT_NE(after.description()["about"]["fingerprint"].text(),
            described["about"]["fingerprint"].text());
}

TEST(ServeSnapshot, is_described_once_and_large_ones_by_the_threads_for_long_work) {
  const SnapshotPtr small = hills_snapshot(10);
  EXPECT_TRUE(small->has_description());
  EXPECT_TRUE(small->has_drawing());
  const SnapshotPtr large = hills_snapshot(240);
  EXPECT_FALSE(large->has_description());
  EXPECT_FALSE(large->has_drawing());
  const Json* const description = &large->description();
  EXPECT_TRUE(large->has_description());
  EXPECT_EQ(&large->description(), description);
  EXPECT_TRUE(find_operation("world")->is_quick == has_description);
  EXPECT_TRUE(find_operation("mesh")->is_quick == has_drawing);
}

TEST(ServeSnapshot, who_waits_for_a_structure_may_leave) {
  const SnapshotPtr state = hills_snapshot(40);
  const Chosen chosen = state->choose("hna_star", "euclid");
  std::promise<void> begun;
  std::promise<void> may_end;
  const auto slow = [&, is_first = true](std::string_view stage, double) mutable {
    if (!is_first || !stage.starts_with("building for")) return;
    is_first = false;
    begun.set_value();
    may_end.get_future().wait();
  };
  std::thread builder([&] { state->searched(chosen, slow); });
  begun.get_future().wait();
  const auto leaves = [](std::string_view, double) { throw HttpFailure(499, "the client left"); };
  EXPECT_THROW(state->searched(chosen, leaves), HttpFailure);
  may_end.set_value();
  builder.join();
  EXPECT_TRUE(state->is_ready(chosen));
}

TEST(ServePlanners, one_is_nobody_elses_until_it_comes_back) {
  const SnapshotPtr state = hills_snapshot(20);
  const Chosen chosen = state->choose("a_star", "euclid");
  PlannerCache planners;
  int made = 0;
  const auto take = [&] {
    return planners.take("a", [&] {
      ++made;
      return state->planner(chosen, {});
    });
  };
  {
    auto one = take();
    auto other = take();
    EXPECT_NE(one->planner.get(), other->planner.get());
    EXPECT_FALSE(planners.has("a"));
  }
  EXPECT_EQ(made, 2);
  take();
  EXPECT_EQ(made, 2);
  WorldList world_list;
  world_list.add("hills", state);
  auto one = take();
  world_list.give_up_spares(planners);
  EXPECT_FALSE(planners.has("a"));
  EXPECT_EQ(one->planner->find({.start = {20, 20}, .goal = {60, 60}, .reach = 10}).outcome,
            Outcome::found);
}

// An API over one world, with one thread for long work.
class ServeGone : public testing::Test {
 protected:
  using Flag = std::shared_ptr<std::atomic<bool>>;

  ServeGone() : api_(options()) { api_.world_list().add("hills", hills_snapshot(120)); }
  static ApiOptions options() {
    ApiOptions options;
    options.heavy_threads = 1;
    options.most_heavy = 1;
    options.scratch = testing::TempDir();
    return options;
  }
  static Flag flag() { return std::make_shared<std::atomic<bool>>(false); }
  std::future<HttpReply> ask(const std::string& op, const std::string& body, const Flag& is_gone) {
    auto promise = std::make_shared<std::promise<HttpReply>>();
    HttpRequest request;
    request.method = "POST";
    request.content_type = "application/json";
    request.body = std::make_shared<const std::string>(body);
    request.is_gone = is_gone;
    api_.handle(request, {.path = "/api/v1/" + op, .parameters = {}},
                [promise](HttpReply reply) { promise->set_value(std::move(reply)); });
    return promise->get_future();
  }
  // Takes minutes.
  std::future<HttpReply> ask_for_long(const Flag& is_gone) {
    return ask("compare",
               R"({"world": "w1", "random": 10000, "profile": "euclid",
                   "planners": ["dijkstra", "dijkstra", "dijkstra"]})",
               is_gone);
  }
  static unsigned status_of(std::future<HttpReply>& reply) {
    if (reply.wait_for(60s) != std::future_status::ready) return 0;
    return reply.get().status;
  }

  Api api_;
};

constexpr const char* kCopy = R"({"world": "w1", "name": "copy"})";
constexpr const char* kPaint =
    R"({"world": "w1", "paint": [{"at": [50, 50], "radius": 9, "difficulty": 2}]})";

TEST_F(ServeGone, a_running_request_ends_when_its_client_leaves) {
  const Flag left = flag();
  auto reply = ask_for_long(left);
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(reply.wait_for(0s), std::future_status::timeout);
  *left = true;
  EXPECT_EQ(status_of(reply), 499u);
}

TEST_F(ServeGone, a_waiting_request_of_a_client_that_left_is_not_run) {
  const Flag first = flag();
  const Flag second = flag();
  auto running = ask_for_long(first);
  std::this_thread::sleep_for(50ms);
  auto waiting = ask("edit", kPaint, second);
  *second = true;
  *first = true;
  EXPECT_EQ(status_of(waiting), 499u);
  EXPECT_EQ(api_.world_list().see("w1").edits, 0u);
  const Flag third = flag();
  *third = true;
  auto quick = ask("copy", kCopy, third);
  EXPECT_EQ(status_of(quick), 499u);
  EXPECT_EQ(api_.world_list().see_all().size(), 1u);
}

TEST_F(ServeGone, those_that_left_do_not_fill_the_queue) {
  const Flag first = flag();
  const Flag second = flag();
  auto running = ask_for_long(first);
  std::this_thread::sleep_for(50ms);
  auto waiting = ask("edit", kPaint, second);
  std::this_thread::sleep_for(20ms);
  auto refused = ask("edit", kPaint, flag());
  EXPECT_EQ(status_of(refused), 503u);
  *second = true;
  auto taken = ask("edit", kPaint, flag());
  EXPECT_EQ(status_of(waiting), 499u);
  *first = true;
  EXPECT_EQ(status_of(taken), 200u);
  EXPECT_EQ(api_.world_list().see("w1").edits, 1u);
}

}  // namespace
}  // namespace thalweg::tool::serve

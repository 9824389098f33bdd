// Plans for agents of several sizes, around others that stand about. Needs no files.
#include <cstdio>
#include <thalweg/thalweg.hpp>

// A hall of 20 x 10 m with a pillar in the middle and a door of 2 m behind it.
thalweg::Result<thalweg::World> make_hall() {
  using namespace thalweg;
  std::vector<AreaId> areas(20 * 10, kGround);
  const auto block = [&](std::size_t x, std::size_t y) { areas[y * 20 + x] = kBlocked; };
  for (std::size_t y = 4; y < 6; ++y) block(6, y);
  for (std::size_t y = 0; y < 10; ++y) {
    if (y < 4 || y > 5) block(12, y);
  }
  auto grid = Grid::from({.width = 20, .height = 10, .area = std::move(areas)});
  if (!grid) return Error{grid.error()};
  WorldParts parts;
  parts.grid = std::move(grid).value();
  return make_world(std::move(parts));
}

int main() {
  using namespace thalweg;
  const World world = make_hall().value();
  const Ground hall = ground(world, Profile::euclid(), GraphSpec::corners()).value();
  const auto planner = make_planner("a_star", hall).value();

  const auto tell = [&](const char* who, const Query& query) {
    const Answer path = planner->find(query);
    std::printf("%-28s %s, %.1f m\n", who, to_string(path.outcome), path.length());
  };
  Query query{.start = {2, 5}, .goal = {18, 5}};
  tell("a point", query);
  query.radius = 1;
  tell("radius 1", query);
  query.radius = 1.5;
  tell("radius 1.5, the door is 2 m", query);

  query.radius = 0.4;
  query.blocked.circles = {{.centre = {9, 5}, .radius = 0.4}};
  tell("around one who stands there", query);
  query.blocked.circles.push_back({.centre = {12.5, 5}, .radius = 0.8});
  tell("one stands in the door", query);
  query.more_starts = {{14, 2}};
  tell("whoever is nearest goes", query);
}

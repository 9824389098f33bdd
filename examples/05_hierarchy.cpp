// HPA*: sections over a grid, a walker who sees a few steps ahead, and a door that is closed.
#include <cstdio>
#include <thalweg/thalweg.hpp>

constexpr std::uint32_t kWidth = 120;
constexpr std::uint32_t kHeight = 80;
constexpr std::uint32_t kDoor = 10 * kWidth + 60;
constexpr std::uint32_t kOtherDoor = 75 * kWidth + 60;

// The ground of a world of squares.
thalweg::Ground ground_of(std::vector<thalweg::AreaId> areas) {
  thalweg::WorldParts parts;
  parts.grid =
      thalweg::Grid::from({.width = kWidth, .height = kHeight, .area = std::move(areas)}).value();
  const auto world = thalweg::make_world(std::move(parts)).value();
  return thalweg::ground(world, thalweg::Profile::euclid()).value();
}

int main() {
  // A wall from top to bottom with two doors.
  std::vector<thalweg::AreaId> areas(kWidth * kHeight, thalweg::kGround);
  for (std::uint32_t y = 0; y < kHeight; ++y) areas[y * kWidth + 60] = thalweg::kBlocked;
  areas[kDoor] = areas[kOtherDoor] = thalweg::kGround;
  const auto before = ground_of(areas);
  const auto hierarchy = thalweg::hpa_star(before, {.size = 10}).value();

  thalweg::Planner planner(before, thalweg::AbstractRouteSearch::make(before, hierarchy).value());
  const thalweg::Query query{.start = {5.5, 20.5}, .goal = {110.5, 20.5}, .try_straight = false};
  const auto path = planner.find(query);
  if (!path.found()) return std::puts(path.why()), 1;
  std::printf("%.1f m, %llu settled\n", path.length(),
              static_cast<unsigned long long>(path.stats.expanded));

  // A walker who knows five squares ahead: the rest are still legs from gate to gate.
  thalweg::LookAhead look{before, hierarchy};
  if (look.begin(query) != thalweg::Outcome::found) return 1;
  for (std::size_t at = 0; at < 30; ++at) look.reveal(at, 5);
  std::printf("after 30 steps %zu squares are known, %zu legs lie ahead\n",
              look.route().nodes.size(), look.legs_ahead());

  // The door is closed: only the crossings of the cells beside it are computed again.
  areas[kDoor] = thalweg::kBlocked;
  const auto after = ground_of(areas);
  const auto updated = thalweg::update_hpa_star(before, hierarchy, after, {.size = 10}).value();
  auto search = thalweg::AbstractRouteSearch::make(after, updated.hierarchy).value();
  thalweg::Planner again(after, std::move(search));
  std::printf("%u cells crossed again, %u as before; now %.1f m\n", updated.rebuilt, updated.kept,
              again.find(query).length());
}

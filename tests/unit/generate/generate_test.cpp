// Generators: a seed always gives the same bytes, maps are connected as promised, bad options are
// refused.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "core/text.hpp"
#include "scope.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/core/hash.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/generate/grids.hpp"
#include "thalweg/generate/heights.hpp"

namespace thalweg {
namespace {

const std::string kGolden = std::string(THALWEG_SOURCE_DIR) + "/tests/golden/generate.txt";

std::string hash_text(std::uint64_t hash) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

std::string hash_of(const Generator& generator, std::uint64_t seed) {
  const std::string name(generator.name);
  if (generator.kind == GeneratorKind::heights) {
    const auto made = generate_heights({.kind = name, .width = 97, .height = 65, .seed = seed});
    if (!made) return made.error();
    return hash_text(Hasher().add(std::span<const float>(made->z)).digest());
  }
  const auto made = generate_grid({.kind = name, .width = 97, .height = 65, .seed = seed});
  return made ? hash_text(Hasher().add(write_map(*made)).digest()) : made.error();
}

// One line per generator and seed: "heights valley 1 <hash>".
std::string all_hashes() {
  std::string text;
  for (const Generator& generator : generators()) {
    for (const std::uint64_t seed : {1, 2}) {
      text += std::string(to_string(generator.kind)) + " " + std::string(generator.name) + " " +
              std::to_string(seed) + " " + hash_of(generator, seed) + "\n";
    }
  }
  return text;
}

// If THALWEG_UPDATE_GOLDEN is set, the file is written again.
TEST(Generate, gives_the_golden_bytes) {
  const std::string hashes = all_hashes();
  if (std::getenv("THALWEG_UPDATE_GOLDEN") != nullptr) {
    ASSERT_TRUE(write_file(kGolden, hashes).ok());
  }
  EXPECT_EQ(read_file(kGolden).value(), hashes);
}

TEST(Generate, gives_the_same_bytes_on_any_number_of_threads) {
  set_thread_count(1);
  const std::string one = all_hashes();
  set_thread_count(4);
  const std::string four = all_hashes();
  set_thread_count(0);
  EXPECT_EQ(one, four);
}

TEST(Generate, heights_can_be_written_and_have_the_relief_asked_for) {
  for (const Generator& generator : generators()) {
    if (generator.kind != GeneratorKind::heights) continue;
    for (const HeightCode code : {HeightCode::grey, HeightCode::magnitudes}) {
      const auto made = generate_heights({.kind = std::string(generator.name),
                                          .width = 80,
                                          .height = 40,
                                          .relief = 321,
                                          .code = code});
      ASSERT_TRUE(made) << made.error();
      EXPECT_TRUE(encode_heights(*made, code));
      const auto [low, high] = std::minmax_element(made->z.begin(), made->z.end());
      EXPECT_EQ(*low, 0);
      EXPECT_NEAR(*high * made->metres_per_unit, 321, 0.1);
    }
  }
}

TEST(Generate, relief_beyond_the_code_gets_a_coarser_unit) {
  const auto made = generate_heights({.kind = "cone", .width = 9, .height = 9, .relief = 20000});
  EXPECT_EQ(made->z[40], 65535);
  EXPECT_NEAR(made->metres_per_unit * 65535, 20000, 1e-6);
}

// The share of free squares that can be reached from the first one by steps in four directions.
double share_reached(const Grid& grid) {
  std::vector<SquareId> found;
  std::vector<bool> is_seen(grid.size());
  std::size_t free = 0;
  for (const SquareId s : grid.squares()) {
    if (!grid.is_free(s)) continue;
    if (free++ == 0) found.push_back(s);
  }
  if (free == 0) return 0;
  is_seen[found[0].value] = true;
  const auto visit = [&](std::uint32_t x, std::uint32_t y) {
    if (x >= grid.width() || y >= grid.height()) return;
    const SquareId s = grid.at(x, y);
    if (is_seen[s.value] || !grid.is_free(s)) return;
    is_seen[s.value] = true;
    found.push_back(s);
  };
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::uint32_t x = grid.x(found[i]);
    const std::uint32_t y = grid.y(found[i]);
    visit(x - 1, y);
    visit(x + 1, y);
    visit(x, y - 1);
    visit(x, y + 1);
  }
  return static_cast<double>(found.size()) / static_cast<double>(free);
}

TEST(Generate, rooms_mazes_and_caves_are_connected) {
  for (const std::string kind : {"rooms", "maze", "caves"}) {
    for (const std::uint64_t seed : seeds(20)) {
      const auto grid = generate_grid({.kind = kind, .width = 71, .height = 50, .seed = seed});
      ASSERT_TRUE(grid) << grid.error();
      EXPECT_EQ(share_reached(*grid), 1) << kind << " " << seed;
    }
  }
}

TEST(Generate, every_grid_keeps_a_free_square) {
  for (const std::string kind : {"caves", "obstacles", "rectangles", "wilds"}) {
    for (const std::uint32_t side : {1u, 2u, 7u}) {
      const auto grid =
          generate_grid({.kind = kind, .width = side, .height = 1, .settings = {{"density", 1.0}}});
      ASSERT_TRUE(grid) << grid.error();
      EXPECT_GT(share_reached(*grid), 0) << kind;
    }
  }
}

TEST(Generate, a_maze_is_a_tree) {
  // With corridors of one square, a tree of n chambers has n - 1 openings.
  const auto grid =
      generate_grid({.kind = "maze", .width = 41, .height = 31, .settings = {{"corridor", 1.0}}});
  std::uint32_t free = 0;
  for (const SquareId s : grid->squares()) free += grid->is_free(s) ? 1u : 0u;
  EXPECT_EQ(free, 20u * 15u * 2u - 1u);
}

TEST(Generate, the_height_maze_has_two_levels) {
  const auto made = generate_heights({.kind = "maze", .width = 65, .height = 65});
  std::map<float, int> levels;
  for (const float z : made->z) ++levels[z];
  EXPECT_EQ(levels.size(), 2u);
}

TEST(Generate, obstacles_have_the_density_asked_for) {
  const auto grid = generate_grid(
      {.kind = "obstacles", .width = 300, .height = 300, .settings = {{"density", 0.3}}});
  double blocked = 0;
  for (const SquareId s : grid->squares()) blocked += grid->is_free(s) ? 0 : 1;
  EXPECT_NEAR(blocked / grid->size(), 0.3, 0.01);
}

TEST(Generate, a_map_is_written_row_by_row) {
  const Grid grid =
      Grid::from({.width = 3,
                  .height = 2,
                  .spacing = 1,
                  .shape = GridShape::square,
                  .area = std::vector<AreaId>{kGround, kBlocked, kWater, kSwamp, kTrees, kRoad},
                  .ground = {}})
          .value();
  EXPECT_EQ(write_map(grid), "type octile\nheight 2\nwidth 3\nmap\n.@W\nST.\n");
}

TEST(Generate, refuses_in_a_sentence) {
  EXPECT_EQ(generate_heights({.kind = "moon"}).error(),
            "there is no height map called 'moon': use one of cone, ridges, valley, maze, fractal");
  EXPECT_EQ(generate_heights({.width = 1}).error(),
            "the sides of a generated height map must be 2 to 16384 samples");
  EXPECT_EQ(generate_heights({.spacing = std::nan("")}).error(),
            "the spacing of a height map must be over 0 and at most 1,000,000 metres");
  EXPECT_EQ(generate_heights({.relief = -1}).error(),
            "the relief of a height map must be 0 to 1,000,000 metres");
  EXPECT_EQ(generate_heights({.kind = "cone", .settings = {{"tip", 1}}}).error(),
            "cone has no setting 'tip': it has none");
  EXPECT_EQ(generate_grid({.kind = "moon"}).error(),
            "there is no grid map called 'moon': use one of rooms, maze, caves, obstacles, "
            "rectangles, wilds");
  EXPECT_EQ(generate_grid({.width = 16385}).error(),
            "the sides of a generated map must be 1 to 16384 squares");
  EXPECT_EQ(generate_grid({.width = 4}).error(),
            "the map is too small for one room and the walls around it");
  EXPECT_EQ(generate_grid({.settings = {{"room", 1.5}}}).error(),
            "the setting room of rooms must be a whole number from 1 to 4096");
  EXPECT_EQ(generate_grid({.settings = {{"windows", 1}}}).error(),
            "rooms has no setting 'windows': it has room, door, loops");
}

}  // namespace
}  // namespace thalweg

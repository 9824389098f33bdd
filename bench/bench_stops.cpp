// The files that one query leads through: what `./dev bench stops` runs, in a build of the preset `stops`.
//   bench_stops cases                  the names of the cases
//   bench_stops ask CASE ORDER         one query of the case is counted: by gcov as always, and by first entry of each
//                                      function in the file ORDER
//   bench_stops report CASE ORDER GCOV LEAVES   the tables of the case: ORDER by addr2line, GCOV as JSON; in the
//                                      project's folder. Exits with 3 where there are more stops than the case may have
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/try.hpp"
#include "entries.hpp"
#include "stops_report.hpp"
#include "thalweg/core/hash.hpp"
#include "thalweg/generate/heights.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/import/terrain.hpp"
#include "thalweg/thalweg.hpp"
#include "thalweg/world/mesh_builder.hpp"

namespace {

using namespace thalweg;

constexpr double kNear = 0.1;  // of the world's size, on either axis: ends that may be in sight

struct Case {
  const char* name;
  bool is_level;
  bool in_sight;     // of each other: the ends
  int drawn;         // queries that are asked before; one of them is the one
  std::size_t most;  // stops
};

constexpr std::array<Case, 3> kCases = {{{"terrain", false, false, 20, 12},
                                         {"level", true, false, 200, 10},
                                         {"level_in_sight", true, true, 200, 12}}};

// Flat ground: square rooms in rows, with a passage between most neighbours, so that routes have a choice.
class Rooms {
 public:
  Result<World> world() {
    for (int y = 0; y < kRows; ++y) {
      for (int x = 0; x < kRows; ++x) add_room(x, y);
    }
    begin_face();  // where the last one ends
    TRY(auto built, build_mesh(std::move(soup_)));
    WorldParts parts;
    parts.mesh = std::move(built.mesh);
    parts.name = "made-up rooms";
    return make_world(std::move(parts));
  }

 private:
  static constexpr int kRows = 8;
  static constexpr int kSide = 10;  // metres from room to room
  static constexpr int kFree = 8;   // metres from wall to wall

  // Where the passage to the room beyond begins: east or north. 0: there is none.
  static int door(int x, int y, bool to_east) {
    if ((to_east ? x : y) + 1 == kRows || x < 0 || y < 0) return 0;
    return static_cast<int>(mix64(static_cast<std::uint64_t>((x * kRows + y) * 2 + to_east)) % 7);
  }

  void add_corner(int x, int y) {
    const auto id = static_cast<std::uint32_t>(soup_.vertices.size());
    const auto [found, is_new] = ids_.try_emplace({x, y}, id);
    if (is_new) soup_.vertices.push_back({static_cast<float>(x), static_cast<float>(y), 0});
    soup_.corners.push_back(VertexId(found->second));
  }
  void begin_face() {
    soup_.first_corner.push_back(static_cast<std::uint32_t>(soup_.corners.size()));
  }

  // The room's corners and those of its passages, counter-clockwise; then the passages east and north.
  void add_room(int column, int row) {
    const int x = column * kSide;
    const int y = row * kSide;
    const int south = door(column, row - 1, false);
    const int east = door(column, row, true);
    const int north = door(column, row, false);
    const int west = door(column - 1, row, true);
    begin_face();
    add_corner(x, y);
    if (south > 0) add_corner(x + south, y), add_corner(x + south + 1, y);
    add_corner(x + kFree, y);
    if (east > 0) add_corner(x + kFree, y + east), add_corner(x + kFree, y + east + 1);
    add_corner(x + kFree, y + kFree);
    if (north > 0) add_corner(x + north + 1, y + kFree), add_corner(x + north, y + kFree);
    add_corner(x, y + kFree);
    if (west > 0) add_corner(x, y + west + 1), add_corner(x, y + west);
    if (east > 0) add_quad(x + kFree, y + east, x + kSide, y + east + 1);
    if (north > 0) add_quad(x + north, y + kFree, x + north + 1, y + kSide);
  }
  void add_quad(int x0, int y0, int x1, int y1) {
    begin_face();
    add_corner(x0, y0);
    add_corner(x1, y0);
    add_corner(x1, y1);
    add_corner(x0, y1);
  }

  MeshSoup soup_;
  std::map<std::pair<int, int>, std::uint32_t> ids_;  // by position
};

// A mesh of a game map where the benchmark data is there.
Result<World> level() {
  const char* const data = std::getenv("THALWEG_DATA");
  if (data == nullptr || *data == '\0') return Rooms().world();
  const auto file = std::filesystem::path(data) / "meshes/starcraft/Aurora-merged.mesh";
  if (!std::filesystem::exists(file)) return Rooms().world();
  TRY(auto imported, import_world(file));
  return std::move(imported.world);
}

Result<World> valley() {
  TRY(const HeightField heights, generate_heights({.kind = "valley", .width = 65, .height = 65}));
  TRY(WorldParts parts, triangulate_heights(heights, {}));
  parts.name = "generated valley";
  return make_world(std::move(parts));
}

// A planner, and what it is asked.
struct Asked {
  std::unique_ptr<Planner> planner;
  std::string title;
};

Result<Asked> make_asked(const Case& which) {
  TRY(const World world, which.is_level ? level() : valley());
  TRY(const Ground priced, ground(world, which.is_level ? Profile::euclid() : Profile::hiker()));
  const std::string name = which.is_level ? "fold" : "a_star";
  TRY(auto planner, make_planner(name, priced));
  std::string title = world.name + ", " + std::to_string(world.mesh.face_count()) + " faces, " +
                      priced.profile().name + ", `" + name + "`";
  return Asked{std::move(planner), std::move(title)};
}

// How much a path says: of ends in sight the faces that it crosses, of others its points.
std::size_t worth(const Answer& answer, bool in_sight) {
  if (!answer.found() || (answer.points.size() == 2) != in_sight) return 0;
  return in_sight ? answer.corridor.steps.size() : answer.points.size();
}

Query random_query(const World& world, bool in_sight, Random& random) {
  const Box3 box = world.box();
  const Vec3 size = box.size() * (in_sight ? kNear : 1);
  const auto draw = [&](Vec3 low) {
    const double x = random.between(low.x, low.x + size.x);
    const double y = random.between(low.y, low.y + size.y);
    const Vec3 p = world.frame().from_local(Vec3{x, y, 0});
    return Point{p.x, p.y, kNoHeight};
  };
  const Vec3 low{random.between(box.low.x, box.high.x - size.x),
                 random.between(box.low.y, box.high.y - size.y), 0};
  Query query;
  query.start = draw(low);
  query.goal = draw(low);
  return query;
}

// Of random ends, those of the path that says most. The first queries of a planner allocate what later ones use again.
Result<Query> drawn_query(Planner& planner, const Case& which) {
  Random random(1);
  Query best;
  std::size_t most = 0;
  Answer answer;
  for (int i = 0; i < which.drawn; ++i) {
    const Query query = random_query(planner.world(), which.in_sight, random);
    answer = planner.find(query, std::move(answer));
    if (worth(answer, which.in_sight) <= most) continue;
    most = worth(answer, which.in_sight);
    best = query;
  }
  if (most == 0) return Error{"no such query found"};
  return best;
}

Result<void> ask(const Case& which, const std::filesystem::path& order) {
  if (!can_watch()) return Error{"not a build of the preset stops"};
  TRY(const Asked asked, make_asked(which));
  TRY(const Query query, drawn_query(*asked.planner, which));
  Answer answer;
  for (int i = 0; i < 2; ++i) answer = asked.planner->find(query, std::move(answer));
  const auto once = [&] { answer = asked.planner->find(query, std::move(answer)); };
  if (!watch(once, order)) return Error{"cannot write " + order.string()};
  std::printf("%s: a path of %zu points, %.0f m.\n", asked.title.c_str(), answer.points.size(),
              answer.length());
  return {};
}

int fail(const std::string& why) {
  return std::fprintf(stderr, "bench_stops: %s\n", why.c_str()), 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words == std::vector<std::string>{"cases"}) {
    for (const Case& which : kCases) std::printf("%s\n", which.name);
    return 0;
  }
  for (const Case& which : kCases) {
    if (words.size() < 3 || words[1] != which.name) continue;
    if (words[0] == "ask" && words.size() == 3) {
      const auto asked = ask(which, words[2]);
      return asked ? 0 : fail(asked.error());
    }
    if (words[0] != "report" || words.size() != 5) continue;
    const auto visit = read_visit({.order = words[2], .gcov = words[3], .leaves = words[4]});
    if (!visit) return fail(visit.error());
    return print_visit(*visit, which.most) ? 0 : 3;
  }
  return fail("see the head of bench/bench_stops.cpp");
}

// Maps as plain triangles without merging, as in the thesis. Planners run one after another, so
// that each has the caches alone; the any-angle oracle measures a sample.
#include "reproduce/thpa/run.hpp"

#include <chrono>
#include <numeric>

#include "common/queries.hpp"
#include "core/try.hpp"
#include "thalweg/generate/grids.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/planners/any_angle_oracle.hpp"
#ifdef THALWEG_HAS_CGAL
#include "thalweg/triangulate/triangulate.hpp"
#endif

namespace thalweg::tool {
namespace {

constexpr std::uint64_t kRoomsSeed = 5;
constexpr int kTries = 3;  // if the thread is preempted

GridMeshOptions plain_triangles() {
  GridMeshOptions options{.triangulate = {}, .keep_areas = false, .convex = false};
#ifdef THALWEG_HAS_CGAL
  options.triangulate = constrained_delaunay;
#endif
  return options;
}

// Runs every problem once, after the first few as a warm-up.
std::vector<Sample> ask_all(Planner& planner, const ThpaContestant& contestant, const ThpaCase& map,
                            const ThpaRunOptions& options) {
  const std::string stage = map.name + ": " + contestant.title;
  std::vector<Sample> samples;
  Answer answer;
  for (std::size_t i = 0; i < options.warm_up && i < map.problems.size(); ++i) {
    answer = planner.find(query_of(map.problems[i], contestant.shape), std::move(answer));
  }
  for (const GridProblem& problem : map.problems) {
    report(options.progress, stage,
           static_cast<double>(samples.size()) / static_cast<double>(map.problems.size()));
    const Query query = query_of(problem, contestant.shape);
    samples.push_back(calm_find(planner, query, answer, kTries));
  }
  return samples;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The centre of the square that a point lies in.
Point snapped(Point p) { return centre_of_square({std::floor(p.x), std::floor(p.y)}); }

std::vector<AnyAngleLength> any_angle_lengths(const ThpaCase& map, const ThpaRunOptions& options) {
  std::vector<AnyAngleLength> lengths;
  AnyAngleOracle oracle(map.world);
  AnyAnglePath path;
  for (const std::size_t p : spread_over_lengths(map.problems, options.any_angles)) {
    report(options.progress, map.name + ": the any-angle oracle",
           static_cast<double>(lengths.size()) / options.any_angles);
    path = oracle.find(map.problems[p].start, map.problems[p].goal, 0, std::move(path));
    if (path.found) lengths.push_back({p, path.length});
  }
  return lengths;
}

std::uint32_t free_squares(const Grid& grid) {
  std::uint32_t count = 0;
  for (const SquareId square : grid.squares()) count += grid.is_free(square);
  return count;
}

}  // namespace

Query query_of(const GridProblem& problem, Shape shape) {
  return {.start = problem.start,
          .goal = problem.goal,
          .reach = 0,
          .try_straight = false,
          .shape = shape};
}

Result<ThpaCase> benchmark_case(const ScenarioFile& file, const CheckedProblems& checked) {
  TRY(auto problems, ground_problems(file, checked));
  ImportOptions options;
  options.mesh = plain_triangles();
  TRY(auto imported, import_world(file.map, options));
  return ThpaCase{file.map.stem().string(), std::move(imported.world), std::move(problems)};
}

Result<ThpaCase> rooms_case(std::uint32_t side, std::uint32_t problems) {
  TRY(auto grid,
      generate_grid({.kind = "rooms", .width = side, .height = side, .seed = kRoomsSeed}));
  TRY(auto mesh, grid_to_mesh(grid, plain_triangles()));
  WorldParts parts;
  parts.name = "rooms";
  parts.y_axis = YAxis::down;
  parts.grid = std::move(grid);
  parts.mesh = std::move(mesh);
  TRY(auto world, make_world(std::move(parts)));
  ThpaCase made{"rooms", std::move(world), {}};
  TRY(const auto drawn, random_problems(made.world, Profile::euclid(), {.count = problems}));
  TRY(const Ground ground, thalweg::ground(made.world, Profile::euclid(), GraphSpec::grid()));
  TRY(const auto dijkstra, make_planner("dijkstra", {ground}));
  for (const Problem& problem : drawn) {
    GridProblem square{.line = made.problems.size() + 2,
                       .start = snapped(problem.start),
                       .goal = snapped(problem.goal),
                       .length = 0,
                       .slack = 1e-6};
    square.length = dijkstra->find(query_of(square, Shape::midpoints)).length();
    made.problems.push_back(square);
  }
  return made;
}

std::vector<std::size_t> spread_over_lengths(std::span<const GridProblem> problems,
                                             std::size_t count) {
  std::vector<std::size_t> order(problems.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t p) { return problems[p].length; });
  count = std::min(count, order.size());
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < count; ++i) {
    chosen.push_back(order[(2 * i + 1) * order.size() / (2 * count)]);
  }
  return chosen;
}

ThpaCase with_fewer_problems(ThpaCase map, std::size_t count) {
  std::vector<std::size_t> chosen = spread_over_lengths(map.problems, count);
  std::ranges::sort(chosen);
  std::vector<GridProblem> fewer;
  for (const std::size_t p : chosen) fewer.push_back(map.problems[p]);
  map.problems = std::move(fewer);
  return map;
}

Result<ThpaMeasured> measure_case(const ThpaCase& map, const ThpaRunOptions& options) {
  ThpaMeasured measured{.name = map.name,
                        .squares = map.world.grid.size(),
                        .free_squares = free_squares(map.world.grid),
                        .faces = map.world.mesh.face_count(),
                        .problems = map.problems,
                        .built = {},
                        .samples = {},
                        .any_angles = {}};
  TRY(const Ground squares, ground(map.world, Profile::euclid(), GraphSpec::grid()));
  TRY(const Ground triangles, ground(map.world, Profile::euclid(), GraphSpec::faces()));
  for (std::size_t c = 0; c < kThpaCount; ++c) {
    const ThpaContestant& contestant = options.contestants[c];
    const auto start = std::chrono::steady_clock::now();
    TRY(auto planner,
        make_planner(contestant.planner, {contestant.is_on_grid ? squares : triangles}));
    measured.built[c] = {seconds_since(start), planner->bytes()};
    // One planner after another: each has the caches to itself, as if it were used alone.
    const auto samples = ask_all(*planner, contestant, map, options);
    measured.samples.insert(measured.samples.end(), samples.begin(), samples.end());
  }
  measured.any_angles = any_angle_lengths(map, options);
  return measured;
}

std::optional<std::string> wrong_answer(const ThpaMeasured& map) {
  constexpr double kSlack = 1e-6;  // metres
  const auto wrong = [&](std::size_t c, std::size_t p, const char* why) {
    return map.name + " line " + std::to_string(map.problems[p].line) + ": " +
           kThpaContestants[c].title + " " + why;
  };
  for (std::size_t c = 0; c < kThpaCount; ++c) {
    const auto best = map.of(kThpaContestants[c].is_on_grid ? kGridAStar : kMeshAStar);
    const auto samples = map.of(c);
    for (std::size_t p = 0; p < samples.size(); ++p) {
      const GridProblem& problem = map.problems[p];
      if (!samples[p].found()) continue;
      const double straight =
          std::hypot(problem.goal.x - problem.start.x, problem.goal.y - problem.start.y);
      if (samples[p].length < straight - kSlack) return wrong(c, p, "beats the straight line");
      if (!best[p].found()) return wrong(c, p, "found a route where A* finds none");
      if (samples[p].cost < best[p].cost) return wrong(c, p, "found a cheaper route than A*");
      if (c == kGridAStar && std::abs(samples[p].length - problem.length) > problem.slack) {
        return wrong(c, p, "found a route that does not have the true length");
      }
    }
    if (kThpaContestants[c].shape == Shape::centres) continue;  // which may cut corners
    for (const AnyAngleLength& any_angle : map.any_angles) {
      const Sample& sample = samples[any_angle.problem];
      if (sample.found() && sample.length < any_angle.length - kSlack) {
        return wrong(c, any_angle.problem, "beats the any-angle optimum");
      }
    }
  }
  return std::nullopt;
}

}  // namespace thalweg::tool

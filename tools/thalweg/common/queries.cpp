// Random queries are drawn by area from one island, in bands of distance: some pairs set the
// greatest distance, then pairs are tried until one lies in its band.
#include "common/queries.hpp"

#include <algorithm>
#include <cmath>

#include "core/try.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/import/movingai.hpp"
#include "thalweg/import/packed_file.hpp"

namespace thalweg::tool {
namespace {

constexpr int kTriesForGreatest = 1000;  // pairs tried to find the greatest distance
constexpr int kTriesForBand = 500;       // pairs tried to find one in its band

Point to_point(const World& world, Vec3 local) {
  const Vec3 p = world.frame().from_local(local);
  return {p.x, p.y, p.z};
}

Point scen_point(const World& world, Vec2 p, bool is_square) {
  if (!is_square) return {p.x, p.y};
  const double cell = world.grid.empty() ? 1 : world.grid.spacing();
  const Point middle = centre_of_square(p, cell);
  return {middle.x + world.origin.x, middle.y + world.origin.y};
}

double twice_area(Vec2 a, Vec2 b, Vec2 c) { return std::abs(cross(b - a, c - a)); }

// A point of a convex face, uniform by area.
Vec3 point_in(const Mesh& mesh, FaceId face, Random& random) {
  const auto edges = mesh.edges(face);
  const auto corner = [&](std::uint32_t i) {
    return mesh.start(EdgeId(edges.front().value + i)).xy();
  };
  double left = random.unit() * mesh.doubled_area(face);
  std::uint32_t i = 1;
  for (; i + 2 < edges.size(); ++i) {
    const double area = twice_area(corner(0), corner(i), corner(i + 1));
    if (left < area) break;
    left -= area;
  }
  double u = random.unit();
  double v = random.unit();
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  const Vec2 p = corner(0) + (corner(i) - corner(0)) * u + (corner(i + 1) - corner(0)) * v;
  return {p.x, p.y, mesh.height_at(face, p)};
}

// The nodes on which an agent may stand, grouped by island, to be sampled by area.
class StandableNodes {
 public:
  // `graph` has a node per face or square.
  explicit StandableNodes(const Ground& ground) : ground_(ground) {
    const Graph& graph = ground.graph();
    const auto& islands = ground.metric().islands();
    for (const NodeId node : graph.nodes()) {
      if (!islands.of[node].is_none()) nodes_.push_back(node);
    }
    const auto island = [&](NodeId node) { return islands.of[node]; };
    std::ranges::stable_sort(nodes_, {}, island);
    first_.assign(islands.count() + std::size_t{1}, 0);
    double sum = 0;
    for (const NodeId node : nodes_) {
      sum += is_mesh(graph) ? ground.world().mesh.doubled_area(FaceId(node.value)) : 1;
      up_to_.push_back(sum);
      island_.push_back(islands.of[node]);
      ++first_[islands.of[node].value + 1];
    }
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    is_mesh_ = is_mesh(graph);
  }

  bool empty() const { return nodes_.empty() || !(up_to_.back() > 0); }

  // Two points on one island.
  struct Pair {
    Vec3 start;
    Vec3 goal;
    double distance() const { return length((goal - start).xy()); }
  };
  Pair draw(Random& random) const {
    const std::size_t start = pick(0, nodes_.size(), random);
    const IslandId island = island_[start];
    Pair pair;
    pair.start = point(start, random);
    pair.goal = point(pick(first_[island.value], first_[island.value + 1], random), random);
    return pair;
  }

 private:
  static bool is_mesh(const Graph& graph) { return graph.facts().nodes_are_faces; }

  // A random one of the nodes from `first` to before `last`, weighted by area.
  std::size_t pick(std::size_t first, std::size_t last, Random& random) const {
    const double low = first == 0 ? 0 : up_to_[first - 1];
    const double at = random.between(low, up_to_[last - 1]);
    const auto found = std::upper_bound(up_to_.begin() + static_cast<std::ptrdiff_t>(first),
                                        up_to_.begin() + static_cast<std::ptrdiff_t>(last - 1), at);
    return static_cast<std::size_t>(found - up_to_.begin());
  }
  Vec3 point(std::size_t index, Random& random) const {
    const NodeId node = nodes_[index];
    return is_mesh_ ? point_in(ground_.world().mesh, FaceId(node.value), random)
                    : ground_.world().grid.centre(SquareId(node.value));
  }

  Ground ground_;
  bool is_mesh_ = false;
  std::vector<NodeId> nodes_;       // [index]   in order of island
  std::vector<IslandId> island_;    // [index]
  std::vector<double> up_to_;       // [index]   area of the items up to here
  std::vector<std::size_t> first_;  // [island + 1]
};

double greatest_distance(const StandableNodes& nodes, Random& random) {
  double greatest = 0;
  for (int i = 0; i < kTriesForGreatest; ++i) {
    greatest = std::max(greatest, nodes.draw(random).distance());
  }
  return greatest;
}

// A pair whose distance lies in [low, high), or the pair closest to that among those tried.
StandableNodes::Pair draw_in_band(const StandableNodes& nodes, double low, double high,
                                  Random& random) {
  StandableNodes::Pair best;
  double least = kNoLimit;
  for (int i = 0; i < kTriesForBand && least > 0; ++i) {
    const StandableNodes::Pair pair = nodes.draw(random);
    const double d = pair.distance();
    const double off = d < low ? low - d : std::max(0.0, d - high);
    if (off >= least) continue;
    least = off;
    best = pair;
  }
  return best;
}

}  // namespace

Result<std::vector<Problem>> scen_problems(const World& world, const std::filesystem::path& file,
                                           ScenPoints points) {
  TRY(const auto text, read_packed_file(file));
  TRY(const auto scenarios, read_scen(text).in(file.string()));
  if (scenarios.empty()) return Error{file.string() + ": the file holds no problems"};
  const Grid& grid = world.grid;
  const bool are_squares =
      points == ScenPoints::squares || (points == ScenPoints::fitting && !grid.empty());
  std::vector<Problem> problems;
  problems.reserve(scenarios.size());
  for (const Scenario& s : scenarios) {
    if (are_squares && !grid.empty() && (s.width != grid.width() || s.height != grid.height())) {
      return Error{file.string() + ": these are problems of a map of " + std::to_string(s.width) +
                   " x " + std::to_string(s.height) + " squares, not of this world"};
    }
    problems.push_back({scen_point(world, s.start, are_squares),
                        scen_point(world, s.goal, are_squares),
                        s.length * (are_squares && !grid.empty() ? grid.spacing() : 1)});
  }
  return problems;
}

Result<std::vector<Problem>> random_problems(const World& world, const Profile& profile,
                                             const RandomProblems& options) {
  TRY(const Ground ground,
      thalweg::ground(world, profile, world.mesh.empty() ? GraphSpec::grid() : GraphSpec::faces()));
  const StandableNodes nodes(ground);
  if (nodes.empty()) return Error{"this world has no ground that the profile enters"};
  Random random(options.seed);
  const std::uint32_t bands = std::max(1u, options.bands);
  const double width = greatest_distance(nodes, random) / bands;
  std::vector<Problem> problems;
  for (std::uint32_t i = 0; i < options.count; ++i) {
    const double low = (i % bands) * width;
    const StandableNodes::Pair pair = draw_in_band(nodes, low, low + width, random);
    problems.push_back({to_point(world, pair.start), to_point(world, pair.goal)});
  }
  return problems;
}

}  // namespace thalweg::tool

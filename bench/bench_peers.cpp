// Our planners beside Detour on the same polygons, whole calls in one process: bench_peers
// [--queries N] [--pool NODES] [--planner NAME] [--short] [--lengths N] FILE...
//
// Paths are taut paths in the corridor of the route, which is what Detour's findStraightPath gives;
// with --short they are as planners give them by default (the row's planner ends in +).
//
// One planner and one Detour for each run: planners of a kind train each other's branch predictor.
// A query is asked of both in random order, and then all queries of each alone; its time is the
// least of three rounds. Prints a row for each mesh.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "../tools/thalweg/common/partitioner.hpp"
#include "core/try.hpp"
#include "detour.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/papers/registry.hpp"
#include "thalweg/planners/any_angle_oracle.hpp"
#include "thalweg/store/store.hpp"
#include "times.hpp"

namespace {

using namespace thalweg;

constexpr int kRounds = 3;

struct Options {
  std::size_t queries = 1000;
  std::size_t lengths = 100;  // of how many queries the optimum is found
  int pool = 65535;
  std::string planner = "a_star";
  bool is_short = false;
};

Result<World> world_in(const std::filesystem::path& file) {
  if (file.extension() == ".thal") return load_world(file);
  TRY(auto imported, import_world(file));
  return std::move(imported.world);
}

// Random points of the mesh. Both ends lie on one island.
std::vector<Pair> some_pairs(const Ground& ground, std::size_t count) {
  const World& world = ground.world();
  Random random(11);
  const Box3 box = world.box();
  const auto draw = [&]() -> Location {
    const double x = random.between(box.low.x, box.high.x);
    const double y = random.between(box.low.y, box.high.y);
    return locate(world.mesh, world.locator, {x, y, kNoHeight});
  };
  const Joined joined(ground);
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < 1000 * count && pairs.size() < count; ++i) {
    const Location a = draw();
    const Location b = draw();
    const bool is_good = a.found() && b.found() && joined({a.face, a.point}, {b.face, b.point});
    if (is_good) pairs.push_back({a.point, b.point});
  }
  return pairs;
}

// Least times of one of both, in microseconds, for each query.
struct Times {
  std::vector<double> interleaved;
  std::vector<double> alone;
};

class Match {
 public:
  Match(std::string name, const Ground& ground, std::unique_ptr<Planner> planner, DetourPeer detour,
        std::vector<Pair> pairs, bool is_short)
      : name_(std::move(name)),
        ground_(ground),
        planner_(std::move(planner)),
        detour_(std::move(detour)),
        pairs_(std::move(pairs)) {
    const Frame frame = ground_.world().frame();
    for (const Pair& pair : pairs_) {
      Query query{.reach = 0.25, .shape = is_short ? Shape::cheapest : Shape::funnel};
      query.shape_options.pull_again = is_short;
      query.start = as_point(frame.from_local(pair.start));
      query.goal = as_point(frame.from_local(pair.goal));
      queries_.push_back(std::move(query));
    }
    for (Times* times : {&ours_, &theirs_}) {
      times->interleaved.assign(pairs_.size(), 1e300);
      times->alone.assign(pairs_.size(), 1e300);
    }
  }

  void run() {
    for (int round = 0; round < kRounds; ++round) {
      for (const std::size_t i : shuffled(pairs_.size(), random_)) {
        const bool is_first = random_.below(2) == 0;
        if (is_first) ask_ours(i, ours_.interleaved[i]);
        ask_theirs(i, theirs_.interleaved[i]);
        if (!is_first) ask_ours(i, ours_.interleaved[i]);
      }
    }
    for (int round = 0; round < kRounds; ++round) {
      for (const std::size_t i : shuffled(pairs_.size(), random_)) ask_ours(i, ours_.alone[i]);
    }
    for (int round = 0; round < kRounds; ++round) {
      for (const std::size_t i : shuffled(pairs_.size(), random_)) ask_theirs(i, theirs_.alone[i]);
    }
  }

  // Prints the row; false where one of ours is not found.
  bool report(const Options& options);

 private:
  void ask_ours(std::size_t i, double& least) {
    time_into(least, [&] { answer_ = planner_->find(queries_[i], std::move(answer_)); });
  }
  void ask_theirs(std::size_t i, double& least) {
    time_into(least, [&] { detour_.find(pairs_[i].start, pairs_[i].goal); });
  }

  std::string name_;
  const Ground& ground_;
  std::unique_ptr<Planner> planner_;
  DetourPeer detour_;
  std::vector<Pair> pairs_;
  std::vector<Query> queries_;
  Random random_{3};
  Answer answer_;
  Times ours_;
  Times theirs_;
};

// In the plane, as Detour's.
double flat_length(const Answer& answer) {
  double sum = 0;
  for (std::size_t i = 1; i < answer.points.size(); ++i) {
    sum += length((answer.points[i].vec() - answer.points[i - 1].vec()).xy());
  }
  return sum;
}

// Lengths over the optimum.
struct Lengths {
  double sum = 0;
  double worst = 1;
  double count = 0;
  void add(double ratio) {
    sum += ratio;
    worst = std::max(worst, ratio);
    count += 1;
  }
  std::string text() const {
    if (count == 0) return "      -      -";
    char out[32];
    std::snprintf(out, sizeof out, "%7.4f %6.3f", sum / count, worst);
    return out;
  }
};

bool Match::report(const Options& options) {
  AnyAngleOracle oracle(ground_.world());
  Lengths ours, theirs;
  std::size_t partial = 0;
  std::size_t missing = 0;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    answer_ = planner_->find(queries_[i], std::move(answer_));
    detour_.find(pairs_[i].start, pairs_[i].goal);
    const PeerAnswer other = detour_.answer();
    missing += answer_.found() ? 0 : 1;
    partial += other.outcome == PeerOutcome::found ? 0 : 1;
    if (i >= options.lengths || other.outcome != PeerOutcome::found) continue;
    const auto best = oracle.find(queries_[i].start, queries_[i].goal);
    if (!best.found || !(best.length > 1e-6)) continue;
    ours.add(flat_length(answer_) / best.length);
    theirs.add(other.length / best.length);
  }
  const double count = static_cast<double>(pairs_.size());
  std::printf(
      "%-26s %7u %-16s %6d | %8.1f %8.1f | %8.1f %8.1f %8.1f | %6.1f %6.1f | %s | %s | %6.1f | "
      "%6.2f "
      "%6.2f%s\n",
      name_.c_str(), ground_.world().mesh.face_count(),
      (options.planner + (options.is_short ? "+" : "")).c_str(), options.pool,
      mean(theirs_.interleaved), mean(theirs_.alone), mean(ours_.interleaved), mean(ours_.alone),
      quantile(ours_.interleaved, 0.99), mean(theirs_.interleaved) / mean(ours_.interleaved),
      mean(theirs_.alone) / mean(ours_.alone), ours.text().c_str(), theirs.text().c_str(),
      100 * static_cast<double>(partial) / count, static_cast<double>(bytes_held(*planner_)) / 1e6,
      static_cast<double>(detour_.bytes()) / 1e6, missing == 0 ? "" : "  NOT FOUND");
  std::fflush(stdout);
  return missing == 0;
}

Result<bool> run(const std::filesystem::path& file, const Options& options) {
  const std::string name = file.stem().string();
  TRY(const World world, world_in(file));
  TRY(const Ground made, ground(world, Profile::euclid(), GraphSpec::portals()));
  auto detour = DetourPeer::make(world.mesh, options.pool);
  if (!detour) {
    std::printf("%-26s %7u %s\n", name.c_str(), world.mesh.face_count(), detour.error().c_str());
    return true;
  }
  TRY(auto planner,
      make_planner(options.planner, PlannerInput(made, nullptr, tool::build_tools())));
  std::vector<Pair> pairs = some_pairs(made, options.queries);
  if (pairs.empty()) return Error{"no two points of the mesh are connected"};
  Match match(name, made, std::move(planner), std::move(detour).value(), std::move(pairs),
              options.is_short);
  match.run();
  return match.report(options);
}

void print_header() {
  std::printf("%-26s %7s %-16s %6s | %17s | %26s | %13s | %14s | %14s | %6s | %13s\n", "", "", "",
              "", "Detour us", "ours us", "times faster", "our length", "Detour length", "Detour",
              "MB");
  std::printf(
      "%-26s %7s %-16s %6s | %8s %8s | %8s %8s %8s | %6s %6s | %7s %6s | %7s %6s | %6s | %6s %6s\n",
      "mesh", "faces", "planner", "pool", "mixed", "alone", "mixed", "alone", "p99", "mixed",
      "alone", "mean", "worst", "mean", "worst", "part%", "ours", "Detour");
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  bool with_header = false;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto text = [&] { return ++i < argc ? std::string(argv[i]) : std::string("0"); };
    if (word == "--queries") {
      options.queries = std::strtoul(text().c_str(), nullptr, 10);
    } else if (word == "--lengths") {
      options.lengths = std::strtoul(text().c_str(), nullptr, 10);
    } else if (word == "--pool") {
      options.pool = std::atoi(text().c_str());
    } else if (word == "--planner") {
      options.planner = text();
    } else if (word == "--short") {
      options.is_short = true;
    } else if (word == "--header") {
      with_header = true;
    } else {
      files.push_back(word);
    }
  }
  if (with_header) print_header();
  bool is_good = true;
  for (const std::string& file : files) {
    const auto result = run(file, options);
    if (!result) return std::fprintf(stderr, "bench_peers: %s\n", result.error().c_str()), 1;
    is_good &= *result;
  }
  return is_good ? 0 : 1;
}

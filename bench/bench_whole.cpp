// Whole calls of planners, in microseconds and instructions: what `./dev bench against` asks of two commits.
//   bench_whole [MODE] [[OPTION]... WORLD]...
// Options count for the next world alone; WORLD is a .thal file or any file that can be imported.
//   --planner NAME   with its options (auto)        --ends FILE   as --draw prints them
//   --profile NAME   (euclid)                       --queries N   to draw without --ends (1000)
//   --stored NAME    a ground of the .thal file     --seed S      (1)
// Modes:
//   --time           (default) cold: all queries of all worlds in random order; warm: each query repeated at once.
//                    The time of a query is the least of three rounds; the table has means
//   --count          instructions a query, warm: by the hardware's counter, else "-". Under callgrind, started with
//                    --instr-atstart=no, exactly these queries are instrumented
//   --draw           prints the ends of found queries: random points, both on ground
//
// The same source is compiled with the library of earlier commits, so it calls only what has long been public.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../tools/thalweg/common/instructions.hpp"
#include "core/try.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/thalweg.hpp"
#include "timer.hpp"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION static_cast<void>(0)
#define CALLGRIND_STOP_INSTRUMENTATION static_cast<void>(0)
#endif

namespace {

using namespace thalweg;

constexpr int kRounds = 3;
// Microseconds: from here on the processor's time counts where it is less than the wall's, since long
// queries are preempted on a busy machine. Its clock is too coarse for short ones.
constexpr double kLong = 200;

struct Job {
  std::filesystem::path world;
  std::string planner = "auto";
  std::string profile = "euclid";
  std::string stored;  // a ground of the file, where its graph is slow to build; empty: built
  std::string ends;    // a file; empty: drawn
  std::size_t queries = 1000;
  std::uint64_t seed = 1;
};

enum class Mode { time, count, draw };

// A world that is ready to be asked.
struct Asked {
  std::string name;
  std::unique_ptr<Planner> planner;
  std::vector<Query> queries;
  std::vector<double> cold = {};  // [query]  us, the least of all rounds
  std::vector<double> warm = {};  // [query]
  Answer answer = {};

  void ask(std::size_t i) { answer = planner->find(queries[i], std::move(answer)); }
  void time_into(double& least, std::size_t i) {
    const Timer timer;
    ask(i);
    double us = timer.wall() * 1e6;
    if (us > kLong) us = std::min(us, timer.cpu() * 1e6);
    least = std::min(least, us);
  }
};

Result<World> world_in(const std::filesystem::path& file) {
  if (file.extension() == ".thal") return load_world(file);
  TRY(auto imported, import_world(file));
  return std::move(imported.world);
}

Result<Ground> ground_of(const Job& job) {
  if (!job.stored.empty()) {
    TRY(const Store store, load_store(job.world));
    return stored_ground(store, job.stored);
  }
  TRY(const World world, world_in(job.world));
  TRY(const Profile profile, named_profile(job.profile));
  return ground(world, profile);
}

std::vector<Query> read_ends(const std::string& file) {
  std::ifstream in(file);
  std::vector<Query> queries;
  Query query;
  while (in >> query.start.x >> query.start.y >> query.start.z >> query.goal.x >> query.goal.y >>
         query.goal.z) {
    queries.push_back(query);
  }
  return queries;
}

// Random points of the world's box; heights too, so that all floors are met. Only what is found is
// kept. Gives up after a thousand tries a query.
std::vector<Query> draw_ends(Planner& planner, const Job& job) {
  const World& world = planner.world();
  const Box3 box = world.box();
  const Frame frame = world.frame();
  Random random(job.seed);
  const auto draw = [&] {
    const double x = random.between(box.low.x, box.high.x);
    const double y = random.between(box.low.y, box.high.y);
    const Vec3 p = frame.from_local(Vec3{x, y, random.between(box.low.z, box.high.z)});
    return Point{p.x, p.y, p.z};
  };
  std::vector<Query> queries;
  Answer answer;
  for (std::size_t i = 0; i < 1000 * job.queries && queries.size() < job.queries; ++i) {
    Query query;
    query.start = draw();
    query.goal = draw();
    answer = planner.find(query, std::move(answer));
    if (answer.found()) queries.push_back(query);
  }
  return queries;
}

Result<Asked> make_asked(const Job& job) {
  TRY(const Ground made, ground_of(job));
  TRY(auto planner, make_planner(job.planner, made));
  Asked asked{.name = job.world.stem().string(),
              .planner = std::move(planner),
              .queries = read_ends(job.ends)};
  if (job.ends.empty()) asked.queries = draw_ends(*asked.planner, job);
  if (asked.queries.empty()) return Error{"no queries"};
  asked.cold.assign(asked.queries.size(), 1e300);
  asked.warm.assign(asked.queries.size(), 1e300);
  return asked;
}

void print_ends(const Asked& asked) {
  for (const Query& query : asked.queries) {
    for (const Point& p : {query.start, query.goal})
      std::printf("%.17g %.17g %.17g ", p.x, p.y, p.z);
    std::printf("\n");
  }
}

// The queries of all worlds mixed, so that each finds the caches full of other worlds' memory.
void time_cold(std::vector<Asked>& all) {
  std::vector<std::pair<std::size_t, std::size_t>> order;  // world, query
  for (std::size_t world = 0; world < all.size(); ++world) {
    for (std::size_t i = 0; i < all[world].queries.size(); ++i) order.emplace_back(world, i);
  }
  Random random(1);
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    }
    for (const auto& [world, i] : order) all[world].time_into(all[world].cold[i], i);
  }
}

void time_warm(Asked& asked) {
  for (std::size_t i = 0; i < asked.queries.size(); ++i) {
    asked.ask(i);
    for (int round = 0; round < kRounds; ++round) asked.time_into(asked.warm[i], i);
  }
}

// Instructions of a query on average; nothing where the hardware does not count them.
std::string count_of(Asked& asked) {
  const auto ask_all = [&] {
    for (std::size_t i = 0; i < asked.queries.size(); ++i) asked.ask(i);
  };
  ask_all();  // so that what is allocated once does not count
  const auto counted = [&] {
    CALLGRIND_START_INSTRUMENTATION;
    ask_all();
    CALLGRIND_STOP_INSTRUMENTATION;
  };
  const auto count = tool::count_instructions(counted);
  return count ? std::to_string(*count / asked.queries.size()) : "-";
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// What is to be equal in two commits.
struct Answers {
  std::size_t found = 0;
  double price = 0;
  double length = 0;
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a over costs and the bits of lengths

  void add(const Answer& answer) {
    found += answer.found() ? 1 : 0;
    price += answer.price;
    length += answer.length();
    for (const std::uint64_t word :
         {static_cast<std::uint64_t>(answer.cost), std::bit_cast<std::uint64_t>(answer.length())}) {
      hash = (hash ^ word) * 0x100000001b3;
    }
  }
};

void print_row(Asked& asked, Mode mode) {
  const std::string instructions = mode == Mode::count ? count_of(asked) : "-";
  Answers answers;
  for (std::size_t i = 0; i < asked.queries.size(); ++i) {
    asked.ask(i);
    answers.add(asked.answer);
  }
  const auto time = [&](const std::vector<double>& us) {
    return mode == Mode::time ? mean(us) : 0;
  };
  std::printf("%-20s %7zu %7zu %10.2f %10.2f %12s %16.6f %16.6f %016llx\n", asked.name.c_str(),
              asked.queries.size(), answers.found, time(asked.cold), time(asked.warm),
              instructions.c_str(), answers.price, answers.length,
              static_cast<unsigned long long>(answers.hash));
}

int run(std::vector<Asked> all, Mode mode) {
  if (mode == Mode::draw) {
    for (const Asked& asked : all) print_ends(asked);
    return 0;
  }
  if (mode == Mode::time) {
    time_cold(all);
    for (Asked& asked : all) time_warm(asked);
  }
  std::printf("%-20s %7s %7s %10s %10s %12s %16s %16s %16s\n", "world", "queries", "found",
              "cold_us", "warm_us", "instructions", "price", "length", "hash");
  for (Asked& asked : all) print_row(asked, mode);
  return 0;
}

// False: there is no such option.
bool set_option(Job& job, const std::string& word, const std::string& value) {
  if (word == "--planner") {
    job.planner = value;
  } else if (word == "--profile") {
    job.profile = value;
  } else if (word == "--stored") {
    job.stored = value;
  } else if (word == "--ends") {
    job.ends = value;
  } else if (word == "--queries") {
    job.queries = std::strtoul(value.c_str(), nullptr, 10);
  } else if (word == "--seed") {
    job.seed = std::strtoull(value.c_str(), nullptr, 10);
  } else {
    return false;
  }
  return true;
}

int fail(const char* word, const std::string& why) {
  return std::fprintf(stderr, "bench_whole: %s: %s\n", word, why.c_str()), 1;
}

}  // namespace

int main(int argc, char** argv) {
  Mode mode = Mode::time;
  Job job;
  std::vector<Asked> all;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--time" || word == "--count" || word == "--draw") {
      mode = word == "--time" ? Mode::time : word == "--count" ? Mode::count : Mode::draw;
    } else if (word.starts_with("--")) {
      if (i + 1 == argc) return fail(argv[i], "needs a value");
      if (!set_option(job, word, argv[++i])) return fail(word.c_str(), "there is no such option");
    } else {
      job.world = word;
      auto asked = make_asked(job);
      if (!asked) return fail(argv[i], asked.error());
      all.push_back(std::move(asked).value());
      job = {};
    }
  }
  return run(std::move(all), mode);
}

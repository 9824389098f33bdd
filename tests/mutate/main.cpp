// Thousands of damaged files against the tool: mutate TOOL SOURCE FOLDER INPUTS THALS SEED
//
// INPUTS mutated files of every format are imported or used, and THALS mutated .thal files with
// correct checksums are opened. What loads is checked, planned over and drawn. Findings: a signal,
// over 10 s, more memory than --max-memory allows, an exit code that is not documented, a refusal
// that is not one sentence. A finding prints the command and keeps its file in FOLDER.
#include <sys/mman.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <new>
#include <thread>

#include "campaign.hpp"

namespace thalweg::mutate {
namespace {

namespace fs = std::filesystem;

// Valid files of the tool's own, in the current folder.
void make_bases(const std::string& tool) {
  const std::vector<std::vector<std::string>> commands = {
      {"generate", "valley", "--size", "33", "-o", "valley.png"},
      {"generate", "rooms", "--size", "20", "-o", "rooms.map"},
      {"import", "valley.png", "--spacing", "10", "--height-scale", "0.1", "--profile",
       "hiker,euclid", "-o", "valley.thal"},
      {"import", "rooms.map", "--profile", "euclid", "--graph", "grid", "-o", "rooms.thal"},
      {"import", "rooms.map", "--hex", "-o", "hex.thal"},
      {"build", "valley.thal", "--for", "natural", "--profile", "hiker", "--graph", "faces",
       "--config", "build.toml"},
      {"build", "valley.thal", "--for", "thpa_star", "--profile", "hiker"},
      {"build", "rooms.thal", "--for", "hpa_star:size=5:levels=2", "--profile", "euclid"},
      {"build", "rooms.thal", "--for", "natural", "--profile", "euclid", "--graph", "grid"},
  };
  for (std::vector<std::string> arguments : commands) {
    arguments.insert(arguments.begin(), tool);
    arguments.emplace_back("--quiet");
    const Ran ran = run(arguments);
    if (ran.code != 0) {
      std::printf("thalweg %s failed: %s", arguments[1].c_str(), content_of("err").c_str());
      std::exit(2);
    }
  }
  std::ofstream scen("rooms.scen");
  scen << "version 1\n";
  for (int i = 2; i < 18; ++i) {
    scen << "0\trooms.map\t20\t20\t2\t2\t" << i << "\t" << 19 - i << "\t10.5\n";
  }
  std::ofstream labels("rooms.labels");
  for (int i = 0; i < 400; ++i) labels << "r" << i / 40 << (i % 20 == 19 ? "\n" : " ");
}

void print(const Tally& tally) {
  using Number = unsigned long long;
  std::printf("%-8s %8s %8s %8s %9s\n", "format", "inputs", "refused", "loaded", "commands");
  for (const Tally::Row& row : tally.rows) {
    if (row.inputs == 0) continue;
    std::printf("%-8s %8llu %8llu %8llu %9llu\n", row.name.data(), Number{row.inputs},
                Number{row.refused}, Number{row.loaded}, Number{row.commands});
  }
  std::printf("slowest command %.2f s, most memory %llu MB, %llu findings\n",
              static_cast<double>(tally.slowest_ms) / 1000, Number{tally.largest_bytes / 1'000'000},
              Number{tally.findings});
}

struct Job {
  std::string tool;
  std::string source;
  std::uint64_t inputs = 0;
  std::uint64_t thals = 0;
  std::uint64_t seed = 1;
};

// Worker `number` of `workers` tries every workers-th input, in a folder of its own.
void work(const Job& job, unsigned number, unsigned workers, Tally& tally) {
  const fs::path folder = "worker-" + std::to_string(number);
  fs::create_directories(folder);
  fs::current_path(folder);
  make_bases(job.tool);
  Campaign campaign(job.tool, job.source, job.seed, tally);
  for (std::uint64_t i = number; i < job.inputs; i += workers) campaign.try_input(i);
  for (std::uint64_t i = number; i < job.thals; i += workers) campaign.try_thal(i);
}

int run_all(const Job& job) {
  void* memory =
      ::mmap(nullptr, sizeof(Tally), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto& tally = *new (memory) Tally{};
  const unsigned workers = std::max(1u, std::thread::hardware_concurrency());
  std::vector<pid_t> children;
  for (unsigned i = 0; i < workers; ++i) {
    children.push_back(::fork());
    if (children.back() == 0) {
      work(job, i, workers, tally);
      ::_exit(0);
    }
  }
  bool is_sound = true;
  for (const pid_t child : children) {
    int state = 0;
    ::waitpid(child, &state, 0);
    is_sound &= WIFEXITED(state) && WEXITSTATUS(state) == 0;
  }
  print(tally);
  return is_sound && tally.findings == 0 ? 0 : 1;
}

}  // namespace
}  // namespace thalweg::mutate

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  if (argc != 7) {
    std::puts("usage: mutate TOOL SOURCE FOLDER INPUTS THALS SEED");
    return 2;
  }
  thalweg::mutate::Job job;
  job.tool = fs::absolute(argv[1]).string();
  job.source = fs::absolute(argv[2]).string();
  job.inputs = std::strtoull(argv[4], nullptr, 10);
  job.thals = std::strtoull(argv[5], nullptr, 10);
  job.seed = std::strtoull(argv[6], nullptr, 10);
  fs::create_directories(argv[3]);
  fs::current_path(argv[3]);
  return thalweg::mutate::run_all(job);
}

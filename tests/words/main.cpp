// Files with single words changed, and correct checksums: mutate_words TOOL FOLDER COUNT EVERY SEED
//
// COUNT files are made of the sample stores, each section in its turn, and read in this process. What loads
// is used: verified, planned over, revealed, edited, updated. All that load are uploaded to thalweg serve
// and planned over there; one of EVERY is given to the command line (info, verify, plan). Findings: a crash,
// over 10 s of processor time for a file, a command that run.hpp complains about, a server that ends or does
// not answer. Each is printed, and its file kept in FOLDER.
#include <sys/mman.h>
#include <sys/time.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <thread>

#include "changed_files.hpp"
#include "mutate/run.hpp"
#include "serve/client.hpp"
#include "store_use.hpp"
#include "thalweg/core/memory.hpp"
#include "thalweg/core/parallel.hpp"

namespace thalweg::words {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kNoFile = ~std::uint64_t{0};

struct Job {
  std::string tool;
  std::uint64_t count = 0;
  std::uint64_t every = 1;
  std::uint64_t seed = 1;
};

// What happened, shared by all processes.
struct Tally {
  struct Row {
    std::atomic<std::uint64_t> files, refused, loaded, refused_later, crashes, hangs;
  };
  std::array<Row, kKinds.size()> rows;
  std::array<std::atomic<std::uint64_t>, 64> at;  // [worker]  the file that it tries
  std::atomic<std::uint64_t> slowest_ms, commands, uploads, complaints;
};

// Zeroed, and seen by all processes.
template <class T>
std::span<T> shared(std::size_t count = 1) {
  void* memory =
      ::mmap(nullptr, sizeof(T) * count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) std::abort();
  std::uninitialized_value_construct_n(static_cast<T*>(memory), count);
  return {static_cast<T*>(memory), count};
}

double processor_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return mutate::seconds_of(usage.ru_utime) + mutate::seconds_of(usage.ru_stime);
}

// SIGPROF ends this process after so many seconds of processor time from now.
void wind_up(double seconds) {
  const itimerval time{{0, 0}, {static_cast<time_t>(seconds), 0}};
  ::setitimer(ITIMER_PROF, &time, nullptr);
}

void raise(std::atomic<std::uint64_t>& most, std::uint64_t value) {
  std::uint64_t old = most;
  while (old < value && !most.compare_exchange_weak(old, value)) {
  }
}

// Reads and uses one file after another, from `first` on. A process of its own: it may die.
class Worker {
 public:
  Worker(std::uint64_t count, const Files& files, Tally& tally, std::span<bool> is_loaded)
      : count_(count), files_(files), tally_(tally), is_loaded_(is_loaded) {}

  void run(unsigned number, unsigned workers, std::uint64_t first) {
    for (std::uint64_t i = first; i < count_; i += workers) {
      tally_.at[number] = i;
      try_file(i);
    }
    tally_.at[number] = kNoFile;
  }

 private:
  void try_file(std::uint64_t number) {
    const Changed file = files_.make(number);
    Tally::Row& row = tally_.rows[file.kind];
    ++row.files;
    const double start = processor_seconds();
    wind_up(mutate::kMostSeconds);
    auto store = file.bytes.read();
    ++(store ? row.loaded : row.refused);
    if (store) {
      if (use_store(narrowed(std::move(*store), file.part)) > 0) ++row.refused_later;
      is_loaded_[number] = true;
    }
    wind_up(0);
    raise(tally_.slowest_ms, static_cast<std::uint64_t>((processor_seconds() - start) * 1000));
  }

  std::uint64_t count_;
  const Files& files_;
  Tally& tally_;
  std::span<bool> is_loaded_;
};

// The lines of a sanitizer's report that say what and where.
std::string told_by(const std::string& report) {
  std::istringstream lines(report);
  std::string told;
  int frames = 0;
  for (std::string line; std::getline(lines, line);) {
    const bool is_frame = line.find("    #") == 0;
    const bool is_said = line.find("ERROR: ") != std::string::npos ||
                         line.find("runtime error") != std::string::npos;
    if (is_said || (is_frame && frames++ < 7)) told += "   " + line + "\n";
  }
  return told;
}

class Campaign {
 public:
  explicit Campaign(Job job)
      : job_(std::move(job)), files_(job_.seed), is_loaded_(shared<bool>(job_.count)) {}

  // True when nothing was found.
  bool run() {
    if (const std::string complaint = files_.complaint(); !complaint.empty()) {
      std::printf("before any change, %s\n", complaint.c_str());
      return false;
    }
    for (const auto& entry : fs::directory_iterator(".")) {
      if (entry.path().extension() == ".thal") fs::remove(entry.path());
    }
    const unsigned workers = std::clamp(std::thread::hardware_concurrency(), 1u, 64u);
    for (unsigned i = 0; i < workers; ++i) start(i, workers, i);
    while (!running_.empty()) wait_for_one(workers);
    if (job_.tool != "-") run_tool(workers);
    print();
    return is_sound_;
  }

 private:
  struct Running {
    pid_t process;
    unsigned number;
  };

  static std::string log_of(unsigned number) { return "worker-" + std::to_string(number) + ".err"; }

  void start(unsigned number, unsigned workers, std::uint64_t first) {
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child != 0) return running_.push_back({child, number});
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    ::dup2(::open(log_of(number).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    Worker(job_.count, files_, tally_, is_loaded_).run(number, workers, first);
    ::_exit(0);
  }

  // A worker that died is replaced by one that goes on behind the file that killed it.
  void wait_for_one(unsigned workers) {
    int state = 0;
    const pid_t ended = ::wait(&state);
    const auto found = std::ranges::find(running_, ended, &Running::process);
    if (found == running_.end()) return;
    const unsigned number = found->number;
    running_.erase(found);
    if (WIFEXITED(state) && WEXITSTATUS(state) == 0) return;
    const std::uint64_t file = tally_.at[number];
    report(file, WIFSIGNALED(state) && WTERMSIG(state) == SIGPROF,
           mutate::content_of(log_of(number)));
    start(number, workers, file + workers);
  }

  void report(std::uint64_t number, bool is_hang, const std::string& log) {
    is_sound_ = false;
    const Changed file = files_.make(number);
    Tally::Row& row = tally_.rows[file.kind];
    ++(is_hang ? row.hangs : row.crashes);
    const std::string kept = (is_hang ? "hang-" : "crash-") + std::to_string(number) + ".thal";
    save(kept, file.bytes);
    std::printf("%s: %s\n%s", kept.c_str(), file.what.c_str(), told_by(log).c_str());
    std::fflush(stdout);
  }

  // The command line and the server on the files that loaded.
  void run_tool(unsigned workers) {
    std::vector<std::uint64_t> loaded;
    for (std::uint64_t i = 0; i < job_.count; ++i) {
      if (is_loaded_[i]) loaded.push_back(i);
    }
    std::vector<pid_t> children;
    std::fflush(stdout);
    for (unsigned i = 0; i < workers; ++i) {
      children.push_back(::fork());
      if (children.back() != 0) continue;
      const std::string folder = "worker-" + std::to_string(i);
      fs::create_directories(folder);
      fs::current_path(folder);
      for (std::size_t k = i * job_.every; k < loaded.size(); k += workers * job_.every) {
        give_to_commands(loaded[k]);
      }
      upload(loaded, i, workers);
      ::_exit(0);
    }
    for (const pid_t child : children) {
      int state = 0;
      ::waitpid(child, &state, 0);
      is_sound_ &= WIFEXITED(state) && WEXITSTATUS(state) == 0;
    }
    is_sound_ &= tally_.complaints == 0;
  }

  void complain(std::uint64_t number, const std::string& complaint) {
    ++tally_.complaints;
    const Changed file = files_.make(number);
    const std::string kept = "../complaint-" + std::to_string(number) + ".thal";
    save(kept, file.bytes);
    std::printf("%s: %s: %s\n", kept.c_str() + 3, file.what.c_str(), complaint.c_str());
    std::fflush(stdout);
  }

  void give_to_commands(std::uint64_t number) {
    const std::string file = "in.thal";
    save(file, files_.make(number).bytes);
    std::vector<std::vector<std::string>> commands = {{"info", file, "--json"}, {"verify", file}};
    for (const char* planner : {"a_star", "fold:share=1", "natural:cap_base=4", "hna_star"}) {
      commands.push_back({"plan", file, "--from", "0.7,0.6", "--to", "7.3,7.1", "--reach", "1e9",
                          "--partial", "--planner", planner});
    }
    for (std::vector<std::string>& arguments : commands) {
      arguments.insert(arguments.begin(), job_.tool);
      arguments.insert(arguments.end(),
                       {"--quiet", "--max-memory", std::to_string(mutate::kMaxMemory)});
      const mutate::Ran ran = mutate::run(arguments);
      ++tally_.commands;
      if (!ran.complaint.empty()) complain(number, arguments[1] + ": " + ran.complaint);
    }
  }

  void upload(const std::vector<std::uint64_t>& loaded, unsigned first, unsigned workers) {
    if (first >= loaded.size()) return;
    serve_test::ServerProcess server(job_.tool, {});
    for (std::size_t k = first; k < loaded.size(); k += workers) {
      if (!use_on(server.port(), loaded[k])) complain(loaded[k], "the server did not answer");
      if (!server.is_running()) return complain(loaded[k], "the server ended");
    }
    if (const int code = server.stop(); code != 0) {
      complain(loaded.back(), "the server ended with " + std::to_string(code));
    }
  }

  // Uploads a file, asks for paths in it and removes it again. True when all of this was answered.
  bool use_on(int port, std::uint64_t number) {
    const auto ask = [&](const std::string& what, const std::string& body, const char* type) {
      return serve_test::ask(port, "POST", "/api/v1/" + what, body,
                             std::string("Content-Type: ") + type + "\r\n");
    };
    const FileBytes file = files_.make(number).bytes;
    const auto bytes = file.bytes();
    const auto added = ask("upload?name=in.thal",
                           std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
                           "application/octet-stream");
    ++tally_.uploads;
    const std::size_t id = added.body.find("\"id\":\"");
    if (added.status != 200 || id == std::string::npos) return added.status != 0;
    const std::string world = added.body.substr(id + 6, added.body.find('"', id + 6) - id - 6);
    bool is_answered = true;
    for (const char* planner : {"auto", "natural:cap_base=4", "fold:share=1"}) {
      const std::string query = "{\"world\":\"" + world + "\",\"planner\":\"" + planner +
                                "\",\"from\":[0.7,0.6],\"to\":[7.3,7.1],\"reach\":1e9}";
      is_answered &= ask("path", query, "application/json").status != 0;
    }
    return is_answered &&
           ask("remove", "{\"world\":\"" + world + "\"}", "application/json").status != 0;
  }

  void print() const {
    using Number = unsigned long long;
    std::printf("%-10s %8s %8s %8s %8s %8s %8s\n", "section", "files", "refused", "loaded",
                "of these", "crashes", "hangs");
    std::array<Number, 6> sum{};
    const auto print_row = [](const char* name, const std::array<Number, 6>& row) {
      std::printf("%-10s %8llu %8llu %8llu %8llu %8llu %8llu\n", name, row[0], row[1], row[2],
                  row[3], row[4], row[5]);
    };
    for (std::size_t k = 0; k < kKinds.size(); ++k) {
      const Tally::Row& row = tally_.rows[k];
      const std::array<Number, 6> numbers = {row.files,         row.refused, row.loaded,
                                             row.refused_later, row.crashes, row.hangs};
      print_row(kKinds[k], numbers);
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += numbers[i];
    }
    print_row("all", sum);
    std::puts("of these: a part was refused with its ground");
    std::printf("slowest file %.2f s; %llu commands, %llu uploads, %llu complaints\n",
                static_cast<double>(tally_.slowest_ms) / 1000, Number{tally_.commands},
                Number{tally_.uploads}, Number{tally_.complaints});
  }

  Job job_;
  Files files_;
  Tally& tally_ = shared<Tally>().front();
  std::span<bool> is_loaded_;  // [file]
  std::vector<Running> running_;
  bool is_sound_ = true;
};

}  // namespace
}  // namespace thalweg::words

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  if (argc != 6) {
    std::puts("usage: mutate_words TOOL FOLDER COUNT EVERY SEED");
    return 2;
  }
  using namespace thalweg::words;
  const std::string tool = argv[1];
  const Job job{.tool = tool == "-" ? tool : fs::absolute(tool).string(),
                .count = std::strtoull(argv[3], nullptr, 10),
                .every = std::max(std::strtoull(argv[4], nullptr, 10), 1ull),
                .seed = std::strtoull(argv[5], nullptr, 10)};
  thalweg::set_thread_count(1);  // also so that processes can be forked
  thalweg::set_memory_limit(thalweg::mutate::kMaxMemory);
  fs::create_directories(argv[2]);
  fs::current_path(argv[2]);
  return Campaign(job).run() ? 0 : 1;
}

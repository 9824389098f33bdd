// thalweg serve and thalweg view: the page and the JSON API. docs/guide/viewer.md
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "common/checks.hpp"
#include "common/common.hpp"
#include "common/memory.hpp"
#include "core/text.hpp"
#include "serve/scratch.hpp"
#include "serve/server.hpp"
#include "serve/signals.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/core/memory.hpp"
#include "thalweg/core/parallel.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
extern char** environ;
#endif

namespace thalweg::tool::serve {
namespace {

struct ServeArguments {
  std::vector<std::string> inputs;
  ServerOptions server;
  ApiLimits limits;
  std::string upload_limit = "256M";
  std::string keep_memory;
  std::optional<std::string> token;
  std::optional<std::string> token_file;
  bool has_secret_token = false;  // from a file or the environment: it is not printed
  bool opens_browser = false;
};

constexpr const char* kTokenVariable = "THALWEG_TOKEN";

// Starts the desktop's browser, if there is one. False where there is none.
bool open_browser(const std::string& address) {
#if defined(__APPLE__)
  const char* opener = "open";
#else
  const char* opener = "xdg-open";
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return false;
#endif
#if defined(__unix__) || defined(__APPLE__)
  std::string argument = address;
  std::string program = opener;
  char* const arguments[] = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  posix_spawnattr_t attributes;
  if (::posix_spawnattr_init(&attributes) != 0) return false;
  sigset_t none;
  sigemptyset(&none);  // signals are blocked here, and would be there
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  const int failure = ::posix_spawnp(&child, opener, nullptr, &attributes, arguments, environ);
  ::posix_spawnattr_destroy(&attributes);
  return failure == 0;
#else
  return false;
#endif
}

std::string address_of(const ServeArguments& options, std::uint16_t port) {
  const std::string& bind = options.server.bind;
  const bool is_any = bind == "0.0.0.0" || bind == "::";
  const std::string host = is_loopback(bind) || is_any           ? "localhost"
                           : bind.find(':') != std::string::npos ? "[" + bind + "]"
                                                                 : bind;
  const std::string token = options.has_secret_token ? "" : options.server.guard.token;
  return fmt::format("http://{}:{}/{}", host, port, token.empty() ? "" : "?token=" + token);
}

ApiOptions api_options(const ServeArguments& options, const std::filesystem::path& scratch) {
  ApiOptions api;
  api.limits = options.limits;
  api.quick_threads = static_cast<unsigned>(std::max(thread_count(), 2));
  api.heavy_threads = 2;
  api.scratch = scratch;
  return api;
}

void load_worlds(const ServeArguments& options, Api& api) {
  for (const std::string& input : options.inputs) {
    const auto first = std::make_shared<const Snapshot>(need(load_store(input)));
    api.world_list().add(std::filesystem::path(input).stem().string(), first, true);
    api.prepare(first);
  }
}

void check_token(const std::string& token, const std::string& from) {
  if (const auto problem = token_problem(token)) throw UsageError(from + ": " + *problem);
}

// The token that clients must know: of the command line, a file or the environment. On the command
// line other users of this machine see it.
void settle_token(ServeArguments& options) {
  GuardOptions& guard = options.server.guard;
  const char* variable = std::getenv(kTokenVariable);
  if (options.token_file) {
    guard.token = trimmed(need(read_file(*options.token_file, 4096)));
    check_token(guard.token, "--token-file " + *options.token_file);
    options.has_secret_token = true;
  } else if (options.token) {
    guard.token = *options.token;
    check_token(guard.token, "--token");
  } else if (variable != nullptr) {
    guard.token = variable;
    check_token(guard.token, kTokenVariable);
    options.has_secret_token = true;
  } else if (!is_loopback(guard.bind)) {
    // Whoever reaches the port from elsewhere must know one.
    guard.token = random_token();
  }
}

void settle(ServeArguments& options) {
  const auto upload = parse_memory(options.upload_limit);
  if (!upload) throw UsageError("--upload-limit wants a size from 1M up, such as 256M");
  options.server.held_bytes = std::max<std::uint64_t>(memory_limit() / 4, 4u << 20);
  options.limits.upload_bytes = std::min<std::uint64_t>(*upload, options.server.held_bytes / 4 * 3);
  if (!options.keep_memory.empty()) {
    const auto keep = parse_memory(options.keep_memory);
    if (!keep) throw UsageError("--keep-memory wants a size from 1M up, such as 2G");
    options.limits.keep.server = *keep;
  }
  options.server.guard.bind = options.server.bind;
  settle_token(options);
}

// What is freed goes back to the system at once, or else the limit of memory would hold for what is in
// use, and the process be larger.
void give_memory_back() {
#if defined(__GLIBC__)
  ::mallopt(M_MMAP_THRESHOLD, 1 << 18);
  ::mallopt(M_TRIM_THRESHOLD, 1 << 20);
  ::mallopt(M_ARENA_MAX, 4);
#endif
}

// A connection takes a file descriptor, and systems allow few unless they are asked.
void allow_files(unsigned connections) {
#if defined(__unix__) || defined(__APPLE__)
  constexpr rlim_t kOthers = 256;
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= connections + kOthers) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, connections + kOthers);
  static_cast<void>(::setrlimit(RLIMIT_NOFILE, &limit));
#endif
}

void run_serve(ServeArguments& options) {
  settle(options);
  give_memory_back();
  block_end_signals();
  allow_files(options.server.connections);
  const ScratchFolder scratch;
  options.server.leave = [&scratch] {
    scratch.remove();
    std::_Exit(static_cast<int>(Exit::failed));
  };
  Api api(api_options(options, scratch.path()));
  load_worlds(options, api);
  Server server(options.server, api);
  const std::string address = address_of(options, server.port());
  if (page_files().empty()) {
    note("this build has no page, because npm was missing: only the API is served");
  }
  fmt::print("{}\n", address);
  std::fflush(stdout);
  if (options.opens_browser && !open_browser(address)) {
    note("no browser was found: open the address above");
  }
  note("Ctrl-C ends it");
  server.run();
}

void add_options(Verb& verb, ServeArguments& options) {
  verb.add_option("FILE", options.inputs, "Any number of .thal files");
  verb.add_option("--port", options.server.port, "0: any free one (default 7117)")
      ->check(whole_number(0, 65535));
  verb.add_option("--bind", options.server.bind,
                  "The address to listen on (default 127.0.0.1: this machine alone)");
  verb.add_option("--host", options.server.guard.hosts,
                  "A further name that the server may be called by; may be given several times")
      ->one_value_each();
  // Optional, because an empty one is a mistake and not the same as none.
  const auto add_text = [&](const char* name, std::optional<std::string>& value, const char* help) {
    return verb.add_option_function<std::string>(
        name, [&value](const std::string& text) { value = text; }, help);
  };
  auto* token_file = add_text("--token-file", options.token_file,
                              "A file with what clients must know: 16 characters or more");
  add_text("--token", options.token,
           "The same, seen by all users of this machine; THALWEG_TOKEN in the environment is not "
           "(default: none on this machine, else a random one)")
      ->excludes(token_file);
  verb.add_option("--connections", options.server.connections, "At most, at once (default 1024)")
      ->check(whole_number(1, 100'000));
  verb.add_option("--upload-limit", options.upload_limit,
                  "The largest file that may be uploaded (default 256M)");
  verb.add_option("--keep-memory", options.keep_memory,
                  "The most that is kept between requests (default: a third of --max-memory)");
  verb.add_option("--stop-seconds", options.server.stop_seconds,
                  "How long replies may take after Ctrl-C or SIGTERM (default 10)")
      ->check(number(0, 86400));
  verb.add_option("--query-seconds", options.limits.query_seconds,
                  "The longest that a path may take (default 10)")
      ->check(number_above(0, 86400));
  verb.add_option("--job-seconds", options.limits.job_seconds,
                  "The longest that a build, edit, wave or comparison may take (default 1800)")
      ->check(number_above(0, 86400));
  add_common(verb);
}

}  // namespace
}  // namespace thalweg::tool::serve

namespace thalweg::tool {

void add_serve(Verb& app) {
  using serve::ServeArguments;
  auto* verb = app.add_verb("serve", "Serve the viewer and the JSON API");
  auto options = std::make_shared<ServeArguments>();
  verb->footer(
      "Prints the address. Over SSH: ssh -L 7117:localhost:7117 MACHINE, then open the address "
      "here.\n"
      "Examples: thalweg serve valley.thal\n"
      "          thalweg serve valley.thal town.thal --port 9000 --bind 0.0.0.0");
  serve::add_options(*verb, *options);
  verb->callback([options] { serve::run_serve(*options); });
}

void add_view(Verb& app) {
  using serve::ServeArguments;
  auto* verb = app.add_verb("view", "Serve the viewer and open it in a browser");
  auto options = std::make_shared<ServeArguments>();
  options->server.port = 0;
  options->opens_browser = true;
  verb->footer("Example: thalweg view valley.thal");
  serve::add_options(*verb, *options);
  verb->callback([options] { serve::run_serve(*options); });
}

}  // namespace thalweg::tool

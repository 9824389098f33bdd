// Load on thalweg serve: many keep-alive connections that ask for random paths, one after the other.
// Usage: serve_load TOOL WORLD.thal CONNECTIONS SECONDS [PLANNER] [PROFILE]
// Or for everything at once, paths, edits, uploads, waves and more, within a limit of memory in MB:
//        serve_load TOOL WORLD.thal CONNECTIONS SECONDS --mixed MEGABYTES
#include <sys/epoll.h>

#include <algorithm>
#include <map>
#include <memory>

#include "serve/client.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::serve_test {
namespace {

using Clock = std::chrono::steady_clock;

struct LoadOptions {
  std::string tool;
  std::string world;
  int connections = 256;
  double seconds = 10;
  std::string planner = "auto";
  std::string profile = "euclid";
};

// Positions on the ground as JSON.
class RandomPositions {
 public:
  explicit RandomPositions(const World& world) : world_(world) {}
  std::string next() {
    const FaceId face(random_.below(world_.mesh.face_count()));
    const Vec3 p = world_.frame().from_local(world_.mesh.centre(face));
    return "[" + std::to_string(p.x) + "," + std::to_string(p.y) + "," + std::to_string(p.z) + "]";
  }
  Random& random() { return random_; }

 private:
  const World& world_;
  Random random_{1};
};

std::string path_request(RandomPositions& positions, const std::string& planner,
                         const std::string& profile) {
  return request_text("POST", "/api/v1/path",
                      R"({"world":"w1","planner":")" + planner + R"(","profile":")" + profile +
                          R"(","from":)" + positions.next() + R"(,"to":)" + positions.next() + "}");
}

std::vector<std::string> make_requests(const World& world, const LoadOptions& options) {
  RandomPositions positions(world);
  std::vector<std::string> requests;
  for (int i = 0; i < 4096; ++i) {
    requests.push_back(path_request(positions, options.planner, options.profile));
  }
  return requests;
}

// A map, whole or in chunks, or bytes that are none.
std::string upload_request(Random& random) {
  const std::uint32_t side = 64 + random.below(700);
  std::string file =
      "type octile\nheight " + std::to_string(side) + "\nwidth " + std::to_string(side) + "\nmap\n";
  for (std::uint32_t row = 0; row < side; ++row) file += std::string(side, '.') + "\n";
  if (random.below(3) == 0) file.resize(file.size() / 2);
  const std::string type = "Content-Type: application/octet-stream\r\n";
  if (random.below(2) == 0) {
    return request_text("POST", "/api/v1/upload?name=x.map", file, type);
  }
  char length[32];
  std::snprintf(length, sizeof(length), "%zx\r\n", file.size());
  return "POST /api/v1/upload?name=x.map HTTP/1.1\r\nHost: localhost\r\n" + type +
         "Transfer-Encoding: chunked\r\n\r\n" + length + file + "\r\n0\r\n\r\n";
}

std::string mixed_request(RandomPositions& positions) {
  static constexpr const char* kPlanners[] = {"a_star",  "auto",  "hna_star",
                                              "natural", "rooms", "fold"};
  Random& random = positions.random();
  const auto post = [](const std::string& op, const std::string& more) {
    return request_text("POST", "/api/v1/" + op, "{\"world\":\"w1\"" + more + "}");
  };
  const std::string other = "w" + std::to_string(1 + random.below(80));
  switch (random.below(32)) {
    case 0:
    case 1:
      return post("edit", ",\"paint\":[{\"at\":" + positions.next() +
                              ",\"radius\":20,\"difficulty\":" +
                              std::to_string(1 + random.below(3)) + "}]");
    case 2: return post("undo", "");
    case 3:
    case 4: return upload_request(random);
    case 5: return post("wave", ",\"radius\":200,\"from\":" + positions.next());
    case 6: return post("compare", R"(,"random":5,"planners":["a_star","hna_star"])");
    case 7: return post("save", "");
    case 8:
    case 9: return request_text("POST", "/api/v1/remove", "{\"world\":\"" + other + "\"}");
    case 10: return request_text("GET", "/api/v1/download?world=" + other);
    case 11: return request_text("GET", "/api/v1/mesh?world=" + other);
    case 12:
      return request_text(
          "POST", "/api/v1/generate",
          R"({"kind":"fractal","size":129,"seed":)" + std::to_string(random.below(1000)) + "}");
    case 13: return request_text("GET", "/api/v1/cells?planner=natural&world=" + other);
    default:
      return path_request(positions, kPlanners[random.below(std::size(kPlanners))],
                          random.below(2) == 0 ? "euclid" : "hiker");
  }
}

struct Client {
  std::unique_ptr<Connection> connection;
  Clock::time_point asked;
};

struct Outcome {
  std::vector<float> us;
  std::uint64_t errors = 0;
};

// Each client asks as soon as it has its answer.
Outcome run_load(int port, const std::vector<std::string>& requests, const LoadOptions& options,
                 double seconds) {
  Outcome outcome;
  const int poll = ::epoll_create1(0);
  std::vector<Client> clients(static_cast<std::size_t>(options.connections));
  std::size_t next = 0;
  const auto ask_next = [&](Client& client) {
    client.asked = Clock::now();
    client.connection->send(requests[next++ % requests.size()]);
  };
  for (std::size_t i = 0; i < clients.size(); ++i) {
    clients[i].connection = std::make_unique<Connection>(port);
    epoll_event event{.events = EPOLLIN, .data = {.u64 = i}};
    ::epoll_ctl(poll, EPOLL_CTL_ADD, clients[i].connection->fd(), &event);
    ask_next(clients[i]);
  }
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (Clock::now() < end) {
    epoll_event ready[64];
    const int count = ::epoll_wait(poll, ready, 64, 1000);
    for (int i = 0; i < count; ++i) {
      Client& client = clients[ready[i].data.u64];
      const auto response = client.connection->receive();
      const std::chrono::duration<float, std::micro> took = Clock::now() - client.asked;
      outcome.us.push_back(took.count());
      outcome.errors += !response || response->status != 200;
      ask_next(client);
    }
  }
  ::close(poll);
  return outcome;
}

// Every client asks for anything, as soon as it has its answer.
std::map<int, std::uint64_t> run_mixed(int port, RandomPositions& positions,
                                       const LoadOptions& options) {
  std::map<int, std::uint64_t> statuses;
  std::vector<Client> clients(static_cast<std::size_t>(options.connections));
  const int poll = ::epoll_create1(0);
  const auto connect = [&](std::size_t i) {
    clients[i].connection = std::make_unique<Connection>(port, 60);
    epoll_event event{.events = EPOLLIN, .data = {.u64 = i}};
    ::epoll_ctl(poll, EPOLL_CTL_ADD, clients[i].connection->fd(), &event);
    clients[i].connection->send(mixed_request(positions));
  };
  for (std::size_t i = 0; i < clients.size(); ++i) connect(i);
  const auto end = Clock::now() + std::chrono::duration<double>(options.seconds);
  while (Clock::now() < end) {
    epoll_event ready[64];
    const int count = ::epoll_wait(poll, ready, 64, 1000);
    for (int i = 0; i < count; ++i) {
      const std::size_t at = ready[i].data.u64;
      const auto response = clients[at].connection->receive();
      ++statuses[response ? response->status : 0];
      const bool is_over =
          !response || response->header.find("Connection: close") != std::string::npos;
      is_over ? connect(at)
              : static_cast<void>(clients[at].connection->send(mixed_request(positions)));
    }
  }
  ::close(poll);
  return statuses;
}

bool is_defined(int status) {
  return status == 200 || (status >= 400 && status < 500) || status == 503 || status == 504 ||
         status == 507;
}

int mix(const LoadOptions& options, std::uint64_t megabytes) {
  const auto world = load_world(options.world);
  if (!world) return std::fprintf(stderr, "%s\n", world.error().c_str()), 1;
  ServerProcess server(options.tool,
                       {options.world, "--max-memory", std::to_string(megabytes) + "M"});
  RandomPositions positions(*world);
  const auto statuses = run_mixed(server.port(), positions, options);
  std::uint64_t undefined = 0;
  std::printf("status,replies\n");
  for (const auto& [status, count] : statuses) {
    std::printf("%d,%llu\n", status, static_cast<unsigned long long>(count));
    undefined += is_defined(status) ? 0 : count;
  }
  const bool is_well = ask(server.port(), "GET", "/api/v1/health").status == 200;
  const double peak = static_cast<double>(server.peak_bytes()) / 1e6;
  const int code = server.stop();
  std::printf(
      "%d connections, %.0f s: %llu replies without a defined status; peak %.0f MB of %llu; the "
      "server %s and ended with %d\n",
      options.connections, options.seconds, static_cast<unsigned long long>(undefined), peak,
      static_cast<unsigned long long>(megabytes), is_well ? "still answers" : "no longer answers",
      code);
  const bool is_small = peak < static_cast<double>(megabytes);
  return undefined == 0 && is_well && is_small && code == 0 ? 0 : 1;
}

int run(const LoadOptions& options) {
  const auto world = load_world(options.world);
  if (!world) return std::fprintf(stderr, "%s\n", world.error().c_str()), 1;
  ServerProcess server(options.tool, {options.world});
  const auto requests = make_requests(*world, options);
  ask(server.port(), "POST", "/api/v1/path", requests[0].substr(requests[0].find("\r\n\r\n") + 4));
  Outcome warm = run_load(server.port(), requests, options, std::min(3.0, options.seconds));
  const double before = static_cast<double>(server.resident_bytes()) / 1e6;
  Outcome outcome = run_load(server.port(), requests, options, options.seconds);
  const double after = static_cast<double>(server.resident_bytes()) / 1e6;
  std::ranges::sort(outcome.us);
  const auto rank = [&](double p) {
    return outcome.us[static_cast<std::size_t>(p * static_cast<double>(outcome.us.size() - 1))] /
           1000;
  };
  std::printf(
      "connections,seconds,requests,per_second,p50_ms,p99_ms,max_ms,errors,mb_warm,mb_end\n");
  std::printf("%d,%.0f,%zu,%.0f,%.2f,%.2f,%.2f,%llu,%.1f,%.1f\n", options.connections,
              options.seconds, outcome.us.size(),
              static_cast<double>(outcome.us.size()) / options.seconds, rank(0.5), rank(0.99),
              rank(1), static_cast<unsigned long long>(outcome.errors + warm.errors), before,
              after);
  const bool is_flat = after < before * 1.1 + 20;
  return outcome.errors + warm.errors == 0 && is_flat && server.stop() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace thalweg::serve_test

int main(int argc, char** argv) {
  if (argc < 5) {
    return std::fputs(
               "usage: serve_load TOOL WORLD.thal CONNECTIONS SECONDS [PLANNER] [PROFILE]\n"
               "       serve_load TOOL WORLD.thal CONNECTIONS SECONDS --mixed MEGABYTES\n",
               stderr),
           2;
  }
  thalweg::serve_test::LoadOptions options{argv[1], argv[2], std::atoi(argv[3]),
                                           std::atof(argv[4])};
  if (argc > 6 && std::string_view(argv[5]) == "--mixed") {
    return thalweg::serve_test::mix(options, std::strtoull(argv[6], nullptr, 10));
  }
  if (argc > 5) options.planner = argv[5];
  if (argc > 6) options.profile = argv[6];
  return thalweg::serve_test::run(options);
}

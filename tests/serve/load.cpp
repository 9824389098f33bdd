// Load on thalweg serve: many keep-alive connections that ask for random paths, one after the other.
// Usage: serve_load TOOL WORLD.thal CONNECTIONS SECONDS [PLANNER] [PROFILE]
#include <sys/epoll.h>

#include <algorithm>
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

// Requests between the centres of faces, drawn beforehand.
std::vector<std::string> make_requests(const World& world, const LoadOptions& options) {
  Random random(1);
  const auto place = [&] {
    const FaceId face(random.below(world.mesh.face_count()));
    const Vec3 p = world.frame().from_local(world.mesh.centre(face));
    return "[" + std::to_string(p.x) + "," + std::to_string(p.y) + "," + std::to_string(p.z) + "]";
  };
  std::vector<std::string> requests;
  for (int i = 0; i < 4096; ++i) {
    requests.push_back(request_text("POST", "/api/v1/path",
                                    "{\"world\":\"w1\",\"planner\":\"" + options.planner +
                                        "\",\"profile\":\"" + options.profile +
                                        "\",\"from\":" + place() + ",\"to\":" + place() + "}"));
  }
  return requests;
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
    return std::fputs("usage: serve_load TOOL WORLD.thal CONNECTIONS SECONDS [PLANNER] [PROFILE]\n",
                      stderr),
           2;
  }
  thalweg::serve_test::LoadOptions options{argv[1], argv[2], std::atoi(argv[3]),
                                           std::atof(argv[4])};
  if (argc > 5) options.planner = argv[5];
  if (argc > 6) options.profile = argv[6];
  return thalweg::serve_test::run(options);
}

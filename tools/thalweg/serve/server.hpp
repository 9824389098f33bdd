// Server: HTTP/1.1 and WebSocket over Boost.Beast. Only server.cpp and its sessions know Boost.
//
// One thread does all input and output; requests are answered by the Api's threads. A connection has
// one request at a time and a time limit on every read and write, so a slow or broken client holds
// nothing but its own socket, and that only until another client wants it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "serve/api.hpp"
#include "serve/guard.hpp"
#include "serve/page.hpp"

namespace thalweg::tool::serve {

struct ServerOptions {
  std::string bind = "127.0.0.1";
  std::uint16_t port = 7117;  // 0: any free one
  // Open at once. Where one more comes, the one that has waited the longest for its client is closed.
  unsigned connections = 1024;
  double read_seconds = 30;   // for a request to arrive, and an idle connection to stay; longer for
  double write_seconds = 60;  // bodies, and for replies to be taken, while 64 kB a second pass
  double stop_seconds = 10;   // for replies to be taken after a signal
  std::uint64_t held_bytes = std::uint64_t{1} << 30;  // of bodies and replies, over all connections
  GuardOptions guard;
  std::function<void()> leave = {};  // ends the process: at the second signal
};

class Server {
 public:
  // Listens. Failure: the address cannot be had. The Api must outlive it.
  Server(ServerOptions options, Api& api);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  // Serves until SIGINT, SIGTERM or stop(); then answers what was asked, for stop_seconds at most, and
  // stops the Api.
  void run();
  // From any thread.
  void stop();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace thalweg::tool::serve

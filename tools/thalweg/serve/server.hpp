// Server: HTTP/1.1 and WebSocket over Boost.Beast. Only server.cpp and its sessions.hpp know Boost.
//
// One thread does all input and output; requests are answered by the Api's threads. A connection has
// one request at a time and a time limit on every read and write, so a slow or broken client holds
// nothing but its own socket.
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
  std::uint16_t port = 7117;    // 0: any free one
  unsigned connections = 1024;  // open at once; more are closed at once
  double read_seconds = 30;     // for a request to arrive, and for an idle connection to stay open
  double write_seconds = 60;    // for a reply to be taken, and a second for each 64 kB of it
  GuardOptions guard;
};

class Server {
 public:
  // Listens. Failure: the address cannot be had. The Api must outlive it.
  Server(ServerOptions options, Api& api);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  // Serves until SIGINT, SIGTERM or stop().
  void run();
  // From any thread.
  void stop();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace thalweg::tool::serve

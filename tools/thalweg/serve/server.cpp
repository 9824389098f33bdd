// The acceptor and the event loop. An exception costs one connection: what should be waiting is
// armed again afterwards. Stopping lets replies be sent first.
#include "serve/server.hpp"

#include <fmt/format.h>

#include <boost/asio/steady_timer.hpp>
#include <semaphore>
#include <thread>

#include "serve/http_session.hpp"
#include "serve/signals.hpp"

namespace thalweg::tool::serve {
namespace {

using Clock = std::chrono::steady_clock;

tcp::endpoint endpoint_of(const ServerOptions& options) {
  error_code error;
  const auto address =
      net::ip::make_address(options.bind == "localhost" ? "127.0.0.1" : options.bind, error);
  if (error) throw UsageError("--bind wants an address such as 127.0.0.1 or 0.0.0.0");
  return {address, options.port};
}

// True while a handler waits for its call. It is not called where an exception loses it.
class Armed {
 public:
  explicit Armed(bool& flag) : flag_(&flag) { flag = true; }
  Armed(Armed&& other) noexcept : flag_(std::exchange(other.flag_, nullptr)) {}
  Armed& operator=(Armed&&) = delete;
  ~Armed() { clear(); }
  void clear() {
    if (flag_ != nullptr) *std::exchange(flag_, nullptr) = false;
  }

 private:
  bool* flag_;
};

}  // namespace

struct Server::Parts {
  Parts(ServerOptions options, Api& api)
      : shared{api, options, Guard(options.guard), std::make_shared<HeldBytes>(options.held_bytes)},
        acceptor(shared.io),
        retry(shared.io),
        tick(shared.io) {}

  // Starts what should be waiting for something and is not: at first, and after an exception.
  void arm() {
    accept();
    if (shared.is_stopping) await_end();
  }

  void accept() {
    if (is_accepting || !acceptor.is_open()) return;
    acceptor.async_accept(
        [this, armed = Armed(is_accepting)](error_code error, tcp::socket socket) mutable {
          armed.clear();
          if (!acceptor.is_open()) return;
          error ? accept_later() : welcome(std::move(socket));
          accept();
        });
  }
  // Out of file descriptors, perhaps: one that waits makes room, or the next try is in a moment.
  void accept_later() {
    if (shared.make_room()) return;
    retry.expires_after(std::chrono::milliseconds(50));
    retry.async_wait([this, armed = Armed(is_accepting)](error_code) mutable {
      armed.clear();
      accept();
    });
  }
  void welcome(tcp::socket socket) {
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    socket.non_blocking(true, ignored);
    if (shared.open >= shared.options.connections && !shared.make_room()) return turn_away(socket);
    std::make_shared<HttpSession>(shared, std::move(socket))->read();
  }
  // What can be said without waiting for the client.
  static void turn_away(tcp::socket& socket) {
    static constexpr std::string_view kReply =
        "HTTP/1.1 503 Service Unavailable\r\nServer: thalweg\r\nContent-Type: application/json\r\n"
        "Retry-After: 1\r\nConnection: close\r\nContent-Length: 57\r\n\r\n"
        "{\"error\":\"the server answers as many requests as it may\"}";
    error_code ignored;
    socket.write_some(net::buffer(kReply.data(), kReply.size()), ignored);
  }

  // From the main thread, which waits for signals. A post needs memory, which may be missing for a moment.
  void signalled() {
    if (++signals > 1 && shared.options.leave) shared.options.leave();
    for (;;) {
      try {
        return net::post(shared.io, [this] { stop(); });
      } catch (const std::bad_alloc&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    }
  }
  // No new connections; what was asked is answered, builds are interrupted, replies are sent.
  void stop() {
    if (shared.is_stopping) return;
    shared.is_stopping = true;
    deadline = Clock::now() + milliseconds(shared.options.stop_seconds);
    error_code ignored;
    acceptor.close(ignored);
    retry.cancel();
    shared.api.set_broadcast({});
    stop_wanted.release();
    shared.for_all(&Connection::end);
    await_end();
  }
  void await_end() {
    if (is_ticking) return;
    tick.expires_after(std::chrono::milliseconds(10));
    tick.async_wait([this, armed = Armed(is_ticking)](error_code) mutable {
      armed.clear();
      const bool is_late = Clock::now() > deadline;
      if (is_late) shared.for_all(&Connection::drop);
      if (is_api_stopped && (is_late || shared.open == 0)) return shared.io.stop();
      await_end();
    });
  }

  // Memory that runs out where no session catches it costs the handler in which it did, and so its
  // connection, but no other.
  void serve() {
    for (;;) {
      try {
        arm();
        shared.io.run();
        return;
      } catch (const std::exception&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    }
  }

  Shared shared;
  tcp::acceptor acceptor;
  net::steady_timer retry;
  net::steady_timer tick;
  bool is_accepting = false;
  std::atomic<int> signals{0};
  bool is_ticking = false;
  Clock::time_point deadline;
  std::binary_semaphore stop_wanted{0};
  std::atomic<bool> is_api_stopped{false};
};

Server::Server(ServerOptions options, Api& api)
    : parts_(std::make_unique<Parts>(std::move(options), api)) {
  tcp::acceptor& acceptor = parts_->acceptor;
  const tcp::endpoint wanted = endpoint_of(parts_->shared.options);
  error_code error;
  acceptor.open(wanted.protocol(), error);
  if (!error) acceptor.set_option(net::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(wanted, error);
  if (!error) acceptor.listen(net::socket_base::max_listen_connections, error);
  if (error) {
    throw Failure(fmt::format("cannot listen on {}, port {}: {}", parts_->shared.options.bind,
                              wanted.port(), error.message()),
                  Exit::failed);
  }
  api.set_broadcast([shared = &parts_->shared](std::string message) {
    try {
      auto event = std::make_shared<const std::string>(std::move(message));
      net::post(shared->io, [shared, event = std::move(event)] {
        for (WebSession* session : shared->web_sessions) session->tell(event);
      });
    } catch (const std::bad_alloc&) {
      // Pages miss an event.
    }
  });
}

// Answers come from the Api's threads: none of them may run on.
Server::~Server() {
  parts_->shared.api.set_broadcast({});
  parts_->shared.api.stop();
}

std::uint16_t Server::port() const { return parts_->acceptor.local_endpoint().port(); }

void Server::run() {
  // The Api waits for its threads when it stops, and connections are served meanwhile.
  std::thread stopper([parts = parts_.get()] {
    parts->stop_wanted.acquire();
    parts->shared.api.stop();
    parts->is_api_stopped = true;
  });
  EndSignals signals;
  std::thread sessions([&] {
    parts_->serve();
    signals.end();
  });
  signals.wait([&] { parts_->signalled(); });
  sessions.join();
  if (!parts_->shared.is_stopping) parts_->stop_wanted.release();
  stopper.join();
}

void Server::stop() {
  net::post(parts_->shared.io, [this] { parts_->stop(); });
}

}  // namespace thalweg::tool::serve

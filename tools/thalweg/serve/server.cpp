#include "serve/server.hpp"

#include <fmt/format.h>

#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>

#include "serve/sessions.hpp"

namespace thalweg::tool::serve {
namespace {

tcp::endpoint endpoint_of(const ServerOptions& options) {
  error_code error;
  const auto address =
      net::ip::make_address(options.bind == "localhost" ? "127.0.0.1" : options.bind, error);
  if (error) throw UsageError("--bind wants an address such as 127.0.0.1 or 0.0.0.0");
  return {address, options.port};
}

}  // namespace

struct Server::Parts {
  Parts(ServerOptions options, Api& api)
      : shared{api, options, Guard(options.guard)},
        acceptor(shared.io),
        signals(shared.io, SIGINT, SIGTERM),
        last_words(shared.io) {}

  void accept() {
    acceptor.async_accept([this](error_code error, tcp::socket socket) {
      if (!acceptor.is_open()) return;
      if (!error && shared.open < shared.options.connections) {
        error_code ignored;
        socket.set_option(tcp::no_delay(true), ignored);
        std::make_shared<HttpSession>(shared, std::move(socket))->read();
      }
      if (!error) return accept();
      // Out of file descriptors, perhaps: the next try in a moment.
      last_words.expires_after(std::chrono::milliseconds(50));
      last_words.async_wait([this](error_code) { accept(); });
    });
  }
  // No new connections; running requests are answered, builds are interrupted.
  void stop() {
    if (is_stopping) return;
    is_stopping = true;
    error_code ignored;
    acceptor.close(ignored);
    signals.cancel(ignored);
    shared.api.set_broadcast({});
    shared.api.stop();
    last_words.expires_after(std::chrono::milliseconds(200));
    last_words.async_wait([this](error_code) { shared.io.stop(); });
  }

  Shared shared;
  tcp::acceptor acceptor;
  net::signal_set signals;
  net::steady_timer last_words;
  bool is_stopping = false;
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
  api.set_broadcast([this](std::string message) {
    net::post(parts_->shared.io, [this, message = std::move(message)] {
      const auto sessions = parts_->shared.web_sessions;
      for (WebSession* session : sessions) session->send(message);
    });
  });
}

Server::~Server() { parts_->shared.api.set_broadcast({}); }

std::uint16_t Server::port() const { return parts_->acceptor.local_endpoint().port(); }

void Server::run() {
  parts_->signals.async_wait([this](error_code error, int) {
    if (!error) parts_->stop();
  });
  parts_->accept();
  parts_->shared.io.run();
}

void Server::stop() {
  net::post(parts_->shared.io, [this] { parts_->stop(); });
}

}  // namespace thalweg::tool::serve

// Connections of the server: HTTP requests one after the other, or one WebSocket. For server.cpp only:
// besides it, no file knows Boost.
#pragma once

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <set>

#include "serve/server.hpp"

namespace thalweg::tool::serve {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = net::ip::tcp;
using boost::system::error_code;

inline constexpr std::uint32_t kMostHeader = 16 * 1024;     // bytes
inline constexpr std::size_t kMostMessage = 64 * 1024;      // bytes of a WebSocket message
inline constexpr std::size_t kMostQueued = 256;             // messages that wait to be sent
inline constexpr std::size_t kMostQueuedBytes = 64u << 20;  // bytes of them
inline constexpr int kMostInFlight = 64;                    // unanswered messages of one WebSocket
inline constexpr double kLingerSeconds = 2;                 // for a client to close its side
inline constexpr std::size_t kMostDrained = 8u << 20;       // bytes that are read meanwhile
inline constexpr double kSlowestBytes = 65536;              // a second, of replies and uploads

inline std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

class WebSession;

// What all sessions share.
struct Shared {
  Api& api;
  ServerOptions options;
  Guard guard;
  unsigned open = 0;  // connections
  std::set<WebSession*> web_sessions;
  net::io_context io{1};  // last: sessions that end with it use the rest
};

using Request = http::request<http::string_body>;

inline HttpRequest plain_request(const Request& request) {
  const auto header = [&](http::field name) {
    const auto value = request[name];
    return std::string(value.data(), value.size());
  };
  const auto text = [](boost::beast::string_view view) {
    return std::string(view.data(), view.size());
  };
  return {.method = text(request.method_string()),
          .target = text(request.target()),
          .host = header(http::field::host),
          .origin = header(http::field::origin),
          .authorization = header(http::field::authorization),
          .cookie = header(http::field::cookie),
          .content_type = header(http::field::content_type),
          .accept_encoding = header(http::field::accept_encoding),
          .body = {}};
}

// Counts a connection for as long as it lives.
class Counted {
 public:
  explicit Counted(Shared& shared) : shared_(&shared) { ++shared_->open; }
  Counted(Counted&& other) noexcept : shared_(std::exchange(other.shared_, nullptr)) {}
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  Counted& operator=(Counted&&) = delete;
  ~Counted() {
    if (shared_ != nullptr) --shared_->open;
  }

 private:
  Shared* shared_;
};

// One WebSocket: messages in, answers and events out, in order.
class WebSession : public std::enable_shared_from_this<WebSession> {
 public:
  WebSession(Shared& shared, beast::tcp_stream stream, Counted counted)
      : shared_(shared), counted_(std::move(counted)), socket_(std::move(stream)) {}
  ~WebSession() { shared_.web_sessions.erase(this); }

  void accept(const Request& request) {
    beast::get_lowest_layer(socket_).expires_never();
    socket_.set_option(
        websocket::stream_base::timeout{std::chrono::seconds(30), std::chrono::seconds(60), true});
    socket_.read_message_max(kMostMessage);
    socket_.async_accept(request, [self = shared_from_this()](error_code error) {
      if (error) return;
      self->shared_.web_sessions.insert(self.get());
      self->read();
    });
  }
  void send(std::string message) {
    queued_bytes_ += message.size();
    queue_.push_back(std::move(message));
    // A client that does not read loses its connection, not the server's memory.
    if (queue_.size() > kMostQueued || queued_bytes_ > kMostQueuedBytes) return close();
    if (queue_.size() == 1) write();
  }
  void close() { beast::get_lowest_layer(socket_).close(); }

 private:
  void read() {
    socket_.async_read(buffer_, [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return;
      self->take(beast::buffers_to_string(self->buffer_.data()));
      self->buffer_.consume(self->buffer_.size());
      self->read();
    });
  }
  void take(std::string message) {
    if (in_flight_ >= kMostInFlight) return close();
    ++in_flight_;
    shared_.api.handle_message(std::move(message), [self = shared_from_this()](std::string answer) {
      net::post(self->shared_.io, [self, answer = std::move(answer)]() mutable {
        --self->in_flight_;
        self->send(std::move(answer));
      });
    });
  }
  void write() {
    socket_.text(true);
    socket_.async_write(net::buffer(queue_.front()),
                        [self = shared_from_this()](error_code error, std::size_t) {
                          if (error) return;
                          self->queued_bytes_ -= self->queue_.front().size();
                          self->queue_.pop_front();
                          if (!self->queue_.empty()) self->write();
                        });
  }

  Shared& shared_;
  Counted counted_;
  websocket::stream<beast::tcp_stream> socket_;
  beast::flat_buffer buffer_;
  std::deque<std::string> queue_;
  std::size_t queued_bytes_ = 0;
  int in_flight_ = 0;
};

// One HTTP connection: requests one after the other.
class HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(Shared& shared, tcp::socket socket)
      : shared_(shared), counted_(shared), stream_(std::move(socket)) {}

  void read() {
    parser_.emplace();
    parser_->header_limit(kMostHeader);
    parser_->body_limit(shared_.api.limits().json_bytes);
    stream_.expires_after(milliseconds(shared_.options.read_seconds));
    http::async_read_header(stream_, buffer_, *parser_,
                            [self = shared_from_this()](error_code error, std::size_t) {
                              error ? self->fail(error) : self->take_header();
                            });
  }

 private:
  using Reply = http::response<http::span_body<const char>>;

  // Whatever can be refused by the header alone is refused before the body is read.
  void take_header() {
    asked_ = plain_request(parser_->get());
    auto target = parse_target(asked_.target);
    if (!target) return refuse(error_reply(400, "the address is malformed"));
    target_ = std::move(*target);
    if (auto refusal = shared_.guard.refusal(asked_, target_)) return refuse(std::move(*refusal));
    if (target_.path == "/api/v1/upload") allow_upload();
    const auto expect = parser_->get()[http::field::expect];
    if (beast::iequals(expect, "100-continue")) return send_continue();
    read_body();
  }
  void allow_upload() {
    const std::size_t most = shared_.api.limits().upload_bytes;
    parser_->body_limit(most);
    const auto length = parser_->content_length();
    const double bytes = length ? static_cast<double>(std::min<std::uint64_t>(*length, most)) : 0;
    stream_.expires_after(milliseconds(shared_.options.read_seconds + bytes / kSlowestBytes));
  }
  void send_continue() {
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    net::async_write(stream_, net::buffer(kContinue.data(), kContinue.size()),
                     [self = shared_from_this()](error_code error, std::size_t) {
                       if (!error) self->read_body();
                     });
  }
  void read_body() {
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](error_code error, std::size_t) {
                       error ? self->fail(error) : self->take_request();
                     });
  }
  void take_request() {
    Request request = parser_->release();
    keeps_alive_ = request.keep_alive();
    is_head_ = request.method() == http::verb::head;
    if (websocket::is_upgrade(request)) return upgrade(request);
    asked_.body = std::move(request.body());
    stream_.expires_never();  // however long the answer takes
    if (!target_.path.starts_with("/api/")) return write(page_reply(asked_, target_));
    shared_.api.handle(asked_, target_, [self = shared_from_this()](HttpReply reply) {
      net::post(self->shared_.io,
                [self, reply = std::move(reply)]() mutable { self->write(std::move(reply)); });
    });
  }
  void upgrade(const Request& request) {
    if (target_.path != "/api/v1/socket") {
      return refuse(error_reply(404, "the WebSocket is at /api/v1/socket"));
    }
    std::make_shared<WebSession>(shared_, std::move(stream_), std::move(counted_))->accept(request);
  }

  void refuse(HttpReply reply) {
    keeps_alive_ = false;  // the body was not read
    write(std::move(reply));
  }
  // Errors of the protocol get an answer where one can be sent.
  void fail(error_code error) {
    const auto say = [&](unsigned status, const char* sentence) {
      refuse(error_reply(status, sentence));
    };
    if (error == http::error::body_limit) return say(413, "the body is too large");
    if (error == http::error::header_limit) return say(431, "the header is too large");
    const bool is_ours = error == http::error::end_of_stream ||
                         error == http::error::partial_message ||
                         error.category() != make_error_code(http::error::bad_method).category();
    if (is_ours) return close();  // it went away, or the time was over
    say(400, "this is not HTTP/1.1");
  }

  void set_fields(Reply& reply) const {
    reply.set(http::field::server, "thalweg");
    reply.set(http::field::content_type, reply_.type);
    reply.set("X-Content-Type-Options", "nosniff");
    reply.set("Referrer-Policy", "no-referrer");
    reply.set("Cross-Origin-Resource-Policy", "same-origin");
    reply.set("Content-Security-Policy",
              "default-src 'self'; img-src 'self' data: blob:; font-src 'self' data:; style-src "
              "'self' 'unsafe-inline'; "
              "connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'");
    reply.set(http::field::cache_control,
              reply_.is_kept ? "private, max-age=31536000, immutable" : "no-store");
    if (reply_.is_gzip) reply.set(http::field::content_encoding, "gzip");
    if (reply_.retry_after > 0) {
      reply.set(http::field::retry_after, std::to_string(reply_.retry_after));
    }
    if (reply_.status == 401) reply.set(http::field::www_authenticate, "Bearer");
    if (shared_.guard.brings_token(target_)) {
      reply.set(http::field::set_cookie, shared_.guard.cookie());
    }
  }
  void write(HttpReply given) {
    reply_ = std::move(given);
    Reply reply(static_cast<http::status>(reply_.status), 11);
    set_fields(reply);
    reply.keep_alive(keeps_alive_);
    reply.body() = beast::span<const char>(reply_.body->data(), reply_.body->size());
    reply.prepare_payload();
    if (is_head_) reply.body() = {};
    sent_.emplace(std::move(reply));
    const double bytes = static_cast<double>(reply_.body->size());
    stream_.expires_after(milliseconds(shared_.options.write_seconds + bytes / kSlowestBytes));
    http::async_write(stream_, *sent_, [self = shared_from_this()](error_code error, std::size_t) {
      if (error || !self->keeps_alive_) return self->close();
      self->reply_ = {};
      self->read();
    });
  }
  void close() {
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(milliseconds(kLingerSeconds));
    drain(0);
  }
  // Closing a socket with unread bytes would take the answer back: what still comes is read for a
  // moment and thrown away.
  void drain(std::size_t so_far) {
    if (so_far > kMostDrained) return;
    stream_.async_read_some(net::buffer(drained_),
                            [self = shared_from_this(), so_far](error_code error, std::size_t got) {
                              if (!error) self->drain(so_far + got);
                            });
  }

  Shared& shared_;
  Counted counted_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{kMostHeader + (1u << 16)};
  std::optional<http::request_parser<http::string_body>> parser_;
  HttpRequest asked_;
  Target target_;
  bool keeps_alive_ = false;
  bool is_head_ = false;
  HttpReply reply_;
  std::optional<Reply> sent_;
  std::array<char, 4096> drained_;
};

}  // namespace thalweg::tool::serve

// HttpSession: a connection of the server, HTTP requests one after the other, until one asks for a
// WebSocket. For server.cpp only.
//
// Where memory runs out in a handler, its connection ends, with 507 if nothing was sent yet. No other
// connection is affected.
#pragma once

#include "serve/web_session.hpp"

namespace thalweg::tool::serve {

// One HTTP connection: requests one after the other.
class HttpSession : public Connection, public std::enable_shared_from_this<HttpSession> {
  // Runs `step`; where memory runs out, the connection ends.
  template <class Step>
  void guarded(const Step& step) {
    try {
      step();
    } catch (const std::bad_alloc&) {
      run_out();
    }
  }
  // A handler that runs `step` and keeps this session alive until then.
  template <class Step>
  auto then(Step step) {
    return [self = shared_from_this(), step](error_code error, std::size_t bytes = 0) {
      self->guarded([&] { ((*self).*step)(error, bytes); });
    };
  }

 public:
  HttpSession(Shared& shared, tcp::socket socket)
      : Connection(shared), client_(client_of(socket)), stream_(std::move(socket)) {}

  void read() {
    wait(Waits::for_request);
    parser_.emplace();
    parser_->header_limit(kMostHeader);
    const ApiLimits& limits = shared_.api.limits();
    parser_->body_limit(std::max(limits.json_bytes, limits.upload_bytes));  // of any operation
    stream_.expires_after(milliseconds(shared_.options.read_seconds));
    http::async_read_header(stream_, buffer_, *parser_, then(&HttpSession::took_header));
  }
  void take_answer(Parcel<HttpSession, HttpReply>& parcel) {
    if (is_dropped() || parcel.request != request_) return;
    is_answering_ = false;
    charge_ = std::move(parcel.charge);
    guarded([&] {
      if (parcel.answer) return write(std::move(*parcel.answer));
      write(parcel.is_too_much ? too_much() : error_reply(503, "the server stops"));
    });
  }
  void end() override {
    if (waits() == Waits::for_request || waits() == Waits::for_body) drop();
  }

 private:
  using Reply = http::response<http::span_body<const char>>;

  void close_socket() override {
    say_gone();
    stream_.close();
  }
  void say_gone() {
    if (asked_.is_gone) *asked_.is_gone = true;
  }

  // Whatever can be refused by the header alone is refused before the body is read.
  void took_header(error_code error, std::size_t) {
    if (error) return fail(error);
    asked_ = plain_request(parser_->get());
    asked_.client = client_;
    if (const auto what = broken_field(parser_->get())) return refuse(error_reply(400, *what));
    auto target = parse_target(asked_.target);
    if (!target) return refuse(error_reply(400, "the address is malformed"));
    target_ = std::move(*target);
    if (auto refusal = shared_.guard.refusal(asked_, target_)) return refuse(std::move(*refusal));
    if (!limit_body()) return fail(http::error::body_limit);
    const auto expect = parser_->get()[http::field::expect];
    if (beast::iequals(expect, "100-continue")) return send_continue();
    read_body();
  }
  // How long the body may be depends on the operation. False: it says itself that it is longer.
  bool limit_body() {
    const Operation* operation = Api::operation_at(target_.path);
    const ApiLimits& limits = shared_.api.limits();
    HeldBody::value_type& body = parser_->get().body();
    body.is_file = operation != nullptr && operation->takes_file;
    body.most = body.is_file ? limits.upload_bytes : limits.json_bytes;
    body.charge = Charge(shared_.held);
    return parser_->content_length().value_or(0) <= body.most;
  }
  void send_continue() {
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    net::async_write(stream_, net::buffer(kContinue.data(), kContinue.size()),
                     then(&HttpSession::sent_continue));
  }
  void sent_continue(error_code error, std::size_t) { error ? drop() : read_body(); }
  void read_body() {
    marked_ = 0;
    parser_->eager(true);
    await_body();
    read_some();
  }
  void await_body() {
    wait(Waits::for_body);
    stream_.expires_after(milliseconds(shared_.options.read_seconds));
  }
  void read_some() {
    if (parser_->is_done()) return take_request();
    http::async_read_some(stream_, buffer_, *parser_, then(&HttpSession::got_some));
  }
  // Time is given again when enough has come in time, so that nobody gains by sending much at
  // first.
  void got_some(error_code error, std::size_t) {
    if (error) return fail(error);
    if (is_enough(parser_->get().body().bytes.size(), shared_.options.read_seconds)) await_body();
    read_some();
  }
  // True where since the last mark as many bytes passed as must in `seconds`.
  bool is_enough(std::size_t passed, double seconds) {
    if (static_cast<double>(passed - marked_) < kSlowestBytes * seconds) return false;
    marked_ = passed;
    return true;
  }
  void take_request() {
    Request request = parser_->release();
    keeps_alive_ = request.keep_alive();
    is_head_ = request.method() == http::verb::head;
    if (websocket::is_upgrade(request)) return upgrade(request);
    asked_.body = std::make_shared<const std::string>(std::move(request.body().bytes));
    stream_.expires_never();  // however long the answer takes
    if (!target_.path.starts_with("/api/")) return write(page_reply(asked_, target_));
    ask_api(std::move(request.body().charge));
  }
  void ask_api(Charge charge) {
    asked_.is_gone = std::make_shared<std::atomic<bool>>(false);
    auto respond =
        deliver_to<HttpReply>(shared_, shared_from_this(), ++request_, std::move(charge));
    is_answering_ = true;
    wait(Waits::for_answer);
    watch();
    shared_.api.handle(asked_, target_, std::move(respond));
    asked_.body.reset();
  }
  void upgrade(const Request& request) {
    if (target_.path != "/api/v1/socket") {
      return refuse(error_reply(404, "the WebSocket is at /api/v1/socket"));
    }
    std::make_shared<WebSession>(shared_, std::move(stream_))->accept(request);
  }

  // Notices that the client goes away while its request runs. The end of what it sends counts: most
  // clients close both directions at once, and nothing tells one that closed its own alone.
  void watch() {
    if (is_watching_) return;
    is_watching_ = true;
    stream_.socket().async_wait(tcp::socket::wait_read,
                                [weak = weak_from_this()](error_code error) {
                                  const auto self = weak.lock();
                                  if (self) self->guarded([&] { self->watched(error); });
                                });
  }
  // What comes before the answer is the next request, and is kept.
  void watched(error_code error) {
    is_watching_ = false;
    if (error || !is_answering_ || buffer_.size() >= kMostHeader) return;
    const std::size_t got = stream_.socket().read_some(buffer_.prepare(kMostHeader), error);
    buffer_.commit(got);
    if (!error || error == net::error::would_block) return watch();
    say_gone();
    wait(Waits::for_request);  // nobody waits for the answer: this connection may make room
  }

  static HttpReply too_much() {
    return later_reply(503, "the server holds too many bytes of bodies and replies: try again");
  }
  void refuse(HttpReply reply) {
    keeps_alive_ = false;  // the body was not read
    write(std::move(reply));
  }
  // Errors of the protocol get an answer where one can be sent.
  void fail(error_code error) {
    if (is_dropped()) return;
    const auto say = [&](unsigned status, const char* sentence) {
      refuse(error_reply(status, sentence));
    };
    if (error == http::error::body_limit) return say(413, "the body is too large");
    if (error == http::error::header_limit) return say(431, "the header is too large");
    if (error == net::error::no_buffer_space) return refuse(too_much());
    if (error == net::error::no_memory) return run_out();
    const bool is_ours = error == http::error::end_of_stream ||
                         error == http::error::partial_message ||
                         error.category() != make_error_code(http::error::bad_method).category();
    if (is_ours) return close();  // it went away, or the time was over
    say(400, "this is not HTTP/1.1");
  }
  // Memory ran out: what the request holds is freed, and the client is told unless a reply has begun.
  void run_out() noexcept {
    static constexpr std::string_view kReply =
        "HTTP/1.1 507 Insufficient Storage\r\nServer: thalweg\r\nContent-Type: application/json\r\n"
        "Cache-Control: no-store\r\nConnection: close\r\nContent-Length: 25\r\n\r\n"
        "{\"error\":\"out of memory\"}";
    try {
      const bool was_writing = std::exchange(is_writing_, true);
      ++request_;  // an answer comes too late
      is_answering_ = keeps_alive_ = false;
      asked_.body.reset();
      parser_.reset();
      if (was_writing || is_dropped()) return drop();
      stream_.expires_after(milliseconds(shared_.options.write_seconds));
      net::async_write(stream_, net::buffer(kReply.data(), kReply.size()),
                       then(&HttpSession::said_last));
    } catch (const std::exception&) {
      drop();
    }
  }
  void said_last(error_code error, std::size_t) { error ? drop() : close(); }

  void set_fields(Reply& reply) const {
    reply.set(http::field::server, "thalweg");
    reply.set(http::field::content_type,
              beast::string_view(reply_.type.data(), reply_.type.size()));
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
    if (reply_.status < 400 && shared_.guard.brings_token(target_)) {
      reply.set(http::field::set_cookie, shared_.guard.cookie());
    }
  }
  void write(HttpReply given) {
    is_writing_ = true;
    reply_ = std::move(given);
    keeps_alive_ = keeps_alive_ && !shared_.is_stopping;
    Reply reply(static_cast<http::status>(reply_.status), 11);
    set_fields(reply);
    reply.keep_alive(keeps_alive_);
    reply.body() = beast::span<const char>(reply_.body->data(), reply_.body->size());
    reply.prepare_payload();
    if (is_head_) reply.body() = {};
    sent_.emplace(std::move(reply));
    serializer_.emplace(*sent_);
    marked_ = written_ = 0;
    await_reader();
    write_some();
  }
  void await_reader() {
    wait(Waits::for_reader);
    stream_.expires_after(milliseconds(shared_.options.write_seconds));
  }
  void write_some() {
    http::async_write_some(stream_, *serializer_, then(&HttpSession::wrote_some));
  }
  void wrote_some(error_code error, std::size_t bytes) {
    if (error) return close();
    written_ += bytes;
    if (serializer_->is_done()) return wrote();
    if (is_enough(written_, shared_.options.write_seconds)) await_reader();
    write_some();
  }
  void wrote() {
    is_writing_ = false;
    reply_.body.reset();
    charge_.clear();
    keeps_alive_ && !shared_.is_stopping ? read() : close();
  }
  void close() {
    if (is_dropped()) return;
    wait(Waits::for_request);
    charge_.clear();
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
                              if (!error) self->guarded([&] { self->drain(so_far + got); });
                            });
  }

  std::string client_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{kMostHeader + (1u << 16)};
  std::optional<http::request_parser<HeldBody>> parser_;
  HttpRequest asked_;
  Target target_;
  std::uint64_t request_ = 0;  // number of the one that the Api answers
  bool is_answering_ = false;
  bool is_watching_ = false;
  bool is_writing_ = false;
  bool keeps_alive_ = false;
  bool is_head_ = false;
  HttpReply reply_;
  Charge charge_;  // of the reply
  std::optional<Reply> sent_;
  std::optional<http::response_serializer<http::span_body<const char>>> serializer_;
  std::size_t marked_ = 0;   // bytes of the body or reply that had passed when time was last given
  std::size_t written_ = 0;  // bytes of the reply
  std::array<char, 4096> drained_;
};

}  // namespace thalweg::tool::serve

// WebSession: a connection of the server that is a WebSocket. For http_session.hpp only.
//
// Where memory runs out in a handler, its connection ends. No other connection is affected.
#pragma once

#include <deque>

#include "serve/session_parts.hpp"

namespace thalweg::tool::serve {

// One WebSocket: messages in, answers and events out, in order.
class WebSession : public Connection, public std::enable_shared_from_this<WebSession> {
  // A handler that runs `step` and keeps this session alive until then.
  template <class Step>
  auto then(Step step) {
    return [self = shared_from_this(), step](error_code error, std::size_t = 0) {
      if (error) return self->drop();
      try {
        ((*self).*step)();
      } catch (const std::bad_alloc&) {
        self->drop();
      }
    };
  }

 public:
  WebSession(Shared& shared, beast::tcp_stream stream)
      : Connection(shared), socket_(std::move(stream)) {}
  ~WebSession() override { shared_.web_sessions.erase(this); }

  void accept(const Request& request) {
    beast::get_lowest_layer(socket_).expires_never();
    socket_.set_option(
        websocket::stream_base::timeout{std::chrono::seconds(30), std::chrono::seconds(60), true});
    socket_.read_message_max(kMostMessage);
    socket_.async_accept(request, then(&WebSession::accepted));
  }
  // An event for all.
  void tell(const std::shared_ptr<const std::string>& event) {
    try {
      send({.text = event, .charge = {}});
    } catch (const std::bad_alloc&) {
      drop();
    }
  }
  void take_answer(Parcel<WebSession, std::string>& parcel) {
    --in_flight_;
    if (is_dropped()) return;
    try {
      // A client that does not read loses its connection, not the server's memory.
      if (parcel.is_too_much) return drop();
      if (!parcel.answer) return rest();
      send({.text = std::make_shared<const std::string>(std::move(*parcel.answer)),
            .charge = std::move(parcel.charge)});
    } catch (const std::bad_alloc&) {
      drop();
    }
  }
  void end() override {
    is_ending_ = true;
    rest();
  }

 private:
  struct Queued {
    std::shared_ptr<const std::string> text;
    Charge charge;
  };

  void close_socket() override {
    *is_gone_ = true;
    beast::get_lowest_layer(socket_).close();
  }
  void accepted() {
    shared_.web_sessions.insert(this);
    is_accepted_ = true;
    rest();
    read();
  }
  void read() { socket_.async_read(buffer_, then(&WebSession::took_message)); }
  void took_message() {
    std::string message = beast::buffers_to_string(buffer_.data());
    buffer_.consume(buffer_.size());
    Charge charge(shared_.held);
    if (in_flight_ >= kMostInFlight || !charge.grow_to(message.size())) return drop();
    auto respond = deliver_to<std::string>(shared_, shared_from_this(), 0, std::move(charge));
    ++in_flight_;
    rest();
    shared_.api.handle_message(std::move(message), std::move(respond), is_gone_);
    read();
  }
  void send(Queued message) {
    queue_.push_back(std::move(message));
    if (queue_.size() > kMostQueued) return drop();
    if (queue_.size() == 1) write();
  }
  void write() {
    rest();
    socket_.text(true);
    socket_.async_write(net::buffer(*queue_.front().text), then(&WebSession::wrote));
  }
  void wrote() {
    queue_.pop_front();
    queue_.empty() ? rest() : write();
  }
  // Says what it waits for now. When the server stops and nothing is left to be said, takes leave.
  void rest() {
    const bool is_idle = queue_.empty() && in_flight_ == 0;
    wait(!queue_.empty() ? Waits::for_reader : is_idle ? Waits::for_message : Waits::for_answer);
    // While it is being accepted the stream is written to already.
    if (!is_accepted_ || !is_ending_ || !is_idle || is_leaving_ || is_dropped()) return;
    is_leaving_ = true;
    socket_.set_option(websocket::stream_base::timeout{milliseconds(kLingerSeconds),
                                                       websocket::stream_base::none(), false});
    socket_.async_close(websocket::close_code::going_away, then(&WebSession::left));
  }
  void left() { drop(); }

  websocket::stream<beast::tcp_stream> socket_;
  beast::flat_buffer buffer_;
  std::deque<Queued> queue_;
  std::shared_ptr<std::atomic<bool>> is_gone_ = std::make_shared<std::atomic<bool>>(false);
  int in_flight_ = 0;
  bool is_accepted_ = false;
  bool is_ending_ = false;
  bool is_leaving_ = false;
};

}  // namespace thalweg::tool::serve

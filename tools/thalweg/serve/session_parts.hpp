// What the connections of the server share: limits, who waits for what, bodies that are bounded while
// they are read, and how answers come back from the Api's threads. For the sessions only: besides them
// and server.cpp, no file knows Boost.
#pragma once

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <cstddef>
#include <list>
#include <new>
#include <set>
#include <span>

#include "serve/held_bytes.hpp"
#include "serve/server.hpp"

namespace thalweg::tool::serve {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = net::ip::tcp;
using boost::system::error_code;

inline constexpr std::uint32_t kMostHeader = 16 * 1024;  // bytes
inline constexpr std::size_t kMostMessage = 64 * 1024;   // bytes of a WebSocket message
inline constexpr std::size_t kMostQueued = 256;          // messages that wait to be sent
inline constexpr int kMostInFlight = 64;                 // unanswered messages of one WebSocket
inline constexpr double kLingerSeconds = 2;              // for a client to close its side
inline constexpr std::size_t kMostDrained = 8u << 20;    // bytes that are read meanwhile
inline constexpr double kSlowestBytes = 65536;           // a second, of bodies and replies

inline std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

// What a connection waits for. Where there are too many, one that waits makes room: of the first kind
// that there is, the one that has waited the longest.
enum class Waits : std::uint8_t { for_request, for_body, for_reader, for_message, for_answer };
inline constexpr std::size_t kWaits = 5;

class Connection;
class WebSession;

// What all sessions share.
struct Shared {
  Api& api;
  ServerOptions options;
  Guard guard;
  std::shared_ptr<HeldBytes> held;
  unsigned open = 0;  // connections
  bool is_stopping = false;
  std::array<std::list<Connection*>, kWaits> waiting = {};  // the longest first
  std::set<WebSession*> web_sessions = {};
  net::io_context io{1};  // last: sessions that end with it use the rest

  // Closes a connection that waits for its client. False: all are being answered.
  bool make_room();
  // Of a server that stops: `call` is Connection::end or Connection::drop.
  void for_all(void (Connection::*call)());
};

// Counts a connection for as long as it lives, and knows what it waits for. Lives and dies on the
// thread that does input and output.
class Connection {
 public:
  explicit Connection(Shared& shared) : shared_(shared) {
    auto& list = shared_.waiting[static_cast<std::size_t>(Waits::for_request)];
    at_ = list.insert(list.end(), this);
    ++shared_.open;
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  virtual ~Connection() {
    shared_.waiting[static_cast<std::size_t>(waits_)].erase(at_);
    if (!is_dropped_) --shared_.open;
  }

  // Closes it at once. It counts no longer, though an answer that is being sent may keep it for a
  // while.
  void drop() {
    if (is_dropped_) return;
    wait(Waits::for_answer);  // no longer one that could make room
    is_dropped_ = true;
    --shared_.open;
    close_socket();
  }
  // The server stops: closes it once what was asked is answered.
  virtual void end() = 0;

 protected:
  void wait(Waits what) {
    if (is_dropped_) return;
    auto& to = shared_.waiting[static_cast<std::size_t>(what)];
    to.splice(to.end(), shared_.waiting[static_cast<std::size_t>(waits_)], at_);
    waits_ = what;
  }
  Waits waits() const { return waits_; }
  bool is_dropped() const { return is_dropped_; }
  virtual void close_socket() = 0;

  Shared& shared_;

 private:
  Waits waits_ = Waits::for_request;
  bool is_dropped_ = false;
  std::list<Connection*>::iterator at_;
};

inline bool Shared::make_room() {
  for (auto& list : std::span(waiting).first(static_cast<std::size_t>(Waits::for_answer))) {
    if (list.empty()) continue;
    list.front()->drop();
    return true;
  }
  return false;
}

inline void Shared::for_all(void (Connection::*call)()) {
  for (auto& list : waiting) {
    for (auto at = list.begin(); at != list.end();) ((*at++)->*call)();
  }
}

// A body that is counted while it is read: neither longer than it may be, nor than there is room for.
struct HeldBody {
  struct value_type {
    std::string bytes;
    std::size_t most = 0;
    bool is_file = false;
    Charge charge;
  };
  class reader {
   public:
    template <bool is_request, class Fields>
    reader(http::header<is_request, Fields>&, value_type& body) : body_(body) {}

    void init(const boost::optional<std::uint64_t>& length, error_code& error) {
      declared_ = length ? static_cast<std::size_t>(*length) : 0;
      error = {};
    }
    template <class Buffers>
    std::size_t put(const Buffers& buffers, error_code& error) {
      const std::size_t size = beast::buffer_bytes(buffers);
      error = make_room(body_.bytes.size() + size);
      if (error) return 0;
      for (const net::const_buffer buffer : beast::buffers_range_ref(buffers)) {
        body_.bytes.append(static_cast<const char*>(buffer.data()), buffer.size());
      }
      return size;
    }
    void finish(error_code& error) { error = {}; }

   private:
    static constexpr std::size_t kFirst = 64 * 1024;

    // What a length announces is taken once a part has come; without one, twice as much each time.
    std::size_t wanted(std::size_t needed) const {
      if (declared_ > 0) return needed <= kFirst ? std::min(declared_, kFirst) : declared_;
      return std::min(std::max(2 * body_.bytes.capacity(), needed), body_.most);
    }
    error_code make_room(std::size_t needed) {
      if (needed > body_.most) return http::error::body_limit;
      if (needed <= body_.bytes.capacity()) return {};
      const std::size_t size = std::max(wanted(needed), needed);
      if (!body_.charge.grow_to(size, body_.is_file)) return net::error::no_buffer_space;
      try {
        body_.bytes.reserve(size);
      } catch (const std::bad_alloc&) {
        return net::error::no_memory;
      }
      return {};
    }

    value_type& body_;
    std::size_t declared_ = 0;
  };
};

using Request = http::request<HeldBody>;

inline HttpRequest plain_request(const Request& request) {
  const auto text = [](beast::string_view view) { return std::string(view.data(), view.size()); };
  const auto header = [&](auto name) { return text(request[name]); };
  return {.method = text(request.method_string()),
          .target = text(request.target()),
          .host = header(http::field::host),
          .origin = header(http::field::origin),
          .authorization = header(http::field::authorization),
          .cookie = header(http::field::cookie),
          .content_type = header(http::field::content_type),
          .accept_encoding = header(http::field::accept_encoding),
          .fetch_site = header("Sec-Fetch-Site"),
          .fetch_mode = header("Sec-Fetch-Mode"),
          .client = {}};
}

// What is wrong with the fields that say who asks and where the request ends, or nothing. A proxy in
// front could read them otherwise than the server does.
inline std::optional<std::string> broken_field(const Request& request) {
  for (const char* name : {"Host", "Origin", "Authorization", "Content-Type", "Content-Length",
                           "Transfer-Encoding", "Sec-Fetch-Site", "Sec-Fetch-Mode"}) {
    if (request.count(name) > 1) return std::string("a request has one ") + name;
  }
  const auto coding = request[http::field::transfer_encoding];
  const bool is_coded = request.count(http::field::transfer_encoding) > 0;
  if (is_coded && (request.version() < 11 || !beast::iequals(coding, "chunked"))) {
    return "the only Transfer-Encoding that is read is chunked";
  }
  return std::nullopt;
}

// Who is held responsible for requests from there: the address, of IPv6 the network.
inline std::string client_of(const tcp::socket& socket) {
  error_code error;
  const net::ip::address address = socket.remote_endpoint(error).address();
  if (error || !address.is_v6()) return address.to_string();
  auto bytes = address.to_v6().to_bytes();
  if (!address.to_v6().is_v4_mapped()) std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t{0});
  return net::ip::address_v6(bytes).to_string();
}

// An answer that is sent from a thread of the Api to its session, and the memory for the handler
// that takes it there. Made beforehand: neither an answer nor its absence needs memory that may be
// missing.
template <class Session, class Answer>
struct Parcel {
  std::shared_ptr<Session> session;
  std::uint64_t request = 0;
  Charge charge;                 // of the body, then of the answer
  std::optional<Answer> answer;  // none: the server stops, or holds too much
  bool is_too_much = false;
  alignas(std::max_align_t) std::array<std::byte, 256> memory;
};

// Gives out a parcel's memory, which lives longer than the handler in it.
template <class T>
struct ParcelMemory {
  using value_type = T;
  std::byte* bytes;

  explicit ParcelMemory(std::byte* given) : bytes(given) {}
  template <class Other>
  ParcelMemory(const ParcelMemory<Other>& other) : bytes(other.bytes) {}
  T* allocate(std::size_t) {
    static_assert(sizeof(T) <= 256);
    return reinterpret_cast<T*>(bytes);
  }
  void deallocate(T*, std::size_t) {}
  friend bool operator==(const ParcelMemory&, const ParcelMemory&) = default;
};

inline std::size_t bytes_of(const HttpReply& reply) { return reply.body->size(); }
inline std::size_t bytes_of(const std::string& text) { return text.size(); }

// Sends one parcel to its session: with the answer, or without one where the Api drops the request. In
// either case the session is let go on its own thread.
template <class Session, class Answer>
class Delivery {
 public:
  using Sent = Parcel<Session, Answer>;

  Delivery(Shared& shared, std::shared_ptr<Session> session, std::uint64_t request, Charge charge)
      : io_(shared.io), parcel_(std::make_unique<Sent>()) {
    parcel_->session = std::move(session);
    parcel_->request = request;
    parcel_->charge = std::move(charge);
  }
  Delivery(const Delivery&) = delete;
  Delivery& operator=(const Delivery&) = delete;
  ~Delivery() { send(); }

  // From any thread, once.
  void answer(Answer answer) {
    if (!parcel_) return;
    parcel_->charge.clear();  // the body was read
    parcel_->is_too_much = !parcel_->charge.grow_to(bytes_of(answer));
    if (!parcel_->is_too_much) parcel_->answer = std::move(answer);
    send();
  }

 private:
  struct Handler {
    using allocator_type = ParcelMemory<std::byte>;
    std::unique_ptr<Sent> parcel;

    allocator_type get_allocator() const noexcept { return allocator_type(parcel->memory.data()); }
    void operator()() {
      const std::shared_ptr<Session> session = std::move(parcel->session);
      session->take_answer(*parcel);
    }
  };

  void send() {
    if (parcel_) net::post(io_, Handler{std::move(parcel_)});
  }

  net::io_context& io_;
  std::unique_ptr<Sent> parcel_;
};

// The function that the Api calls with its answer.
template <class Answer, class Session>
std::function<void(Answer)> deliver_to(Shared& shared, std::shared_ptr<Session> session,
                                       std::uint64_t request, Charge charge) {
  auto delivery = std::make_shared<Delivery<Session, Answer>>(shared, std::move(session), request,
                                                              std::move(charge));
  return [delivery](Answer answer) { delivery->answer(std::move(answer)); };
}

}  // namespace thalweg::tool::serve

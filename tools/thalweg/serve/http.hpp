// Requests and replies of the server as plain values. Knows nothing of sockets.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "common/common.hpp"

namespace thalweg::tool::serve {

struct HttpRequest {
  std::string method;  // "GET", "POST"...
  std::string target;  // as received: "/api/v1/path?world=1"
  // Headers, empty where missing.
  std::string host;
  std::string origin;
  std::string authorization;
  std::string cookie;
  std::string content_type;
  std::string accept_encoding;
  std::string fetch_site;  // Sec-Fetch-Site: what page a browser sends it for
  std::string fetch_mode;  // Sec-Fetch-Mode
  std::string client;      // the address it comes from; of IPv6 the network, 64 bits
  std::shared_ptr<const std::string> body = std::make_shared<std::string>();
  // Set once the client's end of the connection was closed while the request runs. May be null.
  std::shared_ptr<std::atomic<bool>> is_gone = {};
};

struct HttpReply {
  unsigned status = 200;
  std::string_view type =
      "application/json";  // of static storage: copies of a reply allocate nothing
  std::shared_ptr<const std::string> body = std::make_shared<std::string>();
  bool is_gzip = false;
  bool is_kept = false;      // the client may cache it for ever: its address names its contents
  unsigned retry_after = 0;  // seconds; 0: not said
};

// A failed request: a status and one sentence.
struct HttpFailure : std::runtime_error {
  HttpFailure(unsigned given_status, const std::string& sentence)
      : std::runtime_error(sentence), status(given_status) {}
  unsigned status;
};

inline HttpReply text_reply(unsigned status, std::string_view type, std::string text) {
  HttpReply reply;
  reply.status = status;
  reply.type = type;
  reply.body = std::make_shared<const std::string>(std::move(text));
  return reply;
}
// NaN and infinity become null; bytes that are no UTF-8 are replaced.
inline std::string json_text(const Json& json) { return json.dump(); }
inline HttpReply json_reply(const Json& json, unsigned status = 200) {
  return text_reply(status, "application/json", json_text(json));
}
inline HttpReply error_reply(unsigned status, const std::string& sentence) {
  return json_reply({{"error", sentence}}, status);
}
// The client may ask again after so many seconds.
inline HttpReply later_reply(unsigned status, const std::string& sentence, unsigned seconds = 1) {
  HttpReply reply = error_reply(status, sentence);
  reply.retry_after = seconds;
  return reply;
}

// The path and the parameters of a target, %XX and + decoded. Nothing where the target is malformed.
struct Target {
  std::string path;
  std::map<std::string, std::string> parameters;
};
std::optional<Target> parse_target(std::string_view target);

// True where `word` is one of the words of `words`, which have blanks between them.
bool has_word(std::string_view words, std::string_view word);

// True for "text/html" and "Text/HTML; charset=utf-8", where `type` is "text/html".
bool is_type(std::string_view header, std::string_view type);

// True where an Accept-Encoding header allows gzip: it is named, or *, and not with q=0.
bool accepts_gzip(std::string_view header);

// The value of a cookie in a Cookie header; empty: none.
std::string cookie_value(std::string_view header, std::string_view name);

}  // namespace thalweg::tool::serve

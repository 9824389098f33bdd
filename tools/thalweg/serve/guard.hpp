// Guard: who may talk to the server. Pages of other sites may not: their Origin differs, browsers say
// that a request is for another site where they send no Origin, and after DNS rebinding the Host is
// not one of ours. Off this machine a token is asked for as well, and who guesses it must wait.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/http.hpp"

namespace thalweg::tool::serve {

inline constexpr std::string_view kTokenCookie = "thalweg_token";

struct GuardOptions {
  std::string bind = "127.0.0.1";       // the address the server listens on
  std::vector<std::string> hosts = {};  // further names it may be called by
  std::string token = {};               // empty: none is asked for
};

// How often each client gave a wrong token. After kFree wrong ones in a row a client may try one every
// second; tokens that come earlier are not even compared. The same wrong one again, as of a page that
// was left open, counts once. Holds kMostClients at most.
class WrongTokens {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr int kFree = 10;
  static constexpr std::size_t kMostClients = 4096;

  bool may_try(const std::string& client, Time now) const;
  void note(const std::string& client, std::string_view token, Time now);
  std::size_t clients() const { return wrong_.size(); }

 private:
  struct Wrong {
    Time until;  // a second later with each wrong token; may try while at most kFree - 1 ahead
    std::size_t last = 0;  // hash of the last one
  };
  void make_room(Time now);

  std::map<std::string, Wrong> wrong_;
};

class Guard {
 public:
  explicit Guard(GuardOptions options) : options_(std::move(options)) {}

  // The refusal, or nothing if the request may pass. `target`: of the request. Not from several
  // threads.
  std::optional<HttpReply> refusal(const HttpRequest& request, const Target& target,
                                   WrongTokens::Time now = std::chrono::steady_clock::now());
  // True where the request brings the token as a parameter, so that a cookie should be set.
  bool brings_token(const Target& target) const;
  std::string cookie() const;

 private:
  bool knows_host(std::string_view host) const;
  bool has_token(const HttpRequest& request, const Target& target) const;
  std::optional<HttpReply> token_refusal(const HttpRequest& request, const Target& target,
                                         WrongTokens::Time now);

  GuardOptions options_;
  WrongTokens wrong_tokens_;
};

// What is wrong with a token that somebody chose, or nothing: 16 to 256 letters, digits, - . _ ~
std::optional<std::string> token_problem(std::string_view token);
// "name", "1.2.3.4" or "[::1]", each with or without ":80".
bool is_host(std::string_view host);

// The host of "name:80", "[::1]:80" or "name", in lower case, without the port and brackets.
std::string host_name(std::string_view host);
// True for addresses of this machine alone: 127.0.0.0/8, ::1, localhost.
bool is_loopback(std::string_view address);
// 32 hexadecimal digits that nobody can guess.
std::string random_token();

}  // namespace thalweg::tool::serve

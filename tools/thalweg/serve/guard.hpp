// Guard: who may talk to the server. Pages of other sites may not: their Origin differs, and after
// DNS rebinding the Host is not one of ours. Off this machine a token is asked for as well.
#pragma once

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

class Guard {
 public:
  explicit Guard(GuardOptions options) : options_(std::move(options)) {}

  // The refusal, or nothing if the request may pass. `target`: of the request.
  std::optional<HttpReply> refusal(const HttpRequest& request, const Target& target) const;
  // True where the request brings the token as a parameter, so that a cookie should be set.
  bool brings_token(const Target& target) const;
  std::string cookie() const;

 private:
  bool knows_host(std::string_view host) const;
  bool has_token(const HttpRequest& request, const Target& target) const;

  GuardOptions options_;
};

// The host of "name:80", "[::1]:80" or "name", in lower case, without the port and brackets.
std::string host_name(std::string_view host);
// True for addresses of this machine alone: 127.0.0.0/8, ::1, localhost.
bool is_loopback(std::string_view address);
// 32 hexadecimal digits that nobody can guess.
std::string random_token();

}  // namespace thalweg::tool::serve

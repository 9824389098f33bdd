#include "serve/guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <random>

#include "core/text.hpp"

namespace thalweg::tool::serve {
namespace {

// Takes the same time wherever the first difference is.
bool is_same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  }
  return difference == 0;
}

bool is_address(std::string_view host) {
  const auto is_part = [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.';
  };
  return host.find(':') != std::string_view::npos ||
         (!host.empty() && std::ranges::all_of(host, is_part));
}

}  // namespace

std::string host_name(std::string_view host) {
  if (host.starts_with('[')) {
    const std::size_t end = host.find(']');
    return end == std::string_view::npos ? std::string() : lower_case(host.substr(1, end - 1));
  }
  return lower_case(host.substr(0, host.find(':')));
}

bool is_loopback(std::string_view address) {
  const std::string host = lower_case(address);
  return host == "localhost" || host == "::1" || (host.starts_with("127.") && is_address(host));
}

std::string random_token() {
  std::random_device device;
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", device());
  return token;
}

bool Guard::knows_host(std::string_view host) const {
  const std::string name = host_name(host);
  if (is_loopback(name) || name == lower_case(options_.bind)) return true;
  const bool is_listed = std::ranges::any_of(
      options_.hosts, [&](const std::string& known) { return lower_case(known) == name; });
  // Other machines call it by an address; a token is asked for in any case. Names must be listed.
  return is_listed || (!is_loopback(options_.bind) && is_address(name));
}

bool Guard::has_token(const HttpRequest& request, const Target& target) const {
  constexpr std::string_view kBearer = "Bearer ";
  if (options_.token.empty() || brings_token(target)) return true;
  if (is_same_secret(cookie_value(request.cookie, kTokenCookie), options_.token)) return true;
  const std::string_view given = request.authorization;
  return given.starts_with(kBearer) && is_same_secret(given.substr(kBearer.size()), options_.token);
}

bool Guard::brings_token(const Target& target) const {
  const auto given = target.parameters.find("token");
  return !options_.token.empty() && given != target.parameters.end() &&
         is_same_secret(given->second, options_.token);
}

std::string Guard::cookie() const {
  return fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", kTokenCookie, options_.token);
}

std::optional<HttpReply> Guard::refusal(const HttpRequest& request, const Target& target) const {
  if (request.host.empty() || !knows_host(request.host)) {
    return error_reply(403, "this server does not answer for that host (--host NAME allows it)");
  }
  if (!request.origin.empty()) {
    const std::size_t scheme = request.origin.find("://");
    const bool is_own = scheme != std::string::npos &&
                        lower_case(request.origin.substr(scheme + 3)) == lower_case(request.host);
    if (!is_own) return error_reply(403, "pages of other sites may not use this server");
  }
  if (!has_token(request, target)) {
    return error_reply(401, "this server wants its token: open the address that it printed");
  }
  return std::nullopt;
}

}  // namespace thalweg::tool::serve

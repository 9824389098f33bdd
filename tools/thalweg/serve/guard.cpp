// Tokens are compared in constant time, all three that a request may bring. A client that guesses
// wrong waits a second for each new guess beyond the first few.
#include "serve/guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <random>

#include "core/text.hpp"

namespace thalweg::tool::serve {
namespace {

// Takes the same time for all of a length that is given, wherever the first difference is and however
// long the secret is. Requires: the secret is not empty.
bool is_secret(std::string_view given, std::string_view secret) {
  unsigned difference = given.size() == secret.size() ? 0 : 1;
  for (std::size_t i = 0; i < given.size(); ++i) {
    difference |= static_cast<unsigned char>(given[i] ^ secret[i % secret.size()]);
  }
  return difference == 0;
}

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// The token of an Authorization header; empty: none.
std::string_view bearer_token(std::string_view header) {
  constexpr std::string_view kBearer = "Bearer ";
  return header.starts_with(kBearer) ? header.substr(kBearer.size()) : std::string_view();
}

std::string token_parameter(const Target& target) {
  const auto given = target.parameters.find("token");
  return given == target.parameters.end() ? std::string() : given->second;
}

// All tokens that a request gives, one after the other; empty: none.
std::string given_tokens(const HttpRequest& request, const Target& target) {
  return token_parameter(target) + cookie_value(request.cookie, kTokenCookie) +
         std::string(bearer_token(request.authorization));
}

// True where a browser sends the request for a page of another site or origin, or for a link on one.
// Such a link may open the page itself, but nothing of the API.
bool is_for_other_site(const HttpRequest& request, const Target& target) {
  const std::string& site = request.fetch_site;
  if (site.empty() || site == "same-origin" || site == "none") return false;
  return target.path.starts_with("/api/") || request.fetch_mode != "navigate";
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

bool is_host(std::string_view host) {
  const std::size_t end = host.starts_with('[') ? host.find(']') + 1 : host.find(':');
  const std::string_view name = host.substr(0, end);
  std::string_view rest = host.substr(name.size());
  if (rest.starts_with(':')) rest.remove_prefix(1);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto fits = [&](char c) {
    return is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' ||
           (end != 0 && name.front() == '[' && (c == ':' || c == '[' || c == ']'));
  };
  return !name.empty() && std::ranges::all_of(name, fits) && std::ranges::all_of(rest, is_digit);
}

std::optional<std::string> token_problem(std::string_view token) {
  const auto fits = [](char c) {
    return is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
  };
  if (token.size() >= 16 && token.size() <= 256 && std::ranges::all_of(token, fits)) return {};
  return "a token has 16 to 256 letters, digits, '-', '.', '_' or '~'";
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

bool WrongTokens::may_try(const std::string& client, Time now) const {
  const auto found = wrong_.find(client);
  return found == wrong_.end() || found->second.until - now <= std::chrono::seconds(kFree - 1);
}

void WrongTokens::note(const std::string& client, std::string_view token, Time now) {
  if (!wrong_.contains(client)) make_room(now);
  const std::size_t hash = std::hash<std::string_view>{}(token);
  const auto [entry, is_new] = wrong_.try_emplace(client, Wrong{.until = now, .last = hash});
  Wrong& wrong = entry->second;
  if (!is_new && wrong.last == hash) return;
  wrong = {.until = std::max(wrong.until, now) + std::chrono::seconds(1), .last = hash};
}

void WrongTokens::make_room(Time now) {
  if (wrong_.size() < kMostClients) return;
  std::erase_if(wrong_, [&](const auto& one) { return one.second.until <= now; });
  if (wrong_.size() < kMostClients) return;
  wrong_.erase(
      std::ranges::min_element(wrong_, {}, [](const auto& one) { return one.second.until; }));
}

bool Guard::has_token(const HttpRequest& request, const Target& target) const {
  // Not ||: all three are compared in any case.
  unsigned found = brings_token(target) ? 1 : 0;
  found |= is_secret(cookie_value(request.cookie, kTokenCookie), options_.token) ? 1u : 0u;
  found |= is_secret(bearer_token(request.authorization), options_.token) ? 1u : 0u;
  return found != 0;
}

bool Guard::brings_token(const Target& target) const {
  return !options_.token.empty() && is_secret(token_parameter(target), options_.token);
}

std::optional<HttpReply> Guard::token_refusal(const HttpRequest& request, const Target& target,
                                              WrongTokens::Time now) {
  if (options_.token.empty()) return std::nullopt;
  const std::string given = given_tokens(request, target);
  if (given.empty()) {
    return error_reply(401, "this server wants its token: open the address that it printed");
  }
  if (!wrong_tokens_.may_try(request.client, now)) {
    return later_reply(429, "there were too many wrong tokens from this address: wait");
  }
  if (has_token(request, target)) return std::nullopt;
  wrong_tokens_.note(request.client, given, now);
  return error_reply(401, "this is not the token of this server");
}

std::string Guard::cookie() const {
  return fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", kTokenCookie, options_.token);
}

std::optional<HttpReply> Guard::refusal(const HttpRequest& request, const Target& target,
                                        WrongTokens::Time now) {
  if (!is_host(request.host)) return error_reply(400, "a request names one host");
  if (!knows_host(request.host)) {
    return error_reply(403, "this server does not answer for that host (--host NAME allows it)");
  }
  // A browser's Origin tells more than the rest: it is ours, or the request is refused.
  if (!request.origin.empty()) {
    const std::size_t scheme = request.origin.find("://");
    const bool is_own = scheme != std::string::npos &&
                        lower_case(request.origin.substr(scheme + 3)) == lower_case(request.host);
    if (!is_own) return error_reply(403, "pages of other sites may not use this server");
  } else if (is_for_other_site(request, target)) {
    return error_reply(403, "pages of other sites may not use this server");
  }
  return token_refusal(request, target, now);
}

}  // namespace thalweg::tool::serve

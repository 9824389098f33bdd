#include "serve/page.hpp"

#include <algorithm>

namespace thalweg::tool::serve {
namespace {

constexpr std::string_view kNoPage =
    "<!doctype html><title>Thalweg</title><h1>Thalweg</h1><p>The page is not part of this build: "
    "npm was not found when the tool was built. Install nodejs and npm, then build "
    "again.</p><p>The "
    "API works: <a href=\"/api/v1/openapi.json\">/api/v1/openapi.json</a></p>";

}  // namespace

HttpReply page_reply(const HttpRequest& request, const Target& target) {
  if (request.method != "GET" && request.method != "HEAD") {
    return error_reply(405, "this address takes GET");
  }
  const auto files = page_files();
  const std::string_view wanted = target.path;
  if (files.empty() && wanted == "/") {
    return text_reply(200, "text/html; charset=utf-8", std::string(kNoPage));
  }
  const auto found = std::ranges::find(files, wanted, &PageFile::path);
  if (found == files.end()) return error_reply(404, "there is nothing at this address");
  if (request.accept_encoding.find("gzip") == std::string::npos) {
    return error_reply(406, "the page is sent as gzip, which this client does not accept");
  }
  HttpReply reply = text_reply(200, std::string(found->type), std::string(found->bytes));
  reply.is_gzip = true;
  reply.is_kept = wanted.starts_with("/assets/");
  return reply;
}

}  // namespace thalweg::tool::serve

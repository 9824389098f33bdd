// The page's files are stored gzipped and sent as they are; clients that
// do not accept gzip get a 406.
#include "serve/page.hpp"

#include <algorithm>
#include <vector>

namespace thalweg::tool::serve {
namespace {

constexpr std::string_view kNoPage =
    "<!doctype html><title>Thalweg</title><h1>Thalweg</h1><p>The page is not part of this build: "
    "npm was not found when the tool was built. Install nodejs and npm, then build "
    "again.</p><p>The "
    "API works: <a href=\"/api/v1/openapi.json\">/api/v1/openapi.json</a></p>";

// The files' bytes as replies hold them: copied once, however many clients take them slowly.
const std::vector<std::shared_ptr<const std::string>>& page_bodies() {
  static const auto kBodies = [] {
    std::vector<std::shared_ptr<const std::string>> all;
    for (const PageFile& file : page_files()) {
      all.push_back(std::make_shared<const std::string>(file.bytes));
    }
    return all;
  }();
  return kBodies;
}

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
  if (!accepts_gzip(request.accept_encoding)) {
    return error_reply(406, "the page is sent as gzip, which this client does not accept");
  }
  HttpReply reply{.type = found->type,
                  .body = page_bodies()[static_cast<std::size_t>(found - files.begin())]};
  reply.is_gzip = true;
  reply.is_kept = wanted.starts_with("/assets/");
  return reply;
}

}  // namespace thalweg::tool::serve

// The page, as it was built into the tool. Empty where npm was missing.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "serve/http.hpp"

namespace thalweg::tool::serve {

struct PageFile {
  std::string_view path;  // "/", "/assets/index-1234.js"
  std::string_view type;
  std::string_view bytes;  // gzip
};

// Made by viewer/embed.mjs, or empty.
std::span<const PageFile> page_files();

// The reply for an address outside /api.
HttpReply page_reply(const HttpRequest& request, const Target& target);

}  // namespace thalweg::tool::serve

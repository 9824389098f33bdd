// What tests that attack thalweg serve share. For attack*_test.cpp only.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "scene.hpp"
#include "serve/client.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::serve_test {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

inline const std::string kTool = THALWEG_TOOL;
inline const std::string kPost =
    "POST /api/v1/locate HTTP/1.1\r\nHost: localhost\r\n"
    "Content-Type: application/json\r\n";

// A world of 2 * (corners - 1)^2 triangles.
inline std::string hills_file(std::uint32_t corners) {
  const std::string path =
      std::string(THALWEG_BINARY_DIR) + "/attack-" + std::to_string(corners) + ".thal";
  EXPECT_TRUE(save_world(hills(3, {.corners = corners, .spacing = 5, .relief = 20}), path));
  return path;
}
inline std::string small_file() {
  static const std::string path = hills_file(24);
  return path;
}

inline bool is_alive(const ServerProcess& server) {
  return ask(server.port(), "GET", "/api/v1/health").status == 200;
}

}  // namespace thalweg::serve_test

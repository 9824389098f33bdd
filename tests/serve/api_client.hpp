// Serve: a running server with a mesh and a grid, and requests to its API.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "scene.hpp"
#include "serve/client.hpp"
#include "thalweg/import/terrain.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::serve_test {

using Json = nlohmann::ordered_json;

inline const std::string kTool = THALWEG_TOOL;

inline std::string world_file(const std::string& name, const World& world) {
  const std::string path = std::string(THALWEG_BINARY_DIR) + "/serve-" + name + ".thal";
  EXPECT_TRUE(save_world(world, path));
  return path;
}
inline std::string hills_file() {
  return world_file("hills", hills(3, {.corners = 24, .spacing = 5, .relief = 20}));
}

// One server for all tests that do not change how it is started.
class Serve : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    server_ = new ServerProcess(kTool, {hills_file(), world_file("room", scene(kRoom))});
  }
  static void TearDownTestSuite() {
    EXPECT_EQ(server_->stop(), 0);
    delete server_;
  }
  static Response post(const std::string& op, const Json& body) {
    return ask(server_->port(), "POST", "/api/v1/" + op, body.dump());
  }
  static Json ok(const std::string& op, const Json& body) {
    const Response response = post(op, body);
    EXPECT_EQ(response.status, 200) << op << ": " << response.body;
    return Json::parse(response.body, nullptr, false);
  }
  static Json get(const std::string& target) {
    const Response response = ask(server_->port(), "GET", "/api/v1/" + target);
    EXPECT_EQ(response.status, 200) << target << ": " << response.body;
    return Json::parse(response.body, nullptr, false);
  }
  // The status and the sentence of a refused request.
  static std::pair<int, std::string> refused(const std::string& op, const Json& body) {
    const Response response = post(op, body);
    const Json json = Json::parse(response.body, nullptr, false);
    return {response.status, json.is_object() ? json.value("error", "") : ""};
  }
  // The header of a binary reply.
  static Json drawing(const std::string& op, const Json& body) {
    const Response response = post(op, body);
    EXPECT_EQ(response.status, 200) << op << ": " << response.body.substr(0, 300);
    if (response.body.size() < 8 || response.body.substr(0, 4) != "THLB") return {};
    std::uint32_t size = 0;
    std::memcpy(&size, response.body.data() + 4, 4);
    return Json::parse(response.body.substr(8, size), nullptr, false);
  }
  static std::size_t count_of(const Json& header, const std::string& name) {
    for (const Json& array : header.at("arrays")) {
      if (array.at("name") == name) return array.at("count");
    }
    return 0;
  }

  inline static ServerProcess* server_ = nullptr;
};

}  // namespace thalweg::serve_test

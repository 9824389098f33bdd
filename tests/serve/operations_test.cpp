// What thalweg serve keeps and for how long, over real sockets: memory, time, scratch folders, and
// what it says of them.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "sanitized.hpp"
#include "scene.hpp"
#include "serve/client.hpp"
#include "thalweg/store/store.hpp"

namespace thalweg::serve_test {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

const std::string kTool = THALWEG_TOOL;
const std::string kRaw = "Content-Type: application/octet-stream\r\n";

// Square hills with so many corners on a side, made once.
std::string hills_file(std::uint32_t corners) {
  const std::string path =
      std::string(THALWEG_BINARY_DIR) + "/serve-kept-" + std::to_string(corners) + ".thal";
  if (!std::filesystem::exists(path)) {
    EXPECT_TRUE(save_world(hills(3, {.corners = corners, .spacing = 5, .relief = 20}), path));
  }
  return path;
}

Response post(const ServerProcess& server, const std::string& op, const Json& body) {
  return ask(server.port(), "POST", "/api/v1/" + op, body.dump());
}
Json parsed(const Response& response) { return Json::parse(response.body, nullptr, false); }
Json get(const ServerProcess& server, const std::string& target) {
  return parsed(ask(server.port(), "GET", "/api/v1/" + target));
}
std::string sentence(const Response& response) { return parsed(response).value("error", ""); }

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Json rough_paint(int difficulty) {
  return {{{"at", {50, 50}}, {"radius", 25}, {"difficulty", difficulty}}};
}
Json across(const std::string& planner) {
  return {{"world", "w1"},    {"planner", planner}, {"graph", "faces"}, {"profile", "euclid"},
          {"from", {20, 20}}, {"to", {90, 95}},     {"reach", 10},      {"points", false}};
}

TEST(ServeMemory, edits_do_not_fill_it) {
  if (kIsSanitized)
    GTEST_SKIP() << "a sanitizer ends the process when memory runs out: run it in a release build";
  const ServerProcess server(kTool, {hills_file(200), "--max-memory", "50M"});
  ASSERT_EQ(post(server, "path", across("a_star")).status, 200);
  for (int i = 0; i < 40; ++i) {
    const Response edited =
        post(server, "edit", {{"world", "w1"}, {"paint", rough_paint(i % 9 + 1)}});
    ASSERT_EQ(edited.status, 200) << i << ": " << edited.body.substr(0, 300);
  }
  EXPECT_LE(get(server, "health").value("kept_mb", 1e9), 17.0);
  EXPECT_EQ(post(server, "undo", {{"world", "w1"}}).status, 200);
  EXPECT_EQ(post(server, "path", across("a_star")).status, 200);
}

TEST(ServeMemory, structures_of_many_options_do_not_fill_it) {
  if (kIsSanitized)
    GTEST_SKIP() << "a sanitizer ends the process when memory runs out: run it in a release build";
  const ServerProcess server(kTool, {"--max-memory", "30M"});
  const Json rooms = {{"kind", "rooms"}, {"of", "grid"}, {"size", 129}};
  ASSERT_EQ(post(server, "generate", rooms).status, 200);
  for (int size = 5; size < 45; ++size) {
    const Response path = post(server, "path",
                               {{"world", "w1"},
                                {"planner", "hpa_star:size=" + std::to_string(size)},
                                {"profile", "euclid"},
                                {"from", {1.5, 1.5}},
                                {"to", {100.5, 100.5}}});
    ASSERT_EQ(path.status, 200) << size << path.body;
  }
  EXPECT_LE(get(server, "health").value("kept_mb", 1e9), 10.0);
}

TEST(ServeMemory, what_does_not_fit_is_refused_and_others_are_answered) {
  const ServerProcess server(kTool, {hills_file(24), "--keep-memory", "3M"});
  const Json large = {{"kind", "fractal"}, {"of", "heights"}, {"size", 257}};
  const Response refused = post(server, "generate", large);
  EXPECT_EQ(refused.status, 507) << refused.body.substr(0, 300);
  EXPECT_NE(sentence(refused).find("--keep-memory"), std::string::npos) << refused.body;
  EXPECT_EQ(post(server, "path", across("a_star")).status, 200);
  const Json small = {{"kind", "fractal"}, {"of", "heights"}, {"size", 33}};
  EXPECT_EQ(post(server, "generate", small).status, 200);
}

// One request takes what the machine gives it; the server lives.
TEST(ServeMemory, what_is_too_large_to_read_is_refused_with_the_same_status) {
  if (kIsSanitized)
    GTEST_SKIP() << "a sanitizer ends the process when memory runs out: run it in a release build";
  const ServerProcess server(kTool, {hills_file(24), "--max-memory", "30M"});
  const Json large = {{"kind", "fractal"}, {"of", "heights"}, {"size", 1025}};
  const Response refused = post(server, "generate", large);
  EXPECT_EQ(refused.status, 507) << refused.body.substr(0, 300);
  EXPECT_EQ(get(server, "health").value("ok", false), true);
}

Json thousand_paints() {
  Json paints = Json::array();
  for (int i = 0; i < 1000; ++i) {
    paints.push_back({{"at", {500, 500}}, {"radius", 100'000}, {"difficulty", i % 7}});
  }
  return paints;
}

TEST(ServeTime, many_large_paints_keep_to_the_seconds_of_a_job) {
  const ServerProcess server(kTool, {hills_file(300), "--job-seconds", "0.2"});
  const auto start = Clock::now();
  const Response edited = post(server, "edit", {{"world", "w1"}, {"paint", thousand_paints()}});
  EXPECT_EQ(edited.status, 504) << edited.body.substr(0, 300);
  EXPECT_LT(seconds_since(start), 2);
  EXPECT_EQ(get(server, "world?world=w1").value("edits", -1), 0);
}

TEST(ServeTime, a_signal_ends_many_large_paints) {
  ServerProcess server(kTool, {hills_file(300)});
  const Json body = {{"world", "w1"}, {"paint", thousand_paints()}};
  std::thread busy([&] { post(server, "edit", body); });
  ::usleep(100'000);
  const auto start = Clock::now();
  EXPECT_EQ(server.stop(), 0);
  EXPECT_LT(seconds_since(start), 1);
  busy.join();
}

TEST(ServeScratch, errors_name_the_file_as_the_client_did) {
  const ServerProcess server(kTool, {});
  for (const char* name : {"town.map", "town.thal", "town.png", "town.obj.gz", "town.gltf"}) {
    const Response refused =
        ask(server.port(), "POST", std::string("/api/v1/upload?name=") + name, "rubbish", kRaw);
    EXPECT_EQ(refused.status, 422) << refused.body;
    EXPECT_EQ(sentence(refused).find('/'), std::string::npos) << refused.body;
    EXPECT_EQ(sentence(refused).find("scratch"), std::string::npos) << refused.body;
  }
  const Response refused =
      ask(server.port(), "POST", "/api/v1/upload?name=town.map", "rubbish", kRaw);
  EXPECT_NE(sentence(refused).find("town.map"), std::string::npos) << refused.body;
}

// A folder for temporary files that servers started meanwhile use.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(std::string(THALWEG_BINARY_DIR) + "/serve-scratch") {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directory(path_);
    ::setenv("TMPDIR", path_.c_str(), 1);
  }
  ~TemporaryFolder() {
    ::unsetenv("TMPDIR");
    std::filesystem::remove_all(path_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }
  std::size_t entries() const {
    const std::filesystem::directory_iterator all(path_);
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }

 private:
  std::string path_;
};

TEST(ServeScratch, folders_of_killed_servers_are_removed_and_those_of_others_stay) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() + "/thalweg-of-somebody-else");
  ServerProcess running(kTool, {});
  ServerProcess killed(kTool, {});
  EXPECT_EQ(folder.entries(), 3u);
  killed.stop(SIGKILL);
  EXPECT_EQ(folder.entries(), 3u);
  ServerProcess next(kTool, {});
  EXPECT_EQ(folder.entries(), 3u);  // the killed one's went, its own came
  EXPECT_EQ(next.stop(), 0);
  EXPECT_EQ(folder.entries(), 2u);
  const Response up = ask(running.port(), "POST", "/api/v1/upload?name=small.map",
                          "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n", kRaw);
  EXPECT_EQ(up.status, 200) << up.body;
  EXPECT_EQ(running.stop(), 0);
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(ServeCopy, is_called_what_it_is) {
  const ServerProcess server(kTool, {hills_file(24)});
  EXPECT_EQ(post(server, "save", {{"world", "w1"}, {"name", "mine"}}).status, 404);
  const Json copy = parsed(post(server, "copy", {{"world", "w1"}, {"name", "mine"}}));
  EXPECT_EQ(copy.value("name", ""), "mine");
  EXPECT_EQ(copy.at("about").value("name", ""), "mine");
  const Json api = get(server, "openapi.json");
  const std::string summary = api.at("paths").at("/api/v1/copy").at("post").at("summary");
  EXPECT_NE(summary.find("until the server ends"), std::string::npos);
}

}  // namespace
}  // namespace thalweg::serve_test

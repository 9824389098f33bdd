// Attacks on thalweg serve over real sockets, by connections that wait, stop reading or go away, and by
// signals: each of them kept others out, or held the end up.
#include <filesystem>
#include <memory>
#include <thread>

#include "serve/attack.hpp"

namespace thalweg::serve_test {
namespace {

// Connections that hold all slots, each in another manner.
std::vector<std::unique_ptr<Connection>> hold(int port, int count, const std::string& text) {
  std::vector<std::unique_ptr<Connection>> held;
  for (int i = 0; i < count; ++i) {
    held.push_back(std::make_unique<Connection>(port));
    held.back()->send(text);
  }
  ::usleep(100'000);
  return held;
}

TEST(Attack, connections_that_wait_make_room_for_new_ones) {
  ServerProcess server(kTool, {small_file(), "--connections", "16"});
  for (const std::string& text :
       {std::string(), std::string("GET /api/v1/worlds HTTP/1.1\r\nHost: loc"),
        request_text("GET", "/api/v1/health"), kPost + "Content-Length: 100\r\n\r\n{",
        upgrade_text(), upgrade_text() + "\x81"}) {
    const auto held = hold(server.port(), 40, text);
    const auto start = Clock::now();
    for (int i = 0; i < 5; ++i) {
      EXPECT_EQ(ask(server.port(), "GET", "/api/v1/worlds").status, 200) << text;
    }
    EXPECT_LT(Clock::now() - start, 2s) << text;
  }
}

TEST(Attack, the_longest_idle_connection_goes_first) {
  ServerProcess server(kTool, {small_file(), "--connections", "4"});
  const auto held = hold(server.port(), 4, {});
  held[0]->send(request_text("GET", "/api/v1/health"));
  EXPECT_TRUE(held[0]->receive());
  Connection fifth(server.port());
  fifth.send(request_text("GET", "/api/v1/health"));
  EXPECT_TRUE(fifth.receive());
  EXPECT_TRUE(held[1]->is_answered(2000)) << "closed";
  EXPECT_FALSE(held[0]->is_answered());
  EXPECT_FALSE(held[2]->is_answered());
}

TEST(Attack, clients_that_went_away_hold_no_slot) {
  ServerProcess server(kTool, {small_file(), "--connections", "4"});
  hold(server.port(), 8,
       request_text("POST", "/api/v1/generate", R"({"kind":"fractal","size":513})"))
      .clear();
  ::usleep(100'000);
  const auto start = Clock::now();
  for (int i = 0; i < 8; ++i) EXPECT_TRUE(is_alive(server));
  EXPECT_LT(Clock::now() - start, 2s);
  EXPECT_EQ(server.stop(), 0);
}

TEST(Attack, readers_that_stop_reading_make_room) {
  static const std::string large = hills_file(250);
  ServerProcess server(kTool, {large, "--connections", "4"});
  const auto held = hold(server.port(), 4, request_text("GET", "/api/v1/download?world=w1"));
  for (const auto& connection : held) EXPECT_TRUE(connection->is_answered(20'000));
  const auto start = Clock::now();
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(is_alive(server));
  EXPECT_LT(Clock::now() - start, 2s);
}

// Reads what comes, slowly at first, until the connection ends.
std::size_t read_slowly(const Connection& connection) {
  std::size_t total = 0;
  std::vector<char> bytes(1 << 20);
  for (int i = 0;; ++i) {
    const ssize_t got = ::recv(connection.fd(), bytes.data(), bytes.size(), 0);
    if (got <= 0) return total;
    total += static_cast<std::size_t>(got);
    if (i < 10) ::usleep(100'000);
  }
}

TEST(Attack, a_signal_lets_a_download_end) {
  static const std::string large = hills_file(400);
  ServerProcess server(kTool, {large});
  const Connection idle(server.port());
  Connection connection(server.port());
  connection.send(request_text("GET", "/api/v1/download?world=w1"));
  ASSERT_TRUE(connection.is_answered(30'000));
  ::kill(server.pid(), SIGTERM);
  ::usleep(300'000);
  EXPECT_FALSE(Connection(server.port()).is_open());
  EXPECT_TRUE(server.is_running());
  EXPECT_GT(read_slowly(connection), std::filesystem::file_size(large) / 2);
  const auto start = Clock::now();
  EXPECT_EQ(server.stop(0), 0);
  EXPECT_LT(Clock::now() - start, 3s);
}

TEST(Attack, a_reader_that_stops_reading_does_not_hold_the_end_up) {
  ServerProcess server(kTool, {hills_file(250), "--stop-seconds", "1"});
  Connection connection(server.port());
  connection.send(request_text("GET", "/api/v1/download?world=w1"));
  ASSERT_TRUE(connection.is_answered(20'000));
  const auto start = Clock::now();
  EXPECT_EQ(server.stop(), 0);
  EXPECT_LT(Clock::now() - start, 4s);
}

TEST(Attack, a_second_signal_ends_it_at_once) {
  const std::filesystem::path folder = std::string(THALWEG_BINARY_DIR) + "/attack-scratch";
  std::filesystem::create_directories(folder);
  ::setenv("TMPDIR", folder.c_str(), 1);
  ServerProcess server(kTool, {hills_file(250), "--stop-seconds", "60"});
  ::unsetenv("TMPDIR");
  Connection connection(server.port());
  connection.send(request_text("GET", "/api/v1/download?world=w1"));
  ASSERT_TRUE(connection.is_answered(20'000));
  ::kill(server.pid(), SIGTERM);
  ::usleep(300'000);
  EXPECT_TRUE(server.is_running());
  const auto start = Clock::now();
  EXPECT_EQ(server.stop(SIGTERM), 4);
  EXPECT_LT(Clock::now() - start, 1s);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

// METIS has a handler for SIGTERM of its own while it runs.
TEST(Attack, a_signal_while_cells_are_grown_ends_it_cleanly) {
  for (int i = 0; i < 5; ++i) {
    ServerProcess server(kTool, {hills_file(250)});
    auto connection = std::make_unique<Connection>(server.port());
    connection->send(request_text(
        "POST", "/api/v1/path",
        R"({"world":"w1","planner":"hna_star","from":[20,20],"to":[900,950],"reach":10})"));
    ::usleep(100'000 + 60'000 * static_cast<unsigned>(i));
    ::kill(server.pid(), SIGTERM);
    EXPECT_TRUE(connection->receive());
    connection.reset();
    EXPECT_EQ(server.stop(0), 0);
  }
}

TEST(Attack, a_websocket_takes_leave) {
  ServerProcess server(kTool, {small_file()});
  Connection connection(server.port());
  connection.send(upgrade_text());
  ASSERT_EQ(connection.receive().value_or(Response{}).status, 101);
  const auto start = Clock::now();
  EXPECT_EQ(server.stop(), 0);
  EXPECT_LT(Clock::now() - start, 4s);
  const std::string going_away = "\x88\x02\x03\xe9";
  EXPECT_EQ(connection.receive_until(going_away), going_away);
}

// What waits when a client goes away is let go by a worker. Found by ThreadSanitizer.
TEST(Attack, clients_that_leave_while_they_are_answered) {
  ServerProcess server(kTool, {small_file()});
  const std::string message = masked_frame(
      R"({"id":1,"op":"path","body":{"world":"w1","from":[20,20],"to":[90,95],"reach":10}})");
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        Connection socket(server.port());
        socket.send(upgrade_text());
        socket.receive();
        for (int m = 0; m < 5; ++m) socket.send(message);
        Connection(server.port()).send(request_text("POST", "/api/v1/path", "{}"));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(is_alive(server));
  EXPECT_EQ(server.stop(), 0);
}

}  // namespace
}  // namespace thalweg::serve_test

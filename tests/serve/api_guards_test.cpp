// Whom thalweg serve answers, and how much it takes: other sites, limits, slow clients, websockets, tokens.
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "serve/api_client.hpp"

namespace thalweg::serve_test {
namespace {

TEST_F(Serve, other_sites_are_refused) {
  const auto status = [&](const std::string& text) {
    Connection connection(server_->port());
    connection.send(text);
    return connection.receive().value_or(Response{}).status;
  };
  EXPECT_EQ(status("GET /api/v1/worlds HTTP/1.1\r\nHost: evil.example\r\n\r\n"), 403);
  EXPECT_EQ(status("GET /api/v1/worlds HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status("GET /api/v1/worlds HTTP/1.1\r\nHost: localhost:9000\r\n\r\n"), 200);
  EXPECT_EQ(status("GET /api/v1/worlds HTTP/1.1\r\nHost: [::1]:80\r\n\r\n"), 200);
  EXPECT_EQ(status("GET /api/v1/worlds HTTP/1.1\r\nHost: localhost\r\n"
                   "Origin: http://evil.example\r\n\r\n"),
            403);
  EXPECT_EQ(status("GET /api/v1/worlds HTTP/1.1\r\nHost: localhost:1\r\n"
                   "Origin: http://localhost:1\r\n\r\n"),
            200);
}

TEST_F(Serve, bodies_and_headers_have_limits) {
  EXPECT_EQ(ask(server_->port(), "POST", "/api/v1/path", std::string(2 << 20, ' ')).status, 413);
  EXPECT_EQ(ask(server_->port(), "GET", "/api/v1/worlds", {},
                "X-Long: " + std::string(40000, 'a') + "\r\n")
                .status,
            431);
  EXPECT_EQ(ask(server_->port(), "GET", "/../../etc/passwd").status, 404);
  EXPECT_EQ(ask(server_->port(), "GET", "/%2e%2e/%2e%2e/etc/passwd").status, 404);
  EXPECT_EQ(ask(server_->port(), "GET", "/%zz").status, 400);
}

TEST_F(Serve, slow_clients_do_not_stall_others) {
  std::vector<std::unique_ptr<Connection>> slow;
  for (int i = 0; i < 64; ++i) {
    slow.push_back(std::make_unique<Connection>(server_->port()));
    slow.back()->send("POST /api/v1/path HTTP/1.1\r\nHost: localhost\r\nContent-Le");
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(ask(server_->port(), "GET", "/api/v1/worlds").status, 200);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST_F(Serve, a_connection_takes_many_requests) {
  Connection connection(server_->port());
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(connection.send(request_text("GET", "/api/v1/health")));
    EXPECT_EQ(connection.receive().value_or(Response{}).status, 200);
  }
  // Two at once are answered in order.
  connection.send(request_text("GET", "/api/v1/health") + request_text("GET", "/api/v1/nothing"));
  EXPECT_EQ(connection.receive().value_or(Response{}).status, 200);
  EXPECT_EQ(connection.receive().value_or(Response{}).status, 404);
}

TEST_F(Serve, answers_on_a_websocket) {
  Connection connection(server_->port());
  connection.send(upgrade_text());
  ASSERT_EQ(connection.receive().value_or(Response{}).status, 101);
  connection.send(masked_frame(R"({"id":7,"op":"locate","body":{"world":"w1","at":[20,20]}})"));
  const std::string answer = "\"id\":7,\"status\":200";
  EXPECT_NE(connection.receive_until(answer).find(answer), std::string::npos);
}

TEST(ServeStart, a_token_is_asked_for_where_one_is_set) {
  ServerProcess server(kTool, {hills_file(), "--token", "0123456789-secret"});
  EXPECT_EQ(ask(server.port(), "GET", "/api/v1/worlds").status, 401);
  EXPECT_EQ(ask(server.port(), "GET", "/api/v1/worlds?token=wrong0").status, 401);
  EXPECT_EQ(
      ask(server.port(), "GET", "/api/v1/worlds", {}, "Authorization: Bearer 0123456789-secret\r\n")
          .status,
      200);
  const Response first = ask(server.port(), "GET", "/api/v1/worlds?token=0123456789-secret");
  EXPECT_EQ(first.status, 200);
  EXPECT_NE(first.header.find("HttpOnly; SameSite=Strict"), std::string::npos);
  EXPECT_EQ(ask(server.port(), "GET", "/api/v1/worlds", {},
                "Cookie: a=b; thalweg_token=0123456789-secret\r\n")
                .status,
            200);
}

TEST(ServeStart, bound_elsewhere_it_has_a_token) {
  ServerProcess server(kTool, {hills_file(), "--bind", "0.0.0.0"});
  EXPECT_NE(server.address().find("?token="), std::string::npos);
  EXPECT_EQ(ask(server.port(), "GET", "/api/v1/worlds").status, 401);
}

TEST(ServeStart, a_signal_ends_it_cleanly_also_while_it_builds) {
  ServerProcess server(kTool, {});
  std::thread busy(
      [&] { ask(server.port(), "POST", "/api/v1/generate", R"({"kind":"fractal","size":513})"); });
  ::usleep(100000);
  EXPECT_EQ(server.stop(SIGINT), 0);
  busy.join();
}

}  // namespace
}  // namespace thalweg::serve_test

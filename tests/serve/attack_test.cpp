// Attacks on thalweg serve over real sockets, by what is sent: each of them ended the server, or was
// answered as it should not be.
#include <fstream>
#include <iterator>
#include <map>
#include <memory>

#include "sanitized.hpp"
#include "serve/attack.hpp"

namespace thalweg::serve_test {
namespace {

const std::string kRaw = "Content-Type: application/octet-stream\r\n";
const std::string kUpload =
    "POST /api/v1/upload?name=a.thal HTTP/1.1\r\nHost: localhost\r\n" + kRaw;
const std::string kChunked = "Transfer-Encoding: chunked\r\n\r\n";

int status_of(int port, const std::string& text) {
  Connection connection(port);
  connection.send(text);
  return connection.receive().value_or(Response{}).status;
}
std::string chunk(const std::string& bytes) {
  char length[32];
  std::snprintf(length, sizeof(length), "%zx\r\n", bytes.size());
  return length + bytes + "\r\n";
}
// Sends chunks until the server answers, or all are sent.
void send_chunks(Connection& connection, std::size_t bytes) {
  static const std::string kChunk = chunk(std::string(1 << 20, 'x'));
  for (std::size_t sent = 0; sent < bytes && !connection.is_answered(); sent += 1 << 20) {
    if (!connection.send(kChunk)) return;
  }
}

TEST(Attack, nested_json_is_refused) {
  ServerProcess server(kTool, {small_file()});
  const std::string deep = std::string(106'000, '[') + std::string(106'000, ']');
  for (const char* field :
       {"edit paint", "edit links", "paths queries", "locate at", "cells items"}) {
    const std::string name = field;
    const std::size_t blank = name.find(' ');
    const Response response =
        ask(server.port(), "POST", "/api/v1/" + name.substr(0, blank),
            R"({"world":"w1",")" + name.substr(blank + 1) + "\":" + deep + "}");
    EXPECT_EQ(response.status, 400) << field;
    EXPECT_NE(response.body.find("nested deeper than 64 levels"), std::string::npos) << field;
  }
  EXPECT_EQ(server.stop(), 0);
}

TEST(Attack, nested_messages_are_refused) {
  ServerProcess server(kTool, {small_file()});
  const std::string deep = std::string(30'000, '[') + std::string(30'000, ']');
  for (const std::string& member : {"\"id\":" + deep, R"("id":1,"op":"edit","body":)" + deep,
                                    R"("op":"locate","id":)" + deep}) {
    Connection connection(server.port());
    connection.send(upgrade_text());
    ASSERT_EQ(connection.receive().value_or(Response{}).status, 101);
    connection.send(masked_frame("{" + member + "}"));
    const std::string refused = "\"status\":400";
    EXPECT_NE(connection.receive_until(refused).find(refused), std::string::npos);
  }
  EXPECT_EQ(server.stop(), 0);
}

TEST(Attack, objects_of_many_members_are_refused_in_no_time) {
  ServerProcess server(kTool, {small_file()});
  std::string wide = "{\"world\":\"w1\"";
  for (int i = 0; wide.size() < 1'000'000; ++i) wide += ",\"" + std::to_string(i) + "\":0";
  const auto start = Clock::now();
  EXPECT_EQ(ask(server.port(), "POST", "/api/v1/locate", wide + "}").status, 400);
  EXPECT_LT(Clock::now() - start, 2s);
}

TEST(Attack, bodies_beyond_all_memory_leave_the_server_alive) {
  if (kIsSanitized)
    GTEST_SKIP() << "a sanitizer ends the process when memory runs out: run it in a release build";
  ServerProcess server(kTool, {small_file(), "--max-memory", "100M"});
  std::vector<std::unique_ptr<Connection>> held;
  for (int i = 0; i < 10; ++i) {
    held.push_back(std::make_unique<Connection>(server.port()));
    held.back()->send(kUpload + kChunked);
    send_chunks(*held.back(), 30 << 20);
  }
  std::map<int, int> statuses;
  for (const auto& connection : held) {
    if (connection->is_answered(3000))
      ++statuses[connection->receive().value_or(Response{}).status];
  }
  for (const auto& [status, times] : statuses) {
    EXPECT_TRUE(status == 413 || status == 503 || status == 507) << status << ", " << times;
  }
  EXPECT_TRUE(is_alive(server));
  held.clear();
  EXPECT_EQ(server.stop(), 0);
}

TEST(Attack, bodies_in_parts_have_a_budget_that_leaves_room_for_questions) {
  ServerProcess server(kTool, {small_file(), "--max-memory", kIsSanitized ? "2G" : "200M"});
  const std::size_t budget = kIsSanitized ? 500'000'000 : 50'000'000;
  std::vector<std::unique_ptr<Connection>> held;
  std::size_t refused = 0;
  for (std::size_t sent = 0; sent < budget * 2; sent += 8 << 20) {
    held.push_back(std::make_unique<Connection>(server.port()));
    held.back()->send(kUpload + kChunked);
    send_chunks(*held.back(), 8 << 20);
    if (!held.back()->is_answered(50)) continue;
    ++refused;
    EXPECT_EQ(held.back()->receive().value_or(Response{}).status, 503);
  }
  EXPECT_GT(refused, 0u);
  EXPECT_LT(refused, held.size());
  EXPECT_EQ(ask(server.port(), "POST", "/api/v1/locate", R"({"world":"w1","at":[20,20]})").status,
            200);
  held.clear();
  ::usleep(300'000);
  EXPECT_EQ(
      ask(server.port(), "POST", "/api/v1/upload?name=a.thal", std::string(2 << 20, 'x'), kRaw)
          .status,
      422);
  EXPECT_EQ(server.stop(), 0);
}

TEST(Attack, headers_and_messages_beyond_all_memory_leave_the_server_alive) {
  if (kIsSanitized)
    GTEST_SKIP() << "a sanitizer ends the process when memory runs out: run it in a release build";
  ServerProcess server(kTool, {small_file(), "--max-memory", "8M", "--connections", "900"});
  const std::string kept(60'000, 'x');
  std::vector<std::unique_ptr<Connection>> held;
  for (int i = 0; i < 800; ++i) {
    held.push_back(std::make_unique<Connection>(server.port()));
    if (i % 2 == 0) {
      held.back()->send(kPost + "Content-Length: 900000\r\n\r\n" + kept);
    } else {
      held.back()->send(upgrade_text());
      held.back()->send(masked_frame(kept).substr(0, 50'000));  // the rest never comes
    }
  }
  EXPECT_TRUE(server.is_running());
  held.clear();
  ::usleep(200'000);
  EXPECT_TRUE(is_alive(server));
  EXPECT_EQ(server.stop(), 0);
}

TEST(Attack, uploads_may_be_as_large_as_the_limit_says_and_nothing_else) {
  ServerProcess server(kTool, {small_file(), "--upload-limit", "4M"});
  const std::string file(3 << 20, 'x');
  const std::string large(5 << 20, 'x');
  const auto status = [&](const std::string& head, const std::string& body) {
    return status_of(server.port(),
                     head + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  };
  const auto in_chunks = [&](const std::string& head, const std::string& body) {
    return status_of(server.port(), head + kChunked + chunk(body.substr(0, body.size() / 2)) +
                                        chunk(body.substr(body.size() / 2)) + "0\r\n\r\n");
  };
  EXPECT_EQ(status(kUpload, file), 422);  // was read, and is no world
  EXPECT_EQ(in_chunks(kUpload, file), 422);
  EXPECT_EQ(status(kUpload, large), 413);
  EXPECT_EQ(in_chunks(kUpload, large), 413);
  EXPECT_EQ(status(kPost, std::string(2 << 20, ' ')), 413);
  EXPECT_EQ(in_chunks(kPost, std::string(2 << 20, ' ')), 413);
  EXPECT_EQ(status_of(server.port(), kPost + "Content-Length: 99999999999999\r\n\r\n"), 413);
  // Refused before it is sent.
  EXPECT_EQ(status_of(server.port(), kUpload + "Content-Length: 5000000\r\n"
                                               "Expect: 100-continue\r\n\r\n"),
            413);
}

TEST(Attack, other_sites_start_no_work) {
  ServerProcess server(kTool, {small_file()});
  const auto status = [&](const std::string& target, const std::string& site,
                          const std::string& mode) {
    return status_of(server.port(), request_text("GET", target, {},
                                                 "Sec-Fetch-Site: " + site +
                                                     "\r\nSec-Fetch-Mode: " + mode + "\r\n"));
  };
  for (const char* target : {"/api/v1/cells?world=w1&planner=natural", "/api/v1/worlds"}) {
    EXPECT_EQ(status(target, "cross-site", "no-cors"), 403);
    EXPECT_EQ(status(target, "cross-site", "navigate"), 403);
    EXPECT_EQ(status(target, "same-site", "no-cors"), 403);
    EXPECT_EQ(status(target, "same-origin", "cors"), 200);
    EXPECT_EQ(status(target, "none", "navigate"), 200);
  }
  EXPECT_NE(status("/", "cross-site", "navigate"), 403) << "a link to the page works";
}

TEST(Attack, methods_are_whole_words) {
  ServerProcess server(kTool, {small_file()});
  for (const char* method : {"POS", "OST", "GE", "ET", "T", "PO", "G", "get", "post", "PUT"}) {
    for (const char* op : {"path", "world?world=w1", "cells?world=w1", "upload"}) {
      EXPECT_EQ(status_of(server.port(), std::string(method) + " /api/v1/" + op +
                                             " HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                405)
          << method << " " << op;
    }
  }
}

TEST(Attack, requests_that_proxies_could_read_otherwise_are_refused) {
  ServerProcess server(kTool, {small_file()});
  const std::string get = "GET /api/v1/worlds HTTP/1.1\r\n";
  const std::string host = "Host: localhost\r\n";
  const std::string end = "\r\n";
  const std::string body = kPost + "Content-Length: 2\r\n";
  for (const std::string& bad :
       {get + end, get + host + host + end, get + host + "host: evil.example\r\n" + end,
        get + "Host: localhost, evil.example\r\n" + end, get + "Host: localhost:80@evil\r\n" + end,
        get + "Host:\r\n" + end, std::string("GET /api/v1/worlds HTTP/1.0\r\n\r\n"),
        kPost + "Transfer-Encoding: gzip\r\n" + end,
        kPost + "Transfer-Encoding: gzip, chunked\r\n" + end + "0\r\n\r\n",
        kPost + "Transfer-Encoding: chunked, chunked\r\n" + end + "0\r\n\r\n",
        kPost + "Transfer-Encoding: xchunked\r\n" + end + "0\r\n\r\n",
        kPost + "Transfer-Encoding: identity\r\n" + end,
        kPost + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n" + end + "0\r\n\r\n",
        body + kChunked + "0\r\n\r\n",
        kPost + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n" + end + "0\r\n\r\n",
        body + "Content-Length: 2\r\n" + end + "{}", body + "Content-Length: 3\r\n" + end + "{}",
        kPost + "Content-Length: +2\r\n" + end + "{}",
        get + host + "Origin: http://localhost\r\nOrigin: http://evil.example\r\n" + end}) {
    EXPECT_EQ(status_of(server.port(), bad), 400) << bad;
  }
  EXPECT_EQ(status_of(server.port(), get + host + end), 200);
}

TEST(Attack, short_tokens_are_refused_and_others_need_not_be_seen) {
  const std::string secret = "a-token-of-a-file_1";
  for (const char* bad : {"", "secret", "0123456789 abcdef", "0123456789;abcdef"}) {
    ServerProcess server(kTool, {small_file(), "--token", bad});
    EXPECT_EQ(server.port(), 0) << bad;
    EXPECT_EQ(server.stop(0), 2) << bad;
  }
  const std::string file = std::string(THALWEG_BINARY_DIR) + "/attack-token";
  const auto knows = [&](const ServerProcess& server) {
    EXPECT_EQ(server.address().find(secret), std::string::npos) << "printed";
    std::ifstream stat("/proc/" + std::to_string(server.pid()) + "/cmdline");
    const std::string seen((std::istreambuf_iterator<char>(stat)), {});
    EXPECT_EQ(seen.find(secret), std::string::npos);
    return ask(server.port(), "GET", "/api/v1/worlds").status == 401 &&
           ask(server.port(), "GET", "/api/v1/worlds", {},
               "Authorization: Bearer " + secret + "\r\n")
                   .status == 200;
  };
  std::ofstream(file) << secret << "\n";
  EXPECT_TRUE(knows(ServerProcess(kTool, {small_file(), "--token-file", file})));
  ::setenv("THALWEG_TOKEN", secret.c_str(), 1);
  EXPECT_TRUE(knows(ServerProcess(kTool, {small_file()})));
  ::setenv("THALWEG_TOKEN", "short", 1);
  EXPECT_EQ(ServerProcess(kTool, {small_file()}).stop(0), 2);
  ::unsetenv("THALWEG_TOKEN");
}

TEST(Attack, tokens_cannot_be_guessed_fast) {
  const std::string secret = "the-right-token-1";
  ServerProcess server(kTool, {small_file(), "--token", secret});
  const auto status = [&](const std::string& token) {
    const Response response = ask(server.port(), "GET", "/api/v1/worlds?token=" + token);
    EXPECT_EQ(response.header.find("Set-Cookie") != std::string::npos, response.status == 200);
    return response.status;
  };
  EXPECT_EQ(status(secret), 200);
  std::map<int, int> statuses;
  const auto start = Clock::now();
  for (int i = 0; i < 100; ++i) ++statuses[status("guess-" + std::to_string(i))];
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start);
  EXPECT_LE(statuses[401], 11 + seconds.count());
  EXPECT_EQ(statuses[401] + statuses[429], 100);
  EXPECT_EQ(status(secret), 429) << "a guess that is right is not told";
  EXPECT_TRUE(ask(server.port(), "GET", "/api/v1/worlds").status == 401) << "others are answered";
  ::usleep(2'200'000);
  EXPECT_EQ(status(secret), 200);
}

}  // namespace
}  // namespace thalweg::serve_test

// Malformed requests against thalweg serve: every one must get a defined status or a closed
// connection, and the server must go on working. Usage: serve_fuzz TOOL WORLD.thal COUNT SEED
#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "serve/client.hpp"
#include "thalweg/core/random.hpp"

namespace thalweg::serve_test {
namespace {

using namespace std::string_literals;

constexpr const char* kOps[] = {
    "path",    "paths",  "locate",       "compare", "wave",     "watch", "descend",
    "cells",   "gates",  "mesh",         "edges",   "field",    "edit",  "undo",
    "copy",    "remove", "generate",     "upload",  "download", "world", "worlds",
    "catalog", "health", "openapi.json", "socket",  "nothing"};
constexpr const char* kNames[] = {
    "world",  "planner", "profile", "graph",   "from",         "to",         "at",     "shape",
    "reach",  "radius",  "weight",  "queries", "planners",     "paint",      "links",  "what",
    "level",  "steps",   "tile",    "name",    "kind",         "size",       "frames", "items",
    "random", "targets", "layers",  "chain",   "compressions", "expansions", "known"};
constexpr const char* kValues[] = {"\"w1\"",
                                   "\"w2\"",
                                   "\"\"",
                                   "null",
                                   "true",
                                   "-1",
                                   "1e308",
                                   "-1e308",
                                   "0",
                                   "3",
                                   "99999999999",
                                   "[1,2]",
                                   "[5,5,5]",
                                   "[20,20]",
                                   "[60,70]",
                                   "[]",
                                   "[[20,20],[60,60]]",
                                   "{}",
                                   "\"a_star\"",
                                   "\"natural\"",
                                   "\"hpa_star:size=0\"",
                                   "\"a_star:weight=nan\"",
                                   "\"fold\"",
                                   "\"hiker\"",
                                   "\"euclid\"",
                                   "\"../../etc/passwd\"",
                                   "\"height\"",
                                   "\"\\u0000\"",
                                   "\"\\ud800\"",
                                   "[null]",
                                   "[[[[[[[[]]]]]]]]",
                                   "\"portals\"",
                                   "[\"a_star\",\"x\"]",
                                   "[{\"at\":[20,20],\"area\":\"swamp\"}]",
                                   "[{\"from\":[20,20],\"to\":[60,60],\"kind\":\"jump\"}]",
                                   "[{}]",
                                   "\"valley\"",
                                   "1.5"};

template <class T, std::size_t N>
const T& pick(Random& random, const T (&all)[N]) {
  return all[random.below(static_cast<std::uint32_t>(N))];
}

std::string random_bytes(Random& random, std::uint32_t most) {
  std::string bytes;
  for (std::uint32_t i = random.below(most + 1); i > 0; --i) {
    bytes += static_cast<char>(random.below(256));
  }
  return bytes;
}

std::string random_object(Random& random) {
  std::string text = "{";
  if (random.below(4) != 0) text += "\"world\":\"w1\"";
  for (std::uint32_t i = random.below(6); i > 0; --i) {
    if (text.size() > 1) text += ",";
    text += std::string("\"") + pick(random, kNames) + "\":" + pick(random, kValues);
  }
  return text + "}";
}

// Changes some bytes.
std::string damaged(Random& random, std::string text) {
  for (std::uint32_t i = 1 + random.below(4); i > 0 && !text.empty(); --i) {
    const std::uint32_t at = random.below(static_cast<std::uint32_t>(text.size()));
    switch (random.below(3)) {
      case 0: text[at] = static_cast<char>(random.below(256)); break;
      case 1: text.erase(at, 1 + random.below(5)); break;
      default: text.insert(at, random_bytes(random, 6)); break;
    }
  }
  return text;
}

std::string random_target(Random& random) {
  static constexpr const char* kTargets[] = {"/",
                                             "/../etc/passwd",
                                             "/..%2f..%2fetc/passwd",
                                             "/assets/../../x",
                                             "//",
                                             "*",
                                             "/%00",
                                             "/%",
                                             "http://evil.example/",
                                             "/api/v1/mesh?world=w1&tile=99999",
                                             "/api/v1/mesh?tile=-1&world=w1",
                                             "/api/v1/field?world=w1&what=height",
                                             "/api/v1/download?world=..%2f..",
                                             "/api/v2/path",
                                             "/api/v1/",
                                             "/api/v1/path/",
                                             "/index.html",
                                             "/api/v1/world?world=%ff%fe"};
  return pick(random, kTargets);
}

// Lists and objects in each other, up to 200,000 deep; some are not closed.
std::string nested_object(Random& random) {
  const std::uint32_t depth = random.below(2) == 0 ? random.below(130) : random.below(200'000);
  const bool is_list = random.below(2) == 0;
  std::string text = std::string("{\"world\":\"w1\",\"") + pick(random, kNames) + "\":";
  for (std::uint32_t i = 0; i < depth; ++i) text += is_list ? "[" : "{\"a\":";
  text += pick(random, kValues);
  return text + std::string(random.below(4) == 0 ? 0 : depth, is_list ? ']' : '}') + "}";
}

// Fields that say who asks and where the request ends, some of them twice.
std::string random_fields(Random& random) {
  static constexpr const char* kFields[] = {"Host: localhost",
                                            "Host: evil.example",
                                            "Host:",
                                            "Transfer-Encoding: chunked",
                                            "Transfer-Encoding: gzip, chunked",
                                            "Transfer-Encoding: identity",
                                            "Content-Length: 0",
                                            "Content-Length: 7",
                                            "Content-Length: 1, 1",
                                            "Expect: 100-continue",
                                            "Connection: upgrade",
                                            "Connection: close, keep-alive",
                                            "Upgrade: websocket",
                                            "Sec-Fetch-Site: cross-site",
                                            "Origin: null",
                                            "Authorization: Bearer x",
                                            "Cookie: thalweg_token=",
                                            "Accept-Encoding: gzip;q=,*;q=0"};
  std::string text;
  for (std::uint32_t i = 1 + random.below(4); i > 0; --i) text += pick(random, kFields) + "\r\n"s;
  return text;
}

// What one request does, and whether it may be left unanswered because it is incomplete.
struct Attack {
  std::string bytes;
  bool is_incomplete = false;
};

Attack make_attack(Random& random) {
  const std::string op = std::string("/api/v1/") + pick(random, kOps);
  switch (random.below(12)) {
    case 0: return {request_text("POST", op, random_object(random))};
    case 1: return {request_text("POST", op, damaged(random, random_object(random)))};
    case 2: return {request_text("POST", op, random_bytes(random, 300))};
    case 3: return {request_text("GET", random_target(random))};
    case 4: return {damaged(random, request_text("POST", op, random_object(random))), true};
    case 5: return {random_bytes(random, 400), true};
    case 6: {  // a length that is wrong, negative or huge
      static constexpr const char* kLengths[] = {"-1", "99999999999999999999", "abc", "5",
                                                 "1073741824"};
      return {"POST " + op +
                  " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                  "Content-Length: " +
                  std::string(pick(random, kLengths)) + "\r\n\r\n{}",
              true};
    }
    case 7:
      return {"POST " + op +
                  " HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
                  "Content-Type: application/json\r\n\r\n" +
                  random_bytes(random, 60),
              true};
    case 8:
      return {request_text("POST", "/api/v1/upload?name=x.map", random_bytes(random, 2000),
                           "Content-Type: application/octet-stream\r\n")};
    case 9: return {request_text("POST", op, nested_object(random))};
    case 10: return {request_text("POST", op, random_object(random), random_fields(random)), true};
    default: return {request_text(random.below(2) == 0 ? "DELETE" : "PUT", op)};
  }
}

struct Tally {
  std::mutex mutex;
  std::map<int, std::uint64_t> statuses;  // 0: closed without an answer
  std::uint64_t undefined = 0;            // neither an answer nor closed, or a strange status

  void add(int status) {
    const std::lock_guard lock(mutex);
    ++statuses[status];
    const bool is_known = status == 0 || status == 101 || (status >= 200 && status < 600);
    undefined += !is_known;
  }
};

void attack(int port, std::uint64_t seed, std::atomic<std::int64_t>& left, Tally& tally) {
  Random random(seed);
  while (left-- > 0) {
    const Attack one = make_attack(random);
    Connection connection(port, 60);
    if (!connection.is_open()) {
      tally.add(-1);
      continue;
    }
    connection.send(one.bytes);
    if (one.is_incomplete) connection.end_sending();
    if (random.below(50) == 0) continue;  // goes away without waiting
    const auto response = connection.receive();
    tally.add(response ? response->status : 0);
  }
}

int run(const std::string& tool, const std::string& world, std::int64_t count, std::uint64_t seed) {
  ServerProcess server(
      tool, {world, "--query-seconds", "5", "--job-seconds", "20", "--connections", "256"});
  std::vector<std::unique_ptr<Connection>> slow;  // these never finish their requests
  for (int i = 0; i < 50; ++i) {
    slow.push_back(std::make_unique<Connection>(server.port()));
    slow.back()->send("POST /api/v1/path HTTP/1.1\r\nHost: loc");
  }
  Tally tally;
  std::atomic<std::int64_t> left{count};
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] { attack(server.port(), seed * 100 + i, left, tally); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& [status, times] : tally.statuses) {
    std::printf("%6d %10llu\n", status, static_cast<unsigned long long>(times));
  }
  const bool is_well = ask(server.port(), "GET", "/api/v1/health").status == 200;
  slow.clear();
  const int code = server.stop();
  std::printf("%lld requests, %llu without a defined status; the server %s and ended with %d\n",
              static_cast<long long>(count), static_cast<unsigned long long>(tally.undefined),
              is_well ? "still answers" : "no longer answers", code);
  return tally.undefined == 0 && is_well && code == 0 ? 0 : 1;
}

}  // namespace
}  // namespace thalweg::serve_test

int main(int argc, char** argv) {
  if (argc != 5) return std::fputs("usage: serve_fuzz TOOL WORLD.thal COUNT SEED\n", stderr), 2;
  return thalweg::serve_test::run(argv[1], argv[2], std::atoll(argv[3]),
                                  static_cast<std::uint64_t>(std::atoll(argv[4])));
}

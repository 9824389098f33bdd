// The parts of thalweg serve that need no sockets: addresses, guards, fields and drawings.
#include <gtest/gtest.h>

#include <chrono>
#include <set>

#include "scene.hpp"
#include "serve/draw_mesh.hpp"
#include "serve/fields.hpp"
#include "serve/guard.hpp"

namespace thalweg::tool::serve {
namespace {

TEST(ServeTarget, is_decoded_or_refused) {
  const auto target = parse_target("/api/v1/world?world=w1&name=a%20b+c");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/api/v1/world");
  EXPECT_EQ(target->parameters.at("name"), "a b c");
  for (const char* bad : {"", "world", "/%", "/%0", "/%zz", "/%00", "/a?b=%f", "*"}) {
    EXPECT_FALSE(parse_target(bad)) << bad;
  }
  std::string many = "/?";
  for (int i = 0; i < 40; ++i) many += "a" + std::to_string(i) + "=1&";
  EXPECT_FALSE(parse_target(many));
  // What follows the text in memory counts for nothing.
  const std::string_view whole = "/a%41";
  EXPECT_TRUE(parse_target(whole));
  EXPECT_FALSE(parse_target(whole.substr(0, 4)));
  EXPECT_FALSE(parse_target(whole.substr(0, 3)));
}

TEST(ServeTarget, cookies_are_found_by_name) {
  EXPECT_EQ(cookie_value("a=1; thalweg_token=x; b=2", "thalweg_token"), "x");
  EXPECT_EQ(cookie_value("not_thalweg_token=x", "thalweg_token"), "");
  EXPECT_EQ(cookie_value("thalweg_tokens=x", "thalweg_token"), "");
}

TEST(ServeHeaders, are_lists_of_words) {
  EXPECT_TRUE(has_word("GET POST", "GET"));
  EXPECT_TRUE(has_word("GET POST", "POST"));
  for (const char* no : {"", " ", "POS", "OST", "T P", "GET POST", "get"}) {
    EXPECT_FALSE(has_word("GET POST", no)) << no;
  }
  EXPECT_TRUE(is_type("Application/JSON; charset=utf-8", "application/json"));
  EXPECT_FALSE(is_type("application/jsonlines", "application/json"));
  EXPECT_FALSE(is_type("text/plain; application/json", "application/json"));
  for (const char* yes : {"gzip", "deflate, GZIP;q=0.5", "*", "br,gzip"}) {
    EXPECT_TRUE(accepts_gzip(yes)) << yes;
  }
  for (const char* no : {"", "identity", "gzip;q=0", "gzip; q=0.0", "notgzip", "x-gzip2"}) {
    EXPECT_FALSE(accepts_gzip(no)) << no;
  }
}

int refusal_status(Guard& guard, const HttpRequest& request, const std::string& target = "/",
                   WrongTokens::Time now = {}) {
  const auto refused = guard.refusal(request, parse_target(target).value(), now);
  return refused ? static_cast<int>(refused->status) : 0;
}

TEST(ServeGuard, knows_its_hosts_and_origins) {
  Guard local(GuardOptions{.hosts = {"Map.example"}});
  for (const char* host :
       {"localhost", "LOCALHOST:80", "127.0.0.1:7117", "127.9.9.9", "[::1]:1", "map.example:9"}) {
    EXPECT_EQ(refusal_status(local, {.host = host}), 0) << host;
  }
  for (const char* host :
       {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "[::2]"}) {
    EXPECT_EQ(refusal_status(local, {.host = host}), 403) << host;
  }
  for (const char* host : {"", ":80", "[::1", "[::1]x", "localhost:80@evil.example",
                           "localhost, evil.example", "localhost:8x", "localhost/", "::1"}) {
    EXPECT_EQ(refusal_status(local, {.host = host}), 400) << host;
  }
  EXPECT_EQ(refusal_status(local, {.host = "localhost:1", .origin = "http://localhost:1"}), 0);
  EXPECT_EQ(refusal_status(local, {.host = "localhost:1", .origin = "http://localhost:2"}), 403);
  EXPECT_EQ(refusal_status(local, {.host = "localhost:1", .origin = "null"}), 403);
}

TEST(ServeGuard, other_sites_may_open_the_page_and_nothing_else) {
  Guard local(GuardOptions{});
  const auto status = [&](const char* site, const char* mode, const char* target,
                          const char* origin = "") {
    return refusal_status(
        local, {.host = "localhost", .origin = origin, .fetch_site = site, .fetch_mode = mode},
        target);
  };
  for (const char* site : {"", "same-origin", "none"}) {
    EXPECT_EQ(status(site, "cors", "/api/v1/worlds"), 0) << site;
    EXPECT_EQ(status(site, "no-cors", "/"), 0) << site;
  }
  for (const char* site : {"cross-site", "same-site", "new-word"}) {
    EXPECT_EQ(status(site, "no-cors", "/api/v1/cells"), 403) << site;
    EXPECT_EQ(status(site, "navigate", "/api/v1/cells"), 403) << site;
    EXPECT_EQ(status(site, "no-cors", "/"), 403) << site;
    EXPECT_EQ(status(site, "navigate", "/"), 0) << site;
    EXPECT_EQ(status(site, "websocket", "/api/v1/socket", "http://localhost"), 0) << site;
  }
}

TEST(ServeGuard, asks_for_its_token) {
  const std::string secret = "0123456789abcdef";
  Guard open(GuardOptions{.bind = "0.0.0.0", .hosts = {}, .token = secret});
  EXPECT_EQ(refusal_status(open, {.host = "10.0.0.1:7117"}), 401);
  EXPECT_EQ(refusal_status(open, {.host = "evil.example"}, "/?token=" + secret), 403);
  EXPECT_EQ(refusal_status(open, {.host = "10.0.0.1"}, "/?token=" + secret), 0);
  EXPECT_EQ(refusal_status(open, {.host = "10.0.0.1", .authorization = "Bearer " + secret}), 0);
  for (const std::string& wrong :
       {std::string("0"), secret.substr(1), secret + secret, secret + "0", std::string("x")}) {
    EXPECT_EQ(refusal_status(open, {.host = "10.0.0.1"}, "/?token=" + wrong), 401) << wrong;
  }
  EXPECT_EQ(refusal_status(open, {.host = "10.0.0.1", .authorization = "Basic " + secret}), 401);
  EXPECT_EQ(random_token().size(), 32u);
  EXPECT_NE(random_token(), random_token());
  EXPECT_FALSE(token_problem(random_token()));
  for (const char* bad : {"", "secret", "0123456789abcde", "0123456789abcde ", "0123456789abcd;a=b",
                          "0123456789abcde\n"}) {
    EXPECT_TRUE(token_problem(bad)) << bad;
  }
}

TEST(ServeGuard, who_guesses_tokens_waits) {
  using namespace std::chrono_literals;
  Guard open(GuardOptions{.bind = "0.0.0.0", .hosts = {}, .token = "0123456789abcdef"});
  const WrongTokens::Time start{1h};
  const auto status = [&](const std::string& client, const std::string& token, auto after) {
    return refusal_status(open, {.host = "10.0.0.1", .client = client}, "/?token=" + token,
                          start + after);
  };
  for (int i = 0; i < 50; ++i) EXPECT_EQ(status("10.0.0.4", "of another server", 0s), 401);
  EXPECT_EQ(status("10.0.0.4", "0123456789abcdef", 0s), 0) << "one wrong token counts once";
  for (int i = 0; i < 10; ++i) EXPECT_EQ(status("10.0.0.2", std::to_string(i), 0s), 401);
  EXPECT_EQ(status("10.0.0.2", "wrong", 0s), 429);
  EXPECT_EQ(status("10.0.0.2", "0123456789abcdef", 0s), 429) << "no guess is compared";
  EXPECT_EQ(status("10.0.0.3", "0123456789abcdef", 0s), 0) << "others do not wait";
  EXPECT_EQ(status("10.0.0.2", "wrong", 1500ms), 401);
  EXPECT_EQ(status("10.0.0.2", "again", 1600ms), 429);
  EXPECT_EQ(status("10.0.0.2", "0123456789abcdef", 3s), 0);
}

TEST(ServeGuard, the_list_of_who_guesses_is_bounded) {
  WrongTokens wrong;
  const WrongTokens::Time now{std::chrono::hours(1)};
  for (int i = 0; i < 20; ++i) wrong.note("worst", std::to_string(i), now);
  for (int i = 0; i < 10'000; ++i) wrong.note(std::to_string(i), "x", now);
  EXPECT_EQ(wrong.clients(), WrongTokens::kMostClients);
  EXPECT_FALSE(wrong.may_try("worst", now));
}

std::string refusal_of(const std::string& body, const std::function<void(const Fields&)>& read) {
  try {
    read(Fields::parse(body));
    return "";
  } catch (const HttpFailure& failure) {
    return failure.what();
  }
}

TEST(ServeFields, are_checked) {
  const auto number = [](const Fields& f) { f.number("n", {0, 10}); };
  EXPECT_EQ(refusal_of(R"({"n": 3})", number), "");
  EXPECT_EQ(refusal_of(R"({"n": "3.5"})", number), "");
  EXPECT_EQ(refusal_of(R"({"n": 11})", number), "'n' wants a number from 0 to 10");
  EXPECT_EQ(refusal_of(R"({"n": []})", number), "'n' wants a number");
  EXPECT_EQ(refusal_of("{}", number), "'n' is missing");
  EXPECT_EQ(refusal_of("{", number), "the body is no JSON");
  EXPECT_EQ(refusal_of("[]", number), "the body must be a JSON object");
  const auto point = [](const Fields& f) { f.point("p"); };
  EXPECT_EQ(refusal_of(R"({"p": [1, 2, null]})", point), "");
  EXPECT_NE(refusal_of(R"({"p": [1, 1e300]})", point), "");
  const auto whole = [](const Fields& f) { f.whole("n", {0, 10}, 1); };
  EXPECT_EQ(refusal_of(R"({"n": 2.5})", whole), "'n' wants a whole number");
  const auto nested = [](std::size_t levels) {  // in an object, which is one more
    return R"({"n":)" + std::string(levels, '[') + std::string(levels, ']') + "}";
  };
  EXPECT_EQ(refusal_of(nested(63), number), "'n' wants a number");
  EXPECT_EQ(refusal_of(nested(64), number), "the body is nested deeper than 64 levels");
  EXPECT_EQ(refusal_of(nested(106'000), number), "the body is nested deeper than 64 levels");
  std::string wide = "{";
  for (int i = 0; i < 257; ++i) wide += "\"m" + std::to_string(i) + "\":0,";
  EXPECT_EQ(refusal_of(wide + "\"n\":0}", number),
            "the body has an object of more than 256 members");
}

TEST(DrawMesh, small_worlds_are_one_part_with_every_triangle) {
  const World world = hills(3, {.corners = 12});
  const DrawMesh drawing = draw_mesh(world);
  EXPECT_EQ(drawing.triangles, world.mesh.face_count());
  EXPECT_TRUE(drawing.overview.items.empty());
  const DrawPart part = draw_tile(world, drawing, 0);
  EXPECT_EQ(part.items.size(), world.mesh.face_count());
  EXPECT_EQ(part.positions.size(), world.mesh.vertex_count() * 3u);
  EXPECT_EQ(draw_mesh(World()).triangles, 0u);
}

TEST(DrawMesh, large_worlds_have_tiles_and_an_overview) {
  const World world = hills(3, {.corners = 420, .has_areas = false});
  const DrawMesh drawing = draw_mesh(world);
  ASSERT_GT(drawing.tiles.size(), 1u);
  EXPECT_GT(drawing.overview.items.size(), 10'000u);
  EXPECT_LT(drawing.overview.items.size(), drawing.triangles);
  std::set<std::uint32_t> seen;
  for (std::size_t t = 0; t < drawing.tiles.size(); ++t) {
    const DrawPart part = draw_tile(world, drawing, t);
    EXPECT_EQ(part.items.size(), drawing.tiles[t].triangles);
    for (const std::uint32_t corner : part.corners) ASSERT_LT(corner, part.positions.size() / 3);
    seen.insert(part.items.begin(), part.items.end());
  }
  EXPECT_EQ(seen.size(), world.mesh.face_count());
}

TEST(DrawMesh, grids_are_drawn_where_they_can_be_walked_on) {
  const World world = scene(kRoom);
  const DrawPart part = draw_tile(world, draw_mesh(world), 0);
  EXPECT_EQ(part.items.size(), 2u * 17);
}

}  // namespace
}  // namespace thalweg::tool::serve

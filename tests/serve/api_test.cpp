// The API of thalweg serve over real sockets: every operation and its errors.
#include <gtest/gtest.h>

#include "serve/api_client.hpp"

namespace thalweg::serve_test {
namespace {

TEST_F(Serve, lists_worlds_and_what_it_can_do) {
  const Json worlds = get("worlds").at("worlds");
  ASSERT_EQ(worlds.size(), 2u);
  EXPECT_EQ(worlds[0].at("id"), "w1");
  EXPECT_EQ(get("world?world=w1").at("items"), "faces");
  EXPECT_EQ(get("world?world=w2").at("items"), "squares");
  const Json catalog = get("catalog");
  EXPECT_GE(catalog.at("planners").size(), 10u);
  const Json api = get("openapi.json");
  for (const char* op : {"path", "paths", "locate", "compare", "wave", "edit", "mesh"}) {
    EXPECT_TRUE(api.at("paths").contains(std::string("/api/v1/") + op)) << op;
  }
}

TEST_F(Serve, finds_paths_by_every_planner_of_the_registry) {
  const Json planners = get("catalog").at("planners");
  for (const Json& planner : planners) {
    for (const char* world : {"w1", "w2"}) {
      const Json body = {{"world", world},
                         {"planner", planner.at("name")},
                         {"profile", "euclid"},
                         {"from", world[1] == '1' ? Json{20, 20} : Json{0.5, 0.5}},
                         {"to", world[1] == '1' ? Json{90, 95} : Json{4.5, 4.5}},
                         {"reach", 10},
                         {"check", true}};
      const Response response = post("path", body);
      ASSERT_TRUE(response.status == 200 || response.status == 422 || response.status == 400)
          << response.status << planner << response.body;
      if (response.status != 200) continue;  // a planner that cannot search such a world
      const Json path = Json::parse(response.body);
      EXPECT_EQ(path.at("outcome"), "found") << planner.at("name") << world;
      EXPECT_GE(path.at("ratio"), 0.9999) << planner.at("name") << world;
    }
  }
}

TEST_F(Serve, many_paths_are_answered_in_order) {
  Json queries = Json::array();
  for (int i = 0; i < 50; ++i) queries.push_back({{20, 20}, {30 + i, 60}});
  const Json body = {{"world", "w1"}, {"planner", "a_star"}, {"queries", queries}, {"reach", 10}};
  const Json paths = ok("paths", body).at("paths");
  ASSERT_EQ(paths.size(), 50u);
  const Json one = ok("path", {{"world", "w1"},
                               {"planner", "a_star"},
                               {"from", {20, 20}},
                               {"to", {37, 60}},
                               {"reach", 10}});
  EXPECT_EQ(paths[7].at("cost"), one.at("cost"));
}

TEST_F(Serve, draws_meshes_fields_cells_and_gates) {
  const Response whole = ask(server_->port(), "GET", "/api/v1/mesh?world=w1");
  ASSERT_EQ(whole.status, 200);
  for (const char* what : {"height", "steepness", "area", "difficulty", "neighbours", "islands",
                           "uphill", "downhill"}) {
    const Json field = drawing("field", {{"world", "w1"}, {"what", what}});
    EXPECT_EQ(count_of(field, "values"), 23u * 23 * 2) << what;
  }
  EXPECT_EQ(count_of(drawing("field", {{"world", "w2"}, {"what", "area"}}), "values"), 25u);
  EXPECT_EQ(count_of(drawing("cells", {{"world", "w1"}, {"steps", 2}}), "colours"), 23u * 23 * 2);
  EXPECT_EQ(count_of(drawing("cells", {{"world", "w1"}, {"planner", "natural"}}), "colours"),
            23u * 23 * 2);
  EXPECT_GT(
      count_of(drawing("gates",
                       {{"world", "w2"}, {"planner", "hpa_star:size=2"}, {"profile", "euclid"}}),
               "gates"),
      0u);
}

TEST_F(Serve, merging_and_compression_go_step_by_step) {
  std::uint64_t last = 1u << 30;
  for (int steps = 1; steps < 4; ++steps) {
    const Json cells = drawing("cells", {{"world", "w1"}, {"steps", steps}});
    EXPECT_EQ(cells.at("steps"), steps);
    EXPECT_LT(cells.at("tops").get<std::uint64_t>(), last);
    last = cells.at("tops");
  }
  const Json whole = drawing("cells", {{"world", "w1"}});
  EXPECT_EQ(whole.at("merged"), true);
  const Json less = drawing("cells", {{"world", "w1"}, {"compressions", 3}});
  EXPECT_LT(less.at("layers"), whole.at("layers"));
}

TEST_F(Serve, searches_and_descents_can_be_watched) {
  const Json ends = {{"world", "w1"}, {"from", {20, 20}}, {"to", {90, 95}}, {"reach", 10}};
  Json body = ends;
  body["frames"] = 20;
  const Json watched = drawing("watch", body);
  EXPECT_GT(count_of(watched, "opened"), 10u);
  EXPECT_GE(watched.at("frames"), 10);
  body = ends;
  body["expansions"] = 1;
  EXPECT_FALSE(drawing("descend", body).at("finished"));
  body.erase("expansions");
  EXPECT_TRUE(drawing("descend", body).at("finished"));
}

TEST_F(Serve, chains_of_parents_hold_those_of_every_item) {
  const auto cells = [](const Json& items) {
    return drawing("cells", {{"world", "w1"},
                             {"planner", "natural:grow=thesis:refine=descent"},
                             {"chain", 3},
                             {"items", items}});
  };
  EXPECT_EQ(count_of(cells({5}), "chain"), 23u * 23 * 2);
  EXPECT_EQ(cells({5}).at("cells"), 3);
  EXPECT_GT(cells({5, 900}).at("cells"), 3);
  const Json body = {{"world", "w1"}, {"planner", "natural"}, {"chain", 3}, {"items", {4000000}}};
  EXPECT_EQ(refused("cells", body).first, 400);
}

TEST_F(Serve, waves_and_comparisons) {
  const Json wave = drawing(
      "wave",
      {{"world", "w1"}, {"from", {20, 20}}, {"reach", 10}, {"radius", 40}, {"planner", "natural"}});
  EXPECT_GE(wave.at("ratio_mean"), 1.0);
  EXPECT_EQ(count_of(wave, "costs"), count_of(wave, "exact"));
  const Json table = ok("compare", {{"world", "w1"},
                                    {"random", 20},
                                    {"planners", {"a_star", "dijkstra", "hpa_star", "nonsense"}}});
  ASSERT_EQ(table.at("rows").size(), 4u);
  EXPECT_EQ(table.at("rows")[0].at("ratio").at("max"), 1.0);
  EXPECT_TRUE(table.at("rows")[3].contains("error"));
}

TEST_F(Serve, structures_follow_edits_and_the_world_says_how) {
  const Json saved = ok("copy", {{"world", "w1"}, {"name", "edited"}});
  const auto path = [&](const Json& world, const std::string& planner) {
    return post("path", {{"world", world.at("id")},
                         {"planner", planner},
                         {"from", {20, 20}},
                         {"to", {90, 95}},
                         {"reach", 10}});
  };
  std::vector<std::string> served;
  const Json catalog = get("catalog");
  for (const Json& planner : catalog.at("planners")) {
    if (path(saved, planner.at("name")).status == 200) served.push_back(planner.at("name"));
  }
  const Json rough = {{{"at", {50, 50}}, {"radius", 25}, {"difficulty", 3}}};
  const Json edited = ok("edit", {{"world", saved.at("id")}, {"paint", rough}});
  const auto how = [](const Json& world, const std::string& planner) -> Json {
    for (const Json& one : world.at("followed")) {
      if (one.at("what").get<std::string>().starts_with(planner + ":")) return one;
    }
    return {{"how", "not listed"}, {"found_again", ""}, {"seconds", 0}};
  };
  for (const char* planner : {"hna_star", "natural", "rooms", "thpa_star"}) {
    EXPECT_EQ(how(edited, planner).at("how"), "updated") << planner;
    EXPECT_FALSE(how(edited, planner).at("found_again").empty()) << planner;
    EXPECT_GT(how(edited, planner).at("seconds"), 0) << planner;
  }
  EXPECT_EQ(how(edited, "coarse").at("how"), "to be built again when it is next used");
  const Json fresh = ok("copy", {{"world", saved.at("id")}, {"name", "fresh"}});
  for (const std::string& planner : served) {
    const Json followed = Json::parse(path(saved, planner).body);
    const Json again = Json::parse(path(fresh, planner).body);
    EXPECT_EQ(followed.at("outcome"), again.at("outcome")) << planner;
    if (planner == "natural") continue;  // its cells stay as they were
    EXPECT_NEAR(followed.at("price"), again.at("price"), 1e-3) << planner;
  }
  const Json now = get("world?world=" + saved.at("id").get<std::string>());
  EXPECT_EQ(how(now, "coarse").at("how"), "built again");
  EXPECT_GT(how(now, "coarse").at("seconds"), 0);
  ok("remove", {{"world", saved.at("id")}});
  ok("remove", {{"world", fresh.at("id")}});
}

TEST_F(Serve, edits_change_paths_and_undo_restores_them) {
  const Json path = {{"world", "w2"},
                     {"planner", "a_star"},
                     {"profile", "euclid"},
                     {"from", {0.5, 0.5}},
                     {"to", {4.5, 4.5}}};
  const Json before = ok("path", path);
  ASSERT_EQ(before.at("outcome"), "found");
  const Json wall = {{{"at", {2.5, 2.5}}, {"radius", 0.4}, {"area", "blocked"}}};
  const Json edited = ok("edit", {{"world", "w2"}, {"paint", wall}});
  EXPECT_EQ(edited.at("edits"), 1);
  EXPECT_FALSE(edited.at("followed").empty());
  EXPECT_EQ(ok("path", path).at("outcome"), "unreachable");
  const Json link = {{{"from", {0.5, 0.5}}, {"to", {4.5, 4.5}}, {"kind", "teleport"}}};
  ok("edit", {{"world", "w2"}, {"links", link}});
  EXPECT_EQ(ok("path", path).at("outcome"), "found");
  const Json copy = ok("copy", {{"world", "w2"}, {"name", "../../with wall"}});
  EXPECT_EQ(copy.at("name"), "with_wall");
  ok("undo", {{"world", "w2"}});
  ok("undo", {{"world", "w2"}});
  EXPECT_EQ(ok("path", path).at("cost"), before.at("cost"));
  EXPECT_EQ(refused("undo", {{"world", "w2"}}).first, 409);
  ok("remove", {{"world", copy.at("id")}});
  EXPECT_EQ(refused("remove", {{"world", "w2"}}).first, 409);
}

TEST_F(Serve, files_become_worlds_and_worlds_files) {
  const std::string map = "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n";
  const std::string raw = "Content-Type: application/octet-stream\r\n";
  const Response up =
      ask(server_->port(), "POST", "/api/v1/upload?name=x%2F..%2Fsmall.map", map, raw);
  ASSERT_EQ(up.status, 200) << up.body;
  const std::string id = Json::parse(up.body).at("id");
  const Response file = ask(server_->port(), "GET", "/api/v1/download?world=" + id);
  ASSERT_EQ(file.status, 200);
  EXPECT_TRUE(file.body.starts_with("THALWEG") || file.body.size() > 100);
  const Response again = ask(server_->port(), "POST", "/api/v1/upload?name=a.thal", file.body, raw);
  EXPECT_EQ(again.status, 200) << again.body;
  EXPECT_EQ(ask(server_->port(), "POST", "/api/v1/upload?name=a.thal", "rubbish", raw).status, 422);
  EXPECT_EQ(ask(server_->port(), "POST", "/api/v1/upload?name=a.exe", "rubbish", raw).status, 422);
  const Json made = ok("generate", {{"kind", "maze"}, {"of", "grid"}, {"size", 33}, {"seed", 5}});
  EXPECT_GT(made.at("squares"), 1000);
}

TEST_F(Serve, mistakes_are_one_sentence_with_a_status) {
  using Refusal = std::pair<int, std::string>;
  EXPECT_EQ(refused("path", {{"from", {1, 2}}}), Refusal(400, "'world' is missing"));
  EXPECT_EQ(refused("path", {{"world", "w9"}, {"from", {1, 2}}, {"to", {1, 2}}}).first, 404);
  EXPECT_EQ(refused("path", {{"world", "w1"}, {"to", {1, 2}}}), Refusal(400, "'from' is missing"));
  EXPECT_EQ(refused("path", {{"world", "w1"}, {"from", {1}}, {"to", {1, 2}}}),
            Refusal(400, "'from' wants [x, y] or [x, y, z]"));
  EXPECT_EQ(
      refused("path", {{"world", "w1"}, {"planner", "a_sta"}, {"from", {1, 2}}, {"to", {1, 2}}})
          .first,
      400);
  EXPECT_EQ(refused("path", {{"world", "w1"},
                             {"planner", "rooms:labels=/etc/passwd"},
                             {"from", {1, 2}},
                             {"to", {1, 2}}})
                .first,
            400);
  EXPECT_EQ(refused("path",
                    {{"world", "w1"}, {"profile", "/etc/x.toml"}, {"from", {1, 2}}, {"to", {1, 2}}})
                .first,
            400);
  EXPECT_EQ(refused("field", {{"world", "w1"}, {"what", "beauty"}}).first, 400);
  EXPECT_EQ(ask(server_->port(), "POST", "/api/v1/path", "{").status, 400);
  EXPECT_EQ(ask(server_->port(), "POST", "/api/v1/path", "[1]").status, 400);
  EXPECT_EQ(ask(server_->port(), "GET", "/api/v1/path").status, 405);
  EXPECT_EQ(ask(server_->port(), "GET", "/api/v1/nothing").status, 404);
  EXPECT_EQ(
      ask(server_->port(), "POST", "/api/v1/path", "{}", "Content-Type: text/plain\r\n").status,
      415);
}

}  // namespace
}  // namespace thalweg::serve_test

// The table of operations, from which requests are dispatched and the
// OpenAPI description is written.
#include "serve/operations.hpp"

#include <algorithm>

namespace thalweg::tool::serve {
namespace {

constexpr std::string_view kQueryFields =
    "world text; planner text = auto; profile text = hiker; graph text = the planner's; shape text "
    "= cheapest; reach metres = 1; radius metres = 0; weight number = 1; partial flag; straight "
    "flag "
    "= true; crossings flag; ground_price flag";

// The fields of kQueryFields and more.
std::string with_query_fields(std::string_view more) {
  return std::string(kQueryFields) + "; " + std::string(more);
}

std::vector<Operation> make_operations() {
  static const std::string path_fields =
      with_query_fields("from point; to point; check flag; points flag = true; faces flag");
  static const std::string paths_fields =
      with_query_fields("queries list of [point, point]; points flag = false");
  const auto quick = is_always_quick;
  return {
      {"health", "GET", "Whether the server runs", "",
       "ok, version, peak_mb, kept_mb, most_kept_mb", get_health, quick},
      {"openapi.json", "GET", "This description", "", "OpenAPI 3.0", get_openapi, quick},
      {"catalog", "GET", "Planners with their options, profiles, graphs, shapes, generators", "",
       "a list of each", get_catalog, quick},
      {"worlds", "GET", "The worlds on the shelf", "", "worlds", get_worlds, quick},
      {"world", "GET POST", "One world: its box, areas, links and sizes", "world text",
       "id, name, low, high, areas, links, about", get_world, has_description},
      {"path", "POST", "One path", path_fields,
       "outcome, points, cost, price, length, settled, us, ratio if checked", find_path,
       has_ready_planner},
      {"paths", "POST", "Many paths by one planner", paths_fields,
       "paths: one summary each, with points if wanted", find_paths, has_ready_planner},
      {"locate", "POST", "What lies at a point", "world text; at point; reach metres = 1",
       "found, item, area, difficulty, slope, point", locate_point, quick},
      {"compare", "POST", "Several planners on the same queries",
       "world text; planners list of texts; profile text = hiker; from point; to point; or random "
       "number = 100, seed number = 1",
       "rows: time, settled nodes, ratio to the cheapest", compare_planners},
      {"wave", "POST", "Routes from one start to many faces, and what each costs",
       "world text; from point; radius metres; planner text = auto; profile text = thesis; "
       "targets number = 4000",
       "binary: items, exact and planner's prices", run_wave_of},
      {"watch", "POST", "A search in frames: when each node was opened and settled",
       "world text; planner text = a_star; profile text = hiker; from point; to point; frames "
       "number = 200",
       "binary: positions, opened, settled", watch_search},
      {"descend", "POST", "The natural hierarchy expanded step by step",
       "world text; from point; to point; layers number = 10; profile text = thesis; expansions "
       "number; known number",
       "binary: the piece of each face; known points", watch_descent},
      {"cells", "GET POST", "Cells of a hierarchy, or merged so far",
       "world text; planner text, or steps number = 0 (all) and compressions number = 0; level "
       "number; profile text = thesis; chain number and items list: the parents of some faces",
       "binary: a colour for each item", get_cells},
      {"gates", "GET POST", "Gates of a hierarchy and the crossings between them",
       "world text; planner text = hna_star; profile text = hiker; level number = 1",
       "binary: gates, crossings", get_gates},
      {"mesh", "GET", "Triangles: an overview or all, or one tile", "world text; tile number",
       "binary: positions, corners, items", get_mesh, has_drawing},
      {"edges", "GET", "Edges of faces, where there are not too many", "world text",
       "binary: walls, portals", get_edges, quick},
      {"field", "GET POST", "A number for each face or square",
       "world text; what text: height, steepness, area, difficulty, neighbours, islands, uphill, "
       "downhill; profile text = hiker",
       "binary: values", get_field},
      {"edit", "POST", "Paint areas and difficulties, block, add links",
       "world text; paint list of {at point, radius metres, or items list; area text; difficulty "
       "number}; links list of {from point, to point, kind text, two_way flag}",
       "the world now; followed: how prices and structures followed", edit_world},
      {"undo", "POST", "Takes the last edit back", "world text", "the world now", undo_edit, quick},
      {"copy", "POST", "Puts a copy on the shelf, as a world of its own, until the server ends",
       "world text; name text", "the new world", copy_world, has_description},
      {"remove", "POST", "Takes a world off the shelf", "world text", "worlds", remove_world,
       quick},
      {"generate", "POST", "A world from a seed",
       "kind text; of text: heights or grid; size number = 257; seed number = 1; settings list of "
       "[name, number]; name text",
       "the new world", generate_world},
      {"upload", "POST", "A file as a world: the body is the file", "name text; recast flag",
       "the new world", upload_world, nullptr, true},
      {"download", "GET", "The world as a .thal file", "world text", "the file", download_world},
  };
}

Json described(const Operation& operation) {
  Json out = {{"summary", operation.summary},
              {"description", "Fields: " + std::string(operation.fields)},
              {"operationId", operation.name}};
  Json failed = {{"description", "error: one sentence"}};
  out["responses"] = {{"200", {{"description", operation.gives}}}, {"default", failed}};
  return out;
}

}  // namespace

std::span<const Operation> operations() {
  static const std::vector<Operation> kOperations = make_operations();
  return kOperations;
}

const Operation* find_operation(std::string_view name) {
  const auto all = operations();
  const auto found = std::ranges::find(all, name, &Operation::name);
  return found == all.end() ? nullptr : &*found;
}

const std::string& openapi_text() {
  static const std::string kText = [] {
    Json paths = Json::object();
    for (const Operation& operation : operations()) {
      const std::string at = "/api/v1/" + std::string(operation.name);
      const auto has = [&](std::string_view method) {
        return operation.methods.find(method) != std::string_view::npos;
      };
      if (has("GET")) paths[at]["get"] = described(operation);
      if (has("POST")) {
        paths[at]["post"] = described(operation);
        const char* type = operation.takes_file ? "application/octet-stream" : "application/json";
        paths[at]["post"]["requestBody"] = {
            {"content",
             {{type, {{"schema", {{"type", operation.takes_file ? "string" : "object"}}}}}}}};
      }
    }
    return json_text(
        {{"openapi", "3.0.3"},
         {"info",
          {{"title", "Thalweg"},
           {"version", THALWEG_VERSION},
           {"description", "docs/guide/viewer.md explains fields, types and limits."}}},
         {"paths", std::move(paths)}});
  }();
  return kText;
}

}  // namespace thalweg::tool::serve

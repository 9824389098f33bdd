// thalweg import: converts any supported file to a .thal world.
#include "thalweg/import/import.hpp"

#include <fmt/format.h>

#include "common/checks.hpp"
#include "common/common.hpp"
#include "common/metrics.hpp"
#include "common/output.hpp"
#include "common/store_file.hpp"
#include "thalweg/store/store.hpp"
#include "world/scopes.hpp"
#ifdef THALWEG_HAS_CGAL
#include "thalweg/triangulate/triangulate.hpp"
#endif

namespace thalweg::tool {
namespace {

struct ImportArguments {
  std::string input;
  std::string output;
  ImportOptions import;
  std::string mesh = "convex";
  std::string triangulate = "uniform";
  std::string spacing;
  std::string box;
  std::string heights = "auto";
  std::string corner;
  std::string up = "y";
  bool hex = false;
  bool merge_areas = false;
  std::string profiles;
  std::string graph;
  bool json = false;
};

void settle_grid(ImportArguments& options) {
  ImportOptions& import = options.import;
  import.grid_mesh = options.mesh != "none";
  import.mesh.convex = options.mesh == "convex";
  import.mesh.keep_areas = !options.merge_areas;
  if (options.hex) import.map.shape = GridShape::hex;
}

void settle_heights(ImportArguments& options) {
  ImportOptions& import = options.import;
  import.terrain.method = *terrain_method(options.triangulate);
  if (!options.spacing.empty()) {
    const auto numbers = parse_numbers(options.spacing, 0, "--spacing");
    if (numbers.size() > 2) throw UsageError("--spacing wants one number, or X,Y");
    import.terrain.spacing = Vec2{numbers.front(), numbers.back()};
  }
  if (!options.box.empty()) {
    const auto n = parse_numbers(options.box, 6, "--box");
    import.terrain.box = Box3{{n[0], n[1], n[2]}, { n[3], n[4], n[5] }};
  }
  if (!options.corner.empty()) {
    const auto n = parse_numbers(options.corner, 2, "--corner");
    import.heights.latitude = n[0];
    import.heights.longitude = n[1];
  }
  if (options.heights == "grey") import.heights.png_code = HeightCode::grey;
  if (options.heights == "magnitudes") import.heights.png_code = HeightCode::magnitudes;
}

void settle_geometry(ImportArguments& options) {
  options.import.axes = options.up == "z" ? Axes::z_up : Axes::y_up;
}

Json run_import(const Verb& verb, ImportArguments& options) {
  const Stopwatch watch;
  check_scopes(verb, {options.input, options.triangulate, options.import.use_recast});
  settle_grid(options);
  settle_heights(options);
  settle_geometry(options);
  options.import.progress = terminal_progress();
  // Errors should be found before the long work.
  const StoreFile output(options.output,
                         {options.input, options.import.links, options.import.difficulty});
  std::vector<Profile> profiles;
  for (const std::string& name : split_names(options.profiles)) {
    profiles.push_back(asked_profile(name));
  }
#ifdef THALWEG_HAS_CGAL
  options.import.triangulator = constrained_delaunay;
#endif
  Imported imported = need(import_world(options.input, options.import));
  Store store;
  store.world = std::move(imported.world);
  const std::string graph =
      options.graph.empty() ? graph_name(default_graph(store.world)) : options.graph;
  for (const Profile& profile : profiles) {
    report(options.import.progress, "pricing " + profile.name, 0);
    store = add_metric(std::move(store), graph, profile);
  }
  report(options.import.progress, "saving", 0);
  output.replace(store);
  end_progress();
  auto out = describe(store.world);
  if (imported.terrain_fit) out["worst_height_error"] = imported.terrain_fit->worst;
  if (!imported.notes.empty()) out["notes"] = imported.notes;
  out["wrote"] = options.output;
  out["seconds"] = watch.seconds();
  out["peak_mb"] = peak_megabytes();
  return out;
}

void add_grid_options(Verb& verb, ImportArguments& options) {
  const std::string group = "Grid maps (.map, .yaml)";
  verb.add_option("--mesh", options.mesh, "convex (default), triangles or none")
      ->check(one_of("mesh", {"convex", "triangles", "none"}))
      ->group(group);
  verb.add_flag("--water", options.import.map.water, "MovingAI: keep water as ground of its own")
      ->group(group);
  verb.add_flag("--merge-areas", options.merge_areas, "One area for all free ground of the mesh")
      ->group(group);
  verb.add_flag("--hex", options.hex, "MovingAI: hexagons instead of squares; gives no mesh")
      ->group(group);
  verb.add_option("--cell", options.import.map.cell,
                  "MovingAI: metres from square to square (default 1)")
      ->check(number_above(0))
      ->group(group);
  verb.add_flag("--unknown-free", options.import.ros.unknown_is_free,
                "ROS maps: unknown squares are free")
      ->group(group);
}

void add_height_options(Verb& verb, ImportArguments& options) {
  const std::string group = "Height maps (.png .tif .hgt .asc .raw)";
  TerrainOptions& terrain = options.import.terrain;
  verb.add_option("--triangulate", options.triangulate,
                  "uniform (default), centre, contour, isolines or adaptive")
      ->check(one_of("triangulation", {"uniform", "centre", "contour", "isolines", "adaptive"}))
      ->group(group);
  verb.add_option("--max-error", terrain.error, "adaptive: metres off any sample (default 1)")
      ->check(number_above(0))
      ->group(group);
  verb.add_option("--interval", terrain.interval, "isolines: metres between lines (default 10)")
      ->check(number_above(0))
      ->group(group);
  verb.add_option("--max-points", terrain.most_points,
                  "isolines: the most points where lines meet edges (default: 1000000, or 16 per "
                  "sample)")
      ->check(whole_number(1, kMost64))
      ->group(group);
  verb.add_option("--spacing", options.spacing,
                  "Metres between samples, one number or X,Y (default: as the file says)")
      ->group(group);
  verb.add_option("--height-scale", terrain.vertical_scale,
                  "Metres per unit of height (default: as the file says, else 1)")
      ->check(number_above(0))
      ->group(group);
  verb.add_option("--box", options.box, "X0,Y0,Z0,X1,Y1,Z1: fit the map tightly into this box")
      ->group(group);
  verb.add_option("--heights", options.heights,
                  "PNG: grey, or magnitudes (red counts most); default by the file")
      ->check(one_of("code of heights", {"auto", "grey", "magnitudes"}))
      ->group(group);
  verb.add_option("--difficulty", options.import.difficulty, "A PNG of the same size")
      ->group(group);
  verb.add_option("--void", options.import.heights.voids, "A value that stands for no height")
      ->one_value_each()
      ->group(group);
  verb.add_flag("--degrees", options.import.heights.is_geographic,
                ".asc: the grid is in degrees, not metres")
      ->group(group);
  verb.add_option("--corner", options.corner,
                  ".hgt: LAT,LON of the lower left corner (default: by the file's name)")
      ->group(group);
  verb.add_option("--raw-width", options.import.heights.raw_width, "raw: samples in a row")
      ->check(whole_number(1, kMost32))
      ->group(group);
  verb.add_flag("--raw-big-endian", options.import.heights.raw_is_big_endian, "raw: byte order")
      ->group(group);
  verb.add_flag("--raw-signed", options.import.heights.raw_is_signed, "raw: signed samples")
      ->group(group);
  verb.add_flag("--as-grid", options.import.heights_as_grid,
                "A grid with a height per square instead of a mesh")
      ->group(group);
}

void add_geometry_options(Verb& verb, ImportArguments& options) {
  const std::string group = "Geometry (.obj .gltf .glb)";
  RecastOptions& recast = options.import.recast;
  verb.add_option("--up", options.up, "Which axis points up in the file: y (default) or z")
      ->check(one_of("axis", {"y", "z"}))
      ->group(group);
  verb.add_flag("--recast", options.import.use_recast, "Find the walkable ground with Recast")
      ->group(group);
  // Applied in the order of options: sizes given after it override single values.
  verb.add_option_function<std::string>(
          "--agent",
          [&recast](const std::string& agent) {
            recast = agent == "quake" ? RecastOptions::quake() : RecastOptions{};
          },
          "Recast: sizes of a human in metres (default), or of a quake player in its units")
      ->check(one_of("agent", {"human", "quake"}))
      ->at_once()
      ->group(group);
  verb.add_option("--cell-size", recast.cell_size, "Recast: side of a cell")
      ->check(number_above(0))
      ->group(group);
  verb.add_option("--cell-height", recast.cell_height, "Recast: height of a cell")
      ->check(number_above(0))
      ->group(group);
  verb.add_option("--agent-height", recast.agent_height, "Recast: headroom")
      ->check(number_above(0))
      ->group(group);
  verb.add_option("--agent-radius", recast.agent_radius, "Recast: distance from walls")
      ->check(number(0))
      ->group(group);
  verb.add_option("--agent-climb", recast.max_climb, "Recast: greatest step")
      ->check(number(0))
      ->group(group);
  verb.add_option("--agent-slope", recast.max_slope, "Recast: greatest slope in degrees")
      ->check(number(0, 90))
      ->group(group);
  verb.add_option("--max-sides", recast.max_sides, "Recast: sides of a polygon, 3 to 6")
      ->check(whole_number(3, 6))
      ->group(group);
  verb.add_option("--region-min", recast.region_min_size,
                  "Recast: cells; smaller islands are left out")
      ->check(whole_number(0, 1'000'000))
      ->group(group);
  verb.add_option("--region-merge", recast.region_merge_size, "Recast: cells; smaller regions join")
      ->check(whole_number(0, 1'000'000))
      ->group(group);
  verb.add_option("--edge-length", recast.edge_max_length, "Recast: longest border edge; 0: any")
      ->check(number(0))
      ->group(group);
  verb.add_option("--edge-error", recast.edge_max_error, "Recast: cells a border may stray")
      ->check(number(0))
      ->group(group);
  verb.add_option("--tile-size", recast.tile_size,
                  "Recast: cells along a side of a tile (default 128); 0: one piece")
      ->check(whole_number(0, 4096))
      ->group(group);
  verb.add_option("--detail-spacing", recast.detail_spacing,
                  "Recast: cells between samples of heights (default 6); 0: corners alone")
      ->check(number(0, 1000))
      ->group(group);
  verb.add_option("--detail-error", recast.detail_error,
                  "Recast: cell heights that faces may lie off the ground (default 1)")
      ->check(number(0, 1000))
      ->group(group);
  verb.add_flag("--both-sides", recast.both_sides,
                "Recast: triangles that face down are ground too")
      ->group(group);
  verb.add_option("--weld", options.import.triangles.weld, "Join points this close (metres)")
      ->check(number(0))
      ->group(group);
  verb.add_flag("--drop-vertical", options.import.triangles.drop_vertical,
                "Leave out vertical triangles")
      ->group(group);
  verb.add_flag_callback(
          "--groups-as-areas",
          [&options] {
            options.import.triangles.groups_as_areas = true;
            options.import.recast.groups_as_areas = true;
          },
          "Areas named by the file's groups")
      ->group(group);
}

}  // namespace

void add_import(Verb& app) {
  auto* verb = app.add_verb("import", "Turn a map, mesh, terrain or level into a .thal world");
  auto options = std::make_shared<ImportArguments>();
  verb->footer(
      "Reads " + known_formats() +
      ", and each of them with .gz\n"
      "Examples: thalweg import Aurora.map -o aurora.thal\n"
      "          thalweg import N46E008.hgt --triangulate adaptive --max-error 5 -o alps.thal\n"
      "          thalweg import level.obj --recast --cell-size 0.2 -o level.thal");
  verb->add_option("FILE", options->input, "What to import")->required();
  verb->add_option("-o,--output", options->output, "The .thal file to write")->required();
  verb->add_option("--links", options->import.links, "A file of links: jumps, ladders, teleports");
  verb->add_option("--link-reach", options->import.link_reach,
                   "Metres that a link may end off the ground (default 1)")
      ->check(number(0));
  verb->add_option("--profile", options->profiles,
                   "Price these profiles and store them, as NAME[,NAME...] or a .toml file");
  verb->add_option("--graph", options->graph,
                   "What to price: terrain (default of height maps), portals (of other meshes), "
                   "faces or grid")
      ->check(one_of("graph", graph_names()));
  verb->add_flag("--json", options->json, "Print JSON");
  add_force(*verb);
  add_common(*verb);
  add_grid_options(*verb, *options);
  add_height_options(*verb, *options);
  add_geometry_options(*verb, *options);
  verb->callback([verb, options] {
    const auto out = run_import(*verb, *options);
    options->json ? print_json(out) : print_text(out);
  });
}

}  // namespace thalweg::tool

// thalweg render: a picture of a world.
#include <fmt/format.h>

#include "common/common.hpp"
#include "common/metrics.hpp"
#include "common/output.hpp"
#include "common/picture.hpp"
#include "common/section_size.hpp"
#include "common/structures.hpp"
#include "core/text.hpp"
#include "thalweg/draw/cells.hpp"
#include "thalweg/draw/gates.hpp"
#include "thalweg/partition/sections.hpp"
#include "thalweg/structures/kinds.hpp"

namespace thalweg::tool {
namespace {

struct RenderArguments {
  std::string input;
  std::string output;
  PictureOptions picture;
  std::string profile = "euclid";
  std::optional<std::string> cells;   // the name of a partition; empty: the only one
  std::optional<std::string> gates;   // the name of a hierarchy; empty: the only one
  std::optional<std::string> coarse;  // the name of a coarse ground; empty: the only one
  std::string layer = "top";
  bool json = false;
};

// An island number per face or square, for that profile.
std::vector<std::uint32_t> islands_of(const Store& store, const Profile& profile,
                                      const std::string& what) {
  const bool has_mesh = !store.world.mesh.empty() && what != "grid";
  const auto ready = ready_graph(store, has_mesh ? "faces" : "grid", profile);
  std::vector<std::uint32_t> out;
  for (const IslandId island : ready.metric().islands().of) out.push_back(island.value);
  return out;
}

Level layer_of(const Partition& partition, const std::string& text) {
  if (text == "top") return partition.top_level();
  const auto layer = TextReader::parse_number<Level>(text);
  if (!layer || *layer > partition.top_level()) {
    throw UsageError(fmt::format("--layer wants top or a number from 0 to {}, not {}",
                                 partition.top_level(), thalweg::quoted(text)));
  }
  return *layer;
}

// A number per face or square: the colour of its cell.
std::vector<std::uint32_t> cells_of(const Store& store, RenderArguments& options) {
  const StoredStructure& stored = chosen_structure(store, natural_tree_kind(), *options.cells);
  const auto [ground, tree] = read_structure(store, stored);
  const Partition cells = *tree.cells();
  const Level level = layer_of(cells, options.layer);
  options.picture.what = ground.graph().facts().nodes_are_squares ? "grid" : "mesh";
  options.picture.colour_by = "islands";
  if (options.picture.edges == "auto") options.picture.edges = "off";  // colours show the borders
  return need(cell_colours(ground.graph(), cells, level).in(stored.name));
}

// The gates of a hierarchy and their connections, over the plain world.
std::vector<Overlay> gates_of(const Store& store, RenderArguments& options) {
  const StoredStructure& stored = chosen_structure(store, hierarchy_kind(), *options.gates);
  const auto [ground, gates] = read_structure(store, stored);
  const Hierarchy& hierarchy = *gates.as<Hierarchy>();
  GateDrawing drawing{.level = layer_of(hierarchy.partition(), options.layer)};
  drawing.section = section_size(gates.recipe(), store.world);
  for (Level level = 1; level < drawing.level; ++level) drawing.section *= SectionOptions{}.factor;
  const bool is_grid = ground.graph().facts().is_on_grid;
  options.picture.what = is_grid ? "grid" : "mesh";
  if (options.picture.colour_by == "auto") options.picture.colour_by = is_grid ? "area" : "flat";
  return need(gate_overlays(ground.graph(), hierarchy, drawing).in(stored.name));
}

// The coarse world alone, with its edges.
Store coarse_of(const Store& store, RenderArguments& options) {
  if (options.cells || options.gates) {
    throw UsageError("a coarse mesh has neither cells nor gates");
  }
  Store coarse;
  const StoredStructure& stored = chosen_structure(store, coarse_kind(), *options.coarse);
  coarse.world = read_structure(store, stored).structure.as<CoarseGround>()->ground.world();
  if (options.picture.edges == "auto") options.picture.edges = "on";
  return coarse;
}

void run_render(RenderArguments& options) {
  const Stopwatch watch;
  check_output(options.output, picture_kind(options.output), {options.input});
  Store store = need(load_store(options.input));
  if (options.coarse) store = coarse_of(store, options);
  std::vector<std::uint32_t> islands;
  if (options.cells) {
    islands = cells_of(store, options);
  } else if (options.picture.colour_by == "islands") {
    islands = islands_of(store, asked_profile(options.profile), options.picture.what);
  }
  std::vector<Overlay> overlays;
  if (options.gates) overlays = gates_of(store, options);
  const auto size = write_picture(store.world, options.output, options.picture, islands, overlays);
  Json out;
  out["wrote"] = options.output;
  out["bytes"] = size;
  out["seconds"] = watch.seconds();
  options.json ? print_json(out) : print_text(out);
}

}  // namespace

void add_render(Verb& app) {
  auto* verb = app.add_verb("render", "Draw a world to a PNG or SVG file");
  auto options = std::make_shared<RenderArguments>();
  verb->footer(
      "Examples: thalweg render valley.thal -o valley.png\n"
      "          thalweg render aurora.thal --colour islands --edges on -o islands.svg\n"
      "          thalweg render valley.thal --cells --layer 5 -o cells.png\n"
      "          thalweg render rooms.thal --gates -o gates.png\n"
      "          thalweg render valley.thal --coarse -o coarse.png");
  verb->add_option("FILE", options->input, "A .thal file")->required();
  verb->add_option("-o,--output", options->output, "A .png or .svg file")->required();
  add_picture_options(*verb, options->picture, {"auto", "height", "area", "islands", "flat"});
  verb->add_option("--profile", options->profile, "Whose islands to colour (default euclid)");
  verb->add_option_function<std::string>(
          "--cells", [options](const std::string& name) { options->cells = name; },
          "Colour the cells of this partition; without a NAME, of the only one")
      ->expected(0, 1)
      ->type_name("[NAME]");
  verb->add_option_function<std::string>(
          "--gates", [options](const std::string& name) { options->gates = name; },
          "Draw the gates of this hierarchy and their connections; without a NAME, of the only one")
      ->expected(0, 1)
      ->type_name("[NAME]");
  verb->add_option_function<std::string>(
          "--coarse", [options](const std::string& name) { options->coarse = name; },
          "Draw the mesh of this coarse ground; without a NAME, of the only one")
      ->expected(0, 1)
      ->type_name("[NAME]");
  verb->add_option("--layer", options->layer,
                   "Of cells and gates: 0 single nodes, 1 the lowest cells, ... or top (default)");
  verb->add_flag("--json", options->json, "Print JSON");
  add_common(*verb);
  verb->callback([options] { run_render(*options); });
}

}  // namespace thalweg::tool

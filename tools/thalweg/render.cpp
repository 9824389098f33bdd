// thalweg render: a picture of a world.
#include <fmt/format.h>

#include "common.hpp"
#include "metrics.hpp"
#include "picture.hpp"

namespace thalweg::tool {
namespace {

struct Options {
  std::string input;
  std::string output;
  PictureOptions picture;
  std::string profile = "euclid";
  bool json = false;
};

// An island number per face or square, for that profile.
std::vector<std::uint32_t> islands_of(const Store& store, const Profile& profile,
                                      const std::string& what) {
  const bool has_mesh = !store.world.mesh.empty() && what != "grid";
  const auto ready = ready_graph(store, has_mesh ? "faces" : "grid", profile);
  std::vector<std::uint32_t> out;
  for (const IslandId island : ready.metric.islands().of) out.push_back(island.value);
  return out;
}

void run(Options& options) {
  const Stopwatch watch;
  const Store store = need(load_store(options.input));
  std::vector<std::uint32_t> islands;
  if (options.picture.colour_by == "islands") {
    islands = islands_of(store, need(find_profile(options.profile)), options.picture.what);
  }
  const auto size = write_picture(store.world, options.output, options.picture, islands, {});
  nlohmann::ordered_json out;
  out["wrote"] = options.output;
  out["bytes"] = size;
  out["seconds"] = watch.seconds();
  options.json ? print_json(out) : print_text(out);
}

}  // namespace

void add_render(CLI::App& app) {
  auto* verb = app.add_subcommand("render", "Draw a world to a PNG or SVG file");
  auto options = std::make_shared<Options>();
  verb->footer(
      "Examples: thalweg render valley.thal -o valley.png\n"
      "          thalweg render aurora.thal --colour islands --edges on -o islands.svg");
  verb->add_option("FILE", options->input, "A .thal file")->required();
  verb->add_option("-o,--output", options->output, "A .png or .svg file")->required();
  add_picture_options(*verb, options->picture, {"auto", "height", "area", "islands", "flat"});
  verb->add_option("--profile", options->profile, "Whose islands to colour (default euclid)");
  verb->add_flag("--json", options->json, "Print JSON");
  add_common(*verb);
  verb->callback([options] { run(*options); });
}

}  // namespace thalweg::tool

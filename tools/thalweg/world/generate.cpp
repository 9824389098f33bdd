// thalweg generate: seeded terrains as height PNG, and grid maps as .map.
#include <fmt/format.h>

#include "common/checks.hpp"
#include "common/common.hpp"
#include "common/output.hpp"
#include "core/names.hpp"
#include "thalweg/generate/grids.hpp"
#include "thalweg/generate/heights.hpp"

namespace thalweg::tool {
namespace {

struct GenerateArguments {
  std::string kind;
  std::uint32_t size = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint64_t seed = 1;
  double spacing = 0;
  double relief = 0;
  bool colour = false;
  bool json = false;
  std::vector<std::string> settings;
  std::string output;
};

std::string list_of_generators() {
  std::string text = "Kinds, and what may be --set for each:\n";
  for (const Generator& generator : generators()) {
    text += fmt::format("  {:<10} {:<8} {}\n", generator.name, to_string(generator.kind),
                        generator.description);
    for (const GeneratorSetting& setting : generator.settings) {
      text += fmt::format("  {:<20} {}={} ({} to {}): {}\n", "", setting.name,
                          plain_number(setting.initial), plain_number(setting.least),
                          plain_number(setting.most), setting.description);
    }
  }
  text += "\nExample: thalweg generate valley --size 513 --seed 7 -o valley.png";
  return text;
}

std::vector<SettingValue> parse_settings(const std::vector<std::string>& given) {
  std::vector<SettingValue> out;
  for (const std::string& text : given) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      throw UsageError("--set wants NAME=NUMBER, not '" + text + "'");
    }
    out.push_back(
        {text.substr(0, equals), parse_numbers(text.substr(equals + 1), 1, "--set").front()});
  }
  return out;
}

std::uint32_t side(std::uint32_t own, std::uint32_t both, std::uint32_t initial) {
  if (own != 0) return own;
  return both != 0 ? both : initial;
}

Json make_heights(const GenerateArguments& options) {
  GenerateHeightsOptions wanted{.kind = options.kind};
  wanted.width = side(options.width, options.size, wanted.width);
  wanted.height = side(options.height, options.size, wanted.height);
  wanted.seed = options.seed;
  wanted.settings = parse_settings(options.settings);
  if (options.spacing > 0) wanted.spacing = options.spacing;
  wanted.relief = options.relief;
  wanted.code = options.colour ? HeightCode::magnitudes : HeightCode::grey;
  const HeightField made = need_option(generate_heights(wanted));
  const Image image = need(encode_heights(made, wanted.code));
  write_output(options.output, FileKind::heights, need(write_png(image)));
  Json out;
  out["wrote"] = options.output;
  out["width"] = made.width;
  out["height"] = made.height;
  out["seed"] = options.seed;
  out["spacing"] = made.spacing_x;
  out["height_scale"] = made.metres_per_unit;
  return out;
}

Json make_grid(const GenerateArguments& options) {
  GenerateGridOptions wanted{.kind = options.kind};
  wanted.width = side(options.width, options.size, wanted.width);
  wanted.height = side(options.height, options.size, wanted.height);
  wanted.seed = options.seed;
  wanted.settings = parse_settings(options.settings);
  const Grid grid = need_option(generate_grid(wanted));
  write_output(options.output, FileKind::map, write_map(grid));
  std::uint64_t free_squares = 0;
  for (const SquareId s : grid.squares()) free_squares += grid.is_free(s);
  Json out;
  out["wrote"] = options.output;
  out["width"] = grid.width();
  out["height"] = grid.height();
  out["seed"] = options.seed;
  out["free_squares"] = free_squares;
  return out;
}

void run_generate(const GenerateArguments& options) {
  const std::string ending = std::filesystem::path(options.output).extension().string();
  if (ending != ".png" && ending != ".map") {
    throw UsageError("-o must end in .png (heights) or .map (a grid map), not '" + options.output +
                     "'");
  }
  const bool is_grid = ending == ".map";
  const auto kind = is_grid ? GeneratorKind::grid : GeneratorKind::heights;
  const auto other = is_grid ? GeneratorKind::heights : GeneratorKind::grid;
  if (!find_generator(options.kind, kind) && find_generator(options.kind, other)) {
    throw UsageError(fmt::format("'{}' makes {}: write it to a {} file", options.kind,
                                 is_grid ? "heights" : "a grid map", is_grid ? ".png" : ".map"));
  }
  if (is_grid && (options.spacing > 0 || options.relief > 0 || options.colour)) {
    throw UsageError("--spacing, --relief and --colour are for heights: a .map file has none");
  }
  check_output(options.output, is_grid ? FileKind::map : FileKind::heights);
  report(terminal_progress(), "generating", 0);
  const auto out = is_grid ? make_grid(options) : make_heights(options);
  end_progress();
  options.json ? print_json(out) : print_text(out);
}

}  // namespace

void add_generate(Verb& app) {
  auto* verb = app.add_verb("generate", "Make a terrain or a grid map from a seed");
  auto options = std::make_shared<GenerateArguments>();
  verb->footer(list_of_generators());
  verb->add_option("KIND", options->kind, "What to make")->required();
  verb->add_option("-o,--output", options->output, "A .png or .map file")->required();
  verb->add_option("--size", options->size, "Samples or squares a side")
      ->check(whole_number(1, 16384));
  verb->add_option("--width", options->width, "Samples or squares in a row")
      ->check(whole_number(1, 16384));
  verb->add_option("--height", options->height, "Rows")->check(whole_number(1, 16384));
  verb->add_option("--seed", options->seed, "Another seed, another world (default 1)")
      ->check(whole_number(0, kMost64));
  verb->add_option("--spacing", options->spacing, "Heights: metres between samples (default 10)")
      ->check(number_above(0));
  verb->add_option("--relief", options->relief, "Heights: metres from lowest to highest")
      ->check(number_above(0));
  verb->add_option("--set", options->settings, "A setting of the kind, as NAME=NUMBER")
      ->one_value_each();
  verb->add_flag("--colour", options->colour,
                 "Heights: 24 bits, red counting most (default: 16-bit grey)");
  verb->add_flag("--json", options->json, "Print JSON");
  add_force(*verb);
  add_common(*verb);
  verb->callback([options] { run_generate(*options); });
}

}  // namespace thalweg::tool

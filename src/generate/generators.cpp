// The table of generators, and the check of the settings.
#include "thalweg/generate/generators.hpp"

#include <cmath>

#include "core/names.hpp"
#include "core/text.hpp"

namespace thalweg {
namespace {

constexpr std::array kRidges = {
    GeneratorSetting{"count", "ridges side by side", 6, 1, 1000, true},
    GeneratorSetting{"roughness", "how uneven crests and slopes are, 0 to 1", 0.4, 0, 1, false}};
constexpr std::array kValley = {
    GeneratorSetting{"meander", "how far the river swings, 0 to 1", 0.5, 0, 1, false},
    GeneratorSetting{"roughness", "how rough the slopes are, 0 to 1", 0.5, 0, 1, false},
    GeneratorSetting{"floor", "width of the valley floor, in hundredths of the width of the map", 4,
                     0, 30, false}};
constexpr std::array kMazeHeights = {
    GeneratorSetting{"corridor", "width of the corridors, in samples", 8, 2, 4096, true},
    GeneratorSetting{"wall", "width of the walls, in samples", 6, 2, 4096, true}};
constexpr std::array kFractal = {
    GeneratorSetting{"features", "hills from side to side", 4, 1, 1000, false},
    GeneratorSetting{"roughness", "how much finer shapes weigh, 0 to 1", 0.5, 0, 1, false},
    GeneratorSetting{"ridged", "0: rolling hills, 1: sharp crests", 0.3, 0, 1, false}};
constexpr std::array kRooms = {
    GeneratorSetting{"room", "side of a room, in squares", 15, 1, 4096, true},
    GeneratorSetting{"door", "width of a door, in squares", 2, 1, 4096, true},
    GeneratorSetting{"loops", "share of the spare walls that get a door too", 0.25, 0, 1, false}};
constexpr std::array kMazes = {
    GeneratorSetting{"corridor", "width of the corridors, in squares", 2, 1, 4096, true},
    GeneratorSetting{"wall", "width of the walls, in squares", 1, 1, 4096, true},
    GeneratorSetting{"loops", "share of the spare walls that are opened", 0, 0, 1, false}};
constexpr std::array kCaves = {
    GeneratorSetting{"density", "share of rock at the start", 0.45, 0, 1, false},
    GeneratorSetting{"steps", "rounds of smoothing", 5, 0, 50, true}};
constexpr std::array kObstacles = {
    GeneratorSetting{"density", "share of blocked squares", 0.2, 0, 1, false}};
constexpr std::array kRectangles = {
    GeneratorSetting{"density", "share of blocked squares, about", 0.3, 0, 1, false},
    GeneratorSetting{"longest", "longest side of a block, in squares", 12, 1, 4096, true}};
constexpr std::array kWilds = {
    GeneratorSetting{"features", "woods and lakes from side to side", 6, 1, 1000, false},
    GeneratorSetting{"density", "share of the map that is not open ground, about", 0.4, 0, 1,
                     false}};

constexpr GeneratorKind kHeights = GeneratorKind::heights;
constexpr GeneratorKind kGrid = GeneratorKind::grid;

constexpr std::array kGenerators = {
    Generator{"cone", kHeights, "one hill with straight slopes", {}},
    Generator{"ridges", kHeights, "ridges side by side, with passes", kRidges},
    Generator{"valley", kHeights, "a river valley with side valleys, carved by running water",
              kValley},
    Generator{"maze", kHeights, "a flat floor among raised walls with flat tops", kMazeHeights},
    Generator{"fractal", kHeights, "hills and crests of every size", kFractal},
    Generator{"rooms", kGrid, "square rooms joined by doors", kRooms},
    Generator{"maze", kGrid, "corridors with one route between any two squares", kMazes},
    Generator{"caves", kGrid, "one natural cave", kCaves},
    Generator{"obstacles", kGrid, "single blocked squares, spread evenly", kObstacles},
    Generator{"rectangles", kGrid, "blocks of every size, spread evenly", kRectangles},
    Generator{"wilds", kGrid, "open ground with woods, lakes and swamps", kWilds}};

Error unknown_setting(const Generator& generator, std::string_view name) {
  const auto known = names_of(generator.settings, &GeneratorSetting::name);
  return {std::string(generator.name) + " has no setting " + quoted(name) +
          suggestion(name, known) + ": it has " + (known.empty() ? "none" : joined(known))};
}

}  // namespace

std::string_view to_string(GeneratorKind kind) {
  return kind == GeneratorKind::heights ? "heights" : "grid";
}

std::span<const Generator> generators() { return kGenerators; }

Result<const Generator*> find_generator(std::string_view name, GeneratorKind kind) {
  std::vector<std::string_view> known;
  for (const Generator& generator : kGenerators) {
    if (generator.kind != kind) continue;
    if (generator.name == name) return &generator;
    known.push_back(generator.name);
  }
  return unknown_name(kind == GeneratorKind::grid ? "grid map" : "height map", name, known);
}

Result<std::vector<double>> settle(const Generator& generator,
                                   std::span<const SettingValue> given) {
  std::vector<double> values;
  for (const GeneratorSetting& setting : generator.settings) values.push_back(setting.initial);
  for (const SettingValue& wanted : given) {
    std::size_t at = 0;
    while (at < values.size() && generator.settings[at].name != wanted.name) ++at;
    if (at == values.size()) return unknown_setting(generator, wanted.name);
    const GeneratorSetting& setting = generator.settings[at];
    if (!(wanted.value >= setting.least && wanted.value <= setting.most) ||
        (setting.is_whole && wanted.value != std::floor(wanted.value))) {
      return Error{"the setting " + wanted.name + " of " + std::string(generator.name) +
                   " must be a " + (setting.is_whole ? "whole number" : "number") + " from " +
                   plain_number(setting.least) + " to " + plain_number(setting.most)};
    }
    values[at] = wanted.value;
  }
  return values;
}

}  // namespace thalweg

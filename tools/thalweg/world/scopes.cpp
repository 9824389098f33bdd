// An option's group and the prefix of its help say which files it is for: the text that
// users read is what is checked.
#include "world/scopes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "common/common.hpp"
#include "core/text.hpp"

namespace thalweg::tool {
namespace {

// A kind of file: the start of its group in the help, its name, and its endings.
struct Family {
  std::string_view group;
  std::string_view one;
  std::string_view many;
  std::string_view endings;
};
constexpr std::array<Family, 4> kFamilies = {{
    {"Grid maps", "a grid map", "grid maps", ".map .yaml .yml"},
    {"Height maps", "a height map", "height maps", ".png .tif .tiff .hgt .asc .raw .r16"},
    {"Geometry", "geometry", "geometry", ".obj .gltf .glb"},
    {"Meshes", "a mesh", "meshes", ".mesh"},
}};

// The first words of descriptions, for options that concern one format alone.
struct Format {
  std::string_view prefix;
  std::string_view many;
  std::string_view endings;
};
constexpr std::array<Format, 6> kFormats = {{
    {"MovingAI", "MovingAI maps (.map)", ".map"},
    {"ROS maps", "ROS maps (.yaml)", ".yaml .yml"},
    {"PNG", "PNG images", ".png"},
    {".asc", ".asc files", ".asc"},
    {".hgt", ".hgt files", ".hgt"},
    {"raw", "raw files (.raw .r16)", ".raw .r16"},
}};

bool has_ending(std::string_view endings, const std::string& ending) {
  const std::string all = " " + std::string(endings) + " ";
  return all.find(" " + ending + " ") != std::string::npos;
}

std::string ending_of(const std::string& input) {
  const std::filesystem::path path(input);
  const bool is_packed = path.extension() == ".gz";
  return lower_case((is_packed ? path.stem() : path).extension().string());
}

// "Recast" of "Recast: headroom"; empty without such a prefix.
std::string_view prefix_of(const std::string& description) {
  const std::size_t colon = description.find(':');
  return colon == std::string::npos ? std::string_view{}
                                    : std::string_view(description).substr(0, colon);
}

UsageError misplaced(const OptionFacts& option, std::string_view what) {
  return UsageError(fmt::format("{} is for {}", option.name, what));
}

void check_scope(const OptionFacts& option, const Family& family, const ImportScope& scope) {
  const std::string ending = ending_of(scope.input);
  const std::string name = std::filesystem::path(scope.input).filename().string();
  for (const Family& other : kFamilies) {
    if (other.group == family.group || !option.group.starts_with(other.group)) continue;
    throw misplaced(option, fmt::format("{}, and {} is {}", other.many, name, family.one));
  }
  const std::string_view prefix = prefix_of(option.help);
  for (const Format& format : kFormats) {
    if (prefix != format.prefix || has_ending(format.endings, ending)) continue;
    throw misplaced(option, fmt::format("{}, and {} is none", format.many, name));
  }
  if (prefix == "Recast" && !scope.use_recast) throw misplaced(option, "Recast: add --recast");
  const bool is_of_method = prefix == "isolines" || prefix == "adaptive";
  if (is_of_method && prefix != scope.triangulate) {
    throw misplaced(option, fmt::format("--triangulate {}", prefix));
  }
}

}  // namespace

void check_scopes(const Verb& verb, const ImportScope& scope) {
  const std::string ending = ending_of(scope.input);
  const auto family = std::ranges::find_if(
      kFamilies, [&](const Family& one) { return has_ending(one.endings, ending); });
  if (family == kFamilies.end()) return;  // refused later, with the endings that there are
  for (const OptionFacts& option : verb.options()) {
    if (option.is_given) check_scope(option, *family, scope);
  }
}

}  // namespace thalweg::tool

#include "thalweg/spaces/space.hpp"

#include <array>
#include <string>

#include "core/names.hpp"
#include "thalweg/spaces/max_area.hpp"
#include "thalweg/spaces/quadtree.hpp"
#include "thalweg/spaces/raster.hpp"

namespace thalweg {

std::span<const NamedSpace> named_spaces() {
  static constexpr std::array<NamedSpace, 4> kSpaces = {{
      {"as_is", "the world itself", false, [](const World& w) { return Result<World>(w); }},
      {"raster", "a grid of equal squares, each of the ground that covers most of it", false,
       [](const World& w) { return rasterise(w); }},
      {"quadtree", "squares of different sizes, each of one kind of ground", true,
       [](const World& w) { return quadtree(w); }},
      {"max_area", "large convex faces by maximum-area decomposition", true,
       [](const World& w) { return max_area(w); }},
  }};
  return kSpaces;
}

Result<World> make_space(const World& world, std::string_view name) {
  for (const NamedSpace& space : named_spaces()) {
    if (space.name == name) return space.make(world);
  }
  return unknown_name("space", name, names_of(named_spaces(), &NamedSpace::name));
}

}  // namespace thalweg

// The squares of a raster: the area that covers most of each, and its height.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

// The position of the squares, in local coordinates.
struct SquareLattice {
  Vec2 low;
  double spacing = 1;
  std::uint32_t width = 0;
  std::uint32_t height = 0;

  Vec2 to_squares(Vec2 p) const { return (p - low) * (1 / spacing); }
  Vec2 to_local(Vec2 p) const { return low + p * spacing; }
};

struct RasterSquares {
  static constexpr std::uint64_t kNoSquare = ~std::uint64_t{0};

  std::vector<AreaId> area;
  std::vector<float> height;  // empty: all 0
  std::vector<char> is_covered;
  std::uint64_t layered = kNoSquare;  // the first square that several layers cover
};

// Computes the squares from the mesh of `world`, or from its grid if it has no mesh. Refused with a
// sentence: too many pieces of ground over too many rows.
Result<RasterSquares> cover_squares(const World& world, const SquareLattice& lattice);

}  // namespace thalweg

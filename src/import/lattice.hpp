// Lattice: a height field with world positions, the input of all triangulations. Internal to
// import.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/geometry/predicates.hpp"
#include "thalweg/import/terrain.hpp"
#include "thalweg/world/mesh_builder.hpp"

namespace thalweg {

// Samples and squares are numbered row by row from the lower left: sample row * width + column,
// square row * (width - 1) + column. Positions are stored floats, so a vertex at a sample lies
// exactly on it.
struct Lattice {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<float> x;                 // [column]  rising from 0
  std::vector<float> y;                 // [row]     rising from 0
  std::vector<float> z;                 // [sample]  NaN: void
  std::vector<std::uint8_t> is_ground;  // [square]  1: all four corners have heights
  Vec3 origin;

  std::uint32_t sample(std::uint32_t column, std::uint32_t row) const {
    return row * width + column;
  }
  std::uint32_t column(std::uint32_t sample) const { return sample % width; }
  std::uint32_t row(std::uint32_t sample) const { return sample / width; }
  Vec3f point(std::uint32_t sample) const { return {x[column(sample)], y[row(sample)], z[sample]}; }
  bool ground(std::uint32_t column, std::uint32_t row) const {
    return is_ground[std::size_t{row} * (width - 1) + column] != 0;
  }
  // The same for a square that may lie outside the lattice, where there is no ground.
  bool ground_or_outside(std::int64_t column, std::int64_t row) const {
    return column >= 0 && row >= 0 && column + 1 < width && row + 1 < height &&
           ground(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row));
  }
  // True when `sample` is the corner of a ground square.
  bool is_used(std::uint32_t sample) const;
};

Result<Lattice> place(const HeightField& field, const TerrainOptions& options);

// The triangles that each method makes.
Result<MeshSoup> uniform_soup(const Lattice& lattice, const TerrainOptions& options);
Result<MeshSoup> isoline_soup(const Lattice& lattice, const TerrainOptions& options);
Result<MeshSoup> adaptive_soup(const Lattice& lattice, const TerrainOptions& options);

// Calls visit(sample) for every sample in the triangle (counter-clockwise, edges included). Exact.
template <class Visit>
void each_sample_in(const Lattice& lattice, const std::array<Vec2, 3>& corners, Visit visit);

// The columns or rows [first, last) whose positions lie in [low, high].
struct Range {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};
Range positions_within(const std::vector<float>& positions, double low, double high);

// The columns of `row` in the triangle.
Range columns_in(const Lattice& lattice, const std::array<Vec2, 3>& corners, std::uint32_t row);

template <class Visit>
void each_sample_in(const Lattice& lattice, const std::array<Vec2, 3>& corners, Visit visit) {
  Box2 box;
  for (const Vec2 p : corners) box.add(p);
  const Range rows = positions_within(lattice.y, box.low.y, box.high.y);
  for (std::uint32_t row = rows.first; row < rows.last; ++row) {
    const Range columns = columns_in(lattice, corners, row);
    for (std::uint32_t c = columns.first; c < columns.last; ++c) visit(lattice.sample(c, row));
  }
}

}  // namespace thalweg

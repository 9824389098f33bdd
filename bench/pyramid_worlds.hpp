// The worlds of bench_pyramid: five kinds of generated ground, and parts of real elevation tiles.
#pragma once

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "thalweg/generate/heights.hpp"
#include "thalweg/graph/ground.hpp"
#include "thalweg/import/heights.hpp"
#include "thalweg/import/terrain.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg::bench {

// The middle of a larger field.
inline HeightField middle_of(const HeightField& field, std::uint32_t side) {
  HeightField part = field;
  part.width = part.height = side;
  part.z.clear();
  const std::uint32_t left = (field.width - side) / 2;
  const std::uint32_t top = (field.height - side) / 2;
  for (std::uint32_t row = 0; row < side; ++row) {
    const auto first = field.z.begin() + (std::size_t{top + row} * field.width + left);
    part.z.insert(part.z.end(), first, first + side);
  }
  return part;
}

inline HeightField heights_of(const std::string& kind, std::uint32_t side) {
  return generate_heights({.kind = kind,
                           .width = side,
                           .height = side,
                           .seed = 3,
                           .code = HeightCode::magnitudes})
      .value();
}

// Slopes are alike at any size. Only the middle of a cone is taken, so that no ground is flat.
inline World generated_world(const std::string& kind, std::uint32_t squares, TerrainMethod method) {
  const bool is_cone = kind == "cone";
  const auto whole = static_cast<std::uint32_t>(std::ceil(squares * 0.75)) * 2 + 1;
  const HeightField field = is_cone ? middle_of(heights_of(kind, whole), squares + 1)
                                    : heights_of(kind == "rough" ? "fractal" : kind, squares + 1);
  const double half = squares / 64.0;
  const double height = (kind == "rough" ? 0.8 : 1.5) * half;
  TerrainOptions options;
  options.method = method;
  options.box = Box3{{-half, -half, 0}, {half, half, height}};
  return make_world(triangulate_heights(field, options).value()).value();
}

// The middle of a tile of the benchmark data, as `thalweg import` makes it; nothing without data.
inline std::optional<World> tile_world(const std::string& file, std::uint32_t side) {
  const char* const data = std::getenv("THALWEG_DATA");
  if (data == nullptr) return std::nullopt;
  std::ifstream in(std::string(data) + "/terrain/" + file, std::ios::binary);
  std::stringstream bytes;
  bytes << in.rdbuf();
  const auto field = read_heights(bytes.str(), file);
  if (!field || field->width < side || field->height < side) return std::nullopt;
  return make_world(triangulate_heights(middle_of(*field, side), {}).value()).value();
}

inline Ground thesis_ground(const World& world) {
  const Graph graph = build_graph(world, GraphSpec::faces()).value();
  return Ground::of(world, graph, price(world, graph, Profile::thesis()).value()).value();
}

}  // namespace thalweg::bench

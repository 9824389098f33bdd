// Worlds by generators with fixed seeds and from one SRTM tile, scaled into the
// thesis's boxes. Isolines need CGAL.
#include "reproduce/natural/worlds.hpp"

#include <algorithm>
#include <cmath>

#include "core/try.hpp"
#include "thalweg/generate/heights.hpp"
#include "thalweg/import/heights.hpp"
#include "thalweg/import/packed_file.hpp"
#ifdef THALWEG_HAS_CGAL
#include "thalweg/triangulate/triangulate.hpp"
#endif

namespace thalweg::tool {
namespace {

constexpr const char* kTile = "terrain/srtm3/S33W071.hgt";
constexpr double kIsolines = 24;  // contour lines from bottom to top
constexpr std::uint64_t kSeed = 3;

Box3 box_of_height(double height) {
  return {{-kHalfSide, -kHalfSide, 0}, {kHalfSide, kHalfSide, height}};
}

Result<World> world_of(const std::string& name, const HeightField& field, double height,
                       TerrainMethod method) {
  TerrainOptions options{.method = method, .box = box_of_height(height)};
  options.interval = height / kIsolines;
#ifdef THALWEG_HAS_CGAL
  options.triangulator = constrained_delaunay;
#endif
  TRY(WorldParts named, triangulate_heights(field, options));
  named.name = name;
  return make_world(std::move(named));
}

Result<World> generated(const std::string& kind, const NaturalTerrain& terrain, double height) {
  const std::uint32_t side = terrain.squares + 1;
  TRY(const auto made, generate_heights({.kind = kind,
                                         .width = side,
                                         .height = side,
                                         .seed = kSeed,
                                         .code = HeightCode::magnitudes}));
  return world_of(kind, made, height, terrain.method);
}

// `side` by `side` samples out of the middle.
HeightField cut(const HeightField& field, std::uint32_t side) {
  HeightField piece = field;
  piece.width = std::min(side, field.width);
  piece.height = std::min(side, field.height);
  piece.z.clear();
  const std::uint32_t left = (field.width - piece.width) / 2;
  const std::uint32_t top = (field.height - piece.height) / 2;
  for (std::uint32_t row = 0; row < piece.height; ++row) {
    const auto first =
        field.z.begin() + static_cast<std::ptrdiff_t>(std::size_t{top + row} * field.width + left);
    piece.z.insert(piece.z.end(), first, first + piece.width);
  }
  return piece;
}

MazePart part_of(const Box3& face, double height) {
  const double middle = height / 2;
  if (face.high.z < middle) return MazePart::floor;
  return face.low.z > middle ? MazePart::top : MazePart::side;
}

}  // namespace

bool has_isolines() {
#ifdef THALWEG_HAS_CGAL
  return true;
#else
  return false;
#endif
}

// The generator's cone stands on a level square; the part cut out of its middle does not.
Result<World> cone_world(const NaturalTerrain& terrain) {
  const auto whole = static_cast<std::uint32_t>(std::ceil(terrain.squares * 0.75)) * 2 + 1;
  TRY(const auto made,
      generate_heights(
          {.kind = "cone", .width = whole, .height = whole, .code = HeightCode::magnitudes}));
  return world_of("cone", cut(made, terrain.squares + 1), kHeight, terrain.method);
}

Result<World> realistic_world(const NaturalTerrain& terrain) {
  return generated("valley", terrain, kHeight);
}

Result<World> rough_world(const NaturalTerrain& terrain) {
  return generated("fractal", terrain, kRoughHeight);
}

Result<std::optional<World>> tile_world(const std::filesystem::path& data,
                                        const NaturalTerrain& terrain) {
  const auto path = data / kTile;
  if (data.empty() || !std::filesystem::exists(path)) return std::optional<World>();
  TRY(const auto bytes, read_packed_file(path));
  TRY(const auto field, read_heights(bytes, path.filename().string()));
  const HeightField piece = cut(field, terrain.squares + 1);
  const bool has_voids =
      std::any_of(piece.z.begin(), piece.z.end(), [](float z) { return std::isnan(z); });
  if (has_voids) return Error{"the middle of the elevation tile has voids"};
  const auto [low, high] = std::minmax_element(piece.z.begin(), piece.z.end());
  if (!(*low < *high)) return Error{"the middle of the elevation tile is level"};
  // The true proportion of height to width.
  const double width = (piece.width - 1) * std::min(piece.spacing_x, piece.spacing_y);
  const double height = 2 * kHalfSide * (*high - *low) / width;
  TRY(auto world, world_of("tile", piece, height, terrain.method));
  return std::optional(std::move(world));
}

Result<MazeWorld> maze_world(std::uint32_t squares) {
  const std::uint32_t side = squares + 1;
  GenerateHeightsOptions wanted{.kind = "maze", .width = side, .height = side};
  wanted.settings = {{"corridor", 5}, {"wall", 3}};
  TRY(const auto made, generate_heights(wanted));
  TRY(auto world, world_of("maze", made, kMazeHeight, TerrainMethod::centre));
  MazeWorld maze{std::move(world), {}};
  for (const FaceId face : maze.world.mesh.faces()) {
    maze.parts.push_back(part_of(maze.world.mesh.box(face), kMazeHeight));
  }
  return maze;
}

}  // namespace thalweg::tool

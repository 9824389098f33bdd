// A table from endings to readers. Each reader makes the parts of a world and notes about them;
// links are added to any, and the world is checked at the end.
#include "thalweg/import/import.hpp"

#include <algorithm>
#include <array>

#include "core/text.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"
#include "import/inside.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/import/gltf.hpp"
#include "thalweg/import/links_file.hpp"
#include "thalweg/import/obj.hpp"
#include "thalweg/import/packed_file.hpp"
#include "thalweg/import/polyanya.hpp"

namespace thalweg {
namespace {

namespace fs = std::filesystem;

// The parts of a world while it is imported, and what was found out.
struct Draft {
  WorldParts parts;
  std::vector<std::string> notes;
  std::optional<TerrainError> terrain_fit;
};

struct Source {
  fs::path path;
  std::string name;  // without .gz
  std::string content;
};

using FormatReader = Result<Draft> (*)(const Source&, const ImportOptions&);

Result<Draft> draft_of(Result<WorldParts> made) {
  TRY(WorldParts parts, std::move(made));
  return Draft{std::move(parts), {}, {}};
}

Result<Draft> draft_of(Result<ImportedWorld> made) {
  TRY(ImportedWorld imported, std::move(made));
  return Draft{std::move(imported.parts), std::move(imported.notes), {}};
}

// Adds the mesh of the grid, if it is wanted.
Result<Draft> with_grid_mesh(WorldParts parts, const ImportOptions& options) {
  if (options.grid_mesh && parts.grid.shape() == GridShape::square) {
    report(options.progress, "triangulating", 0);
    GridMeshOptions mesh_options = options.mesh;
    if (!mesh_options.triangulate) mesh_options.triangulate = options.triangulator;
    TRY(parts.mesh, grid_to_mesh(parts.grid, mesh_options));
  }
  return Draft{std::move(parts), {}, {}};
}

Result<Draft> import_map(const Source& source, const ImportOptions& options) {
  WorldParts parts;
  TRY(parts.grid, read_map(source.content, options.map));
  parts.y_axis = YAxis::down;
  return with_grid_mesh(std::move(parts), options);
}

Result<Draft> import_ros(const Source& source, const ImportOptions& options) {
  TRY(const auto header, read_ros_yaml(source.content));
  if (!stays_inside(header.image)) {
    return Error{"the map names the image " + thalweg::quoted(header.image) +
                 ", which is no file in the same folder"};
  }
  const fs::path image_path = source.path.parent_path() / header.image;
  TRY(const auto bytes, read_packed_file(image_path));
  TRY(const auto image, read_pgm(bytes).in(image_path.filename().string()));
  TRY(auto parts, ros_world(header, image, options.ros));
  return with_grid_mesh(std::move(parts), options);
}

Result<Draft> import_polyanya(const Source& source, const ImportOptions&) {
  return draft_of(read_polyanya(source.content));
}

// A grid with a square around each sample; voids are blocked.
Result<Draft> heights_as_grid(const HeightField& field, const TerrainOptions& options) {
  const Vec2 spacing = options.spacing.value_or(Vec2{field.spacing_x, field.spacing_y});
  if (options.box) return Error{"a grid of heights takes a spacing, not a box"};
  const double scale = options.vertical_scale.value_or(field.metres_per_unit);
  if (!(spacing.x > 0) || !(scale > 0)) {
    return Error{"the spacing and the scale of heights must be above 0"};
  }
  if (std::abs(spacing.x - spacing.y) > 1e-6 * spacing.x) {
    return Error{"a grid of heights needs the same spacing both ways; give one with --spacing"};
  }
  GridArrays arrays{.width = field.width, .height = field.height};
  arrays.spacing = static_cast<float>(spacing.x);
  std::vector<AreaId> area(field.z.size(), kGround);
  std::vector<float> ground(field.z.size(), 0.0f);
  for (std::uint32_t row = 0; row < field.height; ++row) {
    for (std::uint32_t column = 0; column < field.width; ++column) {
      const float z = field.z[std::size_t{row} * field.width + column];
      const std::size_t square = std::size_t{field.height - 1 - row} * field.width + column;
      if (std::isnan(z)) {
        area[square] = kBlocked;
      } else {
        ground[square] = static_cast<float>(z * scale);
      }
    }
  }
  arrays.area = std::move(area);
  arrays.ground = std::move(ground);
  Draft draft;
  TRY(draft.parts.grid, Grid::from(std::move(arrays)));
  draft.parts.origin = {field.origin.x - spacing.x / 2, field.origin.y - spacing.y / 2, 0};
  if (!options.spacing) draft.parts.earth = field.earth;
  return draft;
}

Result<Draft> import_heights(const Source& source, const ImportOptions& options) {
  report(options.progress, "reading heights", 0);
  constexpr std::uint64_t kGridBytes = 24;
  HeightReadOptions reading = options.heights;
  reading.bytes_per_sample =
      options.heights_as_grid ? kGridBytes : bytes_per_sample(options.terrain.method);
  TRY(const auto field, read_heights(source.content, source.name, reading));
  TerrainOptions terrain = options.terrain;
  if (options.heights_as_grid && !options.difficulty.empty()) {
    return Error{"a grid has no difficulties: leave out the difficulty image, or make a mesh"};
  }
  if (options.heights_as_grid) return heights_as_grid(field, terrain);
  if (!terrain.triangulator) terrain.triangulator = options.triangulator;
  if (!terrain.progress) terrain.progress = options.progress;
  Image difficulty;
  if (!options.difficulty.empty()) {
    TRY(const auto bytes, read_packed_file(options.difficulty));
    TRY(difficulty, read_png(bytes).in(options.difficulty.filename().string()));
    terrain.difficulty = &difficulty;
  }
  TRY(Draft draft, draft_of(triangulate_heights(field, terrain)));
  if (terrain.method != TerrainMethod::adaptive) return draft;
  report(options.progress, "measuring", 0);
  TRY(draft.terrain_fit, measure_terrain(field, draft.parts.mesh, terrain));
  return draft;
}

Result<Draft> import_soup(Result<TriangleSoup> read, const ImportOptions& options) {
  TRY(const TriangleSoup soup, std::move(read));
  if (options.use_recast) return draft_of(recast_world(soup, options.recast, options.progress));
  return draft_of(triangles_world(soup, options.triangles));
}

Result<Draft> import_obj(const Source& source, const ImportOptions& options) {
  return import_soup(read_obj(source.content, {.axes = options.axes}), options);
}

Result<Draft> import_gltf(const Source& source, const ImportOptions& options) {
  const GltfOptions gltf{.axes = options.axes, .load = buffers_beside(source.path)};
  return import_soup(read_gltf(source.content, gltf), options);
}

struct Format {
  std::string_view ending;
  FormatReader read;
};
constexpr std::array kFormats = {
    Format{".map", import_map},      Format{".yaml", import_ros},
    Format{".yml", import_ros},      Format{".mesh", import_polyanya},
    Format{".png", import_heights},  Format{".tif", import_heights},
    Format{".tiff", import_heights}, Format{".hgt", import_heights},
    Format{".asc", import_heights},  Format{".raw", import_heights},
    Format{".r16", import_heights},  Format{".obj", import_obj},
    Format{".gltf", import_gltf},    Format{".glb", import_gltf},
};

const Format* format_of(const fs::path& name) {
  const std::string ending = lower_case(name.extension().string());
  const auto found = std::find_if(kFormats.begin(), kFormats.end(),
                                  [&](const Format& format) { return format.ending == ending; });
  return found == kFormats.end() ? nullptr : &*found;
}

Result<void> add_links(WorldParts& parts, const ImportOptions& options) {
  if (options.links.empty()) return {};
  TRY(const auto text, read_packed_file(options.links));
  TRY(parts.links, read_links(text, parts.origin).in(options.links.filename().string()));
  parts.link_reach = options.link_reach;
  return {};
}

}  // namespace

std::string known_formats() {
  std::string all;
  for (const Format& format : kFormats)
    all += (all.empty() ? "" : " ") + std::string(format.ending);
  return all;
}

Result<Imported> import_world(const fs::path& path, const ImportOptions& options) try {
  const fs::path name = path.extension() == ".gz" ? path.stem() : path.filename();
  const Format* format = format_of(name);
  if (format == nullptr) {
    return Error{"cannot tell what '" + path.string() + "' is: the ending must be one of " +
                 known_formats()};
  }
  report(options.progress, "reading", 0);
  TRY(auto content, read_packed_file(path));
  TRY(Draft drafted, format->read({path, name.string(), std::move(content)}, options)
                         .in(path.filename().string()));
  drafted.parts.name = name.string();
  TRY_DO(add_links(drafted.parts, options));
  report(options.progress, "building the locator", 0);
  TRY(auto world, make_world(std::move(drafted.parts)).in(path.filename().string()));
  return Imported{std::move(world), std::move(drafted.notes), drafted.terrain_fit};
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg

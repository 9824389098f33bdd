// Arrays are stored as they are in memory, so their layouts are asserted; the rest is a
// description. A locator of an earlier version is built again.
#include "store/world_sections.hpp"

#include "core/try.hpp"
#include "store/bytes.hpp"

namespace thalweg {
namespace {

// These types are stored as they are in memory. A change here needs a new version of the file.
static_assert(sizeof(Vec3f) == 12 && sizeof(EdgeId) == 4 && sizeof(AreaId) == 1);
static_assert(sizeof(Link) == 56 && alignof(Link) == 4);

// The parts of a world that are not arrays.
struct WorldAbout {
  World world;  // name, origin, y axis and areas only
  Locator::Layout locator;
  GridArrays grid;  // without its arrays
};

Array<std::byte> write_world_about(const World& world) {
  ByteWriter out;
  out.text(world.name);
  out.number(world.origin.x).number(world.origin.y).number(world.origin.z);
  out.number(static_cast<std::uint32_t>(world.y_axis));
  const std::size_t own_areas = world.areas.size() - kBuiltInAreas.size();
  out.number(static_cast<std::uint32_t>(own_areas));
  for (std::size_t a = kBuiltInAreas.size(); a < world.areas.size(); ++a) {
    out.text(world.areas[static_cast<AreaId>(a)]);
  }
  const Locator::Layout& layout = world.locator.layout();
  out.number(layout.low.x).number(layout.low.y).number(layout.bucket);
  out.number(layout.columns).number(layout.rows);
  const GridArrays& grid = world.grid.arrays();
  out.number(grid.width).number(grid.height).number(grid.spacing);
  out.number(static_cast<std::uint32_t>(grid.shape));
  return std::move(out).take();
}

// Nothing where the position on Earth is not known.
Array<std::byte> write_earth(const Earth& earth) {
  if (earth.grid == EarthGrid::none) return {};
  ByteWriter out;
  out.number(static_cast<std::uint32_t>(earth.grid));
  out.number(earth.metres_per_longitude).number(earth.metres_per_latitude);
  out.number(earth.zone).number(earth.is_south).number(earth.epsg);
  return std::move(out).take();
}

// Its values are checked with the world's.
Result<Earth> read_earth(std::span<const std::byte> bytes) {
  if (bytes.empty()) return Earth{};
  ByteReader in(bytes);
  Earth earth;
  earth.grid = static_cast<EarthGrid>(in.number<std::uint32_t>());
  earth.metres_per_longitude = in.number<double>();
  earth.metres_per_latitude = in.number<double>();
  earth.zone = in.number<std::uint32_t>();
  earth.is_south = in.number<std::uint32_t>();
  earth.epsg = in.number<std::uint32_t>();
  if (!in.is_whole()) return Error{"section world/earth is too short or too long"};
  if (earth.grid == EarthGrid::none) return Error{"section world/earth states no position"};
  return earth;
}

// The areas that a world adds to the built-in ones.
Result<AreaNames> read_areas(ByteReader& in) {
  AreaNames areas;
  const auto count = in.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && in.is_good(); ++i) {
    const std::size_t due = areas.size();
    const auto area = areas.find_or_add(in.text());
    if (in.is_good() && (!area || *area != due)) {
      return Error{"an area's name is no name or comes twice"};
    }
  }
  return areas;
}

Result<WorldAbout> read_world_about(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  WorldAbout about;
  about.world.name = in.text();
  about.world.origin.x = in.number<double>();
  about.world.origin.y = in.number<double>();
  about.world.origin.z = in.number<double>();
  about.world.y_axis = static_cast<YAxis>(in.number<std::uint32_t>());
  TRY(about.world.areas, read_areas(in));
  about.locator.low.x = in.number<double>();
  about.locator.low.y = in.number<double>();
  about.locator.bucket = in.number<double>();
  about.locator.columns = in.number<std::uint32_t>();
  about.locator.rows = in.number<std::uint32_t>();
  about.grid.width = in.number<std::uint32_t>();
  about.grid.height = in.number<std::uint32_t>();
  about.grid.spacing = in.number<float>();
  about.grid.shape = static_cast<GridShape>(in.number<std::uint32_t>());
  if (!in.is_whole()) return Error{"section world/about is too short or too long"};
  if (about.world.y_axis > YAxis::down) return Error{"the y axis points in no known direction"};
  return about;
}

MeshArrays take_mesh_arrays(SectionTaker& sections) {
  return {.vertices = sections.take<Vec3f>("mesh/vertices"),
          .origin = sections.take<VertexId>("mesh/origin"),
          .twin = sections.take<EdgeId>("mesh/twin"),
          .first_edge = sections.take<std::uint32_t>("mesh/first_edge"),
          .edge_face = sections.take<FaceId>("mesh/edge_face"),
          .face_area = sections.take<AreaId>("mesh/face_area"),
          .difficulty = sections.take<float>("mesh/difficulty"),
          .tags = sections.take<std::uint32_t>("mesh/tags"),
          .edge_area = sections.take<AreaId>("mesh/edge_area"),
          .edge_difficulty = sections.take<float>("mesh/edge_difficulty"),
          .edge_tags = sections.take<std::uint32_t>("mesh/edge_tags")};
}

// Makes a world of checked parts. Requires: every section had items of the right size.
Result<World> assemble(WorldAbout about, MeshArrays arrays, Array<std::uint32_t> lists,
                       Array<std::uint32_t> words) {
  World world = std::move(about.world);
  TRY(world.mesh, Mesh::from(std::move(arrays)));
  TRY(world.locator,
      Locator::from(about.locator, std::move(lists), std::move(words), world.mesh.face_count()));
  TRY(world.grid, Grid::from(std::move(about.grid)));
  return world;
}

}  // namespace

std::vector<ThalSection> world_sections(const World& world) {
  const MeshArrays& mesh = world.mesh.arrays();
  const GridArrays& grid = world.grid.arrays();
  return {section_of("world/about", write_world_about(world)),
          section_of("world/earth", write_earth(world.earth)),
          section_of<std::uint8_t>("world/height_map", world.is_height_map
                                                           ? std::vector<std::uint8_t>{1}
                                                           : std::vector<std::uint8_t>{}),
          section_of<Link>("world/links", world.links),
          section_of<Vec3f>("mesh/vertices", mesh.vertices),
          section_of<VertexId>("mesh/origin", mesh.origin),
          section_of<EdgeId>("mesh/twin", mesh.twin),
          section_of("mesh/first_edge", mesh.first_edge),
          section_of<FaceId>("mesh/edge_face", mesh.edge_face),
          section_of<AreaId>("mesh/face_area", mesh.face_area),
          section_of<float>("mesh/difficulty", mesh.difficulty),
          section_of<std::uint32_t>("mesh/tags", mesh.tags),
          section_of<AreaId>("mesh/edge_area", mesh.edge_area),
          section_of<float>("mesh/edge_difficulty", mesh.edge_difficulty),
          section_of<std::uint32_t>("mesh/edge_tags", mesh.edge_tags),
          section_of<std::uint32_t>("locator/lists", world.locator.lists()),
          section_of("locator/words", world.locator.words()),
          section_of<AreaId>("grid/area", grid.area),
          section_of<float>("grid/ground", grid.ground)};
}

Result<World> take_world(SectionTaker& sections) {
  if (!sections.has("world/about")) return Error{"the file holds no world"};
  TRY(WorldAbout parts, read_world_about(sections.take<std::byte>("world/about").span()));
  TRY(parts.world.earth, read_earth(sections.take<std::byte>("world/earth").span()));
  const auto is_height_map = sections.take<std::uint8_t>("world/height_map");
  if (is_height_map.size() > 1 || (!is_height_map.empty() && is_height_map[0] != 1)) {
    return Error{"section world/height_map holds something else than a one"};
  }
  parts.world.is_height_map = !is_height_map.empty();
  parts.grid.area = sections.take<AreaId>("grid/area");
  parts.grid.ground = sections.take<float>("grid/ground");
  parts.world.links = sections.take<Link>("world/links");
  MeshArrays arrays = take_mesh_arrays(sections);
  // Older files list faces without edges: their locator is built again.
  const bool is_older = sections.has("locator/offsets");
  if (is_older) {
    static_cast<void>(sections.take<std::uint32_t>("locator/offsets"));
    static_cast<void>(sections.take<std::uint32_t>("locator/faces"));
    parts.locator = {};
  }
  auto lists = sections.take<std::uint32_t>("locator/lists");
  auto words = sections.take<std::uint32_t>("locator/words");
  TRY_DO(sections.check());
  TRY(World world,
      assemble(std::move(parts), std::move(arrays), std::move(lists), std::move(words)));
  TRY_DO(lawful(broken_value_law(world)));
  TRY_DO(lawful(broken_face_law(world.mesh)));
  if (is_older) world.locator = build_locator(world.mesh);
  return world;
}

}  // namespace thalweg

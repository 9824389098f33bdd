// The same for the readers of files, the generators and the pictures.
#include <filesystem>

#include "grounds.hpp"
#include "out_of_memory.hpp"
#include "thalweg/draw/draw.hpp"
#include "thalweg/generate/grids.hpp"
#include "thalweg/generate/heights.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/import/links_file.hpp"
#include "thalweg/import/obj.hpp"
#include "thalweg/import/polyanya.hpp"

namespace thalweg {
namespace {

TEST_F(OutOfMemory, readers_of_maps_say_so) {
  const std::string map = seed("map/small.map");
  const std::string scen = seed("scen/tabs.scen");
  const std::string mesh = seed("polyanya/v2.mesh");
  const std::string links = seed("links/small.links");
  expect_errors("read_map", [&] { return read_map(map); });
  expect_errors("read_scen", [&] { return read_scen(scen); });
  expect_errors("read_polyanya", [&] { return read_polyanya(mesh); });
  expect_errors("read_links", [&] { return read_links(links, {}); });
}

TEST_F(OutOfMemory, readers_of_heights_and_geometry_say_so) {
  const std::string png = seed("png/grey16.png");
  const std::string asc = seed("asc/plain");
  const std::string obj = seed("obj/square.obj");
  const HeightField field = read_asc(asc).value();
  const TriangleSoup soup = read_obj(obj).value();
  expect_errors("read_png", [&] { return read_png(png); });
  expect_errors("read_height_png", [&] { return read_height_png(png); });
  expect_errors("read_asc", [&] { return read_asc(asc); });
  for (const TerrainMethod method : {TerrainMethod::uniform, TerrainMethod::adaptive}) {
    expect_errors("triangulate_heights",
                  [&] { return triangulate_heights(field, {.method = method}); });
  }
  expect_errors("read_obj", [&] { return read_obj(obj); });
  // Not read_gltf: the JSON library allocates while it frees memory, which no caller can catch. So
  // its memory is estimated before it is taken.
  expect_errors("triangles_world", [&] { return triangles_world(soup, {}); });
}

TEST_F(OutOfMemory, generators_say_so) {
  const GenerateHeightsOptions heights{.kind = "cone", .width = 9, .height = 9};
  const GenerateGridOptions grid{.kind = "rooms", .width = 20, .height = 20};
  expect_errors("generate_heights", [&] { return generate_heights(heights); });
  expect_errors("generate_grid", [&] { return generate_grid(grid); });
}

TEST_F(OutOfMemory, importing_and_drawing_say_so) {
  const auto source = std::filesystem::path(THALWEG_SOURCE_DIR) / "tests/fuzz/seeds/map/small.map";
  expect_errors("import_world", [&] { return import_world(source, {.grid_mesh = false}); });
  const World world = mesh_scene(kPicture);
  expect_errors("draw_image", [&] { return draw_image(world, {.width = 64}); });
  expect_errors("draw_svg", [&] { return draw_svg(world, {.width = 64}); });
}

}  // namespace
}  // namespace thalweg

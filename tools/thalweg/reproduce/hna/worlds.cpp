// The meshes of the HNA* reproduction.
#include <algorithm>

#include "core/try.hpp"
#include "reproduce/hna/run.hpp"
#include "thalweg/generate/heights.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/import/obj.hpp"
#include "thalweg/import/packed_file.hpp"
#include "thalweg/import/recast.hpp"
#include "thalweg/planners/ends.hpp"

namespace thalweg::tool {
namespace {

// The triangles whose middles lie in a square around the middle of the box, seen from above.
TriangleSoup hna_cropped(TriangleSoup soup, double side) {
  const Box3 box = box_of(soup);
  const Vec3 middle = (box.low + box.high) * 0.5;
  std::vector<std::array<std::uint32_t, 3>> kept;
  for (const auto& corners : soup.triangles) {
    const Vec3 sum =
        soup.vertices[corners[0]] + soup.vertices[corners[1]] + soup.vertices[corners[2]];
    const Vec3 off = sum * (1.0 / 3) - middle;
    if (std::max(std::abs(off.x), std::abs(off.y)) <= side / 2) kept.push_back(corners);
  }
  soup.triangles = std::move(kept);
  soup.group.clear();
  soup.group_names.clear();
  return soup;
}

std::uint32_t hna_triangle_count(const Mesh& mesh, const std::vector<bool>& is_on) {
  std::uint32_t count = 0;
  for (const FaceId face : mesh.faces()) {
    if (is_on[face.value]) count += mesh.corner_count(face) - 2;
  }
  return count;
}

// [face] True on the largest island: levels have many small ones, such as roofs.
std::vector<bool> faces_on_largest(const World& world, const Ground& portals) {
  const Islands& islands = portals.metric().islands();
  const IslandId largest = islands.largest();
  std::vector<bool> is_on(world.mesh.face_count());
  for (const NodeId node : portals.graph().nodes()) {
    const PortalNode at = portals.graph().portal_node(node);
    if (at.is_link_end() || islands.of[node] != largest) continue;
    is_on[world.mesh.face(at.edge()).value] = true;
    is_on[world.mesh.across(at.edge()).value] = true;
  }
  return is_on;
}

Result<std::vector<Problem>> random_problems_on(const std::vector<bool>& is_on, const World& world,
                                                const Ground& portals, std::uint32_t count) {
  const EndFinder finder(portals);
  std::vector<Problem> kept;
  for (std::uint64_t seed = 1; seed <= 64 && kept.size() < count; ++seed) {
    TRY(const auto drawn,
        random_problems(world, Profile::euclid(), {.count = count, .seed = seed}));
    for (const Problem& problem : drawn) {
      const Vec3 local = world.frame().to_local(problem.start);
      const End end = finder.find(local, 1);
      if (kept.size() < count && end.is_found() && is_on[end.face.value]) kept.push_back(problem);
    }
  }
  return kept;
}

Result<HnaCase> hna_case_of(std::string name, World world, std::uint32_t problems) {
  TRY(Ground made, ground(world, Profile::euclid(), GraphSpec::portals()));
  TRY(Ground fine, ground(world, Profile::euclid(), GraphSpec::portals(3, 8)));
  const std::vector<bool> is_on = faces_on_largest(world, made);
  TRY(auto drawn, random_problems_on(is_on, world, made, problems));
  return HnaCase{.name = std::move(name),
                 .triangles = hna_triangle_count(world.mesh, is_on),
                 .faces = static_cast<std::uint32_t>(std::ranges::count(is_on, true)),
                 .ground = std::move(made),
                 .fine = std::move(fine),
                 .problems = std::move(drawn)};
}

}  // namespace

Result<HnaCase> district_case(const std::filesystem::path& data, const District& district,
                              std::uint32_t problems, const Progress& progress) {
  const auto file = data / "geometry/cityview" / (std::string("city_") + district.name + ".obj.gz");
  TRY(const auto text, read_packed_file(file));
  TRY(auto soup, read_obj(text).in(file.filename().string()));
  soup = hna_cropped(std::move(soup), district.side);
  // Polygons of Recast, not cut where the ground is not level.
  TRY(auto imported, recast_world(soup,
                                  {.cell_size = 1.5,
                                   .cell_height = 0.5,
                                   .max_climb = 3,
                                   .tile_size = 512,
                                   .detail_spacing = 0},
                                  progress));
  TRY(auto world, make_world(std::move(imported.parts)));
  TRY(HnaCase made, hna_case_of(district.name, std::move(world), problems));
  made.paper = district.paper;
  made.geometry_triangles = static_cast<std::uint32_t>(soup.triangles.size());
  return made;
}

Result<HnaCase> mesh_case(const std::filesystem::path& data, const std::string& map,
                          std::uint32_t problems) {
  TRY(auto imported, import_world(data / "meshes" / (map + "-merged.mesh")));
  return hna_case_of(std::filesystem::path(map).filename().string(), std::move(imported.world),
                     problems);
}

Result<HnaCase> small_case(std::uint32_t problems) {
  TRY(const auto field, generate_heights({.kind = "ridges", .width = 25, .height = 25, .seed = 3}));
  TRY(auto parts, triangulate_heights(field, {.method = TerrainMethod::uniform}));
  TRY(auto world, make_world(std::move(parts)));
  return hna_case_of("ridges", std::move(world), problems);
}

}  // namespace thalweg::tool

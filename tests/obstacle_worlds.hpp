// Small worlds full of obstacles, made by code, for tests of sight and of shortest paths.
#pragma once

#include <string>

#include "lattice.hpp"
#include "scene.hpp"
#include "thalweg/world/surface_point.hpp"

namespace thalweg {

struct ObstacleOptions {
  std::uint32_t side = 8;  // squares a side, each two triangles
  // How far corners move, in squares. 0: a lattice; from a quarter up triangles may turn over.
  double jitter = 0.3;
  std::uint32_t blocked_in_16 = 5;  // blocked faces, out of 16
  std::uint32_t slits_in_16 = 1;    // portals made into walls of no thickness
  double relief = 1;                // metres of random height
};

// A field of triangles with obstacles, the same for the same seed.
inline World obstacle_field(std::uint64_t seed, const ObstacleOptions& options = {}) {
  Random random(seed);
  const std::uint32_t n = options.side + 1;
  MeshSoup soup;
  for (std::uint32_t y = 0; y < n; ++y) {
    for (std::uint32_t x = 0; x < n; ++x) {
      const double dx = options.jitter * random.between(-1, 1);
      const double dy = options.jitter * random.between(-1, 1);
      soup.vertices.push_back(to_float({x + dx, y + dy, options.relief * random.unit()}));
    }
  }
  soup.corners = lattice_triangles(n - 1, n - 1);
  for (std::size_t f = 0; f < soup.corners.size() / 3; ++f) {
    soup.face_area.push_back(random.below(16) < options.blocked_in_16 ? kBlocked : kGround);
  }
  MeshArrays arrays = build_mesh(std::move(soup)).value().mesh.arrays();
  std::vector<AreaId> edge_area(arrays.origin.size(), kGround);
  for (const EdgeId e : arrays.twin.ids()) {
    if (arrays.twin[e].is_none() || arrays.twin[e] < e) continue;
    if (random.below(16) >= options.slits_in_16) continue;
    edge_area[e.value] = kBlocked;
    edge_area[arrays.twin[e].value] = kBlocked;
  }
  arrays.edge_area = std::move(edge_area);
  WorldParts parts;
  parts.mesh = Mesh::from(std::move(arrays)).value();
  return make_world(std::move(parts)).value();
}

// Squares of random letters as faces.
inline World random_squares(std::uint64_t seed, std::string_view letters, std::uint32_t side = 9) {
  Random random(seed);
  std::string text;
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < side; ++x) {
      text += letters[random.below(static_cast<std::uint32_t>(letters.size()))];
    }
    text += '\n';
  }
  return mesh_scene(text);
}

// A random surface point: inside a face, on an edge or at a corner, about equally often. None
// without ground.
inline SurfacePoint random_surface_point(const Mesh& mesh, Random& random) {
  for (int i = 0; i < 100; ++i) {
    const FaceId face(random.below(mesh.face_count()));
    if (!is_walkable(mesh.area(face))) continue;
    const auto edges = mesh.edges(face);
    const EdgeId edge(edges.front().value + random.below(edges.size()));
    const Vec3 middle = mesh.midpoint(edge);
    switch (random.below(3)) {
      case 0: return {face, mesh.start(edge)};
      case 1:
        return contains(mesh, face, middle.xy()) ? SurfacePoint{face, middle} : SurfacePoint{};
      default: return {face, mesh.centre(face) * 0.75 + middle * 0.25};
    }
  }
  return {};
}

}  // namespace thalweg

// The worlds on which path shaping is tested.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lattice.hpp"
#include "scene.hpp"
#include "thalweg/path/path.hpp"

namespace thalweg {

// Squares with random holes: many collinear corners, corners that touch.
inline World holes(std::uint64_t seed, std::uint32_t size = 14) {
  Random random(seed);
  std::string text;
  for (std::uint32_t y = 0; y < size; ++y) {
    for (std::uint32_t x = 0; x < size; ++x) text += random.below(4) == 0 ? '#' : '.';
    text += '\n';
  }
  return mesh_scene(text);
}

// Squares with some edges shut: walls of no thickness.
inline World thin_walls(std::uint64_t seed) {
  World world = holes(seed, 10);
  Random random(seed + 77);
  MeshArrays arrays = world.mesh.arrays();
  std::vector<AreaId> edge_area(arrays.origin.size(), kGround);
  for (const EdgeId e : world.mesh.edges()) {
    const EdgeId twin = world.mesh.twin(e);
    if (twin.is_none() || twin < e || random.below(4) != 0) continue;
    edge_area[e.value] = kBlocked;
    edge_area[twin.value] = kBlocked;
  }
  arrays.edge_area = std::move(edge_area);
  WorldParts parts;
  parts.mesh = Mesh::from(std::move(arrays)).value();
  return make_world(std::move(parts)).value();
}

// Triangles over moved corners: no three corners are collinear. By less than a quarter of a square, so that
// no triangle turns over.
inline World crooked(std::uint64_t seed, std::uint32_t n = 12) {
  Random random(seed);
  MeshSoup soup;
  for (std::uint32_t y = 0; y < n; ++y) {
    for (std::uint32_t x = 0; x < n; ++x) {
      soup.vertices.push_back(to_float(
          {x + random.between(-0.24, 0.24), y + random.between(-0.24, 0.24), random.unit()}));
    }
  }
  soup.corners = lattice_triangles(n - 1, n - 1);
  for (std::size_t f = 0; f < soup.corners.size() / 3; ++f) {
    soup.face_area.push_back(random.below(5) == 0 ? kBlocked : kGround);
  }
  WorldParts parts;
  parts.mesh = build_mesh(std::move(soup)).value().mesh;
  return make_world(std::move(parts)).value();
}

// Hills with three two-way jumps and a one-way ladder.
inline World linked_hills(std::uint64_t seed) {
  Random random(seed);
  std::vector<Link> links;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const auto end = [&] {
      return to_float({random.between(0.5, 10.5), random.between(0.5, 10.5), kNoHeight});
    };
    Link link{.from = end(), .to = end()};
    link.is_two_way = i < 3 ? 1 : 0;
    link.length = 1;
    links.push_back(link);
  }
  return hills(seed, {.corners = 12, .links = std::move(links)});
}

struct NamedWorld {
  std::string name;
  World world;
};

inline std::vector<NamedWorld> small_worlds(std::uint64_t seed) {
  std::vector<NamedWorld> worlds;
  worlds.push_back({"holes", holes(seed)});
  worlds.push_back({"thin walls", thin_walls(seed)});
  worlds.push_back({"crooked", crooked(seed)});
  worlds.push_back({"hills", hills(seed, {.corners = 12})});
  worlds.push_back({"linked hills", linked_hills(seed)});
  return worlds;
}

// Metres along the points, in the plane.
inline double plan_length(std::span<const PathPoint> points) {
  double sum = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    sum += length(points[i].vec().xy() - points[i - 1].vec().xy());
  }
  return sum;
}

}  // namespace thalweg

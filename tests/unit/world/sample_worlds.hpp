// Small worlds of every kind, made by code, shared by the tests of world and store.
#pragma once

#include <vector>

#include "lattice.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/world/mesh_builder.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg::samples {

// Heights for vertex (x, y): rough ground, the same on every machine.
inline float rough_height(std::uint32_t x, std::uint32_t y) {
  return static_cast<float>(mix64((std::uint64_t{x} << 32) | y) % 1000) / 250.0f;
}

inline std::vector<Vec3f> lattice(std::uint32_t n) {
  std::vector<Vec3f> vertices;
  vertices.reserve(std::size_t{n + 1} * (n + 1));
  for (std::uint32_t y = 0; y <= n; ++y) {
    for (std::uint32_t x = 0; x <= n; ++x) {
      vertices.push_back({static_cast<float>(x), static_cast<float>(y), rough_height(x, y)});
    }
  }
  return vertices;
}

// n x n squares, each cut in two triangles.
inline MeshSoup triangles(std::uint32_t n) {
  MeshSoup soup;
  soup.vertices = lattice(n);
  soup.corners = lattice_triangles(n, n);
  return soup;
}

// n x n flat squares; every fifth is cut in two, so that sizes differ.
inline MeshSoup polygons(std::uint32_t n) {
  MeshSoup soup;
  soup.vertices = lattice(n);
  for (Vec3f& v : soup.vertices) v.z = 0;
  soup.first_corner = {0};
  const auto at = [&](std::uint32_t x, std::uint32_t y) { return VertexId(y * (n + 1) + x); };
  const auto add = [&](std::initializer_list<VertexId> face) {
    soup.corners.insert(soup.corners.end(), face);
    soup.first_corner.push_back(static_cast<std::uint32_t>(soup.corners.size()));
  };
  for (std::uint32_t y = 0; y < n; ++y) {
    for (std::uint32_t x = 0; x < n; ++x) {
      if ((y * n + x) % 5 == 0) {
        add({at(x, y), at(x + 1, y), at(x + 1, y + 1)});
        add({at(x, y), at(x + 1, y + 1), at(x, y + 1)});
      } else {
        add({at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)});
      }
    }
  }
  return soup;
}

inline Mesh mesh_of(MeshSoup soup) { return build_mesh(std::move(soup)).value().mesh; }

// A mesh with every optional array.
inline Mesh with_every_array(const Mesh& mesh) {
  MeshArrays arrays = mesh.arrays();
  std::vector<AreaId> face_area, edge_area;
  std::vector<float> difficulty, edge_difficulty;
  std::vector<std::uint32_t> tags, edge_tags;
  for (const FaceId f : mesh.faces()) {
    face_area.push_back(f.value % 7 == 3 ? kSwamp : kGround);
    difficulty.push_back(static_cast<float>(f.value) / 8);
    tags.push_back(f.value * 3);
  }
  for (const EdgeId e : mesh.edges()) {
    const std::uint32_t pair = std::min(e.value, mesh.twin(e).value);
    edge_area.push_back(pair % 11 == 0 ? kBlocked : kGround);
    edge_difficulty.push_back(static_cast<float>(pair) / 4);
    edge_tags.push_back(pair);
  }
  arrays.face_area = face_area;
  arrays.difficulty = difficulty;
  arrays.tags = tags;
  arrays.edge_area = edge_area;
  arrays.edge_difficulty = edge_difficulty;
  arrays.edge_tags = edge_tags;
  return Mesh::from(std::move(arrays)).value();
}

inline Grid grid(std::uint32_t width, std::uint32_t height, GridShape shape, bool has_ground) {
  std::vector<AreaId> area;
  std::vector<float> ground;
  for (std::uint32_t i = 0; i < width * height; ++i) {
    area.push_back(i % 6 == 5 ? kTrees : kGround);
    if (has_ground) ground.push_back(rough_height(i, 0));
  }
  return Grid::from({width, height, 1.5f, shape, area, ground}).value();
}

inline World world_of(Mesh mesh, Grid grid = {}) {
  WorldParts parts;
  parts.name = "sample";
  parts.origin = {1000.5, -2000.25, 3};
  parts.mesh = std::move(mesh);
  parts.grid = std::move(grid);
  return make_world(std::move(parts)).value();
}

// Two links across the first squares of a world, and areas of its own.
inline World with_extras(const World& world) {
  const auto link = [](float x, LinkKind kind, std::uint32_t tags) {
    Link made;
    made.from = {0.3f, 0.2f, 0};
    made.to = {x, 1.2f, 1};
    made.kind = kind;
    made.is_two_way = tags & 1;
    made.length = 2.5f;
    made.tags = tags;
    return made;
  };
  World out =
      with_links(world, {link(1.6f, LinkKind::ladder, 1), link(0.7f, LinkKind::teleport, 2)})
          .value();
  out.areas.find_or_add("lava");
  out.earth = earth_of_epsg(32632);
  out.areas.find_or_add("ice-2.b");
  out.y_axis = YAxis::down;
  return out;
}

// One of each kind.
inline std::vector<World> every_world() {
  const Mesh three = mesh_of(triangles(3));
  const Mesh many = mesh_of(polygons(4));
  return {
      World(),
      world_of(three),
      world_of(many),
      world_of(with_every_array(three)),
      with_extras(world_of(with_every_array(many))),
      world_of({}, grid(5, 4, GridShape::square, false)),
      world_of({}, grid(4, 5, GridShape::hex, true)),
      with_extras(world_of({}, grid(6, 2, GridShape::square, true))),
      with_extras(world_of(three, grid(2, 2, GridShape::square, false))),
  };
}

}  // namespace thalweg::samples

// Navigation meshes in the format of Polyanya's tools: .mesh files, versions 1 to 3.
//
//                 version 1          version 2              version 3
//   indices       from 0             from 0                 from 1
//   vertex        x y n p...         x y n p...             x y
//   face          n v... p...        n v... p...            walkable n v... p...
//   p[i] is       across v[i] v[i+1] across v[i-1] v[i]     across v[i-1] v[i]
//   no neighbour  -1                 -1                     0; below 0: may not be crossed
#include "thalweg/import/polyanya.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kNoFace = 0xFFFFFFFFu;

// What lies across an edge according to the file.
struct Neighbour {
  std::uint32_t face = kNoFace;
  bool is_blocked = false;
};

// The file's contents, with edges in our order: the neighbour of an edge is stored at its first
// corner.
struct RawMesh {
  int version = 0;
  std::vector<Vec2> points;               // [vertex]
  std::vector<VertexId> corners;          // [edge]
  std::vector<Neighbour> neighbours;      // [edge]
  std::vector<std::uint32_t> first_edge;  // [face + 1]
  std::vector<AreaId> face_area;          // [face]
  std::size_t face_count = 0;

  std::uint32_t base() const {
    return version == 3 ? 1 : 0;
  }  // the first vertex's and face's index
  std::string number_of(std::size_t index) const { return std::to_string(index + base()); }
};

Result<void> read_points(TextReader& reader, RawMesh& mesh, std::uint32_t count) {
  mesh.points.reserve(count);
  for (std::uint32_t v = 0; v < count; ++v) {
    const auto x = reader.number<double>();
    const auto y = reader.number<double>();
    if (!x || !y) return reader.error("vertex " + mesh.number_of(v) + " has no x and y");
    mesh.points.push_back({*x, *y});
    if (mesh.version == 3) continue;
    const auto around = reader.number<std::uint32_t>();
    if (!around || *around > reader.bytes_left()) {
      return reader.error("vertex " + mesh.number_of(v) + " has no count of neighbours");
    }
    for (std::uint32_t i = 0; i < *around; ++i) {
      const auto face = reader.number<std::int64_t>();
      if (!face || *face < -1 || *face >= static_cast<std::int64_t>(mesh.face_count)) {
        return reader.error("vertex " + mesh.number_of(v) + " lies at a face that is not there");
      }
    }
  }
  return {};
}

// The number of a neighbour, interpreted by the file's version; nothing when there is no such face.
std::optional<Neighbour> neighbour_of(const RawMesh& mesh, std::int64_t number) {
  const auto count = static_cast<std::int64_t>(mesh.face_count);
  if (mesh.version != 3) {
    if (number < -1 || number >= count) return std::nullopt;
    return number == -1 ? Neighbour{} : Neighbour{static_cast<std::uint32_t>(number), false};
  }
  if (number == 0) return Neighbour{};
  if (number < -count || number > count) return std::nullopt;
  return Neighbour{static_cast<std::uint32_t>(std::abs(number) - 1), number < 0};
}

// The corners and neighbours of one face, added to the mesh.
Result<void> read_face(TextReader& reader, RawMesh& mesh) {
  const std::string name = "face " + mesh.number_of(mesh.first_edge.size() - 1);
  if (mesh.version == 3) {
    const auto walkable = reader.number<std::uint32_t>();
    if (!walkable || *walkable > 1) return reader.error(name + " is neither 1 nor 0 to walk on");
    mesh.face_area.push_back(*walkable == 1 ? kGround : kBlocked);
  }
  const auto count = reader.number<std::uint32_t>();
  if (!count || *count < 3) return reader.error(name + " has under three corners");
  if (*count > reader.bytes_left() / 4)
    return reader.error(name + " has more corners than the file");
  const std::size_t first = mesh.corners.size();
  const std::uint32_t base = mesh.base();
  for (std::uint32_t i = 0; i < *count; ++i) {
    const auto v = reader.number<std::uint32_t>();
    if (!v || *v < base || *v - base >= mesh.points.size()) {
      return reader.error(name + " names a corner that is not there");
    }
    mesh.corners.push_back(VertexId(*v - base));
  }
  mesh.neighbours.resize(first + *count);
  for (std::uint32_t i = 0; i < *count; ++i) {
    const auto number = reader.number<std::int64_t>();
    const auto neighbour = number ? neighbour_of(mesh, *number) : std::nullopt;
    if (!neighbour) return reader.error(name + " has a neighbour that is not there");
    const std::uint32_t edge = mesh.version == 1 ? i : (i + *count - 1) % *count;
    mesh.neighbours[first + edge] = *neighbour;
  }
  mesh.first_edge.push_back(static_cast<std::uint32_t>(mesh.corners.size()));
  return {};
}

Result<RawMesh> read_raw_mesh(std::string_view text) {
  TextReader reader(text);
  RawMesh mesh;
  if (reader.word() != "mesh") return reader.error("a mesh file starts with 'mesh'");
  const auto version = reader.number<int>();
  if (!version || *version < 1 || *version > 3) {
    return reader.error("the mesh file's version is not 1, 2 or 3");
  }
  mesh.version = *version;
  const auto vertices = reader.number<std::uint32_t>();
  const auto faces = reader.number<std::uint32_t>();
  if (!vertices || !faces) return reader.error("the counts of vertices and faces are missing");
  // A vertex takes at least four bytes, a face fourteen.
  if (std::uint64_t{*vertices} * 4 + std::uint64_t{*faces} * 14 > reader.bytes_left() + 1) {
    return reader.error("the file is too short for its counts of vertices and faces");
  }
  mesh.face_count = *faces;
  TRY_DO(read_points(reader, mesh, *vertices));
  mesh.first_edge.reserve(mesh.face_count + 1);
  mesh.first_edge.push_back(0);
  for (std::size_t f = 0; f < mesh.face_count; ++f) {
    TRY_DO(read_face(reader, mesh));
  }
  if (!reader.word().empty()) return reader.error("the file goes on after its last face");
  return mesh;
}

// A shift that keeps coordinates small enough for floats: zero for most files.
Vec3 origin_of(const RawMesh& mesh) {
  Box2 box;
  for (const Vec2 p : mesh.points) box.add(p);
  const bool is_near = std::ranges::all_of(
      mesh.points, [](Vec2 p) { return std::abs(p.x) <= 65536 && std::abs(p.y) <= 65536; });
  if (is_near) return {};
  return {std::floor(box.low.x), std::floor(box.low.y), 0};
}

// Reverses clockwise faces. Edge i of the reversed ring is edge n - 2 - i of the old one.
void turn_faces(RawMesh& mesh, const std::vector<Vec3f>& vertices) {
  for (std::size_t f = 0; f < mesh.face_count; ++f) {
    const std::uint32_t first = mesh.first_edge[f];
    const std::uint32_t count = mesh.first_edge[f + 1] - first;
    const auto at = [&](std::uint32_t i) { return vertices[mesh.corners[first + i].value].xy(); };
    double doubled = 0;
    for (std::uint32_t i = 2; i < count; ++i) doubled += cross(at(i - 1) - at(0), at(i) - at(0));
    if (doubled >= 0) continue;
    const auto corners = mesh.corners.begin() + first;
    const auto neighbours = mesh.neighbours.begin() + first;
    std::reverse(corners, corners + count);
    std::reverse(neighbours, neighbours + count - 1);
  }
}

std::vector<FaceId> faces_of_edges(const RawMesh& mesh) {
  std::vector<FaceId> face(mesh.corners.size());
  for (std::size_t f = 0; f < mesh.face_count; ++f) {
    for (std::uint32_t e = mesh.first_edge[f]; e < mesh.first_edge[f + 1]; ++e) {
      face[e] = FaceId(static_cast<std::uint32_t>(f));
    }
  }
  return face;
}

// An edge with its two corners and its face, to find its twin.
struct DirectedSide {
  VertexId from;
  VertexId to;
  FaceId face;
  EdgeId edge;
  auto operator<=>(const DirectedSide&) const = default;
};

std::vector<DirectedSide> sorted_sides(const RawMesh& mesh, const std::vector<FaceId>& face) {
  std::vector<DirectedSide> sides;
  sides.reserve(mesh.corners.size());
  for (std::size_t f = 0; f < mesh.face_count; ++f) {
    const std::uint32_t first = mesh.first_edge[f];
    const std::uint32_t last = mesh.first_edge[f + 1];
    for (std::uint32_t e = first; e < last; ++e) {
      const VertexId to = mesh.corners[e + 1 == last ? first : e + 1];
      sides.push_back({mesh.corners[e], to, face[e], EdgeId(e)});
    }
  }
  std::ranges::sort(sides);
  return sides;
}

// The twin of each edge: the neighbour's edge between the same corners in the opposite direction.
Result<std::vector<EdgeId>> find_twins(const RawMesh& mesh, const std::vector<FaceId>& face) {
  const std::vector<DirectedSide> sides = sorted_sides(mesh, face);
  std::vector<EdgeId> twin(mesh.corners.size());
  for (const DirectedSide& side : sides) {
    const Neighbour& there = mesh.neighbours[side.edge.value];
    if (there.face == kNoFace) continue;
    const auto pair = [&] {
      return "faces " + mesh.number_of(side.face.value) + " and " + mesh.number_of(there.face);
    };
    const DirectedSide wanted{side.to, side.from, FaceId(there.face), EdgeId(0)};
    const auto found = std::ranges::lower_bound(sides, wanted);
    if (found == sides.end() || found->from != wanted.from || found->to != wanted.to ||
        found->face != wanted.face) {
      return Error{pair() + " are neighbours across an edge that they do not share"};
    }
    const Neighbour& back = mesh.neighbours[found->edge.value];
    if (back.face != side.face.value || back.is_blocked != there.is_blocked) {
      return Error{pair() + " do not agree on being neighbours"};
    }
    twin[side.edge.value] = found->edge;
  }
  return twin;
}

std::vector<AreaId> areas_of_edges(const RawMesh& mesh) {
  std::vector<AreaId> area(mesh.neighbours.size(), kGround);
  bool any = false;
  for (std::size_t e = 0; e < area.size(); ++e) {
    if (!mesh.neighbours[e].is_blocked) continue;
    area[e] = kBlocked;
    any = true;
  }
  if (!any) area.clear();
  return area;
}

Result<Mesh> mesh_of(RawMesh raw, std::vector<Vec3f> vertices) {
  std::vector<FaceId> face = faces_of_edges(raw);
  MeshArrays arrays;
  arrays.vertices = std::move(vertices);
  TRY(arrays.twin, find_twins(raw, face));
  arrays.edge_area = areas_of_edges(raw);
  const bool all_walkable = std::ranges::count(raw.face_area, kBlocked) == 0;
  if (!all_walkable) arrays.face_area = std::move(raw.face_area);
  const bool all_triangles = std::ranges::adjacent_find(raw.first_edge, [](auto a, auto b) {
                               return b - a != 3;
                             }) == raw.first_edge.end();
  if (!all_triangles) {
    arrays.first_edge = std::move(raw.first_edge);
    arrays.edge_face = std::move(face);
  }
  arrays.origin = std::move(raw.corners);
  return Mesh::from(std::move(arrays));
}

}  // namespace

Result<WorldParts> read_polyanya(std::string_view text) try {
  TRY(RawMesh in, read_raw_mesh(text));
  WorldParts parts;
  parts.y_axis = in.version == 3 ? YAxis::up : YAxis::down;
  parts.origin = origin_of(in);
  std::vector<Vec3f> vertices;
  vertices.reserve(in.points.size());
  for (const Vec2 p : in.points) {
    vertices.push_back(to_float(Vec3{p.x, p.y, 0} - parts.origin));
  }
  turn_faces(in, vertices);
  TRY(parts.mesh, mesh_of(std::move(in), std::move(vertices)));
  TRY_DO(lawful(broken_law(parts.mesh)));
  return parts;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg

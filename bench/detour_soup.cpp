// Cuts faces to at most six corners and rounds their vertices to 16-bit steps.
#include "detour_soup.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace thalweg {
namespace {

constexpr std::uint16_t kNone = 0xFFFF;
constexpr std::size_t kMostPolygons = 0x7FFF;
constexpr double kMostSteps = 65534;

// A piece of a face, of at most six corners.
struct Piece {
  std::vector<VertexId> corners;
  std::vector<EdgeId> edges;  // [corner]  the half-edge from there to the next; none: a cut
};

double doubled_area_of(const Mesh& mesh, const std::vector<VertexId>& corners) {
  double sum = 0;
  const Vec2 base = mesh.flat(corners.front());
  for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
    sum += cross(mesh.flat(corners[i]) - base, mesh.flat(corners[i + 1]) - base);
  }
  return sum;
}

// A face cut into pieces from its corner number `first`.
std::vector<Piece> cut(const Mesh& mesh, FaceId face, std::uint32_t first) {
  const auto edges = mesh.edges(face);
  const std::uint32_t count = edges.size();
  const auto edge = [&](std::uint32_t i) {
    return EdgeId(edges.front().value + (first + i) % count);
  };
  std::vector<Piece> pieces;
  for (std::uint32_t at = 1; at + 1 < count;) {
    const std::uint32_t last =
        std::min(at + static_cast<std::uint32_t>(kMostDetourCorners) - 2, count - 1);
    Piece piece;
    piece.corners.push_back(mesh.origin(edge(0)));
    piece.edges.push_back(at == 1 ? edge(0) : EdgeId());
    for (std::uint32_t i = at; i <= last; ++i) {
      piece.corners.push_back(mesh.origin(edge(i)));
      piece.edges.push_back(i < last || last == count - 1 ? edge(i) : EdgeId());
    }
    pieces.push_back(std::move(piece));
    at = last;
  }
  return pieces;
}

// Cut so that every piece has an area, where that is possible.
std::vector<Piece> pieces_of(const Mesh& mesh, FaceId face) {
  const std::uint32_t corners = mesh.corner_count(face);
  for (std::uint32_t first = 0; first < corners; ++first) {
    std::vector<Piece> pieces = cut(mesh, face, first);
    const bool is_good = std::ranges::all_of(
        pieces, [&](const Piece& p) { return doubled_area_of(mesh, p.corners) > 1e-9; });
    if (is_good || pieces.size() == 1) return pieces;
  }
  return cut(mesh, face, 0);
}

// The least power of two with which `size` takes at most kMostSteps steps.
double step_for(double size) {
  double step = 0x1p-10;
  while (size / step > kMostSteps) step *= 2;
  return step;
}

void add_vertices(DetourSoup& soup, const Mesh& mesh) {
  for (const VertexId v : mesh.vertices()) {
    const Vec3 off = mesh.point(v) - soup.box.low;
    for (const double steps : {off.x / soup.step, off.z / soup.height, off.y / soup.step}) {
      soup.vertices.push_back(static_cast<std::uint16_t>(std::lround(steps)));
    }
  }
}

// The pieces of all faces that may be entered. Corners are listed clockwise as Detour's axes mirror
// ours.
void add_polygons(DetourSoup& soup, const Mesh& mesh) {
  std::vector<Piece> pieces;
  std::vector<std::uint16_t> home(mesh.edge_count(), kNone);  // [edge]  its polygon
  for (const FaceId face : mesh.faces()) {
    if (!is_walkable(mesh.area(face))) continue;
    for (Piece& piece : pieces_of(mesh, face)) {
      for (const EdgeId e : piece.edges) {
        if (!e.is_none()) home[e.value] = static_cast<std::uint16_t>(pieces.size());
      }
      pieces.push_back(std::move(piece));
    }
  }
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const Piece& piece = pieces[p];
    std::array<std::uint16_t, 2 * kMostDetourCorners> words;
    words.fill(kNone);
    const std::size_t count = piece.corners.size();
    for (std::size_t i = 0; i < count; ++i) {
      words[i] = static_cast<std::uint16_t>(piece.corners[count - 1 - i].value);
      const std::size_t at = (2 * count - 2 - i) % count;  // the edge from there to the next corner
      const EdgeId e = piece.edges[at];
      if (!e.is_none()) {
        if (mesh.is_portal(e)) words[kMostDetourCorners + i] = home[mesh.twin(e).value];
      } else {
        // The first corner's cut leads to the piece before, the last one's to the piece behind.
        words[kMostDetourCorners + i] = static_cast<std::uint16_t>(at == 0 ? p - 1 : p + 1);
      }
    }
    soup.polygons.insert(soup.polygons.end(), words.begin(), words.end());
    soup.flags.push_back(1);
    soup.areas.push_back(0);
  }
}

}  // namespace

Result<DetourSoup> detour_soup(const Mesh& mesh) {
  DetourSoup soup;
  soup.box = mesh.box();
  if (mesh.vertex_count() >= kNone) return Error{"the mesh has too many vertices for a tile"};
  soup.step = step_for(std::max(soup.box.size().x, soup.box.size().y));
  soup.height = step_for(soup.box.size().z);
  std::size_t pieces = 0;
  for (const FaceId face : mesh.faces()) pieces += 1 + mesh.corner_count(face) / 4;
  if (pieces >= kNone) return Error{"the mesh has too many polygons for a tile"};
  add_vertices(soup, mesh);
  add_polygons(soup, mesh);
  // Detour takes a neighbour's highest bit for the border of the tile.
  if (soup.count() > kMostPolygons) return Error{"the mesh has too many polygons for a tile"};
  return soup;
}

}  // namespace thalweg

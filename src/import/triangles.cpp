// Points are welded by hashing cubes of space. Degenerate and repeated triangles are left out;
// upright ones are refused unless the options drop them.
#include "thalweg/import/triangles.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/text.hpp"
#include "core/thrown.hpp"
#include "core/try.hpp"
#include "thalweg/core/hash.hpp"
#include "thalweg/geometry/predicates.hpp"
#include "thalweg/world/mesh_builder.hpp"

namespace thalweg {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

// Points without duplicates, and the new index of each point of the soup.
struct Welded {
  std::vector<Vec3f> points;
  std::vector<std::uint32_t> became;  // [vertex of the soup]
};

// A cube of space; its side is the welding distance.
struct Cube {
  std::int64_t x, y, z;
  bool operator==(const Cube&) const = default;
};
struct CubeHash {
  std::size_t operator()(const Cube& c) const {
    const auto part = [](std::int64_t i) { return mix64(static_cast<std::uint64_t>(i)); };
    return static_cast<std::size_t>(mix64(part(c.x) ^ mix64(part(c.y) ^ mix64(part(c.z)))));
  }
};

// Maps each point to the first kept point within `distance` of it, or keeps it.
class Welder {
 public:
  // A distance that is negligible relative to `widest` counts as zero.
  Welder(double distance, double widest) : distance_(distance > widest * 0x1p-60 ? distance : 0) {}

  std::uint32_t add(Vec3f p) {
    const Vec3 at = p;
    const Cube home = {index(p.x), index(p.y), index(p.z)};
    const std::int64_t ring = distance_ > 0 ? 1 : 0;
    for (std::int64_t x = home.x - ring; x <= home.x + ring; ++x) {
      for (std::int64_t y = home.y - ring; y <= home.y + ring; ++y) {
        for (std::int64_t z = home.z - ring; z <= home.z + ring; ++z) {
          if (const auto found = find({x, y, z}, at)) return *found;
        }
      }
    }
    const auto number = static_cast<std::uint32_t>(points_.size());
    const auto [slot, is_new] = first_.try_emplace(home, number);
    next_.push_back(is_new ? kNone : slot->second);
    slot->second = number;
    points_.push_back(p);
    return number;
  }

  std::vector<Vec3f> take_points() { return std::move(points_); }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // The cube's index along one axis; with distance zero, the bits of the number (-0 is 0).
  std::int64_t index(float x) const {
    if (distance_ > 0) return static_cast<std::int64_t>(std::floor(double{x} / distance_));
    return std::bit_cast<std::int32_t>(x + 0.0f);
  }

  std::optional<std::uint32_t> find(const Cube& cube, Vec3 p) const {
    const auto slot = first_.find(cube);
    if (slot == first_.end()) return std::nullopt;
    for (std::uint32_t i = slot->second; i != kNone; i = next_[i]) {
      const Vec3 q = points_[i];
      if (distance_ > 0 ? length(p - q) <= distance_ : p == q) return i;
    }
    return std::nullopt;
  }

  double distance_;
  std::vector<Vec3f> points_;
  std::unordered_map<Cube, std::uint32_t, CubeHash> first_;  // the last point kept in each cube
  std::vector<std::uint32_t> next_;                          // [point] the next of its cube
};

// Only points that triangles use, in order of first use.
Welded weld(const TriangleSoup& soup, Vec3 origin, double distance) {
  const Vec3 size = box_of(soup).size();
  Welder welder(distance, std::max({size.x, size.y, size.z}));
  constexpr std::uint32_t kUnused = 0xFFFFFFFFu;
  Welded out;
  out.became.assign(soup.vertices.size(), kUnused);
  for (const Triangle& corners : soup.triangles) {
    for (const std::uint32_t v : corners) {
      if (out.became[v] == kUnused) out.became[v] = welder.add(to_float(soup.vertices[v] - origin));
    }
  }
  out.points = welder.take_points();
  return out;
}

enum class Shape { flat, upright, degenerate };

// Flat enough to walk on in projection, upright (a line seen from above), or without area.
Shape shape_of(const Welded& welded, const Triangle& t) {
  const Vec3 a = welded.points[t[0]];
  const Vec3 b = welded.points[t[1]];
  const Vec3 c = welded.points[t[2]];
  const int turn = orientation(a.xy(), b.xy(), c.xy());
  // The laws of the mesh measure in plain doubles: both tests must find an area.
  const double doubled = cross((b - a).xy(), (c - a).xy());
  if (turn != 0 && (turn > 0 ? doubled > 0 : doubled < 0)) return Shape::flat;
  const bool is_line = orientation({a.x, a.z}, {b.x, b.z}, {c.x, c.z}) == 0 &&
                       orientation({a.y, a.z}, {b.y, b.z}, {c.y, c.z}) == 0;
  return is_line ? Shape::degenerate : Shape::upright;
}

struct Kept {
  std::vector<Triangle> corners;
  std::vector<std::uint32_t> source;  // [triangle] its number in the soup
  std::size_t degenerate = 0;
  std::size_t upright = 0;
  std::size_t repeated = 0;
  std::size_t first_upright = 0;  // its number in the soup
};

// Drops the triangles that have the same three corners as an earlier one.
void drop_repeats(Kept& kept) {
  std::vector<std::pair<Triangle, std::uint32_t>> order(kept.corners.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    order[i] = {kept.corners[i], i};
    std::sort(order[i].first.begin(), order[i].first.end());
  }
  std::sort(order.begin(), order.end());
  std::vector<bool> repeats(order.size());
  for (std::size_t i = 1; i < order.size(); ++i) {
    repeats[order[i].second] = order[i].first == order[i - 1].first;
  }
  std::size_t count = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (repeats[i]) continue;
    kept.corners[count] = kept.corners[i];
    kept.source[count++] = kept.source[i];
  }
  kept.repeated = order.size() - count;
  kept.corners.resize(count);
  kept.source.resize(count);
}

Kept sort_out(const TriangleSoup& soup, const Welded& welded) {
  Kept kept;
  for (std::uint32_t t = 0; t < soup.triangles.size(); ++t) {
    const auto& corners = soup.triangles[t];
    const Triangle welded_corners = {welded.became[corners[0]], welded.became[corners[1]],
                                     welded.became[corners[2]]};
    switch (shape_of(welded, welded_corners)) {
      case Shape::degenerate: ++kept.degenerate; break;
      case Shape::upright:
        if (kept.upright++ == 0) kept.first_upright = t;
        break;
      case Shape::flat:
        kept.corners.push_back(welded_corners);
        kept.source.push_back(t);
        break;
    }
  }
  drop_repeats(kept);
  return kept;
}

// Keeps only the points that the kept triangles use, in order.
std::vector<Vec3f> used_points(const std::vector<Vec3f>& points, Kept& kept) {
  std::vector<std::uint32_t> became(points.size(), 0);
  for (const Triangle& corners : kept.corners) {
    for (const std::uint32_t v : corners) became[v] = 1;
  }
  std::vector<Vec3f> used;
  for (std::size_t v = 0; v < points.size(); ++v) {
    if (became[v] == 0) continue;
    became[v] = static_cast<std::uint32_t>(used.size());
    used.push_back(points[v]);
  }
  for (Triangle& corners : kept.corners) {
    for (std::uint32_t& v : corners) v = became[v];
  }
  return used;
}

Error refuse_upright(const TriangleSoup& soup, const Kept& kept) {
  const std::size_t first = kept.first_upright;
  std::string name = "triangle " + std::to_string(first);
  if (!soup.group.empty())
    name += " in group " + thalweg::quoted(soup.group_names[soup.group[first]]);
  return Error{std::to_string(kept.upright) + " of " + std::to_string(soup.triangles.size()) +
               " triangles stand upright and cannot be walked on (the first is " + name +
               "): import through Recast (--recast), or leave them out (--drop-vertical)"};
}

std::vector<std::string> notes_of(const Kept& kept, const BuiltMesh& built) {
  std::vector<std::string> notes;
  const auto note = [&](std::size_t count, std::string_view what) {
    if (count != 0) notes.push_back(std::to_string(count) + " " + std::string(what));
  };
  note(kept.degenerate, "triangles of no area left out");
  note(kept.upright, "upright triangles left out");
  note(kept.repeated, "triangles that repeat another left out");
  note(built.shared_by_many, "edges that over two triangles share are walls");
  note(built.folds, "edges with both triangles on the same side are walls");
  return notes;
}

}  // namespace

Result<ImportedWorld> triangles_world(const TriangleSoup& soup,
                                      const TriangleWorldOptions& options) try {
  if (!(options.weld >= 0) || !std::isfinite(options.weld)) {
    return Error{"the welding distance must be zero or more"};
  }
  TRY_DO(check(soup));
  ImportedWorld out;
  out.parts.origin = box_of(soup).low;
  const Welded welded = weld(soup, out.parts.origin, options.weld);
  Kept kept = sort_out(soup, welded);
  if (kept.upright != 0 && !options.drop_vertical) return refuse_upright(soup, kept);
  if (kept.corners.empty()) return Error{"no triangle has area seen from above"};

  MeshSoup mesh;
  mesh.vertices = used_points(welded.points, kept);
  for (const Triangle& corners : kept.corners) {
    for (const std::uint32_t v : corners) mesh.corners.push_back(VertexId(v));
  }
  if (!soup.group.empty()) {
    for (const std::uint32_t t : kept.source) mesh.tags.push_back(soup.group[t]);
  }
  if (options.groups_as_areas && !soup.group.empty()) {
    TRY(const auto areas, areas_of_groups(soup, out.parts.areas));
    for (const std::uint32_t group : mesh.tags) mesh.face_area.push_back(areas[group]);
    mesh.tags.clear();
  }
  TRY(auto built, build_mesh(std::move(mesh)));
  out.notes = notes_of(kept, built);
  out.parts.mesh = built.mesh;
  return out;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg

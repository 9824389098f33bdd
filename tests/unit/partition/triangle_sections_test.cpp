// Sections of faces compared with clipped polygons and reachability by brute force.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "laws/cases.hpp"
#include "scope.hpp"
#include "thalweg/geometry/segment.hpp"
#include "thalweg/partition/sections.hpp"
#include "unit/partition/reach.hpp"

namespace thalweg {
namespace {

using SquareSection = std::pair<int, int>;  // column, row
using Polygon = std::vector<Vec2>;

Polygon corners_of(const Mesh& mesh, FaceId face) {
  Polygon corners;
  for (const EdgeId edge : mesh.edges(face)) corners.push_back(mesh.start(edge).xy());
  return corners;
}

// The part of a polygon that lies to the left of a line.
Polygon cut(const Polygon& in, Vec2 a, Vec2 b) {
  Polygon out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const Vec2 p = in[i];
    const Vec2 q = in[(i + 1) % in.size()];
    const double at_p = cross(b - a, p - a);
    const double at_q = cross(b - a, q - a);
    if (at_p >= 0) out.push_back(p);
    if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) {
      out.push_back(p + (q - p) * (at_p / (at_p - at_q)));
    }
  }
  return out;
}

double area_inside(Polygon polygon, const Box2& box) {
  const Vec2 low = box.low;
  const Vec2 high = box.high;
  polygon = cut(polygon, low, {high.x, low.y});
  polygon = cut(polygon, {high.x, low.y}, high);
  polygon = cut(polygon, high, {low.x, high.y});
  polygon = cut(polygon, {low.x, high.y}, low);
  double doubled = 0;
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    doubled += cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
  }
  return doubled / 2;
}

bool touches_border(const Mesh& mesh, FaceId face, const Segment2& border) {
  if (contains(mesh, face, border.a)) return true;
  for (const EdgeId edge : mesh.edges(face)) {
    if (meet({mesh.start(edge).xy(), mesh.end(edge).xy()}, border)) return true;
  }
  return false;
}

// The border that two sections share; sections that are not adjacent share none.
std::optional<Segment2> shared_border(SquareSection a, SquareSection b, double size) {
  const int columns = b.first - a.first;
  const int rows = b.second - a.second;
  if (std::abs(columns) + std::abs(rows) != 1) return std::nullopt;
  const Vec2 low =
      Vec2{double(std::max(a.first, b.first)), double(std::max(a.second, b.second))} * size;
  return Segment2{low, low + (rows == 0 ? Vec2{0, size} : Vec2{size, 0})};
}

// Which faces take part in which section, by a slow, simple method.
class SlowSections {
 public:
  SlowSections(const Ground& ground, double size) : ground_(ground), size_(size) {
    const Box2 all = ground.world().mesh.box().xy();
    for (int c = index(all.low.x) - 1; c <= index(all.high.x) + 1; ++c) {
      for (int r = index(all.low.y) - 1; r <= index(all.high.y) + 1; ++r) sections_.insert({c, r});
    }
    for (const FaceId face : ground.world().mesh.faces()) {
      if (ground.metric().islands().of[NodeId(face.value)].is_none()) continue;
      for (const SquareSection& s : sections_) {
        const Vec2 low = Vec2{double(s.first), double(s.second)} * size;
        const Box2 box{low, low + Vec2{size, size}};
        if (area_inside(corners_of(ground.world().mesh, face), box) > 1e-9) met_[face].insert(s);
      }
    }
  }

  SquareSection home(FaceId face) const {
    const Vec3 at = ground_.graph().position(NodeId(face.value));
    return {index(at.x), index(at.y)};
  }

  // The faces that take part in each section.
  std::map<SquareSection, std::set<NodeId>> parts() const {
    std::map<SquareSection, std::set<NodeId>> result;
    for (const auto& [face, met] : met_) {
      for (const SquareSection& s : met) result[s].insert(NodeId(face.value));
    }
    for (const SquareSection& s : sections_) {
      for (const SquareSection& beside : sections_) {
        for (const FaceId face : only_touching(beside, s)) result[s].insert(NodeId(face.value));
      }
    }
    return result;
  }

 private:
  int index(double at) const { return static_cast<int>(std::floor(at / size_)); }

  bool has_neighbour(FaceId face, const auto& wanted) const {
    const Mesh& mesh = ground_.world().mesh;
    bool found = false;
    for (const EdgeId edge : mesh.edges(face)) {
      found |= mesh.is_portal(edge) && wanted(mesh.across(edge));
    }
    return found;
  }

  // The faces of `beside` that touch its border with `s`: those with a neighbour that overlaps `s`,
  // and their neighbours.
  std::set<FaceId> only_touching(SquareSection beside, SquareSection s) const {
    std::set<FaceId> kept;
    const auto border = shared_border(beside, s, size_);
    if (!border) return kept;
    const auto meets = [&](FaceId face) {
      return met_.contains(face) && met_.at(face).contains(s);
    };
    for (bool grows = true; grows;) {
      grows = false;
      for (const auto& [face, met] : met_) {
        if (!met.contains(beside) || met.contains(s) || kept.contains(face)) continue;
        if (!touches_border(ground_.world().mesh, face, *border)) continue;
        const auto joins = [&](FaceId next) { return meets(next) || kept.contains(next); };
        if (has_neighbour(face, joins)) grows = kept.insert(face).second;
      }
    }
    return kept;
  }

  const Ground& ground_;
  double size_;
  std::set<SquareSection> sections_;
  std::map<FaceId, std::set<SquareSection>> met_;
};

void expect_as_slow(const Ground& ground, const SectionOptions& options) {
  const Result<Cells> cells = triangle_sections(ground, options);
  ASSERT_TRUE(cells) << cells.error();
  ASSERT_EQ(broken_law(*cells, ground), std::nullopt);
  const SlowSections slow(ground, options.size);
  std::size_t memberships = 0;
  for (const auto& [section, nodes] : slow.parts()) {
    const Reach reach(ground, nodes);
    for (const NodeId a : nodes) {
      if (slow.home(FaceId(a.value)) != section) continue;
      const CellId home = cells->partition.home(a);
      EXPECT_EQ(cells->sections[home], (SectionIndex{section.first, section.second}));
      bool is_first = true;
      for (const NodeId b : nodes) {
        ASSERT_EQ(cells->takes_part(b, home), reach.is_mutual(a, b))
            << to_string(a) << " " << to_string(b) << ", size " << options.size;
        is_first &= b >= a || cells->partition.home(b) != home;
      }
      if (!is_first) continue;
      for (const NodeId b : nodes) memberships += reach.is_mutual(a, b) ? 1 : 0;
    }
  }
  EXPECT_EQ(cells->extents.item_count(), memberships);  // so no face takes part in more
}

TEST(TriangleSections, are_the_faces_that_meet_a_section_and_reach_each_other_there) {
  for (const std::uint64_t seed : seeds(16)) {
    const Ground land = on_faces(slanted(seed, 6));
    for (const double size : {0.75, 1.0, 2.0, 3.5, 8.0, 64.0}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + " size " + std::to_string(size));
      expect_as_slow(land, {.size = size, .levels = 2});
      if (HasFailure()) return;
    }
  }
}

TEST(TriangleSections, of_terrain_with_walls_water_and_links) {
  const std::vector<Profile> profiles = case_profiles();
  for (const std::uint64_t seed : seeds(12)) {
    Random random(seed);
    const World plain = hills(seed, {.corners = 9});
    const World world = with_links(plain, some_links(plain, random)).value();
    const Ground land = on_faces(world, profiles[seed % profiles.size()]);
    for (const double size : {1.0, 1.5, 2.0, 5.0, 100.0}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + " size " + std::to_string(size));
      expect_as_slow(land, {.size = size, .levels = 3});
      if (HasFailure()) return;
    }
  }
}

TEST(TriangleSections, of_squares_whose_edges_lie_on_the_borders) {
  const Ground land = on_faces(mesh_scene(R"(
      . . . # . . .
      # # . # . . .
      . . . . . # .
      . # # # . . .
      . . . . . . . )"));
  for (const double size : {1.0, 2.0, 3.0, 0.5}) expect_as_slow(land, {.size = size});
}

TEST(TriangleSections, a_face_beside_a_border_takes_part_where_a_neighbour_lies_across) {
  const Ground land = on_faces(mesh_scene(R"(
      . . .
      # # . )"));
  const Cells cells = triangle_sections(land, {.size = 1}).value();
  const auto row = [&](std::uint32_t face) { return cells.extents.size(NodeId(face)); };
  EXPECT_EQ(row(0), 2u);  // its own and the one to its right
  EXPECT_EQ(row(1), 3u);
  EXPECT_EQ(row(2), 3u);  // left and below
  EXPECT_EQ(row(3), 0u);
  EXPECT_EQ(row(5), 2u);
}

TEST(TriangleSections, a_face_over_many_sections_takes_part_in_those_with_cells) {
  // A large triangle and a small one on its longest side, in a section of its own.
  const Ground land =
      on_faces(triangles({{0, 0, 0}, {30, 0, 0}, {0, 30, 0}, {19, 19, 0}}, {0, 1, 2, 1, 3, 2}));
  const Cells cells = triangle_sections(land, {.size = 16}).value();
  ASSERT_EQ(cells.partition.cell_count(), 2u);
  EXPECT_EQ(cells.sections[CellId(0)], (SectionIndex{0, 0}));
  expect_as_slow(land, {.size = 16});
  expect_as_slow(land, {.size = 1});
}

TEST(TriangleSections, without_ground_there_are_no_cells) {
  const Ground land = on_faces(mesh_scene("# #"));
  const Cells cells = triangle_sections(land, {.levels = 2}).value();
  EXPECT_EQ(cells.partition.cell_count(), 0u);
  EXPECT_EQ(broken_law(cells, land), std::nullopt);
}

TEST(TriangleSections, one_section_over_all_holds_what_reaches_each_other) {
  const Ground land = on_faces(hills(3, {.corners = 12}));
  const Cells fine = triangle_sections(land, {.size = 512}).value();
  const Cells plain = sections(land, {.size = 512}).value();
  for (const NodeId node : land.graph().nodes()) {
    EXPECT_EQ(fine.partition.home(node), plain.partition.home(node));
    EXPECT_EQ(fine.extents.size(node), fine.partition.home(node).is_none() ? 0u : 1u);
  }
}

TEST(TriangleSections, refuse_other_graphs_and_sections_without_number) {
  const World world = hills(1, {.corners = 4});
  const Ground portals = on_portals(world);
  const auto refusal = [](const Ground& land, double size) {
    const Result<Cells> cells = triangle_sections(land, {.size = size});
    return cells ? "" : cells.error();
  };
  EXPECT_EQ(refusal(portals, 1), "sections of triangles need the face graph of their world");
  const Ground faces = on_faces(world);
  EXPECT_EQ(refusal(faces, 0), "sections need a size above 0 and up to 1,000,000,000,000 metres");
  EXPECT_EQ(refusal(faces, 1e-10), "the sections are too small to be counted");
  EXPECT_EQ(refusal(faces, 1e-4), "the faces meet too many sections: they are too small");
}

TEST(TriangleSections, a_sliver_thinner_than_rounding_still_has_a_home) {
  // It crosses a border by less than a float can resolve there.
  const float x = 1024;
  const float next = std::nextafter(x, 2048.0f);
  const Ground land = on_faces(triangles({{x, 0, 0}, {next, 1, 0}, {x, 300, 0}}, {0, 1, 2}));
  for (const double size : {1.0, 7.0, 512.0, 1024.0, 4096.0}) {
    SCOPED_TRACE(size);
    const Cells cells = triangle_sections(land, {.size = size}).value();
    EXPECT_EQ(cells.partition.cell_count(), 1u);
    EXPECT_EQ(broken_law(cells, land), std::nullopt);
  }
}

// Files may hold such faces: only `verify` reports them.
TEST(TriangleSections, of_huge_faces_that_run_clockwise_come_to_an_end) {
  MeshArrays arrays;
  arrays.vertices = std::vector<Vec3f>{{0, 0, 0}, {1e8f, 0, 0}, {1e8f, 1e8f, 0}, {0, 1e8f, 0}};
  arrays.origin = std::vector<VertexId>{VertexId(0), VertexId(2), VertexId(1),
                                        VertexId(0), VertexId(3), VertexId(2)};
  arrays.twin = std::vector<EdgeId>{EdgeId(5), EdgeId(), EdgeId(), EdgeId(), EdgeId(), EdgeId(0)};
  WorldParts parts;
  parts.mesh = Mesh::from(std::move(arrays)).value();
  const Ground land = on_faces(make_world(std::move(parts)).value());
  for (const double size : {1000.0, 1e7}) {
    const auto cells = triangle_sections(land, {.size = size});
    ASSERT_TRUE(cells) << cells.error();
    EXPECT_EQ(broken_law(*cells, land), std::nullopt);
  }
}

}  // namespace
}  // namespace thalweg

// Meshes: arrays that do not fit are refused, each broken law is named; heights, areas and
// fingerprints.
#include "thalweg/world/mesh.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "scope.hpp"
#include "unit/world/sample_worlds.hpp"

namespace thalweg {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// The arrays of a mesh as vectors that a test may break.
struct Loose {
  std::vector<Vec3f> vertices;
  std::vector<VertexId> origin;
  std::vector<EdgeId> twin;
  std::vector<std::uint32_t> first_edge;
  std::vector<FaceId> edge_face;
  std::vector<AreaId> face_area;
  std::vector<float> difficulty;
  std::vector<std::uint32_t> tags;
  std::vector<AreaId> edge_area;
  std::vector<float> edge_difficulty;
  std::vector<std::uint32_t> edge_tags;

  explicit Loose(const Mesh& mesh) {
    const MeshArrays& a = mesh.arrays();
    vertices = a.vertices.to_vector();
    origin = a.origin.to_vector();
    twin = a.twin.to_vector();
    first_edge = a.first_edge.to_vector();
    edge_face = a.edge_face.to_vector();
    face_area = a.face_area.to_vector();
    difficulty = a.difficulty.to_vector();
    tags = a.tags.to_vector();
    edge_area = a.edge_area.to_vector();
    edge_difficulty = a.edge_difficulty.to_vector();
    edge_tags = a.edge_tags.to_vector();
  }

  Result<Mesh> mesh() const {
    return Mesh::from({vertices, origin, twin, first_edge, edge_face, face_area, difficulty, tags,
                       edge_area, edge_difficulty, edge_tags});
  }
};

using Spoil = std::function<void(Loose&)>;

std::string refusal(const Mesh& mesh, const Spoil& spoil) {
  Loose loose(mesh);
  spoil(loose);
  const auto made = loose.mesh();
  return made.ok() ? "" : made.error();
}

std::string law(const Mesh& mesh, const Spoil& spoil) {
  Loose loose(mesh);
  spoil(loose);
  const auto made = loose.mesh();
  if (!made.ok()) return "refused: " + made.error();
  return broken_law(*made, kBuiltInAreas.size()).value_or("");
}

const Mesh& triangle_sample() {
  static const Mesh mesh = samples::with_every_array(samples::mesh_of(samples::triangles(3)));
  return mesh;
}
const Mesh& polygon_sample() {
  static const Mesh mesh = samples::with_every_array(samples::mesh_of(samples::polygons(3)));
  return mesh;
}

TEST(Mesh, from_takes_sound_arrays) {
  EXPECT_EQ(law(triangle_sample(), [](Loose&) {}), "");
  EXPECT_EQ(law(polygon_sample(), [](Loose&) {}), "");
  EXPECT_TRUE(Mesh::from({}).ok());
  EXPECT_TRUE(Mesh().empty());
  EXPECT_EQ(broken_law(Mesh()), std::nullopt);
}

TEST(Mesh, from_refuses_sizes_that_disagree) {
  EXPECT_EQ(refusal(triangle_sample(), [](Loose& m) { m.twin.pop_back(); }),
            "the twins are not one per edge");
  const auto two_fewer = [](Loose& m) {
    m.origin.resize(m.origin.size() - 2);
    m.twin.resize(m.twin.size() - 2);
  };
  EXPECT_EQ(refusal(triangle_sample(), two_fewer), "the edges of a triangle mesh come in threes");
  EXPECT_EQ(refusal(polygon_sample(), [](Loose& m) { m.edge_face.clear(); }),
            "face offsets without faces of edges");
  EXPECT_EQ(refusal(polygon_sample(), [](Loose& m) { m.edge_face.pop_back(); }),
            "the faces are not one per edge");
  for (const Spoil& spoil : {Spoil([](Loose& m) { m.face_area.pop_back(); }),
                             Spoil([](Loose& m) { m.difficulty.push_back(0); }),
                             Spoil([](Loose& m) { m.tags.pop_back(); })}) {
    EXPECT_EQ(refusal(polygon_sample(), spoil), "an array over faces has the wrong size");
  }
  for (const Spoil& spoil : {Spoil([](Loose& m) { m.edge_area.pop_back(); }),
                             Spoil([](Loose& m) { m.edge_difficulty.push_back(0); }),
                             Spoil([](Loose& m) { m.edge_tags.pop_back(); })}) {
    EXPECT_EQ(refusal(triangle_sample(), spoil), "an array over edges has the wrong size");
  }
}

TEST(Mesh, from_refuses_offsets_and_ids_out_of_range) {
  EXPECT_EQ(refusal(polygon_sample(), [](Loose& m) { m.first_edge[2] = 999; }),
            "face offsets do not rise");
  EXPECT_EQ(refusal(polygon_sample(), [](Loose& m) { m.first_edge[0] = 1; }),
            "face offsets do not rise");
  EXPECT_EQ(refusal(polygon_sample(), [](Loose& m) { --m.first_edge[1]; }),
            "a face has under three corners");
  EXPECT_EQ(refusal(polygon_sample(), [](Loose& m) { m.edge_face[4] = FaceId(0); }),
            "an edge names the wrong face");
  EXPECT_EQ(refusal(triangle_sample(), [](Loose& m) { m.origin[1] = VertexId(16); }),
            "an edge starts at no vertex");
  EXPECT_EQ(refusal(triangle_sample(), [](Loose& m) { m.origin[1] = VertexId(); }),
            "an edge starts at no vertex");
  EXPECT_EQ(refusal(triangle_sample(), [](Loose& m) { m.twin[0] = EdgeId(54); }),
            "an edge has a twin that is no edge");
  EXPECT_EQ(refusal(triangle_sample(), [](Loose& m) { m.twin[0] = EdgeId(7); }),
            "two edges do not agree on being twins");
  EXPECT_EQ(refusal(triangle_sample(), [](Loose& m) { m.twin[0] = EdgeId(0); }),
            "two edges do not agree on being twins");
}

TEST(MeshLaws, values_are_finite_and_named) {
  for (const float bad : {kNan, 2e9f, -std::numeric_limits<float>::infinity()}) {
    EXPECT_EQ(law(triangle_sample(), [=](Loose& m) { m.vertices[3].y = bad; }),
              "vertex v3 is not within 1,000,000,000 of the origin");
  }
  EXPECT_EQ(law(triangle_sample(), [](Loose& m) { m.face_area[2] = 6; }),
            "a face has an area without a name");
  EXPECT_EQ(law(polygon_sample(), [](Loose& m) { m.edge_area[2] = 200; }),
            "an edge has an area without a name");
  for (const float bad : {kNan, -1.0f, std::numeric_limits<float>::infinity()}) {
    EXPECT_EQ(law(triangle_sample(), [=](Loose& m) { m.difficulty[1] = bad; }),
              "a difficulty is negative or not finite");
    EXPECT_EQ(law(polygon_sample(), [=](Loose& m) { m.edge_difficulty[1] = bad; }),
              "a difficulty is negative or not finite");
  }
}

// A mesh of one face over `corners`.
std::string law_of_face(std::vector<Vec3f> corners) {
  std::vector<VertexId> origin;
  for (std::uint32_t i = 0; i < corners.size(); ++i) origin.push_back(VertexId(i));
  const auto count = static_cast<std::uint32_t>(corners.size());
  MeshArrays arrays;
  arrays.vertices = std::move(corners);
  arrays.origin = origin;
  arrays.twin = std::vector<EdgeId>(count);
  arrays.first_edge = std::vector<std::uint32_t>{0, count};
  arrays.edge_face = std::vector<FaceId>(count, FaceId(0));
  return broken_law(Mesh::from(std::move(arrays)).value()).value_or("");
}

TEST(MeshLaws, faces_are_convex_and_counter_clockwise) {
  EXPECT_EQ(law_of_face({{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}), "");
  // Collinear corners are allowed.
  EXPECT_EQ(law_of_face({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}), "");
  EXPECT_EQ(law_of_face({{0, 0, 0}, {0, 2, 0}, {2, 2, 0}, {2, 0, 0}}),
            "face f0 has no area, or turns clockwise");
  EXPECT_EQ(law_of_face({{0, 0, 0}, {1, 0, 0}, {2, 0, 5}}),
            "face f0 has no area, or turns clockwise");
  // A reflex corner.
  EXPECT_EQ(law_of_face({{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {3, 1, 0}}), "face f0 is not convex");
  // A five-pointed star turns left at every corner, but twice around.
  EXPECT_EQ(law_of_face({{0, 3, 0}, {-2, -2, 0}, {3, 1, 0}, {-3, 1, 0}, {2, -2, 0}}),
            "face f0 is not convex");
  // A repeated corner.
  EXPECT_EQ(law_of_face({{0, 0, 0}, {2, 0, 0}, {2, 0, 0}, {2, 2, 0}}), "face f0 is not convex");
}

TEST(MeshLaws, twins_join_the_same_corners) {
  // Two walls of the border made one portal.
  const auto join_walls = [](Loose& m) {
    std::vector<std::uint32_t> walls;
    for (std::uint32_t e = 0; e < m.twin.size(); ++e) {
      if (m.twin[e].is_none()) walls.push_back(e);
    }
    m.twin[walls.front()] = EdgeId(walls.back());
    m.twin[walls.back()] = EdgeId(walls.front());
  };
  const std::string wrong = law(triangle_sample(), join_walls);
  EXPECT_NE(wrong.find("its twin do not join the same corners"), std::string::npos) << wrong;
}

TEST(MeshLaws, edges_are_blocked_from_both_sides) {
  const auto block = [](Loose& m) {
    for (std::uint32_t e = 0; e < m.twin.size(); ++e) {
      if (!m.twin[e].is_none() && m.edge_area[e] == kGround) {
        m.edge_area[e] = kBlocked;
        return;
      }
    }
  };
  const std::string wrong = law(polygon_sample(), block);
  EXPECT_NE(wrong.find("is blocked from one side only"), std::string::npos) << wrong;
}

// The accessors return what the soup contains.
TEST(Mesh, half_edges_go_round_their_faces) {
  for (const Mesh* mesh : {&triangle_sample(), &polygon_sample()}) {
    std::uint32_t edges = 0;
    for (const FaceId f : mesh->faces()) {
      ASSERT_GE(mesh->corner_count(f), 3u);
      EdgeId walk = mesh->edges(f).front();
      for (const EdgeId e : mesh->edges(f)) {
        ++edges;
        ASSERT_EQ(walk, e);
        ASSERT_EQ(mesh->face(e), f);
        ASSERT_EQ(mesh->target(e), mesh->origin(mesh->next(e)));
        ASSERT_EQ(mesh->end(e), mesh->start(mesh->next(e)));
        ASSERT_EQ(mesh->midpoint(e), (mesh->start(e) + mesh->end(e)) * 0.5);
        walk = mesh->next(walk);
      }
      ASSERT_EQ(walk, mesh->edges(f).front());
    }
    EXPECT_EQ(edges, mesh->edge_count());
  }
}

TEST(Mesh, portals_lead_across_and_back) {
  std::uint32_t walls = 0;
  const Mesh& mesh = triangle_sample();
  for (const EdgeId e : mesh.edges()) {
    if (mesh.twin(e).is_none()) {
      ++walls;
      EXPECT_TRUE(mesh.across(e).is_none());
      EXPECT_FALSE(mesh.is_portal(e));
      continue;
    }
    EXPECT_EQ(mesh.twin(mesh.twin(e)), e);
    EXPECT_EQ(mesh.across(mesh.twin(e)), mesh.face(e));
    EXPECT_EQ(mesh.origin(mesh.twin(e)), mesh.target(e));
    EXPECT_EQ(mesh.is_portal(e), mesh.edge_area(e) != kBlocked);
    EXPECT_EQ(mesh.is_portal(e), mesh.is_portal(mesh.twin(e)));
  }
  EXPECT_EQ(walls, 12u);
}

TEST(Mesh, optional_arrays_have_defaults) {
  const Mesh plain = samples::mesh_of(samples::triangles(1));
  EXPECT_EQ(plain.area(FaceId(1)), kGround);
  EXPECT_EQ(plain.difficulty(FaceId(1)), 0);
  EXPECT_EQ(plain.tags(FaceId(1)), 0u);
  EXPECT_EQ(plain.edge_area(EdgeId(1)), kGround);
  EXPECT_EQ(plain.edge_difficulty(EdgeId(1)), 0);
  EXPECT_EQ(plain.edge_tags(EdgeId(1)), 0u);
  EXPECT_EQ(triangle_sample().area(FaceId(3)), kSwamp);
  EXPECT_EQ(triangle_sample().difficulty(FaceId(4)), 0.5f);
  EXPECT_EQ(triangle_sample().tags(FaceId(4)), 12u);
}

TEST(Mesh, height_at_follows_the_plane) {
  const Mesh& mesh = triangle_sample();
  for (const FaceId f : mesh.faces()) {
    for (const EdgeId e : mesh.edges(f)) {
      const Vec3 corner = mesh.start(e);
      EXPECT_NEAR(mesh.height_at(f, corner.xy()), corner.z, 1e-9);
    }
    const Vec3 centre = mesh.centre(f);
    EXPECT_NEAR(mesh.height_at(f, centre.xy()), centre.z, 1e-9);
  }
  // A tilted square: z = x + 2 y.
  MeshSoup soup;
  soup.vertices = {{0, 0, 0}, {1, 0, 1}, {1, 1, 3}, {0, 1, 2}};
  soup.corners = {VertexId(0), VertexId(1), VertexId(2), VertexId(3)};
  soup.first_corner = {0, 4};
  const Mesh square = samples::mesh_of(soup);
  EXPECT_NEAR(square.height_at(FaceId(0), {0.25, 0.5}), 1.25, 1e-12);
  const Vec3 normal = square.normal(FaceId(0));
  EXPECT_NEAR(length(normal), 1, 1e-12);
  EXPECT_NEAR(normal.x / normal.z, -1, 1e-12);
  EXPECT_NEAR(normal.y / normal.z, -2, 1e-12);
  EXPECT_EQ(square.doubled_area(FaceId(0)), 2);
}

TEST(Mesh, areas_add_up_to_the_field) {
  for (const Mesh* mesh : {&triangle_sample(), &polygon_sample()}) {
    double sum = 0;
    for (const FaceId f : mesh->faces()) sum += mesh->doubled_area(f);
    EXPECT_EQ(sum, 18);
    EXPECT_EQ(mesh->box().xy(), (Box2{{0, 0}, {3, 3}}));
  }
}

TEST(Mesh, nearest_point_lies_in_the_face) {
  const Mesh& mesh = polygon_sample();
  Random random(seed_of(9));
  for (int i = 0; i < 500; ++i) {
    const FaceId f(random.below(mesh.face_count()));
    const Vec2 p{random.between(-2, 5), random.between(-2, 5)};
    const Vec2 q = nearest_point(mesh, f, p);
    EXPECT_EQ(contains(mesh, f, p), p == q);
    EXPECT_NEAR(distance(mesh.box(f).xy(), q), 0, 1e-12);
    for (const EdgeId e : mesh.edges(f)) {
      EXPECT_LE(length(q - p), length(mesh.midpoint(e).xy() - p) + 1e-12);
    }
  }
}

TEST(Mesh, any_changed_value_changes_the_fingerprint) {
  const std::uint64_t before = polygon_sample().fingerprint();
  for (const Spoil& spoil :
       {Spoil([](Loose& m) { m.vertices[0].z = 1; }), Spoil([](Loose& m) { m.difficulty[0] = 9; }),
        Spoil([](Loose& m) { m.face_area[0] = kRoad; }), Spoil([](Loose& m) { m.tags[0] = 9; }),
        Spoil([](Loose& m) { m.edge_area[1] = kRoad; }),
        Spoil([](Loose& m) { m.edge_difficulty[0] = 9; }),
        Spoil([](Loose& m) { m.edge_tags[0] = 9; }), Spoil([](Loose& m) { m.tags.clear(); }),
        Spoil([](Loose& m) { std::swap(m.vertices[0], m.vertices[1]); })}) {
    Loose loose(polygon_sample());
    spoil(loose);
    EXPECT_NE(loose.mesh().value().fingerprint(), before);
  }
  EXPECT_EQ(Loose(polygon_sample()).mesh().value().fingerprint(), before);
}

}  // namespace
}  // namespace thalweg

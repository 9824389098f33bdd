// Scenes as pictures, and small worlds made by code, for tests.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "lattice.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/world/mesh_builder.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

// A letter of a picture: `.` `S` `G` ground, `#` blocked, `W` water, `w` swamp, `T` trees, `R`
// road, a digit ground at that height in metres. The first line is row 0; blanks are ignored.
struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<char> letters;  // row by row
};

inline Picture picture(std::string_view text) {
  Picture result;
  std::uint32_t column = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : '\n';
    if (c == '\n') {
      if (column > 0) {
        result.width = column;
        ++result.height;
      }
      column = 0;
    } else if (c != ' ') {
      result.letters.push_back(c);
      ++column;
    }
  }
  return result;
}

inline AreaId area_of(char letter) {
  switch (letter) {
    case '#': return kBlocked;
    case 'W': return kWater;
    case 'w': return kSwamp;
    case 'T': return kTrees;
    case 'R': return kRoad;
    default: return kGround;
  }
}

inline float height_of(char letter) {
  return letter >= '0' && letter <= '9' ? static_cast<float>(letter - '0') : 0.0f;
}

// The middle of the first square with this letter.
inline Point mark(std::string_view text, char letter) {
  const Picture drawn = picture(text);
  for (std::size_t i = 0; i < drawn.letters.size(); ++i) {
    if (drawn.letters[i] == letter) {
      return {static_cast<double>(i % drawn.width) + 0.5,
              static_cast<double>(i / drawn.width) + 0.5};
    }
  }
  return {};
}

// A room that is crossed in a zigzag.
constexpr std::string_view kRoom = R"(
    S . . # .
    # # . # .
    . . . # .
    . # # # .
    . . . . G )";

struct LinkOptions {
  float length = Link{}.length;
  bool is_two_way = false;
  LinkKind kind = Link{}.kind;
};

inline Link link_between(Vec3f from, Vec3f to, LinkOptions options = {}) {
  Link link;
  link.from = from;
  link.to = to;
  link.length = options.length;
  link.is_two_way = options.is_two_way ? 1 : 0;
  link.kind = options.kind;
  return link;
}

struct SceneOptions {
  GridShape shape = GridShape::square;
  float spacing = 1;
  std::vector<Link> links = {};
};

// A world of squares.
inline World scene(std::string_view text, SceneOptions options = {}) {
  const Picture drawn = picture(text);
  std::vector<AreaId> areas;
  std::vector<float> ground;
  for (const char c : drawn.letters) {
    areas.push_back(area_of(c));
    ground.push_back(height_of(c));
  }
  WorldParts parts;
  parts.y_axis = YAxis::down;
  parts.grid = Grid::from({.width = drawn.width,
                           .height = drawn.height,
                           .spacing = options.spacing,
                           .shape = options.shape,
                           .area = std::move(areas),
                           .ground = std::move(ground)})
                   .value();
  parts.links = std::move(options.links);
  return make_world(std::move(parts)).value();
}

// The same squares as flat faces of a mesh; blocked ones are faces too.
inline World mesh_scene(std::string_view text, std::vector<Link> links = {}) {
  const Picture drawn = picture(text);
  MeshSoup soup;
  for (std::uint32_t y = 0; y <= drawn.height; ++y) {
    for (std::uint32_t x = 0; x <= drawn.width; ++x) {
      soup.vertices.push_back({static_cast<float>(x), static_cast<float>(y), 0});
    }
  }
  const auto at = [&](std::uint32_t x, std::uint32_t y) {
    return VertexId(y * (drawn.width + 1) + x);
  };
  soup.first_corner.push_back(0);
  for (std::uint32_t y = 0; y < drawn.height; ++y) {
    for (std::uint32_t x = 0; x < drawn.width; ++x) {
      for (const VertexId v : {at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)}) {
        soup.corners.push_back(v);
      }
      soup.first_corner.push_back(static_cast<std::uint32_t>(soup.corners.size()));
      soup.face_area.push_back(area_of(drawn.letters[y * drawn.width + x]));
    }
  }
  WorldParts parts;
  parts.mesh = build_mesh(std::move(soup)).value().mesh;
  parts.links = std::move(links);
  return make_world(std::move(parts)).value();
}

// A mesh from corners and triangles.
inline World triangles(std::vector<Vec3f> vertices, std::vector<std::uint32_t> corners) {
  MeshSoup soup;
  soup.vertices = std::move(vertices);
  for (const std::uint32_t c : corners) soup.corners.push_back(VertexId(c));
  WorldParts parts;
  parts.mesh = build_mesh(std::move(soup)).value().mesh;
  return make_world(std::move(parts)).value();
}

// Hills over n x n corners, two triangles a square: a sum of bumps, the same for the same seed.
// Some faces are water, swamp or blocked, some are difficult.
struct HillOptions {
  std::uint32_t corners = 20;  // a side
  double spacing = 1;          // metres
  double relief = 4;           // metres
  bool has_areas = true;
  std::vector<Link> links = {};
};
inline World hills(std::uint64_t seed, HillOptions options = {}) {
  Random random(seed);
  const std::uint32_t n = options.corners;
  struct Bump {
    double x, y, size, height;
  };
  std::vector<Bump> bumps;
  for (int i = 0; i < 12; ++i) {
    const double x = random.unit();
    const double y = random.unit();
    const double size = random.between(0.05, 0.3);
    bumps.push_back({x, y, size, random.between(-1, 1)});
  }
  MeshSoup soup;
  for (std::uint32_t y = 0; y < n; ++y) {
    for (std::uint32_t x = 0; x < n; ++x) {
      double z = random.between(-0.02, 0.02);
      for (const Bump& b : bumps) {
        const double dx = x / (n - 1.0) - b.x;
        const double dy = y / (n - 1.0) - b.y;
        z += b.height / (1 + (dx * dx + dy * dy) / (b.size * b.size));
      }
      soup.vertices.push_back(
          to_float({x * options.spacing, y * options.spacing, z * options.relief}));
    }
  }
  soup.corners = lattice_triangles(n - 1, n - 1);
  if (options.has_areas) {
    constexpr AreaId kChoice[] = {kGround, kGround, kGround,  kGround, kGround, kSwamp,
                                  kRoad,   kWater,  kBlocked, kTrees,  kGround, kGround};
    for (std::size_t f = 0; f < soup.corners.size() / 3; ++f) {
      soup.face_area.push_back(kChoice[random.below(12)]);
      soup.difficulty.push_back(random.below(4) == 0 ? static_cast<float>(random.unit()) : 0.0f);
    }
  }
  WorldParts parts;
  parts.mesh = build_mesh(std::move(soup)).value().mesh;
  parts.links = std::move(options.links);
  return make_world(std::move(parts)).value();
}

// A grid of random letters, from `letters`.
inline World random_grid(std::uint64_t seed, std::string_view letters, SceneOptions options = {}) {
  Random random(seed);
  std::string text;
  for (int y = 0; y < 17; ++y) {
    for (int x = 0; x < 19; ++x)
      text += letters[random.below(static_cast<std::uint32_t>(letters.size()))];
    text += '\n';
  }
  return scene(text, std::move(options));
}

}  // namespace thalweg

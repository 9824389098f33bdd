// Level worlds with large rooms: faces with over a dozen portals, most of them on cycles.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "scene.hpp"

namespace thalweg {

// Faces and their areas, before they are a world.
struct FaceSoup {
  MeshSoup soup;

  void add(std::initializer_list<std::uint32_t> corners, AreaId area) {
    add(std::vector<std::uint32_t>(corners), area);
  }
  void add(const std::vector<std::uint32_t>& corners, AreaId area) {
    if (soup.first_corner.empty()) soup.first_corner.push_back(0);
    for (const std::uint32_t corner : corners) soup.corners.push_back(VertexId(corner));
    soup.first_corner.push_back(static_cast<std::uint32_t>(soup.corners.size()));
    soup.face_area.push_back(area);
  }
  World world() && {
    WorldParts parts;
    parts.mesh = build_mesh(std::move(soup)).value().mesh;
    return make_world(std::move(parts)).value();
  }
};

struct RoomOptions {
  std::uint32_t side = 14;          // squares a side
  std::uint32_t room = 5;           // squares a side of each room: four times as many portals
  std::uint32_t rooms = 2;          // tried; those that would touch another one are left out
  std::uint32_t blocked_in_16 = 2;  // squares between the rooms, out of 16
  bool is_cut = false;              // the same rooms, cut into squares
};

// Squares, some of them blocked, and rooms among them, each of them one face.
class RoomsAmongSquares {
 public:
  RoomsAmongSquares(std::uint64_t seed, const RoomOptions& options)
      : options_(options), letters_(options.side * options.side, '.') {
    Random random(seed);
    for (char& letter : letters_) letter = random.below(16) < options.blocked_in_16 ? '#' : '.';
    for (std::uint32_t i = 0; i < options.rooms; ++i) {
      const std::uint32_t x = 1 + random.below(options.side - options.room - 1);
      add_room(x, 1 + random.below(options.side - options.room - 1));
    }
  }

  World world() const {
    FaceSoup faces;
    const std::uint32_t n = options_.side;
    for (std::uint32_t y = 0; y <= n; ++y) {
      for (std::uint32_t x = 0; x <= n; ++x) {
        faces.soup.vertices.push_back({static_cast<float>(x), static_cast<float>(y), 0});
      }
    }
    for (std::uint32_t y = 0; y < n; ++y) {
      for (std::uint32_t x = 0; x < n; ++x) {
        const char letter = letters_[y * n + x];
        if (letter == 'o' && !options_.is_cut) continue;
        faces.add({at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)}, area_of(letter));
      }
    }
    for (const auto& [x, y] : rooms_) {
      if (!options_.is_cut) faces.add(around(x, y), kGround);
    }
    return std::move(faces).world();
  }

 private:
  std::uint32_t at(std::uint32_t x, std::uint32_t y) const { return y * (options_.side + 1) + x; }

  // Unless it would touch another room.
  void add_room(std::uint32_t x, std::uint32_t y) {
    const std::uint32_t n = options_.room;
    for (std::uint32_t j = y - 1; j < y + n + 1; ++j) {
      for (std::uint32_t i = x - 1; i < x + n + 1; ++i) {
        if (letters_[j * options_.side + i] == 'o') return;
      }
    }
    for (std::uint32_t j = y; j < y + n; ++j) {
      for (std::uint32_t i = x; i < x + n; ++i) letters_[j * options_.side + i] = 'o';
    }
    rooms_.emplace_back(x, y);
  }

  // The corners of a room, one for each square along its walls.
  std::vector<std::uint32_t> around(std::uint32_t x, std::uint32_t y) const {
    const std::uint32_t n = options_.room;
    std::vector<std::uint32_t> corners;
    for (std::uint32_t i = 0; i < n; ++i) corners.push_back(at(x + i, y));
    for (std::uint32_t i = 0; i < n; ++i) corners.push_back(at(x + n, y + i));
    for (std::uint32_t i = 0; i < n; ++i) corners.push_back(at(x + n - i, y + n));
    for (std::uint32_t i = 0; i < n; ++i) corners.push_back(at(x, y + n - i));
    return corners;
  }

  RoomOptions options_;
  std::vector<char> letters_;  // [y * side + x]  'o': of a room
  std::vector<std::pair<std::uint32_t, std::uint32_t>> rooms_;
};

inline World rooms_among_squares(std::uint64_t seed, const RoomOptions& options = {}) {
  return RoomsAmongSquares(seed, options).world();
}

struct WheelOptions {
  std::uint32_t sides = 20;
  std::uint32_t rings = 3;
  double jitter = 0.25;             // of a square
  std::uint32_t blocked_in_16 = 3;  // faces around the room, out of 16
};

// A round room with a portal on every side, and rings of triangles around it.
inline World wheel(std::uint64_t seed, const WheelOptions& options = {}) {
  constexpr double kRadius = 4;  // metres: the room's radius; each ring is another one wide
  Random random(seed);
  FaceSoup faces;
  const std::uint32_t n = options.sides;
  const double middle = kRadius + options.rings + options.jitter;
  for (std::uint32_t ring = 0; ring <= options.rings; ++ring) {
    for (std::uint32_t i = 0; i < n; ++i) {
      const double turned = i + options.jitter * random.between(-1, 1);
      const double out = ring == 0 ? 0 : ring + options.jitter * random.between(-1, 1);
      const double angle = 2 * std::numbers::pi * turned / n;
      faces.soup.vertices.push_back(to_float({middle + (kRadius + out) * std::cos(angle),
                                              middle + (kRadius + out) * std::sin(angle), 0}));
    }
  }
  std::vector<std::uint32_t> room(n);
  for (std::uint32_t i = 0; i < n; ++i) room[i] = i;
  faces.add(room, kGround);
  const auto area = [&] { return random.below(16) < options.blocked_in_16 ? kBlocked : kGround; };
  for (std::uint32_t first = 0; first < options.rings * n; first += n) {
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t next = (i + 1) % n;
      faces.add({first + i, first + n + i, first + n + next}, area());
      faces.add({first + i, first + n + next, first + next}, area());
    }
  }
  return std::move(faces).world();
}

// The faces with over a dozen sides.
inline std::vector<FaceId> rooms_of(const Mesh& mesh) {
  std::vector<FaceId> rooms;
  for (const FaceId face : mesh.faces()) {
    if (mesh.edges(face).size() > 12) rooms.push_back(face);
  }
  return rooms;
}

// A point inside a face.
inline Point point_inside(const Mesh& mesh, FaceId face, Random& random) {
  Vec2 sum{};
  double weights = 0;
  for (const EdgeId edge : mesh.edges(face)) {
    const double weight = -std::log(1 - random.unit());
    sum = sum + mesh.start(edge).xy() * weight;
    weights += weight;
  }
  return {sum.x / weights, sum.y / weights};
}

}  // namespace thalweg

// GroundFilter: what one query leaves out of the ground or avoids: areas, faces, squares, circles.
//
// Planners make it from their query; the kinds of graphs ask it. Costs only grow, so proofs that
// there is no route and lower bounds on costs stay valid.
#pragma once

#include <cstdint>
#include <vector>

#include "thalweg/price/area_filter.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

// A circle in local coordinates.
struct Disc {
  Vec3 centre;        // z is NaN: on every floor
  double radius = 0;  // metres
  double height = 0;  // metres: ground farther above or below is another floor
};

class GroundFilter {
 public:
  // Starts over with areas (null: all of them count as they are priced) and the agent's radius.
  // Borrows both.
  void begin(const World& world, const AreaFilter* areas, double radius);
  // Leaves out an obstacle. Requires: the face or square exists, the disc's numbers are sound.
  void block(FaceId face);
  void block(SquareId square);
  void block(const Disc& disc);
  // Where the agent is already: it may go on from there, but no nearer to any obstacle that it is
  // too near to. Before finish().
  void forgive(Vec3 from, Vec3 to);
  // Makes is_clear() fast. After the last block().
  void finish();

  // True when it leaves out and avoids nothing.
  bool is_empty() const { return areas_ == nullptr && !has_blocked_ && obstacles_.empty(); }
  // True when straight walks must be checked with is_clear().
  bool has_obstacles() const { return !obstacles_.empty(); }

  bool allows(AreaId area) const { return areas_ == nullptr || areas_->allows(area); }
  bool allows(FaceId face) const {
    return allows(world_->mesh.area(face)) && !is_marked(faces_, face.value);
  }
  bool allows(SquareId square) const {
    return allows(world_->grid.area(square)) && !is_marked(squares_, square.value);
  }
  // How many times costs on an area count. Requires: allows(area).
  double factor(AreaId area) const { return areas_ == nullptr ? 1 : areas_->factor(area); }
  // What a cost on ground becomes: kForbidden where it is left out.
  Cost cost(Cost cost, AreaId area) const {
    return areas_ == nullptr ? cost : areas_->cost(cost, area);
  }
  Cost cost(Cost cost, FaceId face) const {
    return allows(face) ? this->cost(cost, world_->mesh.area(face)) : kForbidden;
  }
  Cost cost(Cost cost, SquareId square) const {
    return allows(square) ? this->cost(cost, world_->grid.area(square)) : kForbidden;
  }

  // True when the straight walk between two points (local coordinates) keeps the agent's radius
  // from all obstacles. O(obstacles near it).
  bool is_clear(Vec3 from, Vec3 to) const;

 private:
  // A disc, or a blocked face or square that the agent's radius must be kept from.
  struct Obstacle {
    Disc disc;        // of a face or square: a circle around it
    FaceId face;      // none: a disc or a square
    SquareId square;  // none: a disc or a face
    double keep = 0;  // metres: walks come no nearer to the disc's centre, to the face or square
  };
  // Stamps: marked where equal to now_.
  using Marks = std::vector<std::uint32_t>;
  static constexpr std::uint32_t kSide = 32;  // cells of the index

  bool is_marked(const Marks& marks, std::uint32_t i) const {
    return i < marks.size() && marks[i] == now_;
  }
  void mark(Marks& marks, std::uint32_t i, std::size_t count);
  // The metres from a walk to an obstacle; kNoLimit on another floor.
  double distance_to(const Obstacle& obstacle, Vec3 from, Vec3 to) const;
  double distance_to_border(const Obstacle& obstacle, Vec3 from, Vec3 to) const;
  // Calls visit(cell) for the cells of the index that a box meets, until it returns false.
  template <class Visit>
  void for_each_cell(const Box2& box, const Visit& visit) const;

  const World* world_ = nullptr;
  const AreaFilter* areas_ = nullptr;
  double radius_ = 0;
  bool has_blocked_ = false;
  std::uint32_t now_ = 0;
  Marks faces_;    // [face]
  Marks squares_;  // [square]
  std::vector<Obstacle> obstacles_;
  Box2 box_;                                 // of all obstacles with what is kept
  std::vector<std::uint32_t> first_;         // [cell + 1]  of obstacles_in_
  std::vector<std::uint32_t> obstacles_in_;  // [cell][]
};

}  // namespace thalweg

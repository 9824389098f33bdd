// Arrays are copied on their first change. A brush takes the faces and squares whose centres
// lie in its circle, on its floor.
#include "thalweg/world/edits.hpp"

#include <cmath>
#include <optional>

#include "core/thrown.hpp"
#include "core/try.hpp"

namespace thalweg {
namespace {

// One array of values that edits change. Not copied before the first change.
template <class T>
class DraftArray {
 public:
  explicit DraftArray(const Array<T>& values) : values_(values) {}

  // The values, `count` of them, to be changed.
  std::vector<T>& changed(std::size_t count) {
    if (!draft_) {
      draft_ = values_.to_vector();
      draft_->resize(count);  // empty where all have the default
    }
    return *draft_;
  }
  Array<T> take() { return draft_ ? Array<T>(*std::move(draft_)) : values_; }

 private:
  Array<T> values_;
  std::optional<std::vector<T>> draft_;
};

struct Draft {
  DraftArray<AreaId> face_area;
  DraftArray<float> difficulty;
  DraftArray<AreaId> square_area;
};

Result<void> check_patch(const World& world, const Patch& patch) {
  for (const FaceId face : patch.faces) {
    if (face.value >= world.mesh.face_count()) {
      return Error{"the world has no face " + to_string(face)};
    }
  }
  for (const SquareId square : patch.squares) {
    if (square.value >= world.grid.size()) {
      return Error{"the world has no square " + to_string(square)};
    }
  }
  return {};
}

Result<void> check_paint(const World& world, const Paint& paint) {
  TRY_DO(check_patch(world, paint.patch));
  if (paint.area && *paint.area >= world.areas.size()) {
    return Error{"the world has no area " + std::to_string(*paint.area)};
  }
  if (paint.difficulty && !(*paint.difficulty >= 0 && std::isfinite(*paint.difficulty))) {
    return Error{"a difficulty is a number from 0 on"};
  }
  return {};
}

void apply(const World& world, const Paint& paint, Draft& draft) {
  const auto set = [](auto& values, std::size_t count, const auto& ids, auto value) {
    if (ids.empty()) return;
    auto& changed = values.changed(count);
    for (const auto id : ids) changed[id.value] = value;
  };
  const std::size_t faces = world.mesh.face_count();
  if (paint.area) {
    set(draft.face_area, faces, paint.patch.faces, *paint.area);
    set(draft.square_area, world.grid.size(), paint.patch.squares, *paint.area);
  }
  if (paint.difficulty) set(draft.difficulty, faces, paint.patch.faces, *paint.difficulty);
}

Draft draft_of(const World& world) {
  const MeshArrays& mesh = world.mesh.arrays();
  return {DraftArray<AreaId>(mesh.face_area), DraftArray<float>(mesh.difficulty),
          DraftArray<AreaId>(world.grid.arrays().area)};
}

// `world` with the draft's values. The locator and the links depend on the geometry alone.
Result<World> with_values(const World& world, Draft draft) {
  World out = world;
  MeshArrays mesh = world.mesh.arrays();
  mesh.face_area = draft.face_area.take();
  mesh.difficulty = draft.difficulty.take();
  if (!world.mesh.empty()) {
    TRY(out.mesh, Mesh::from(std::move(mesh)));
  }
  GridArrays grid = world.grid.arrays();
  grid.area = draft.square_area.take();
  if (!world.grid.empty()) {
    TRY(out.grid, Grid::from(std::move(grid)));
  }
  return out;
}

// True when a face's centre lies under the brush.
bool is_under(const Brush& brush, Vec3 centre, Vec3 at) {
  const bool is_near = length((at - centre).xy()) <= brush.radius;
  return is_near && (std::isnan(centre.z) || std::abs(at.z - centre.z) <= brush.floor);
}

}  // namespace

Patch brushed(const World& world, const Brush& brush) {
  Patch patch;
  const Vec3 centre = world.frame().to_local(brush.centre);
  if (!is_finite(Vec3{centre.x, centre.y, 0}) || !(brush.radius >= 0)) return patch;
  const Location at = locate(world.mesh, world.locator, centre, {.skip_blocked = false});
  if (at.found()) patch.faces.push_back(at.face);
  if (!world.grid.empty()) {
    const SquareId square = world.grid.square_at(centre.xy());
    if (!square.is_none()) patch.squares.push_back(square);
  }
  if (brush.radius == 0) return patch;
  const Vec3 middle{centre.x, centre.y, at.found() ? at.point.z : centre.z};
  for (const FaceId face : world.mesh.faces()) {
    if (face != at.face && is_under(brush, middle, world.mesh.centre(face))) {
      patch.faces.push_back(face);
    }
  }
  for (const SquareId square : world.grid.squares()) {
    const Vec3 there = world.grid.centre(square);
    const bool is_first = !patch.squares.empty() && square == patch.squares.front();
    if (!is_first && length((there - centre).xy()) <= brush.radius) patch.squares.push_back(square);
  }
  return patch;
}

Result<World> edited(const World& world, const WorldEdits& edits) try {
  for (const Paint& paint : edits.paints) TRY_DO(check_paint(world, paint));
  Draft draft = draft_of(world);
  for (const Paint& paint : edits.paints) apply(world, paint, draft);
  TRY(World out, with_values(world, std::move(draft)));
  if (edits.links.empty()) return out;
  return with_links(out, edits.links, edits.link_reach);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg

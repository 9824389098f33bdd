#include "thalweg/planners/nearest.hpp"

#include <algorithm>
#include <cmath>

#include "thalweg/graph/portal_nodes.hpp"

namespace thalweg {
namespace {

Box2 square_box(const Grid& grid, SquareId s) {
  const Vec2 centre = grid.centre(s).xy();
  const double half = grid.spacing() / 2;
  return {centre - Vec2{half, half}, centre + Vec2{half, half}};
}

}  // namespace

End NearestReached::find(const NodeBank& bank, const End& start, Vec3 goal,
                         const AreaFilter* filter) {
  filter_ = filter;
  const bool is_grid = graph_.kind() == GraphKind::grid || graph_.kind() == GraphKind::corner;
  return is_grid ? on_squares(bank, start, goal.xy(), filter) : on_faces(bank, start, goal, filter);
}

End NearestReached::on_squares(const NodeBank& bank, const End& start, Vec2 goal,
                               const AreaFilter* filter) {
  const Grid& grid = world_.grid;
  End best = start;
  double least = length(start.point.xy() - goal);
  const auto look_at = [&](SquareId s) {
    const bool is_open =
        finder_.pricer().may_enter(s) && (filter == nullptr || filter->allows(grid.area(s)));
    const Box2 box = square_box(grid, s);
    const double d = distance(box, goal);
    if (!is_open || !(d < least)) return;
    least = d;
    best.square = s;
    best.point = grid.centre(s);
    if (grid.shape() == GridShape::hex) return;
    best.point.x = std::clamp(goal.x, box.low.x, box.high.x);
    best.point.y = std::clamp(goal.y, box.low.y, box.high.y);
  };
  const std::uint32_t wide = grid.width() + 1;
  for (const NodeId node : graph_.nodes()) {
    if (!bank.is_reached(node)) continue;
    if (graph_.kind() == GraphKind::grid) {
      look_at(SquareId(node.value));
      continue;
    }
    const std::uint32_t x = node.value % wide;
    const std::uint32_t y = node.value / wide;
    for (std::uint32_t i = 0; i < 4; ++i) {
      const std::uint32_t sx = x - i % 2;
      const std::uint32_t sy = y - i / 2;
      if (sx < grid.width() && sy < grid.height()) look_at(grid.at(sx, sy));
    }
  }
  return best;
}

void NearestReached::mark(FaceId face) {
  if (is_marked_[face.value] != 0 || !finder_.pricer().may_enter(face)) return;
  if (filter_ != nullptr && !filter_->allows(world_.mesh.area(face))) return;
  is_marked_[face.value] = 1;
  queue_.push_back(face);
}

void NearestReached::mark_portal_faces(const NodeBank& bank) {
  for (const NodeId node : graph_.nodes()) {
    if (!bank.is_reached(node)) continue;
    if (graph_.kind() == GraphKind::face) {
      mark(FaceId(node.value));
      continue;
    }
    const PortalPlace place = graph_.place(node);
    if (place.is_link_end()) {
      mark(link_end_face(world_, place));
    } else if (finder_.pricer().may_cross(place.edge())) {
      mark(world_.mesh.face(place.edge()));
      mark(world_.mesh.across(place.edge()));
    }
  }
}

// Where arcs cross many faces: the faces of the nodes, and all that is joined to them.
void NearestReached::mark_connected_faces(const NodeBank& bank, const End& start) {
  const auto& faces = graph_.arrays().faces;
  for (const NodeId node : graph_.nodes()) {
    if (bank.is_reached(node)) mark(faces[node]);
  }
  mark(start.face);
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    for (const EdgeId edge : world_.mesh.edges(queue_[i])) {
      if (world_.mesh.is_portal(edge) && finder_.pricer().may_cross(edge)) {
        mark(world_.mesh.across(edge));
      }
    }
  }
}

End NearestReached::on_faces(const NodeBank& bank, const End& start, Vec3 goal,
                             const AreaFilter* filter) {
  filter_ = filter;
  is_marked_.assign(world_.mesh.face_count(), 0);
  queue_.clear();
  mark(start.face);
  const bool has_faces = graph_.kind() == GraphKind::face || graph_.kind() == GraphKind::portal;
  if (has_faces) {
    mark_portal_faces(bank);
  } else {
    mark_connected_faces(bank, start);
  }
  const auto is_reached = [&](FaceId face) { return is_marked_[face.value] != 0; };
  const Location nearest =
      locate(world_.mesh, world_.locator, goal, {.reach = kNoLimit, .accepts = is_reached});
  if (!nearest.found()) return start;
  End end;
  end.face = nearest.face;
  end.point = nearest.point;
  return end;
}

}  // namespace thalweg

// The laws of a corridor: each step leaves the face that the one before reached, by a portal of
// that face or by a link that starts there.
#include "thalweg/path/corridor.hpp"

#include "thalweg/path/check.hpp"

namespace thalweg {
namespace {

// The face that `step` leads to, or what is wrong with it.
Result<FaceId> led_to(const CorridorStep& step, const World& world) {
  const Mesh& mesh = world.mesh;
  if (step.portal.is_none() == step.link.is_none()) {
    return Error{"takes not exactly one of a portal and a link"};
  }
  if (!step.portal.is_none()) {
    if (step.portal.value >= mesh.edge_count()) return Error{"crosses an edge that is not there"};
    if (mesh.face(step.portal) != step.face) return Error{"crosses an edge of another face"};
    if (!mesh.is_portal(step.portal)) return Error{"crosses a wall"};
    if (!is_walkable(mesh.area(mesh.across(step.portal)))) return Error{"enters blocked ground"};
    return mesh.across(step.portal);
  }
  if (step.link.value >= world.links.size()) return Error{"takes a link that is not there"};
  const Link& link = world.links[step.link];
  if (step.is_backwards && link.is_two_way == 0) return Error{"takes a one-way link backwards"};
  if ((step.is_backwards ? link.to_face : link.from_face) != step.face) {
    return Error{"takes a link of another face"};
  }
  return step.is_backwards ? link.from_face : link.to_face;
}

std::optional<std::string> broken_end_law(const SurfacePoint& surface_point, const World& world,
                                          const std::string& name) {
  if (surface_point.face.value >= world.mesh.face_count())
    return "the " + name + " lies on no face";
  if (!is_finite(surface_point.point)) return "the " + name + " is not a finite point";
  if (!lies_on(world.mesh, surface_point)) {
    return "the " + name + " does not lie on face " + to_string(surface_point.face);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> broken_law(const Corridor& corridor, const World& world) {
  if (auto wrong = broken_end_law(corridor.start, world, "start")) return wrong;
  if (auto wrong = broken_end_law(corridor.goal, world, "goal")) return wrong;
  FaceId face = corridor.start.face;
  for (std::size_t i = 0; i < corridor.steps.size(); ++i) {
    const CorridorStep& step = corridor.steps[i];
    const std::string name = "step " + std::to_string(i);
    if (step.face != face) {
      return name + " leaves face " + to_string(step.face) + " where face " + to_string(face) +
             " was reached";
    }
    const Result<FaceId> next = led_to(step, world);
    if (!next) return name + " " + next.error();
    face = *next;
  }
  if (face != corridor.goal.face) {
    return "the steps lead to face " + to_string(face) + ", not to the goal's face " +
           to_string(corridor.goal.face);
  }
  return std::nullopt;
}

}  // namespace thalweg

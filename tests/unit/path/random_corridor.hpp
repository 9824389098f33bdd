// Corridors without planners: searches over the faces of a world, for tests.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "thalweg/core/random.hpp"
#include "thalweg/path/corridor.hpp"

namespace thalweg {

// A random surface point of `face`: inside, on an edge, at the middle of an edge, at the centre, or
// on a corner.
inline SurfacePoint random_surface_point_on(const Mesh& mesh, FaceId face, Random& random) {
  const auto edges = mesh.edges(face);
  const EdgeId edge(edges.front().value + random.below(edges.size()));
  switch (random.below(6)) {
    case 0: return {face, mesh.start(edge)};
    case 1: return {face, mesh.midpoint(edge)};
    case 2: return surface_point_on(mesh, face, mesh.centre(face).xy());
    case 3: {
      const Vec3 along = mesh.end(edge) - mesh.start(edge);
      return surface_point_on(mesh, face, (mesh.start(edge) + along * random.unit()).xy());
    }
    default: {
      const Vec3 on = mesh.start(edge) + (mesh.end(edge) - mesh.start(edge)) * random.unit();
      return surface_point_on(mesh, face, (on + (mesh.centre(face) - on) * random.unit()).xy());
    }
  }
}

// The routes from one face to all others: breadth first, or depth first for long winding routes.
class FaceTree {
 public:
  FaceTree(const World& world, FaceId root, bool deep_first, Random& random)
      : root_(root), step_(world.mesh.face_count()), is_seen_(world.mesh.face_count(), 0) {
    std::deque<FaceId> open{root};
    is_seen_[root.value] = 1;
    while (!open.empty()) {
      const FaceId face = deep_first ? open.back() : open.front();
      deep_first ? open.pop_back() : open.pop_front();
      reached_.push_back(face);
      std::vector<CorridorStep> steps = steps_from(world, face);
      for (std::size_t i = steps.size(); i > 1; --i) {
        std::swap(steps[i - 1], steps[random.below(static_cast<std::uint32_t>(i))]);
      }
      for (const CorridorStep& step : steps) {
        const FaceId next = target(world, step);
        if (is_seen_[next.value] != 0) continue;
        is_seen_[next.value] = 1;
        step_[next.value] = step;
        open.push_back(next);
      }
    }
  }

  const std::vector<FaceId>& reached() const { return reached_; }

  Corridor to(const World& world, FaceId goal, Random& random) const {
    Corridor corridor;
    for (FaceId at = goal; at != root_; at = step_[at.value].face) {
      corridor.steps.push_back(step_[at.value]);
    }
    std::reverse(corridor.steps.begin(), corridor.steps.end());
    corridor.start = random_surface_point_on(world.mesh, root_, random);
    corridor.goal = random_surface_point_on(world.mesh, goal, random);
    return corridor;
  }

 private:
  static FaceId target(const World& world, const CorridorStep& step) {
    if (step.link.is_none()) return world.mesh.across(step.portal);
    const Link& link = world.links[step.link];
    return step.is_backwards ? link.from_face : link.to_face;
  }

  static std::vector<CorridorStep> steps_from(const World& world, FaceId face) {
    std::vector<CorridorStep> steps;
    for (const EdgeId e : world.mesh.edges(face)) {
      if (CrossRule{}.allows(world.mesh, e)) steps.push_back({face, e, {}, false});
    }
    for (const LinkId l : world.links.ids()) {
      const Link& link = world.links[l];
      if (link.from_face == face) steps.push_back({face, {}, l, false});
      if (link.to_face == face && link.is_two_way != 0) steps.push_back({face, {}, l, true});
    }
    return steps;
  }

  FaceId root_;
  std::vector<CorridorStep> step_;  // [face]  the step that led to it
  std::vector<char> is_seen_;       // [face]
  std::vector<FaceId> reached_;
};

// `count` corridors over `world`, from some random faces.
inline std::vector<Corridor> random_corridors(const World& world, std::size_t count,
                                              std::uint64_t seed) {
  Random random(seed);
  std::vector<Corridor> corridors;
  while (corridors.size() < count) {
    const FaceId root(random.below(world.mesh.face_count()));
    if (!is_walkable(world.mesh.area(root))) continue;
    const FaceTree tree(world, root, random.below(3) == 0, random);
    for (std::size_t i = 0; i < 10 && corridors.size() < count; ++i) {
      const auto reached = static_cast<std::uint32_t>(tree.reached().size());
      corridors.push_back(tree.to(world, tree.reached()[random.below(reached)], random));
    }
  }
  return corridors;
}

}  // namespace thalweg

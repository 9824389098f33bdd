// Measures how far a mesh lies off the triangles that it was made from.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "import/surface_heights.hpp"
#include "thalweg/path/random_point.hpp"

namespace thalweg {

struct HeightErrors {
  double median = 0;
  double p99 = 0;
  double uncovered = 0;  // the part of the points with no triangle above or below
};

// The vertical distance from random points of the mesh to the nearest triangle that faces up.
inline HeightErrors height_errors(const World& world, const TriangleSoup& soup, int samples) {
  std::vector<std::uint32_t> all(soup.triangles.size());
  std::iota(all.begin(), all.end(), 0u);
  const SurfaceHeights surface(soup, all, {box_of(soup).xy(), false});
  const PointSampler sampler(world.mesh);
  Random random(7);
  std::vector<double> errors;
  for (int i = 0; i < samples; ++i) {
    const Vec3 p = world.origin + sampler.draw(random).point;
    if (const auto z = surface.nearest(p.xy(), p.z)) errors.push_back(std::abs(*z - p.z));
  }
  std::sort(errors.begin(), errors.end());
  const auto at = [&](double part) {
    return errors.empty() ? 0 : errors[static_cast<std::size_t>(part * double(errors.size() - 1))];
  };
  return {at(0.5), at(0.99), 1 - double(errors.size()) / samples};
}

}  // namespace thalweg

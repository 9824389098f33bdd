// FreeSpace: where the centre of a disc may be, on a fine raster. The slow obvious oracle of
// clearances, for flat worlds of one floor.
#pragma once

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "thalweg/geometry/segment.hpp"
#include "thalweg/world/surface_point.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

class FreeSpace {
 public:
  // Distinguishes radii up to `reach`.
  FreeSpace(const World& world, double pixel, double reach)
      : mesh_(world.mesh), pixel_(pixel), reach_(reach) {
    const Box3 box = mesh_.box();
    low_ = box.low.xy();
    width_ = static_cast<std::size_t>(std::ceil(box.size().x / pixel)) + 1;
    height_ = static_cast<std::size_t>(std::ceil(box.size().y / pixel)) + 1;
    face_.resize(width_ * height_);
    clearance_.assign(width_ * height_, 1e30);
    for (const FaceId face : mesh_.faces()) {
      if (is_walkable(mesh_.area(face))) paint(face);
    }
    for (const EdgeId edge : mesh_.edges()) {
      if (is_walkable(mesh_.area(mesh_.face(edge))) && !CrossRule{}.allows(mesh_, edge)) {
        press({mesh_.start(edge).xy(), mesh_.end(edge).xy()});
      }
    }
  }

  double pixel() const { return pixel_; }
  std::size_t pixel_count() const { return face_.size(); }
  FaceId face(std::size_t pixel) const { return face_[pixel]; }
  std::size_t at(Vec2 p) const {
    const auto x = static_cast<std::size_t>(std::max(0.0, (p.x - low_.x) / pixel_));
    const auto y = static_cast<std::size_t>(std::max(0.0, (p.y - low_.y) / pixel_));
    return std::min(y, height_ - 1) * width_ + std::min(x, width_ - 1);
  }

  // The part of the free space that each pixel belongs to, from 1; 0: a disc of this radius does
  // not fit there. If `is_generous`, parts also connect diagonally.
  std::vector<int> parts(double radius, bool is_generous) const {
    std::vector<int> part(face_.size(), 0);
    std::vector<std::size_t> open;
    int count = 0;
    for (std::size_t seed = 0; seed < part.size(); ++seed) {
      if (part[seed] != 0 || !is_free(seed, radius)) continue;
      part[seed] = ++count;
      open.push_back(seed);
      while (!open.empty()) {
        const std::size_t here = open.back();
        open.pop_back();
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) {
            if (!is_generous && dx != 0 && dy != 0) continue;
            const std::size_t x = here % width_ + static_cast<std::size_t>(dx);
            const std::size_t y = here / width_ + static_cast<std::size_t>(dy);
            if (x >= width_ || y >= height_) continue;
            const std::size_t next = y * width_ + x;
            if (part[next] != 0 || !is_free(next, radius)) continue;
            part[next] = count;
            open.push_back(next);
          }
        }
      }
    }
    return part;
  }

  // The parts that an edge runs through.
  std::set<int> parts_on(EdgeId edge, const std::vector<int>& parts) const {
    const Vec2 a = mesh_.start(edge).xy();
    const Vec2 along = mesh_.end(edge).xy() - a;
    const int steps = static_cast<int>(length(along) / pixel_ * 8) + 8;
    std::set<int> found;
    for (int i = 0; i <= steps; ++i) found.insert(parts[at(a + along * (double{1} * i / steps))]);
    found.erase(0);
    return found;
  }

 private:
  Vec2 centre(std::size_t x, std::size_t y) const {
    return low_ +
           Vec2{(static_cast<double>(x) + 0.5) * pixel_, (static_cast<double>(y) + 0.5) * pixel_};
  }
  bool is_free(std::size_t pixel, double radius) const {
    return !face_[pixel].is_none() && clearance_[pixel] >= radius;
  }
  template <class Body>
  void for_each_pixel(const Box2& box, const Body& body) {
    const std::size_t first = at(box.low);
    const std::size_t last = at(box.high);
    for (std::size_t y = first / width_; y <= last / width_; ++y) {
      for (std::size_t x = first % width_; x <= last % width_; ++x) body(x, y);
    }
  }
  void paint(FaceId face) {
    for_each_pixel(mesh_.box(face).xy(), [&](std::size_t x, std::size_t y) {
      if (contains(mesh_, face, centre(x, y))) face_[y * width_ + x] = face;
    });
  }
  void press(const Segment2& wall) {
    Box2 box;
    for (const Vec2 end : {wall.a, wall.b}) {
      box.add(end - Vec2{reach_, reach_});
      box.add(end + Vec2{reach_, reach_});
    }
    for_each_pixel(box, [&](std::size_t x, std::size_t y) {
      double& clearance = clearance_[y * width_ + x];
      clearance = std::min(clearance, distance(wall, centre(x, y)));
    });
  }

  const Mesh& mesh_;
  double pixel_;
  double reach_;
  Vec2 low_;
  std::size_t width_ = 0;
  std::size_t height_ = 0;
  std::vector<FaceId> face_;       // [pixel]  none: no ground
  std::vector<double> clearance_;  // [pixel]
};

}  // namespace thalweg

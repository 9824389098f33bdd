// BoxLocator: buckets with the faces whose boxes meet them, read from the mesh. The library used it
// before its buckets held edges; the benchmarks compare with it.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "thalweg/world/locate.hpp"

class BoxLocator {
 public:
  explicit BoxLocator(const thalweg::Mesh& mesh) : mesh_(mesh) {
    thalweg::Box2 box;
    for (const auto v : mesh.arrays().origin) box.add(mesh.flat(v));
    const thalweg::Vec2 size = box.size();
    const double widest = std::max({size.x, size.y, 1e-6});
    const double area = std::max(size.x, widest * 1e-3) * std::max(size.y, widest * 1e-3);
    low_ = box.low;
    side_ = std::max(std::sqrt(4 * area / mesh.face_count()), widest / 32767);
    columns_ = static_cast<std::uint32_t>(size.x / side_) + 1;
    rows_ = static_cast<std::uint32_t>(size.y / side_) + 1;
    while (entries() > std::size_t{12} * mesh.face_count() + 64 && columns_ * rows_ > 1) {
      side_ *= 2;
      columns_ = (columns_ + 1) / 2;
      rows_ = (rows_ + 1) / 2;
    }
    fill();
  }

  std::size_t bytes() const { return 4 * (offsets_.size() + faces_.size()); }

  // As thalweg::locate without a reach.
  thalweg::Location locate(thalweg::Vec3 p, const thalweg::LocateOptions& options) const {
    const std::uint32_t bucket = at(p.y - low_.y, rows_) * columns_ + at(p.x - low_.x, columns_);
    thalweg::Location best;
    double least = 0;
    for (std::uint32_t i = offsets_[bucket]; i < offsets_[bucket + 1]; ++i) {
      const thalweg::FaceId face = faces_[i];
      if (options.skip_blocked && !thalweg::is_walkable(mesh_.area(face))) continue;
      if (options.accepts && !options.accepts(face)) continue;
      if (!contains(mesh_, face, p.xy())) continue;
      const double z = mesh_.height_at(face, p.xy());
      const double miss = std::isnan(p.z) ? -z : std::abs(p.z - z);
      if (best.found() && !(miss < least || (miss == least && face < best.face))) continue;
      best = {face, {p.x, p.y, z}, 0};
      least = miss;
    }
    // It made sure that the face contains the point, which may be the nearest one.
    return best.found() && contains(mesh_, best.face, p.xy()) ? best : thalweg::Location{};
  }

 private:
  std::uint32_t at(double offset, std::uint32_t count) const {
    const double bucket = offset / side_;
    if (!(bucket > 0)) return 0;
    return bucket < count ? static_cast<std::uint32_t>(bucket) : count - 1;
  }

  template <class Visit>
  void for_each_bucket(thalweg::FaceId face, Visit visit) const {
    const thalweg::Box3 box = mesh_.box(face);
    for (std::uint32_t r = at(box.low.y - low_.y, rows_); r <= at(box.high.y - low_.y, rows_);
         ++r) {
      for (std::uint32_t c = at(box.low.x - low_.x, columns_);
           c <= at(box.high.x - low_.x, columns_); ++c) {
        visit(r * columns_ + c);
      }
    }
  }

  std::size_t entries() const {
    std::size_t sum = 0;
    for (const auto f : mesh_.faces()) for_each_bucket(f, [&](std::uint32_t) { ++sum; });
    return sum;
  }

  void fill() {
    offsets_.assign(std::size_t{columns_} * rows_ + 1, 0);
    for (const auto f : mesh_.faces()) {
      for_each_bucket(f, [&](std::uint32_t b) { ++offsets_[b + 1]; });
    }
    std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
    std::vector<std::uint32_t> next(offsets_.begin(), offsets_.end() - 1);
    faces_.resize(offsets_.back());
    for (const auto f : mesh_.faces()) {
      for_each_bucket(f, [&](std::uint32_t b) { faces_[next[b]++] = f; });
    }
  }

  const thalweg::Mesh& mesh_;
  thalweg::Vec2 low_;
  double side_ = 1;
  std::uint32_t columns_ = 0, rows_ = 0;
  std::vector<std::uint32_t> offsets_;  // [bucket + 1]
  std::vector<thalweg::FaceId> faces_;  // [entry]
};

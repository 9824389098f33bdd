// Constrained Delaunay triangulation by CGAL. The only file that calls it, because of its licence.
#include "thalweg/triangulate/triangulate.hpp"

#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Triangulation_vertex_base_with_info_2.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <string>
#include <utility>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "thalweg/geometry/box.hpp"

namespace thalweg {
namespace {

// The data of a vertex in CGAL's triangulation: its index among the points.
struct InputIndex {
  std::uint32_t index = 0xFFFFFFFFu;
  bool is_new() const { return index == 0xFFFFFFFFu; }
};

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using VertexBase = CGAL::Triangulation_vertex_base_with_info_2<InputIndex, Kernel>;
using FaceBase = CGAL::Constrained_triangulation_face_base_2<Kernel>;
using Storage = CGAL::Triangulation_data_structure_2<VertexBase, FaceBase>;
using Delaunay =
    CGAL::Constrained_Delaunay_triangulation_2<Kernel, Storage, CGAL::Exact_predicates_tag>;

constexpr int kHilbertBits = 20;

// The position of (x, y) along a Hilbert curve over 2^20 x 2^20 cells.
std::uint64_t hilbert_key(std::uint32_t x, std::uint32_t y) {
  std::uint64_t key = 0;
  for (std::uint32_t side = 1u << (kHilbertBits - 1); side > 0; side >>= 1) {
    const bool right = (x & side) != 0;
    const bool upper = (y & side) != 0;
    key = key * 4 + (right ? (upper ? 2 : 3) : (upper ? 1 : 0));
    if (upper) continue;
    if (right) {
      x = ~x;
      y = ~y;
    }
    std::swap(x, y);
  }
  return key;
}

// The points' indices in Hilbert curve order, so that each point is near the one before. CGAL's own
// order is randomised; this one depends on the points alone.
std::vector<std::uint32_t> spatial_order(const std::vector<Vec2>& points) {
  Box2 box;
  for (const Vec2 p : points) box.add(p);
  const Vec2 size = box.size();
  const double widest = std::max({size.x, size.y, 1e-300});
  const double scale = ((1u << kHilbertBits) - 1) / widest;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2 at = points[i] - box.low;
    const auto lattice_index = [&](double offset) {
      return static_cast<std::uint32_t>(offset * scale);
    };
    keyed[i] = {hilbert_key(lattice_index(at.x), lattice_index(at.y)),
                static_cast<std::uint32_t>(i)};
  }
  std::sort(keyed.begin(), keyed.end());
  std::vector<std::uint32_t> order(points.size());
  std::ranges::transform(keyed, order.begin(), [](const auto& k) { return k.second; });
  return order;
}

Result<void> check(const PlanarInput& input) {
  if (input.points.size() >= 0xFFFFFFFEu) return Error{"there are too many points to triangulate"};
  for (const Vec2 p : input.points) {
    if (!(std::abs(p.x) <= 1e30 && std::abs(p.y) <= 1e30)) {
      return Error{"a point to triangulate is not within 1e30 of the origin"};
    }
  }
  for (const auto& [a, b] : input.segments) {
    if (std::max(a, b) >= input.points.size()) return Error{"a segment ends at no point"};
  }
  return {};
}

// Triangulates the points, then inserts the segments between them.
void fill(Delaunay& delaunay, const PlanarInput& input) {
  std::vector<Delaunay::Vertex_handle> handles(input.points.size());
  Delaunay::Face_handle near;
  for (const std::uint32_t i : spatial_order(input.points)) {
    const Vec2 p = input.points[i];
    handles[i] = delaunay.insert(Delaunay::Point(p.x, p.y), near);
    if (handles[i]->info().is_new()) handles[i]->info().index = i;
    near = handles[i]->face();
  }
  for (const auto& [a, b] : input.segments) {
    if (handles[a] != handles[b]) delaunay.insert_constraint(handles[a], handles[b]);
  }
}

// Numbers the points where segments cross, ordered by x and y.
void number_crossings(Delaunay& delaunay, std::vector<Vec2>& points) {
  std::vector<Delaunay::Vertex_handle> crossings;
  for (auto v = delaunay.finite_vertices_begin(); v != delaunay.finite_vertices_end(); ++v) {
    if (v->info().is_new()) crossings.push_back(v);
  }
  const auto at = [](Delaunay::Vertex_handle v) {
    return std::pair(v->point().x(), v->point().y());
  };
  std::ranges::sort(crossings, {}, at);
  for (const auto v : crossings) {
    v->info().index = static_cast<std::uint32_t>(points.size());
    points.push_back({v->point().x(), v->point().y()});
  }
}

// The triangles, each starting at its lowest corner, sorted by their corners.
std::vector<std::array<std::uint32_t, 3>> sorted_triangles(const Delaunay& delaunay) {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  triangles.reserve(delaunay.number_of_faces());
  for (auto f = delaunay.finite_faces_begin(); f != delaunay.finite_faces_end(); ++f) {
    std::array<std::uint32_t, 3> t{f->vertex(0)->info().index, f->vertex(1)->info().index,
                                   f->vertex(2)->info().index};
    std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    triangles.push_back(t);
  }
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

}  // namespace

Result<PlanarTriangles> constrained_delaunay(const PlanarInput& input) try {
  TRY_DO(check(input));
  try {
    Delaunay delaunay;
    fill(delaunay, input);
    PlanarTriangles out;
    out.points = input.points;
    number_crossings(delaunay, out.points);
    if (delaunay.dimension() == 2) out.triangles = sorted_triangles(delaunay);
    return out;
  } catch (const std::exception& failure) {
    return Error{"the triangulation failed: " + std::string(failure.what())};
  }
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg

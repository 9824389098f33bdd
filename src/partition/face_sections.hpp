// Face sections: which sections a convex face meets or touches. Exact for convex faces.
#pragma once

#include <vector>

#include "partition/section_lattice.hpp"
#include "thalweg/geometry/box.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

// A convex face in projection.
struct FlatFace {
  std::vector<Vec2> corners;  // counter-clockwise
  Box2 box;
};

// `old`'s memory is used again.
FlatFace flat_face(const Mesh& mesh, FaceId face, FlatFace old = {});

// True when the insides of the two share a point, and so some area. O(corners).
bool overlaps(const FlatFace& face, const Box2& box);

// True when the two share a point, borders included; the box may be a segment. O(corners).
bool touches(const FlatFace& face, const Box2& box);

// The sections [first, last] of a row.
struct SectionSpan {
  std::int32_t row = 0;
  std::int32_t first = 0;
  std::int32_t last = -1;
};

// Calls visit(span) row by row for the sections that the inside of `face` meets, until it is false.
// Requires: the face's box can be counted. O(rows x corners).
template <class Visit>
bool for_each_span(const SectionLattice& lattice, const FlatFace& face, const Visit& visit);

// The sections of one row that the inside of `face` meets. Requires: it meets some of that row.
SectionSpan span_in_row(const SectionLattice& lattice, const FlatFace& face, std::int32_t row);

template <class Visit>
bool for_each_span(const SectionLattice& lattice, const FlatFace& face, const Visit& visit) {
  const std::int32_t last_row = lattice.index_before(face.box.high.y);
  for (std::int32_t row = lattice.index(face.box.low.y); row <= last_row; ++row) {
    if (!visit(span_in_row(lattice, face, row))) return false;
  }
  return true;
}

}  // namespace thalweg

// Sections: cells by position, in squares of one size, level over level.
//
// A section that a wall divides gives several cells. Within a cell every node reaches every other.
//
//   sections           nodes by their positions, any graph (HPA*: docs/reference/papers.md [THPA])
//   triangle_sections  faces by their centres; a face takes part in every section that it meets
//                      (THPA*)
#pragma once

#include "thalweg/core/result.hpp"
#include "thalweg/partition/cells.hpp"

namespace thalweg {

struct SectionOptions {
  double size = 10;          // metres: the side of a section of level 1, up to 1e12
  std::uint32_t levels = 1;  // 1 to 16
  std::uint32_t factor = 2;  // width of the next level's sections over this one's, 2 to 1024
};

// Refused with a sentence: options out of range, sections too small to be counted.
// O(levels x arcs).
Result<Cells> sections(const Ground& ground, const SectionOptions& options = {});

// A face lies in the section of its centre. It takes part in each section that its inside meets;
// and in one that it only touches, beside a section that it meets, where one of its neighbours
// meets that one (thesis 3.3, the second scenario: without such a neighbour the entrance would be
// false). Sections that hold no centre are no cells. Also refused: graphs of other kinds, faces
// that meet over 2^26 sections in all. O(arcs of the faces in each section).
Result<Cells> triangle_sections(const Ground& ground, const SectionOptions& options = {});

}  // namespace thalweg

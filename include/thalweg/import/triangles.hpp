// A soup of triangles as a world, straight: each triangle that has area seen from above is a face.
#pragma once

#include "thalweg/import/soup.hpp"

namespace thalweg {

struct TriangleWorldOptions {
  double weld = 0;               // metres; points this close become one. DEFAULT: equal ones only
  bool drop_vertical = false;    // leave out triangles that stand upright, instead of refusing
  bool groups_as_areas = false;  // a face's area is its group's, by name; else its tags say which
};

// Either side of a triangle may be walked on. Left out and noted: triangles of no area at all and
// those that repeat another. Walls, and noted: edges that over two triangles share, or two on the
// same side. Refused with a sentence: what check(soup) refuses, upright triangles, nothing left to
// walk on. The world's origin is the lower corner of the soup.
Result<ImportedWorld> triangles_world(const TriangleSoup& soup,
                                      const TriangleWorldOptions& options = {});

}  // namespace thalweg

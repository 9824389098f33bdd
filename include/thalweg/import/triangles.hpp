// A triangle soup used directly as a world: each triangle that has area seen from above is a face.
#pragma once

#include "thalweg/import/soup.hpp"

namespace thalweg {

struct TriangleWorldOptions {
  double weld = 0;               // metres; points this close become one. DEFAULT: equal ones only
  bool drop_vertical = false;    // leave out vertical triangles instead of refusing them
  bool groups_as_areas = false;  // a face's area is its group's, by name; else its tags say which
};

// Either side of a triangle may be walked on. Left out, with a note: triangles of no area and those
// that repeat another. Made walls, with a note: edges that more than two triangles share, or two on
// the same side. Refused with a sentence: what check(soup) refuses, upright triangles, nothing left
// to walk on. The world's origin is the lower corner of the soup.
Result<ImportedWorld> triangles_world(const TriangleSoup& soup,
                                      const TriangleWorldOptions& options = {});

}  // namespace thalweg

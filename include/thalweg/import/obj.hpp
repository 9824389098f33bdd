// Wavefront OBJ: points, faces and group names; everything else in the file is ignored.
#pragma once

#include <string_view>

#include "thalweg/core/result.hpp"
#include "thalweg/geometry/axes.hpp"
#include "thalweg/import/soup.hpp"

namespace thalweg {

struct ObjOptions {
  Axes axes = Axes::y_up;  // how the file's coordinates are meant; the format does not say
};

// The triangles of an OBJ file. A face of more than three corners is cut into a fan from its first
// corner. Groups are named by the last `o` or `g` line before a face. Refused with the line: a
// malformed number, a face of under three corners, a corner that names a point not yet defined.
Result<TriangleSoup> read_obj(std::string_view bytes, const ObjOptions& options = {});

}  // namespace thalweg

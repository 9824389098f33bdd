// Faces in colours of the caller's own, and pictures side by side.
#pragma once

#include <span>

#include "thalweg/core/result.hpp"
#include "thalweg/draw/painter.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

// Paints the faces that are seen, in order of id. Those without alpha are left as they are.
// Requires: one colour for each face.
void paint_faces(Painter& painter, const Mesh& mesh, std::span<const Colour> colours);

// Dark for near (t = 0) to saturated for far (t = 1): the waves of the natural-hierarchy thesis.
Colour wave_colour(double t);

// Pictures in rows of so many, each in a frame as large as the largest, on paper. Refused with a
// sentence: none at all, pictures that are not 8 bit RGB, a whole over 16384 pixels a side.
Result<Image> side_by_side(std::span<const Image> pictures, std::uint32_t columns);

}  // namespace thalweg

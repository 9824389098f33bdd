// Faces in colours that the caller chooses, and pictures side by side.
#pragma once

#include <span>

#include "thalweg/core/result.hpp"
#include "thalweg/draw/painter.hpp"
#include "thalweg/world/mesh.hpp"

namespace thalweg {

// Paints the visible faces, in order of id. Faces with alpha 0 are skipped. Requires: one colour
// for each face.
void paint_faces(Painter& painter, const Mesh& mesh, std::span<const Colour> colours);

// From dark (t = 0, near) to saturated (t = 1, far): the waves of the natural-hierarchy thesis.
Colour wave_colour(double t);

// Pictures in rows of `columns`, each in a frame as large as the largest, on paper. Refused with a
// sentence: no pictures, pictures that are not 8 bit RGB, a result over 16384 pixels a side.
Result<Image> side_by_side(std::span<const Image> pictures, std::uint32_t columns);

}  // namespace thalweg

// What must hold for every height map that a reader accepts.
#pragma once

#include "thalweg/import/heights.hpp"
#include "thalweg/import/terrain.hpp"

namespace thalweg {

// Traps when the field breaks a law, or when a mesh made of it does.
inline void check_terrain(const HeightField& field) {
  if (broken_law(field)) __builtin_trap();
  if (field.z.size() > 4096) return;
  for (const TerrainMethod method : {TerrainMethod::uniform, TerrainMethod::centre,
                                     TerrainMethod::contour, TerrainMethod::adaptive}) {
    const TerrainOptions options{.method = method, .error = 10};
    const auto parts = triangulate_heights(field, options);
    if (!parts) continue;
    if (broken_law(parts->mesh)) __builtin_trap();
    if (method != TerrainMethod::adaptive) continue;
    const auto measured = measure_terrain(field, parts->mesh, options);
    if (!measured || measured->missed != 0 || !(measured->worst <= options.error)) {
      __builtin_trap();
    }
  }
}

}  // namespace thalweg

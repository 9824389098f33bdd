// What must hold for every soup that a reader returns: it is refused as a world, or the world is
// lawful.
#pragma once

#include <cstdint>
#include <cstdio>

#include "thalweg/import/triangles.hpp"

namespace thalweg {

inline void expect_lawful(const Result<ImportedWorld>& imported) {
  if (!imported) return;
  const auto world = make_world(imported->parts);
  const auto broken = world ? broken_law(*world) : std::optional<std::string>(world.error());
  if (!broken) return;
  std::fprintf(stderr, "law broken: %s\n", broken->c_str());
  __builtin_trap();
}

inline void expect_lawful(const TriangleSoup& soup) {
  expect_lawful(triangles_world(soup, {.drop_vertical = true}));
  expect_lawful(
      triangles_world(soup, {.weld = 0.1, .drop_vertical = true, .groups_as_areas = true}));
}

}  // namespace thalweg

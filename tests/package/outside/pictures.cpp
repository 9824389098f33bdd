// Imports a height map and draws it: needs the libraries import and draw.
#include <cstdio>
#include <thalweg/draw/draw.hpp>
#include <thalweg/import/import.hpp>
#include <thalweg/thalweg.hpp>

int main() {
  const auto world = thalweg::import_world("valley.png").value().world;
  const auto picture = thalweg::draw_svg(world).value();
  std::printf("a picture of %zu bytes\n", picture.size());
}

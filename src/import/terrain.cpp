// Lattice, triangulation, then unused vertices out and a mean difficulty for each face. Also here:
// how far a mesh lies from the samples it was made of.
#include "thalweg/import/terrain.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "import/lattice.hpp"
#include "thalweg/core/memory.hpp"
#include "thalweg/core/parallel.hpp"

namespace thalweg {
namespace {

constexpr std::array<std::string_view, 5> kMethodNames = {"uniform", "centre", "contour",
                                                          "isolines", "adaptive"};

// Removes the vertices that no face uses and keeps the order of the others.
void keep_used_vertices(MeshSoup& soup) {
  std::vector<VertexId> renamed(soup.vertices.size());
  for (const VertexId v : soup.corners) renamed[v.value] = VertexId(0);
  std::uint32_t kept = 0;
  for (std::size_t v = 0; v < renamed.size(); ++v) {
    if (renamed[v].is_none()) continue;
    soup.vertices[kept] = soup.vertices[v];
    renamed[v] = VertexId(kept++);
  }
  soup.vertices.resize(kept);
  soup.vertices.shrink_to_fit();
  for (VertexId& v : soup.corners) v = renamed[v.value];
}

std::array<Vec2, 3> corners_of(const MeshSoup& soup, std::size_t face) {
  const auto at = [&](std::size_t i) {
    return soup.vertices[soup.corners[face * 3 + i].value].xy();
  };
  return {at(0), at(1), at(2)};
}

// For a face without samples: the lower left corner of the square that contains its centre.
std::uint32_t sample_near(const Lattice& lattice, const std::array<Vec2, 3>& corners) {
  const Vec2 centre = (corners[0] + corners[1] + corners[2]) * (1.0 / 3);
  const auto before = [](const std::vector<float>& positions, double at) {
    return std::max(positions_within(positions, 0, at).last, 1u) - 1;
  };
  return lattice.sample(before(lattice.x, centre.x), before(lattice.y, centre.y));
}

// The mean of the difficulty image over each face's samples.
std::vector<float> difficulties(const Lattice& lattice, const MeshSoup& soup, const Image& image) {
  const double most = image.bits == 16 ? 65535 : 255;
  const auto value_at = [&](std::uint32_t sample) -> std::uint64_t {
    const std::size_t top_row = lattice.height - 1 - lattice.row(sample);
    return image.samples[(top_row * lattice.width + lattice.column(sample)) * image.channels];
  };
  std::vector<float> out(soup.corners.size() / 3);
  parallel_for(out.size(), 4096, [&](std::size_t first, std::size_t last) {
    for (std::size_t f = first; f < last; ++f) {
      const auto corners = corners_of(soup, f);
      std::uint64_t sum = 0;
      std::uint64_t count = 0;
      each_sample_in(lattice, corners, [&](std::uint32_t sample) {
        sum += value_at(sample);
        ++count;
      });
      if (count == 0) {
        sum = value_at(sample_near(lattice, corners));
        count = 1;
      }
      out[f] = static_cast<float>(static_cast<double>(sum) / (static_cast<double>(count) * most));
    }
  });
  return out;
}

Result<void> check_difficulty(const HeightField& field, const Image& image) {
  if (image.width != field.width || image.height != field.height) {
    return Error{"the difficulty image is " + std::to_string(image.width) + " x " +
                 std::to_string(image.height) + " and the height map " +
                 std::to_string(field.width) + " x " + std::to_string(field.height)};
  }
  if (image.channels == 0 ||
      image.samples.size() != std::size_t{image.width} * image.height * image.channels) {
    return Error{"the difficulty image's samples do not add up"};
  }
  return {};
}

Result<MeshSoup> soup_of(const Lattice& lattice, const TerrainOptions& options) {
  switch (options.method) {
    case TerrainMethod::uniform:
    case TerrainMethod::centre:
    case TerrainMethod::contour: return uniform_soup(lattice, options);
    case TerrainMethod::isolines: return isoline_soup(lattice, options);
    case TerrainMethod::adaptive: return adaptive_soup(lattice, options);
  }
  return Error{"there is no such triangulation method"};
}

}  // namespace

// Measured.
std::uint64_t bytes_per_sample(TerrainMethod method) {
  switch (method) {
    case TerrainMethod::uniform:
    case TerrainMethod::contour: return 130;
    case TerrainMethod::centre: return 240;
    case TerrainMethod::isolines: return 150;
    case TerrainMethod::adaptive: break;
  }
  return 180;
}

std::optional<TerrainMethod> terrain_method(std::string_view name) {
  const auto found = std::ranges::find(kMethodNames, name);
  if (found == kMethodNames.end()) return std::nullopt;
  return static_cast<TerrainMethod>(found - kMethodNames.begin());
}

Result<WorldParts> triangulate_heights(const HeightField& field,
                                       const TerrainOptions& options) try {
  if (options.difficulty != nullptr) {
    TRY_DO(check_difficulty(field, *options.difficulty));
  }
  TRY_DO(check_memory(field.z.size(), bytes_per_sample(options.method)));
  TRY(const auto lattice, make_lattice(field, options));
  TRY(MeshSoup soup, soup_of(lattice, options));
  keep_used_vertices(soup);
  if (options.difficulty != nullptr) {
    report(options.progress, "difficulty", 0);
    soup.difficulty = difficulties(lattice, soup, *options.difficulty);
  }
  report(options.progress, "mesh", 0);
  TRY(auto built, build_mesh(std::move(soup)));
  if (built.folds != 0 || built.shared_by_many != 0) {
    return Error{"the samples are too close together for a mesh of this size"};
  }
  WorldParts parts;
  parts.origin = lattice.origin;
  if (!options.spacing && !options.box) parts.earth = field.earth;
  parts.mesh = std::move(built).mesh;
  parts.is_height_map = true;
  return parts;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<TerrainError> measure_terrain(const HeightField& field, const Mesh& mesh,
                                     const TerrainOptions& options) try {
  TRY(const auto lattice, make_lattice(field, options));
  if (!mesh.is_triangles()) return Error{"a terrain's mesh is made of triangles"};
  TerrainError error;
  std::vector<std::uint8_t> is_covered(lattice.z.size());
  for (const FaceId face : mesh.faces()) {
    const EdgeId first = mesh.edges(face).front();
    const std::array<Vec2, 3> corners = {mesh.start(first).xy(), mesh.end(first).xy(),
                                         mesh.end(mesh.next(first)).xy()};
    each_sample_in(lattice, corners, [&](std::uint32_t s) {
      const Vec2 at{lattice.x[lattice.column(s)], lattice.y[lattice.row(s)]};
      const double miss = std::abs(mesh.height_at(face, at) - lattice.z[s]);
      error.worst =
          std::max(error.worst, std::isnan(miss) ? std::numeric_limits<double>::infinity() : miss);
      is_covered[s] = 1;
    });
  }
  for (std::uint32_t s = 0; s < is_covered.size(); ++s) {
    error.samples += is_covered[s];
    error.missed += is_covered[s] == 0 && lattice.is_used(s);
  }
  return error;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg

// Feeds the corners of the portals to the taut string. A portal that shares a corner with the last
// one adds only its other corner.
#include "thalweg/path/funnel.hpp"

#include "path/exact_points.hpp"
#include "path/string_funnel.hpp"
#include "thalweg/world/grid_mesh.hpp"

namespace thalweg {
template <class AnyMesh>
std::span<const Bend> Funnel::pull(const AnyMesh& mesh, const Stretch& stretch) {
  StringFunnel<Bend, ExactPoints<Bend>> string(memory_, {stretch.start.point.xy(), {}, 0},
                                               stretch.portals.size());
  VertexId left;
  VertexId right;
  std::uint32_t crossed = 0;
  for (const EdgeId portal : stretch.portals) {
    ++crossed;
    const VertexId next_left = left_corner(mesh, portal);
    const VertexId next_right = right_corner(mesh, portal);
    if (next_left != left) {
      string.template add<Side::left>({mesh.flat(next_left), next_left, crossed});
    }
    // A path that continues from this corner has crossed all the portals that end at it.
    string.end(Side::left).crossed = crossed;
    if (next_right != right) {
      string.template add<Side::right>({mesh.flat(next_right), next_right, crossed});
    }
    string.end(Side::right).crossed = crossed;
    left = next_left;
    right = next_right;
  }
  return straightened(string.finish({stretch.goal.point.xy(), {}, crossed}));
}

template std::span<const Bend> Funnel::pull(const Mesh&, const Stretch&);
template std::span<const Bend> Funnel::pull(const GridMesh&, const Stretch&);

}  // namespace thalweg

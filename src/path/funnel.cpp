// Feeds the corners of the portals to the taut path. A portal that shares a corner with the last
// one adds only its other corner.
#include "thalweg/path/funnel.hpp"

#include <bit>

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

namespace {

constexpr std::uint64_t kNoCorner = ~std::uint64_t{0};  // the bits of no numbers

// At most so many corners come up.
std::size_t most_corners(std::span<const PortalRun> runs) {
  std::size_t sum = 0;
  for (const PortalRun& run : runs) {
    sum +=
        run.corner_count == PortalRun::kEveryPortal ? 2 * std::size_t{run.count} : run.corner_count;
  }
  return sum;
}

// A string that is being pulled through runs.
struct RunString {
  StringFunnel<Bend, ExactPoints<Bend>> string;
  std::uint64_t left = kNoCorner;  // the corners of the last portal
  std::uint64_t right = kNoCorner;

  // The next portal ends at this corner, as the portals do up to that which is crossed last. A path that
  // continues from it has crossed all of them.
  template <Side kSide>
  [[gnu::always_inline]] void add(const Vec2f& corner, std::uint32_t crossed) {
    std::uint64_t& last = kSide == Side::left ? left : right;
    const auto bits = std::bit_cast<std::uint64_t>(corner);
    const bool is_end = bits != last && string.template add<kSide>({corner.xy(), {}, crossed});
    if (!is_end) string.end(kSide).crossed = crossed;
    last = bits;
  }

  // All portals of a run, after so many others. Returns how many are crossed then.
  template <bool kIsOut>
  std::uint32_t add_portals(const PortalTable& table, const PortalRun& run, std::uint32_t crossed) {
    const PortalEnds* ends = table.ends + run.first;
    for (const std::uint32_t last = crossed + run.count; crossed < last; ends += run.step) {
      ++crossed;
      add<Side::left>(kIsOut ? ends->left : ends->right, crossed);
      add<Side::right>(kIsOut ? ends->right : ends->left, crossed);
    }
    return crossed;
  }
};

}  // namespace

std::span<Bend> Funnel::pull(const PortalTable& table, std::span<const PortalRun> runs, Vec2 from,
                             Vec2 to) {
  const double sure = sure_area(table.most);
  RunString pulled{{memory_, {from, {}, 0}, most_corners(runs), {sure}}};
  std::uint32_t crossed = 0;
  for (const PortalRun& run : runs) {
    if (!run.is_crossed) continue;
    if (run.corner_count != PortalRun::kEveryPortal) {
      const HourglassCorner* corner = table.corners + run.first_corner;
      for (const HourglassCorner* last = corner + run.corner_count; corner != last; ++corner) {
        const std::uint32_t at = crossed + corner->crossed;
        corner->is_left != 0 ? pulled.add<Side::left>(corner->point, at)
                             : pulled.add<Side::right>(corner->point, at);
      }
      crossed += run.count;
      continue;
    }
    crossed = run.is_out ? pulled.add_portals<true>(table, run, crossed)
                         : pulled.add_portals<false>(table, run, crossed);
  }
  return straightened(pulled.string.finish({to, {}, crossed}), ExactPoints<Bend>{sure});
}

template std::span<const Bend> Funnel::pull(const Mesh&, const Stretch&);
template std::span<const Bend> Funnel::pull(const GridMesh&, const Stretch&);

}  // namespace thalweg

// How much heights vary inside groups, over how much they would in squares of the same area and
// mean slope: a ratio of root mean squares by area.
#include "thalweg/partition/contours.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace thalweg {
namespace {

// The spread of a square's points along one side, for a side of one: its variance is a twelfth.
constexpr double kSquareVariance = 1.0 / 12;

// Sums over the faces of one group, heights counted from the first face's.
struct Sums {
  double area = 0;
  double height = 0;
  double square = 0;
  double slope = 0;

  double variance() const {
    const double mean = height / area;
    return std::max(square / area - mean * mean, 0.0);
  }
  double square_variance() const {
    const double mean = slope / area;
    return mean * mean * area * kSquareVariance;
  }
};

// Means over the middles of a triangle's sides are exact for heights and their squares.
void add_face(Sums& sums, const Mesh& mesh, FaceId face, double zero) {
  const double area = mesh.doubled_area(face) / 2;
  const Vec3 n = mesh.normal(face);
  double height = 0;
  double square = 0;
  double count = 0;
  for (const EdgeId edge : mesh.edges(face)) {
    const double z = mesh.midpoint(edge).z - zero;
    height += z;
    square += z * z;
    ++count;
  }
  sums.area += area;
  sums.height += area * height / count;
  sums.square += area * square / count;
  sums.slope += area * length(n.xy()) / std::max(n.z, 1e-9);
}

}  // namespace

std::vector<PieceId> tops_of(const Partition& partition) {
  std::vector<PieceId> top(partition.piece_count());
  const std::vector<CellId> order = bottom_up(partition);
  for (std::size_t i = order.size(); i-- > 0;) {
    const PieceId piece = partition.piece(order[i]);
    const CellId parent = partition.parent(order[i]);
    top[piece.value] = parent.is_none() ? piece : top[partition.piece(parent).value];
  }
  for (std::uint32_t n = 0; n < partition.node_count(); ++n) {
    const CellId home = partition.home(NodeId(n));
    top[n] = home.is_none() ? PieceId(n) : top[partition.piece(home).value];
  }
  top.resize(partition.node_count());
  return top;
}

double contour_spread(const Mesh& mesh, std::span<const PieceId> groups) {
  std::vector<std::uint32_t> order(groups.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return groups[a] != groups[b] ? groups[a] < groups[b] : a < b;
  });
  double varied = 0;
  double of_squares = 0;
  for (std::size_t first = 0; first < order.size();) {
    const PieceId group = groups[order[first]];
    const double zero = mesh.centre(FaceId(order[first])).z;
    Sums sums;
    for (; first < order.size() && groups[order[first]] == group; ++first) {
      add_face(sums, mesh, FaceId(order[first]), zero);
    }
    varied += sums.area * sums.variance();
    of_squares += sums.area * sums.square_variance();
  }
  return of_squares > 0 ? std::sqrt(varied / of_squares) : 1;
}

}  // namespace thalweg

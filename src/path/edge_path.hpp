// EdgePath: a path over a mesh, as the edges that it crosses and where; straight within each face.
// EdgePathDescent: moves the crossings to where the path is cheaper.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "path/simd.hpp"
#include "price/speed_model_norm.hpp"
#include "price/straight_price.hpp"
#include "thalweg/path/funnel.hpp"
#include "thalweg/world/surface_point.hpp"

namespace thalweg {

struct EdgePoint {
  EdgeId edge;       // a half-edge of the face that is left
  double share = 0;  // where: 0 its start, 1 its end. At a corner the path passes that vertex

  bool operator==(const EdgePoint&) const = default;
};

// From the start's face the crossings lead face by face to the goal's. About a vertex they are
// those of its edges that are passed, all at their ends.
struct EdgePath {
  SurfacePoint start;
  SurfacePoint goal;
  std::vector<EdgePoint> crossings;
};

inline bool is_at_corner(double share) { return share == 0 || share == 1; }

inline Vec3 point_of(const Mesh& mesh, const EdgePoint& crossing) {
  const Vec3 a = mesh.start(crossing.edge);
  return a + (mesh.end(crossing.edge) - a) * crossing.share;
}

// Where a straight line in the plane crosses an edge, as a share of the edge. Along the edge: as near
// to the line's end as the edge goes.
double share_on(const Mesh& mesh, EdgeId edge, Vec2 from, Vec2 to);

// What walks over ground cost, as the profile and the filter count.
class EdgePathPricer {
 public:
  explicit EdgePathPricer(const ProfileRule& by) : by_(by) {}

  const Mesh& mesh() const { return by_.world.mesh; }
  const ProfileRule& by() const { return by_; }
  double norm(Vec3 displacement) const {
    return speed_model::norm(by_.pricer.profile(), displacement);
  }
  // How many times that counts across a face entered over a half-edge of it (none: from inside);
  // kNoLimit where one may not.
  double factor(FaceId across, EdgeId entered) const {
    if (by_.filter == nullptr) return by_.pricer.factor(across, entered);
    return filtered_factor(across, entered);
  }
  // Of the face behind a crossing. Over a corner it counts as from inside, as Walks::path_price does.
  double factor_after(const EdgePoint& crossing) const {
    const FaceId behind = mesh().across(crossing.edge);
    const double entered = factor(behind, mesh().twin(crossing.edge));
    return is_at_corner(crossing.share) && entered < kNoLimit ? factor(behind, {}) : entered;
  }
  // kNoLimit where it leads over ground that is not allowed.
  double price(const EdgePath& edge_path) const;
  // Of a string over allowed ground. kNoLimit where it would take a ray to tell: where the string
  // passes a corner without a bend, and prices differ from face to face.
  double price(const TautPath& string) const;

 private:
  double filtered_factor(FaceId across, EdgeId entered) const;

  ProfileRule by_;
};

struct DescentOptions {
  double reach = 0.5;             // of an edge: how far crossings are tried to either side at first
  double last_step = 1.0 / 256;   // of an edge: between the candidates tried last
  double least_gain = 1e-5;       // as a share: a pass that gains less is the last of its step
  std::uint32_t most_passes = 2;  // of one step
  std::uint32_t most_rounds = 6;  // of leading past vertices on their other side; 0: none
};

// Keeps its scratch memory. Each pass is a dynamic program over eight candidates of each crossing,
// the one where it is among them, with a smaller step each time; the path never becomes more
// expensive. The candidates are chosen in floats, four at a time; prices are exact. Borrows the
// pricer.
class EdgePathDescent {
 public:
  EdgePathDescent() = default;
  explicit EdgePathDescent(const EdgePathPricer& pricer) : pricer_(&pricer) {}
  // From now on. Before all else.
  void use(const EdgePathPricer& pricer) { pricer_ = &pricer; }

  // The price then. They stay on their edges. Requires: allowed ground.
  double settle(EdgePath& edge_path, const DescentOptions& options = {});
  // The same, and where the path touches a vertex it is led past it on the other side if that is
  // cheaper.
  double improve(EdgePath& edge_path, const DescentOptions& options = {});

 private:
  static constexpr std::size_t kGroups = 2;  // of candidates, with simd::kCount each
  static constexpr std::size_t kCandidates = kGroups * simd::kCount;
  struct Part {  // crossings first .. last - 1
    std::size_t first = 0;
    std::size_t last = 0;
  };
  struct Edge {
    Vec3 start;
    Vec3 span;     // from there to its end
    Vec3f offset;  // of the start from that of the edge before; of the first, from the point before
    Vec3f width;   // span
    double behind;  // the factor of the face behind it
    double inside;  // the same where it is crossed over a corner
  };
  struct Candidates {
    std::array<simd::Floats, kGroups> shares;
    std::array<simd::Ints, kGroups> from;  // the candidate before, on the cheapest path there
  };
  // The cheapest paths to the candidates of one crossing. Prices are relative to the least of them,
  // so that floats are good enough.
  struct Front {
    std::array<float, kCandidates> prices = {};
    std::array<Vec3f, kCandidates> points = {};   // from the start of the edge
    std::array<float, kCandidates> factors = {};  // of the face behind
    std::size_t count = 1;
  };

  void load(const EdgePath& edge_path, Part part);
  Vec3 loaded_point(std::size_t i) const { return edges_[i].start + edges_[i].span * shares_[i]; }
  double loaded_factor(std::size_t i) const {
    return is_at_corner(shares_[i]) ? edges_[i].inside : edges_[i].behind;
  }
  double loaded_price() const;
  double settle_part(EdgePath& edge_path, Part part, const DescentOptions& options);
  bool pass(float step);
  template <class Norm>
  std::int32_t fill(const Norm& norm, float step);
  template <class Norm>
  Front relax(const Norm& norm, const Front& front, std::size_t i, float step);
  template <class Norm>
  std::int32_t best_of(const Norm& norm, const Front& front) const;
  bool take(std::int32_t best);
  bool turn_all(EdgePath& edge_path);
  void straighten(const EdgePath& edge_path, Part run);
  bool replace(EdgePath& edge_path, Part run);
  bool is_known_failure(const EdgePath& edge_path, Part run);
  std::size_t turn(EdgePath& edge_path, Part run);
  VertexId vertex_of(const EdgePoint& crossing) const;

  const EdgePathPricer* pricer_ = nullptr;
  // Of the part that is loaded.
  Vec3 before_;                                  // the point before it
  Vec3 after_;                                   // and after it
  std::vector<Edge> edges_;                      // [crossing]
  std::vector<double> shares_;                   // [crossing]
  std::vector<double> kept_shares_;              // [crossing]  of the cheapest path so far
  double first_factor_ = 1;                      // of the face before the first crossing
  std::vector<Candidates> candidates_;           // [crossing]
  std::size_t turns_ = 0;                        // of the last round
  std::vector<EdgePoint> around_;                // past a vertex
  std::vector<std::array<EdgeId, 4>> failures_;  // vertices that were not worth passing elsewhere
  std::vector<EdgePoint> best_;
  EdgePath part_;
};

// Leaves out steps straight back through the edge just crossed.
void drop_returns(const Mesh& mesh, std::vector<EdgePoint>& crossings);

// The crossings about a vertex from face to face, clockwise or not. False where a wall is in
// between, or too many faces. Requires: the vertex is a corner of `from`.
struct VertexTurn {
  VertexId about;
  FaceId from;
  FaceId to;
  bool is_clockwise = false;
};
bool turn_about(const EdgePathPricer& pricer, const VertexTurn& turn,
                std::vector<EdgePoint>& crossings);

}  // namespace thalweg

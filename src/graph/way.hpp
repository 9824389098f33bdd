// Way: a path over a mesh, as the edges that it crosses and where; straight within each face.
// WayDescent: moves the crossings to where the path is cheaper.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graph/pace_norm.hpp"
#include "graph/sight_nodes.hpp"
#include "thalweg/world/spot.hpp"

namespace thalweg {

struct Crossing {
  EdgeId edge;       // a half-edge of the face that is left
  double share = 0;  // where: 0 its start, 1 its end. At a corner the path passes that vertex

  bool operator==(const Crossing&) const = default;
};

// From the start's face the crossings lead face by face to the goal's. About a vertex they are
// those of its edges that are passed, all at their ends.
struct Way {
  Spot start;
  Spot goal;
  std::vector<Crossing> crossings;
};

inline Vec3 point_of(const Mesh& mesh, const Crossing& crossing) {
  const Vec3 a = mesh.start(crossing.edge);
  return a + (mesh.end(crossing.edge) - a) * crossing.share;
}

// Where a straight line in the plane crosses an edge, as a share of the edge. Along the edge: as near
// to the line's end as the edge goes.
double share_on(const Mesh& mesh, EdgeId edge, Vec2 from, Vec2 to);

// What walks over ground cost, as the profile and the filter count.
class WayPricer {
 public:
  explicit WayPricer(const ProfileRule& by) : by_(by) {}

  const Mesh& mesh() const { return by_.world.mesh; }
  const ProfileRule& by() const { return by_; }
  double norm(Vec3 displacement) const { return pace::norm(by_.pricer.profile(), displacement); }
  // How many times that counts across a face entered over a half-edge of it (none: from inside);
  // kNoLimit where one may not.
  double factor(FaceId across, EdgeId entered) const {
    if (by_.filter == nullptr) return by_.pricer.factor(across, entered);
    return filtered_factor(across, entered);
  }
  // Of the face behind a crossing.
  double factor_after(const Crossing& crossing) const {
    return factor(mesh().across(crossing.edge), mesh().twin(crossing.edge));
  }
  // kNoLimit where it leads over ground that is not allowed.
  double price(const Way& way) const;

 private:
  double filtered_factor(FaceId across, EdgeId entered) const;

  ProfileRule by_;
};

struct DescentOptions {
  double first_step = 0.25;       // of an edge: how far crossings are tried to either side
  double last_step = 1.0 / 128;   // halved until it is smaller than this
  double least_gain = 1e-5;       // as a share: a pass that gains less is the last of its step
  std::uint32_t most_passes = 8;  // of one step
  std::uint32_t most_rounds = 6;  // of leading past vertices on their other side; 0: none
};

// Keeps its scratch memory. Each pass is a small dynamic program over three places of each
// crossing; the path never becomes dearer. Borrows the pricer.
class WayDescent {
 public:
  WayDescent() = default;
  explicit WayDescent(const WayPricer& pricer) : pricer_(&pricer) {}
  // From now on. Before all else.
  void use(const WayPricer& pricer) { pricer_ = &pricer; }

  // The price then. Crossings stay on their edges. Requires: allowed ground.
  double settle(Way& way, const DescentOptions& options = {});
  // The same, and where the path touches a vertex it is led past it on the other side if that is
  // cheaper.
  double improve(Way& way, const DescentOptions& options = {});

 private:
  static constexpr std::size_t kPlaces = 3;
  struct Part {  // crossings first .. last - 1
    std::size_t first = 0;
    std::size_t last = 0;
  };
  struct Place {
    double share = 0;
    Vec3 point;
    double price = 0;       // of the cheapest path to it
    std::uint8_t from = 0;  // the place before it on that path
  };
  using Places = std::array<Place, kPlaces>;

  void load(const Way& way, Part part);
  Vec3 loaded_point(std::size_t i) const { return starts_[i] + spans_[i] * shares_[i]; }
  double loaded_price() const;
  double settle_part(Way& way, Part part, const DescentOptions& options);
  void settle_step(double step, double least_gain, std::uint32_t most_passes);
  double pass(Part part, double step);
  void find_places(std::size_t i, double step);
  void relax(std::size_t i);
  bool hop_all(Way& way, const DescentOptions& options);
  void straighten(const Way& way, Part run);
  bool replace(Way& way, Part run, const DescentOptions& options);
  std::size_t hop(Way& way, Part run, const DescentOptions& options);
  VertexId vertex_of(const Crossing& crossing) const;

  const WayPricer* pricer_ = nullptr;
  // Of the part that is loaded.
  Vec3 before_;                         // the point before it
  Vec3 after_;                          // and after it
  std::vector<Vec3> starts_;            // [crossing]  of its edge
  std::vector<Vec3> spans_;             // [crossing]  from there to the edge's end
  std::vector<double> shares_;          // [crossing]
  std::vector<double> factors_;         // [crossing]  of the face before it; one more
  std::vector<Places> places_;          // [crossing]
  std::vector<std::uint8_t> is_moved_;  // [crossing]  by the last pass over it
  std::size_t hops_ = 0;                // of the last round
  std::vector<Crossing> around_;        // past a vertex
  std::vector<Crossing> best_;
  Way part_;
};

// Leaves out steps straight back through the edge just crossed.
void drop_returns(const Mesh& mesh, std::vector<Crossing>& crossings);

// The crossings about a vertex from face to face, clockwise or not. False where a wall is in
// between, or too many faces. Requires: the vertex is a corner of `from`.
struct Turn {
  VertexId about;
  FaceId from;
  FaceId to;
  bool is_clockwise = false;
};
bool turn_about(const WayPricer& pricer, const Turn& turn, std::vector<Crossing>& crossings);

}  // namespace thalweg

// Builds terrain graphs: grows arcs from each vertex over the edges opposite to it, finds where
// they cross them, and drops those that others replace.
//
// Depends on what a metre costs the agent by direction and by the shape and the difficulty of the
// ground, not on areas or bans: so queries that leave out ground have the same graph as profiles
// that ban it.
#include <algorithm>
#include <atomic>

#include "core/shared_progress.hpp"
#include "core/try.hpp"
#include "graph/few_crossings.hpp"
#include "graph/kinds/builders.hpp"
#include "graph/kinds/terrain_arcs.hpp"
#include "graph/kinds/terrain_nodes.hpp"
#include "graph/kinds/terrain_rows.hpp"
#include "graph/rows.hpp"
#include "world/corner.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kGrowGrain = 512;
constexpr double kTouches = 1e-3;  // of an edge: a crossing nearer to its end is at the corner
// How much more expensive two arcs may be that replace one. Arcs that cross more edges make routes
// cheaper by more than these lose, and take less memory.
constexpr double kReplacedSpeedModel = 1.05;
constexpr double kReplacedAxes = 1.04;
// Coarser than what prices arcs, for nearly the same choice of them.
constexpr float kGrowStep = 1.0f / 32;

double replaced_ratio(const Profile& profile) {
  return profile.is_timed() ? kReplacedSpeedModel : kReplacedAxes;
}

// With its price, for those that are to be dropped.
struct GrownArc {
  NodeId target;
  ArcLabel label;
  float price = 0;  // of links: no limit
};

bool stays_inside(const GrownArc& arc, std::uint32_t depth) {
  return arc.label.is_link() || labelled_turns(arc.label, depth) == kNoTurns;
}

// Grows the arcs of one node after the other. Keeps its scratch memory. Borrows all.
class ArcGrower {
 public:
  ArcGrower(const World& world, const Pricer& pricer, const TerrainNodes& nodes,
            std::uint32_t depth)
      : world_(world),
        mesh_(world.mesh),
        nodes_(nodes),
        depth_(depth),
        pricer_({world, pricer, nullptr}),
        walk_(pricer.profile()),
        replaced_(replaced_ratio(pricer.profile())) {}

  // In order of target. Valid until the next call.
  std::span<const GrownArc> grow(NodeId node) {
    arcs_.clear();
    from_ = node;
    if (nodes_.is_link_end(node)) {
      from_link_end(nodes_.link_end(node));
    } else {
      for_each_in_fan(mesh_, nodes_.corner(node), {}, [&](EdgeId corner) { from_corner(corner); });
    }
    keep_cheapest();
    return arcs_;
  }

 private:
  // A walk over edges, the last one of which is about to be crossed.
  struct Strip {
    EdgeId first;  // that is crossed
    EdgeId edge;   // the last one, as a half-edge of the face that is left: it starts at the right
    std::uint32_t turns = kOneEdge;
    // What it costs to get to the ends of the last edge.
    double right = kNoLimit;
    double left = kNoLimit;
  };
  // Which ends of its edges the crossings of a walk touch.
  struct Touch {
    bool left = false;
    bool right = false;
  };
  struct Walked {
    double price = kNoLimit;  // that, where it clearly is no cheaper than the limit
    Touch touched;
  };

  void start_at(const SurfacePoint& surface_point) {
    start_ = surface_point;
    walk_.begin(surface_point.point, pricer_.factor(surface_point.face, {}));
  }

  // Along the edges about a vertex each arc comes once: by the edge that leaves it, or at the last
  // face by the one that arrives.
  void from_corner(EdgeId corner) {
    const FaceId face = mesh_.face(corner);
    const EdgeId before = previous(mesh_, corner);
    start_at({face, mesh_.start(corner)});
    for (const EdgeId e : mesh_.edges(face)) {
      if (e == corner || (e == before && CrossRule{}.allows(mesh_, before))) continue;
      add_inside(e == before ? before : corner, nodes_.at(mesh_, e), mesh_.start(e));
    }
    add_ends_inside(corner);
    if (mesh_.corner_count(face) > kMostSides) return;
    for (const EdgeId e : mesh_.edges(face)) {
      if (e != corner && e != before) cross(first_strip(e));
    }
  }

  void from_link_end(PortalNode end) {
    const FaceId face = link_end_face(world_, end);
    start_at({face, link_end_point(world_, end)});
    if (can_leave(world_, end)) {
      for (const EdgeId e : mesh_.edges(face)) add_inside(e, nodes_.at(mesh_, e), mesh_.start(e));
      add_ends_inside(mesh_.edges(face).front());
      if (mesh_.corner_count(face) <= kMostSides) {
        for (const EdgeId e : mesh_.edges(face)) cross(first_strip(e));
      }
    }
    if (end.along == 0 || world_.links[end.link()].is_two_way != 0) {
      arcs_.push_back({nodes_.other_end(from_), ArcLabel::of(end.link()),
                       std::numeric_limits<float>::infinity()});
    }
  }

  void add_inside(EdgeId edge, NodeId target, Vec3 point) {
    if (target == from_ || target.is_none()) return;
    const double price = pricer_.norm(point - start_.point) * inside_factor(edge, point);
    arcs_.push_back({target, terrain_label(edge, kNoTurns, depth_), static_cast<float>(price)});
  }
  void add_ends_inside(EdgeId edge) {
    for (const NodeId end : nodes_.link_ends(mesh_.face(edge))) {
      if (!can_arrive(world_, nodes_.link_end(end))) continue;
      add_inside(edge, end, link_end_point(world_, nodes_.link_end(end)));
    }
  }

  // To the corners behind an edge, and on from there.
  void cross(const Strip& strip) {
    const EdgeId edge = strip.edge;
    if (!CrossRule{}.allows(mesh_, edge)) return;
    const EdgeId entered = mesh_.twin(edge);
    const FaceId face = mesh_.face(entered);
    const std::uint32_t sides = mesh_.corner_count(face);
    if (sides > kMostSides) return;
    const double times = pricer_.factor(face, entered);
    walk_.push({mesh_.start(edge), mesh_.end(edge), times});
    const ArcLabel label = terrain_label(strip.first, strip.turns, depth_);
    if (strip.turns == kOneEdge) {
      for (const NodeId end : nodes_.link_ends(face)) {
        if (!can_arrive(world_, nodes_.link_end(end))) continue;
        cross_to(end, link_end_point(world_, nodes_.link_end(end)), label);
      }
    }
    if (sides == 3) {
      cross_triangle(strip, label, times);
    } else {
      for (const EdgeId e : mesh_.edges(face)) {
        if (e == entered || e == mesh_.next(entered)) continue;
        cross_to(nodes_.at(mesh_, e), mesh_.start(e), label);
      }
    }
    walk_.pop();
  }

  // Where the walk to the far corner touches one end of an edge, all walks on to that side lead
  // past it, and two arcs replace them. Where it clearly saves too little against going by the
  // nearer end of the last edge, it is not settled.
  void cross_triangle(const Strip& strip, ArcLabel label, double times) {
    const EdgeId entered = mesh_.twin(strip.edge);
    const EdgeId left_edge = previous(mesh_, entered);
    const Vec3 point = mesh_.start(left_edge);
    const double by_right = strip.right + pricer_.norm(point - mesh_.start(strip.edge)) * times;
    const double by_left = strip.left + pricer_.norm(point - mesh_.end(strip.edge)) * times;
    const double by_end = std::min(by_right, by_left);
    const Walked walked = cross_to(nodes_.at(mesh_, left_edge), point, label, by_end / replaced_);
    Touch touched = walked.touched;
    if (walked.price == kNoLimit) {
      (by_right <= by_left ? touched.right : touched.left) = true;
    }
    if (walk_.size() == depth_) return;
    const double price = std::min(walked.price, by_end);
    if (!touched.right) {
      cross({strip.first, mesh_.next(entered), strip.turns << 1, strip.right, price});
    }
    if (!touched.left) cross({strip.first, left_edge, strip.turns << 1 | 1, price, strip.left});
  }

  Walked cross_to(NodeId target, Vec3 point, ArcLabel label, double limit = kNoLimit) {
    const double price = walk_.settle(point, kGrowStep, limit);
    if (price == kNoLimit) return {};
    const Touch touched = touch();
    if (!touched.left && !touched.right && target != from_ && !target.is_none()) {
      arcs_.push_back({target, label, static_cast<float>(price)});
    }
    return {price, touched};
  }
  Strip first_strip(EdgeId edge) const {
    const double times = pricer_.factor(start_.face, {});
    return {.first = edge,
            .edge = edge,
            .right = pricer_.norm(mesh_.start(edge) - start_.point) * times,
            .left = pricer_.norm(mesh_.end(edge) - start_.point) * times};
  }
  // Along an edge the cheaper side counts.
  double inside_factor(EdgeId edge, Vec3 to) const {
    const double own = pricer_.factor(mesh_.face(edge), {});
    const Vec3 from = start_.point;
    const bool is_along = (mesh_.start(edge) == from && mesh_.end(edge) == to) ||
                          (mesh_.start(edge) == to && mesh_.end(edge) == from);
    if (!is_along || !CrossRule{}.allows(mesh_, edge)) return own;
    return std::min(own, pricer_.factor(mesh_.across(edge), {}));
  }
  // A half-edge of the face that is left starts at the right.
  Touch touch() const {
    Touch touched;
    for (std::size_t i = 0; i < walk_.size(); ++i) {
      touched.right = touched.right || walk_.share(i) < kTouches;
      touched.left = touched.left || walk_.share(i) > 1 - kTouches;
    }
    return touched;
  }

  // To each target the cheapest arc, and those inside one face.
  void keep_cheapest() {
    std::ranges::sort(arcs_, [](const GrownArc& a, const GrownArc& b) {
      if (a.target != b.target) return a.target < b.target;
      return a.price != b.price ? a.price < b.price : a.label.value < b.label.value;
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < arcs_.size(); ++i) {
      const bool is_first = i == 0 || arcs_[i].target != arcs_[i - 1].target;
      if (is_first || stays_inside(arcs_[i], depth_)) arcs_[kept++] = arcs_[i];
    }
    arcs_.resize(kept);
  }

  const World& world_;
  const Mesh& mesh_;
  const TerrainNodes& nodes_;
  std::uint32_t depth_;
  EdgePathPricer pricer_;
  FewCrossings walk_;
  double replaced_;
  NodeId from_;
  SurfacePoint start_;
  std::vector<GrownArc> arcs_;
};

class TerrainGraphBuilder {
 public:
  TerrainGraphBuilder(const World& world, std::uint32_t depth, const Pricer& pricer,
                      const Progress& progress)
      : world_(world), depth_(depth), pricer_(pricer), progress_(progress), nodes_(world) {}

  Result<GraphArrays> build() {
    TRY(const auto grown, grow());
    std::vector<std::uint8_t> is_dropped(grown.item_count(), 0);
    parallel_for(nodes_.count(), kNodeGrain, [&](std::size_t first, std::size_t last) {
      for (std::size_t n = first; n < last; ++n) {
        drop_replaced(grown, NodeId(static_cast<std::uint32_t>(n)), is_dropped);
      }
    });
    const auto for_each_arc = [&](NodeId node, const auto& emit) {
      for (std::uint32_t i = grown.first(node); i < grown.last(node); ++i) {
        const GrownArc& arc = grown.items()[i];
        if (is_dropped[i] == 0) emit(arc.target, arc.label);
      }
    };
    TRY(GraphRows rows, build_rows(nodes_.count(), true, for_each_arc));
    return terrain_arrays(world_, nodes_, std::move(rows));
  }

 private:
  // Blocks of nodes are joined in order.
  Result<Csr<NodeId, GrownArc>> grow() const {
    const std::size_t count = nodes_.count();
    std::vector<std::uint32_t> offsets(count + 1, 0);
    std::vector<std::vector<GrownArc>> blocks((count + kGrowGrain - 1) / kGrowGrain);
    std::atomic<std::uint64_t> total = 0;
    SharedProgress done(progress_, "building the graph", count);
    parallel_for(count, kGrowGrain, [&](std::size_t first, std::size_t last) {
      ArcGrower grower(world_, pricer_, nodes_, depth_);
      std::vector<GrownArc>& block = blocks[first / kGrowGrain];
      for (std::size_t n = first; n < last && check_arc_count(total, count); ++n) {
        const auto arcs = grower.grow(NodeId(static_cast<std::uint32_t>(n)));
        block.insert(block.end(), arcs.begin(), arcs.end());
        offsets[n + 1] = static_cast<std::uint32_t>(arcs.size());
        total += arcs.size();
      }
      done.add(last - first);
    });
    TRY_DO(check_arc_count(total, count));
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    std::vector<GrownArc> all;
    all.reserve(total);
    for (std::vector<GrownArc>& block : blocks) {
      all.insert(all.end(), block.begin(), block.end());
      block = {};
    }
    return Csr<NodeId, GrownArc>{std::move(offsets), std::move(all)};
  }

  // Those along edges and those of links stay: they join all ground, whatever a profile bans.
  bool may_be_dropped(NodeId from, const GrownArc& arc) const {
    if (!stays_inside(arc, depth_)) return true;
    if (nodes_.is_link_end(from) || nodes_.is_link_end(arc.target)) return false;
    const EdgeId edge = labelled_edge(arc.label, depth_);
    const VertexId a = world_.mesh.origin(nodes_.corner(from));
    const VertexId b = world_.mesh.origin(nodes_.corner(arc.target));
    const VertexId c = world_.mesh.origin(edge);
    const VertexId d = world_.mesh.target(edge);
    return !((a == c && b == d) || (a == d && b == c));
  }

  // Marks the arcs of a node that two others replace at hardly a higher price. Those are cheaper
  // each: what replaces them in turn cannot be what they replaced.
  void drop_replaced(const Csr<NodeId, GrownArc>& grown, NodeId node,
                     std::vector<std::uint8_t>& is_dropped) const {
    const auto arcs = grown[node];
    const auto most = static_cast<float>(replaced_ratio(pricer_.profile()));
    for (const GrownArc& first : arcs) {
      const auto on = grown[first.target];
      std::size_t i = 0;
      for (const GrownArc& second : on) {
        while (i < arcs.size() && arcs[i].target < second.target) ++i;
        for (std::size_t k = i; k < arcs.size() && arcs[k].target == second.target; ++k) {
          const float whole = arcs[k].price;
          if (!(first.price < whole && second.price < whole)) continue;
          if (!(first.price + second.price <= whole * most)) continue;
          if (may_be_dropped(node, arcs[k])) is_dropped[grown.first(node) + k] = 1;
        }
      }
    }
  }

  const World& world_;
  std::uint32_t depth_;
  const Pricer& pricer_;
  const Progress& progress_;
  TerrainNodes nodes_;
};

}  // namespace

Result<GraphArrays> build_terrain_graph(const World& world, const GraphSpec& spec,
                                        const Pricer* agent, const Progress& progress) {
  const Profile taken = agent == nullptr ? Profile::euclid() : taken_from(agent->profile());
  report(progress, "building the graph", 0);
  return TerrainGraphBuilder(world, spec.max_points, Pricer(world, taken), progress).build();
}

}  // namespace thalweg

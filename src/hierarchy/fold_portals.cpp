// Filled in one after another: the portals, the exits of dead ends and branches, the arcs of the
// core, costs and corners about each face, and passages for shortest paths on level ground.
#include "thalweg/hierarchy/fold_portals.hpp"

#include <optional>
#include <vector>

#include "clearance/near_walls.hpp"
#include "graph/portal_nodes.hpp"
#include "hierarchy/fold_hourglass.hpp"
#include "hierarchy/fold_passages.hpp"
#include "hierarchy/visibility_bounds.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/hierarchy/fold.hpp"

namespace thalweg {
namespace {

using PositionKind = FoldPosition::Kind;

constexpr std::size_t kLookGrain = 64;

// True where every face counts the same: a straight step costs what its line costs anywhere.
bool has_one_price(const Ground& ground) {
  const Pricer& pricer = ground.pricer();
  return pricer.is_even_mesh() || (pricer.has_even_faces() && !ground.profile().is_timed());
}

bool can_have_portals(const Fold& fold, const Ground& ground) {
  const Graph& graph = ground.graph();
  return fold.core == FoldCore::table && graph.facts().has_portal_nodes &&
         graph.spec().max_points == 1 && ground.world().links.empty() && fold.closed.empty() &&
         has_one_price(ground);
}

class FoldPortalsBuilder {
 public:
  FoldPortalsBuilder(const Fold& fold, const Ground& ground)
      : fold_(fold), ground_(ground), graph_(ground.graph()), mesh_(ground.world().mesh) {}

  // Empty where the fold's positions contradict the mesh.
  FoldPortals build() && {
    add_tree_portals();
    add_slot_portals();
    add_junction_portals();
    add_exits();
    add_core_arcs();
    add_faces();
    add_corners();
    add_passages();
    add_sights();
    return is_sound_ ? std::move(*this).taken() : FoldPortals{};
  }

 private:
  FoldPortals taken() && {
    FoldPortals portals{.ends = std::move(ends_),
                        .ids = std::move(ids_),
                        .faces = std::move(faces_),
                        .core_arcs = std::move(core_arcs_),
                        .corners = std::move(corners_),
                        .exit_first = std::move(exit_first_),
                        .exits = std::move(exits_),
                        .sights = std::move(sights_),
                        .narrowest_portals = std::move(narrowest_),
                        .directed_passages = std::move(directed_passages_),
                        .passages_from = std::move(passages_from_),
                        .transitions = std::move(transitions_),
                        .first_slot = static_cast<std::uint32_t>(fold_.tree.size())};
    portals.first_junction = portals.first_slot + static_cast<std::uint32_t>(fold_.slots.size());
    portals.is_direct = is_direct();
    portals.is_walled = is_walled();
    return portals;
  }

  static ArcId arc_of(FoldArc arc) { return arc.is_none() ? ArcId() : arc.arc(); }

  // A node's portal, crossed out of `from` or into `to`; one of them is none.
  void add(NodeId node, FaceId from, FaceId to, FoldArc out, FoldArc back) {
    const EdgeId one = graph_.portal_node(node).edge();
    const EdgeId other = mesh_.twin(one);
    const bool is_one = from.is_none() ? mesh_.face(other) == to : mesh_.face(one) == from;
    const EdgeId crossed = is_one ? one : other;
    const EdgeId twin = is_one ? other : one;
    const bool is_right = from.is_none() ? mesh_.face(twin) == to : mesh_.face(crossed) == from;
    is_sound_ &= is_right;
    ends_.push_back({point(mesh_.origin(twin)), point(mesh_.origin(crossed))});
    ids_.push_back(
        {mesh_.face(crossed), mesh_.face(twin), node, crossed, twin, arc_of(out), arc_of(back)});
  }

  Vec2f point(VertexId vertex) const {
    const Vec3f at = mesh_.arrays().vertices[vertex];
    return {at.x, at.y};
  }

  void add_tree_portals() {
    for (std::uint32_t p = 0; p < fold_.tree.size(); ++p) {
      const FoldTreeStep& step = fold_.tree_steps[p];
      add(step.node, {}, FaceId(fold_.tree[p].clique), step.up, step.down);
    }
  }

  // The face between two slots; that of the arc between them, in either direction.
  FaceId face_of(FoldArc one, FoldArc other) {
    const FoldArc arc = one.is_none() ? other : one;
    if (arc.is_none()) {
      is_sound_ = false;  // shut both ways: left to the fold itself
      return FaceId(0);
    }
    return graph_.label(arc.arc()).face();
  }

  void add_slot_portals() {
    slot_faces_.resize(fold_.slots.size());
    for (const FoldChain& chain : fold_.chains) {
      for (std::uint32_t s = chain.first; s < chain.last; ++s) {
        const FoldSlot& slot = fold_.slots[s];
        slot_faces_[s] = face_of(slot.forth_arc, slot.back_arc);
        add(slot.node, {}, slot_faces_[s], slot.forth_arc, slot.back_arc);
      }
      const bool has_face = chain.last > chain.first;
      is_sound_ &= has_face;
      if (!has_face) return;
      add(fold_.slots[chain.last].node, slot_faces_[chain.last - 1], {}, {}, {});
    }
    is_sound_ &= ends_.size() == fold_.tree.size() + fold_.slots.size();
  }

  void add_junction_portals() {
    for (const NodeId node : fold_.junctions.span()) {
      add(node, mesh_.face(graph_.portal_node(node).edge()), {}, {}, {});
    }
  }

  void add_exits() {
    exit_first_.push_back(0);
    for (std::uint32_t b = 0; b < fold_.branches.row_count(); ++b) {
      for (const JunctionId junction : fold_.branches[BranchId(b)]) {
        exits_.push_back({middle(fold_.junctions[junction]), junction, {}});
      }
      exit_first_.push_back(static_cast<std::uint32_t>(exits_.size()));
    }
  }

  Vec3f middle(NodeId node) const { return graph_.arrays().positions[node]; }

  void add_core_arcs() {
    for (const JunctionId from : fold_.junctions.ids()) {
      for (const FoldCoreArc& arc : fold_.core_arcs[from]) {
        if (!is_sound_) return;
        core_arcs_.push_back(core_arc_of(from, arc));
      }
    }
  }

  CoreArcPortals core_arc_of(JunctionId from, const FoldCoreArc& arc) {
    const auto first_slot = static_cast<std::uint32_t>(fold_.tree.size());
    CoreArcPortals core_arc{};
    core_arc.target = arc.target;
    core_arc.cost = arc.cost;
    core_arc.next = fold_.core_arcs.first(arc.target);
    core_arc.next_count = static_cast<std::uint16_t>(fold_.core_arcs.size(arc.target));
    is_sound_ &= fold_.core_arcs.size(arc.target) <= 0xFFFF;
    if (arc.kind == FoldCoreArc::Kind::step) {
      core_arc.first_face = core_arc.last_face = face_of({arc.via}, {});
      core_arc.first_arc = arc_of({arc.via});
    } else {
      const FoldChain& chain = fold_.chains[arc.via];
      const bool is_back = arc.kind == FoldCoreArc::Kind::back;
      const std::uint32_t between = chain.last - chain.first - 1;
      const std::uint32_t entered = is_back ? chain.last - 1 : chain.first;
      const std::uint32_t left = is_back ? chain.first : chain.last - 1;
      const auto arc_at = [&](std::uint32_t slot) {
        return arc_of(is_back ? fold_.slots[slot].back_arc : fold_.slots[slot].forth_arc);
      };
      core_arc.first_face = slot_faces_[entered];
      core_arc.last_face = slot_faces_[left];
      core_arc.first_portal = first_slot + (is_back ? chain.last - 1 : chain.first + 1);
      core_arc.count = between;
      core_arc.is_back = is_back ? 1 : 0;
      core_arc.first_arc = arc_at(entered);
      if (between > 0) core_arc.last_arc = arc_at(left);
    }
    const std::size_t first_junction = first_slot + fold_.slots.size();
    core_arc.leaves_out = ids_[first_junction + from.value].to == core_arc.first_face ? 1 : 0;
    return core_arc;
  }

  void add_corners() {
    if (!is_sound_) return;
    FoldHourglass hourglass;
    std::vector<PortalEnds> along;  // of a core arc, and the slots at its junctions
    for (CoreArcPortals& core_arc : core_arcs_) {
      core_arc.first_corner = static_cast<std::uint32_t>(corners_.size());
      if (core_arc.count > 0) {
        const bool is_forth = core_arc.is_back == 0;
        const std::uint32_t before =
            is_forth ? core_arc.first_portal - 1 : core_arc.first_portal + 1;
        along.clear();
        append_portals(ends_, before, core_arc.count + 2u, is_forth, along);
        hourglass.add(along, corners_);
      }
      core_arc.corner_count = static_cast<std::uint32_t>(corners_.size()) - core_arc.first_corner;
    }
  }

  // For shortest paths, which are the cheapest on level ground alone.
  void add_passages() {
    if (!is_sound_ || !ground_.pricer().is_even_mesh()) return;
    FoldPassages made(fold_, ends_, ids_, largest_coordinate(mesh_));
    if (!made.are_open()) return;
    made.list(corners_);
    passages_from_ = std::move(made.passages_from);
    transitions_ = std::move(made.transitions);
    narrowest_ = std::move(made.narrowest_portals);
    directed_passages_ = std::move(made.directed_passages);
  }

  // What can be seen past the junctions of each branch and each chain.
  void add_sights() {
    if (!is_sound_) return;
    struct Look {
      EdgeId past;
      VisibilityBound* sight;
    };
    std::vector<Look> looks;
    const auto first_slot = static_cast<std::uint32_t>(fold_.tree.size());
    const auto first_junction = first_slot + static_cast<std::uint32_t>(fold_.slots.size());
    for (const FaceId face : mesh_.faces()) {
      if (faces_[face.value].kind != FoldFace::Kind::branch) continue;
      const std::uint32_t branch = faces_[face.value].core_at;
      for (std::uint32_t i = exit_first_[branch]; i < exit_first_[branch + 1]; ++i) {
        const PortalIds& portal = ids_[first_junction + exits_[i].junction.value];
        looks.push_back({portal.from == face ? portal.out : portal.back, &exits_[i].sight});
      }
    }
    sights_.resize(fold_.chains.size());
    for (std::size_t c = 0; c < sights_.size(); ++c) {
      const FoldChain& chain = fold_.chains[c];
      looks.push_back({ids_[first_slot + chain.first].back, &sights_[c].first});
      looks.push_back({ids_[first_slot + chain.last].out, &sights_[c].last});
    }
    parallel_for(looks.size(), kLookGrain, [&](std::size_t first, std::size_t last) {
      VisibilityBounds sights(mesh_);
      for (std::size_t i = first; i < last; ++i) *looks[i].sight = sights.past(looks[i].past);
    });
  }

  // A sum that a FoldFace holds; nothing where it is too large, or impassable.
  std::optional<Cost> small(Distance sum) const {
    if (sum >= kForbidden / 2) return std::nullopt;
    return static_cast<Cost>(sum);
  }

  // The costs of a face at a chain: to the junctions and from them, beyond `low` and `high`.
  bool price_chain(FoldFace& face, std::uint32_t slot, const FoldJoin& low, const FoldJoin& high) {
    const FoldSlot& before = fold_.slots[slot];
    const FoldSlot& after = fold_.slots[slot + 1];
    const FoldChain& chain = fold_.chains[before.chain];
    const FoldSlot& end = fold_.slots[chain.last];
    const auto out_first = small(low.out + before.back);
    const auto in_first = small(low.in + before.forth);
    const auto out_last = small(high.out + end.forth - after.forth);
    const auto in_last = small(high.in + end.back - after.back);
    if (!out_first || !in_first || !out_last || !in_last) return false;
    face.core = FoldFace::Kind::chain;
    face.core_at = slot;
    face.first = chain.from;
    face.last = chain.to;
    face.out_first = *out_first;
    face.out_last = *out_last;
    face.in_first = *in_first;
    face.in_last = *in_last;
    return true;
  }

  FoldFace tree_face(NodeId exit_node) {
    FoldFace face;
    const FoldPosition position = fold_.nodes[exit_node];
    if (position.kind != PositionKind::tree) return face;
    const FoldTreeNode& leaf = fold_.tree[position.at];
    const FoldRoot& root = fold_.roots[leaf.root];
    face.at = position.at;
    face.root = leaf.root;
    face.low = middle(exit_node);
    bool is_good = false;
    if (root.position.kind == PositionKind::chain) {
      FoldJoin low = fold_.joins[root.first_join];
      FoldJoin high = fold_.joins[root.first_join + 1];
      for (FoldJoin* join : {&low, &high}) {
        join->out += leaf.up;
        join->in += leaf.down;
      }
      is_good = price_chain(face, root.position.at, low, high);
    } else if (root.position.kind == PositionKind::branch) {
      const auto up = small(leaf.up);
      const auto down = small(leaf.down);
      is_good = up && down;
      face.core = FoldFace::Kind::branch;
      face.core_at = root.position.at;
      face.out_first = up.value_or(0);
      face.in_first = down.value_or(0);
    }
    if (is_good) face.kind = FoldFace::Kind::tree;
    return face;
  }

  FoldFace chain_face(std::uint32_t slot) {
    FoldFace face;
    face.low = middle(fold_.slots[slot].node);
    face.high = middle(fold_.slots[slot + 1].node);
    const FoldJoin none{0, 0, {}, {}};
    if (price_chain(face, slot, none, none)) face.kind = FoldFace::Kind::chain;
    return face;
  }

  void add_faces() {
    if (!is_sound_) return;
    faces_.reserve(fold_.faces.size());
    for (const FoldPosition position : fold_.faces.span()) {
      FoldFace face;
      if (position.kind == PositionKind::exit_node) {
        face = tree_face(NodeId(position.at));
      } else if (position.kind == PositionKind::chain) {
        face = chain_face(position.at);
      } else if (position.kind == PositionKind::branch) {
        face.kind = face.core = FoldFace::Kind::branch;
        face.core_at = position.at;
      }
      faces_.push_back(face);
    }
  }

  bool is_direct() const {
    const Pricer& pricer = ground_.pricer();
    const Metric& metric = ground_.metric();
    for (const NodeId from : graph_.nodes()) {
      for (const ArcId arc : graph_.arcs(from)) {
        const Vec3 line = graph_.position(graph_.target(arc)) - graph_.position(from);
        if (metric.cost(arc) < quanta(pricer.norm(line) / metric.quantum())) return false;
      }
    }
    return true;
  }

  bool is_walled() const {
    const std::vector<std::uint8_t> is_open = open_edges(mesh_, ground_.pricer().rule());
    std::vector<std::uint8_t> at_wall(mesh_.vertex_count(), 0);
    for (const EdgeId edge : mesh_.edges()) {
      if (is_open[edge.value] != 0) continue;
      at_wall[mesh_.origin(edge).value] = 1;
      at_wall[mesh_.target(edge).value] = 1;
    }
    for (const EdgeId edge : mesh_.edges()) {
      if (is_open[edge.value] != 0 && at_wall[mesh_.origin(edge).value] == 0) return false;
    }
    return true;
  }

  const Fold& fold_;
  const Ground& ground_;
  const Graph& graph_;
  const Mesh& mesh_;
  bool is_sound_ = true;
  std::vector<FaceId> slot_faces_;  // [slot]  towards the next one
  std::vector<PortalEnds> ends_;
  std::vector<PortalIds> ids_;
  std::vector<FoldFace> faces_;
  std::vector<CoreArcPortals> core_arcs_;
  std::vector<HourglassCorner> corners_;
  std::vector<std::uint32_t> exit_first_;
  std::vector<BranchExit> exits_;
  std::vector<FoldChainVisibility> sights_;
  std::vector<std::uint32_t> narrowest_;
  std::vector<DirectedPassage> directed_passages_;
  Csr<PassageEndId, DirectedPassageId> passages_from_;
  Csr<DirectedPassageId, FoldTransition> transitions_;
};

}  // namespace

FoldPortals fold_portals(const Fold& fold, const Ground& ground) {
  if (!can_have_portals(fold, ground)) return {};
  return FoldPortalsBuilder(fold, ground).build();
}

}  // namespace thalweg

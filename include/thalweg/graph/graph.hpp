// Graph: places and the ways between them, in compressed rows. Topology for search, no costs.
//
// One world gives several graphs:
//   face graph    a node per face, an arc per portal and direction; an arc names its half-edge
//   portal graph  a node per portal point, arcs between the points of a face; an arc names its face
//   grid graph    a node per square, arcs to its 4, 8 or 6 neighbours; an arc names nothing
//   corner graph  a node per corner of the grid's squares, arcs along and across free squares
//   visibility    a node per corner that a taut string may bend at, arcs to the corners it sees
//   axis graph    nodes where the axes between obstacles meet, arcs along the axes
// Links are arcs in all of them. Ground that nobody enters gets no arcs; what one profile may not
// enter is the Metric's business.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "thalweg/core/csr.hpp"
#include "thalweg/core/ids.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

enum class GraphKind : std::uint32_t { face, portal, grid, corner, visibility, axis };
enum class GridNeighbours : std::uint32_t { four, eight, hex };

std::string_view to_string(GraphKind kind);

// True for graphs over a grid's squares or their corners.
constexpr bool is_lattice(GraphKind kind) {
  return kind == GraphKind::grid || kind == GraphKind::corner;
}

// True for graphs whose arcs are straight walks over the mesh between nodes in sight.
constexpr bool is_of_sight(GraphKind kind) {
  return kind == GraphKind::visibility || kind == GraphKind::axis;
}

// All that is needed to build a graph again from its world. 16 bytes, no padding.
struct GraphSpec {
  GraphKind kind = GraphKind::face;
  std::uint32_t max_points = 1;  // portal: at most so many points on a portal, 1 to 64
  float one_per = 8;             // portal: metres of portal for each point beyond the first;
                                 // axis: metres between the points along a curve
  GridNeighbours neighbours = GridNeighbours::eight;  // grid, corner

  bool operator==(const GraphSpec&) const = default;
};

// What an arc crosses: a half-edge, a face, a link, or nothing.
struct ArcLabel {
  static constexpr std::uint32_t kNothing = 0xFFFFFFFFu;
  static constexpr std::uint32_t kLinkBit = 0x80000000u;

  std::uint32_t value = kNothing;

  static constexpr ArcLabel of(EdgeId edge) { return {edge.value}; }
  static constexpr ArcLabel of(FaceId face) { return {face.value}; }
  static constexpr ArcLabel of(LinkId link) { return {link.value | kLinkBit}; }

  constexpr bool is_nothing() const { return value == kNothing; }
  constexpr bool is_link() const { return !is_nothing() && (value & kLinkBit) != 0; }
  // Requires: a label of that kind.
  constexpr LinkId link() const { return LinkId(value & ~kLinkBit); }
  constexpr EdgeId edge() const { return EdgeId(value); }
  constexpr FaceId face() const { return FaceId(value); }

  constexpr bool operator==(const ArcLabel&) const = default;
};

// What a node of a portal graph stands for: a point on a portal, or the end of a link.
struct PortalPlace {
  std::uint32_t what = 0;  // the portal's lower half-edge; or a link's id with ArcLabel::kLinkBit
  float along = 0;         // 0 to 1 from the half-edge's start; of a link: 0 its start, 1 its end

  constexpr bool is_link_end() const { return (what & ArcLabel::kLinkBit) != 0; }
  constexpr EdgeId edge() const { return EdgeId(what); }
  constexpr LinkId link() const { return LinkId(what & ~ArcLabel::kLinkBit); }

  constexpr bool operator==(const PortalPlace&) const = default;
};

// The stored arrays of a graph.
struct GraphArrays {
  GraphSpec spec;
  std::uint64_t world = 0;              // fingerprint of the world it was built from
  Csr<NodeId, NodeId> targets;          // [node]  where its arcs lead
  IdArray<ArcId, ArcLabel> labels;      // [arc]   empty: all cross nothing
  IdArray<NodeId, Vec3f> positions;     // [node]  local coordinates
  IdArray<NodeId, PortalPlace> places;  // [node]  portal graphs only: portals by half-edge, then
                                        //         link ends by face
  IdArray<NodeId, FaceId> faces;  // [node]  visibility and axis graphs only: a face it lies on
};

class Graph {
 public:
  Graph() = default;

  // Checks what can be checked without the world (sizes agree, targets in range, labels and places
  // of the graph's kind) and takes the arrays over. That labels and places name edges, faces and
  // links that the world has is for the caller to know: broken_law tells.
  static Result<Graph> from(GraphArrays arrays);

  // An empty graph that says why it is empty.
  static Graph none(GraphSpec spec, std::string why);

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(arrays_.positions.size()); }
  std::uint32_t arc_count() const {
    return static_cast<std::uint32_t>(arrays_.targets.item_count());
  }
  bool empty() const { return node_count() == 0; }
  // Why the graph is empty, where the world could not give one; else an empty text.
  const std::string& why_empty() const { return why_empty_; }

  IdRange<NodeId> nodes() const { return IdRange<NodeId>(node_count()); }
  IdRange<ArcId> arcs() const { return IdRange<ArcId>(arc_count()); }
  // The arcs that leave `node`.
  IdRange<ArcId> arcs(NodeId node) const {
    return {arrays_.targets.first(node), arrays_.targets.last(node)};
  }
  NodeId target(ArcId arc) const { return arrays_.targets.items()[arc.value]; }
  ArcLabel label(ArcId arc) const {
    return arrays_.labels.empty() ? ArcLabel{} : arrays_.labels[arc];
  }
  Vec3 position(NodeId node) const { return arrays_.positions[node]; }

  // Requires: a portal graph.
  PortalPlace place(NodeId node) const { return arrays_.places[node]; }
  // A face that the node lies on. Requires: a visibility or an axis graph.
  FaceId face(NodeId node) const { return arrays_.faces[node]; }

  const GraphSpec& spec() const { return arrays_.spec; }
  GraphKind kind() const { return arrays_.spec.kind; }
  const GraphArrays& arrays() const { return arrays_; }
  std::size_t bytes() const;
  // Of the graph itself, and of the world it was built from.
  std::uint64_t fingerprint() const { return fingerprint_; }
  std::uint64_t world_fingerprint() const { return arrays_.world; }

 private:
  GraphArrays arrays_;
  std::uint64_t fingerprint_ = 0;
  std::string why_empty_;
};

struct PortalGraphOptions {
  std::uint32_t max_points = 1;  // at most so many points on a portal, 1 to 64. DEFAULT: midpoints
  float one_per = 8;             // metres of portal for each point beyond the first
};

struct AxisGraphOptions {
  float one_per = 2;  // metres between the points along a curve, which has 63 at most
};

struct GridGraphOptions {
  GridNeighbours neighbours = GridNeighbours::eight;  // hexagons always have six
};

// The graph of a world; empty, with a reason, where the world lacks what it needs.
// O(faces + links) for faces of few corners.
Graph face_graph(const World& world);
Graph portal_graph(const World& world, const PortalGraphOptions& options = {});
Graph grid_graph(const World& world, const GridGraphOptions& options = {});
Graph corner_graph(const World& world, const GridGraphOptions& options = {});  // of squares only
// O(bends x edges in view). On ground that costs the same everywhere it holds the shortest way.
Graph visibility_graph(const World& world);
// Worlds of one layer only.
Graph axis_graph(const World& world, const AxisGraphOptions& options = {});

// The same from a spec. The graph's own spec holds defaults where its kind does not ask. Refused
// with a sentence: what would be empty with a reason.
Result<Graph> build_graph(const World& world, const GraphSpec& spec);

// The first law `graph` breaks, or nothing: it is the graph that its spec gives for `world`.
std::optional<std::string> broken_law(const Graph& graph, const World& world);

}  // namespace thalweg

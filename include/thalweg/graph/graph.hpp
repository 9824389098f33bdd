// Graph: nodes and the arcs between them, in compressed rows. Topology for search, no costs.
//
// One world gives several graphs:
//   face graph    a node per face, an arc per portal and direction; an arc names its half-edge
//   portal graph  a node per portal point, arcs between the points of a face; an arc names its face
//   grid graph    a node per square, arcs to its 4, 8 or 6 neighbours; an arc names nothing
//   corner graph  a node per corner of the grid's squares, arcs along and across free squares
//   visibility    a node per corner that a taut path may bend at, arcs to the corners it sees
//   axis graph    nodes where the axes between obstacles meet, arcs along the axes
//   terrain graph a node per corner of the mesh's faces, arcs along edges and over a few of them; an
//                 arc names the first half-edge it crosses and where it turns
// Links are arcs in all of them. Ground that nobody enters gets no arcs; what one profile may not
// enter is decided by the Metric. Visibility and axis graphs are built around walls, so they are
// built for a profile: ground that it may not enter is a wall. Terrain graphs are built for what a
// metre costs a profile, and serve the others less well. All that depends on the kind is behind
// Graph::form().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/core/csr.hpp"
#include "thalweg/core/ids.hpp"
#include "thalweg/core/progress.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

class GraphForm;

// The number of a kind of graph, as files store it. Each kind's file in src/graph/kinds has its
// own.
enum class GraphKind : std::uint32_t {};
enum class GridNeighbours : std::uint32_t { four, eight, hex };

// The form of graphs of a kind; null where the number is unknown.
const GraphForm* find_form(GraphKind kind);

// All that is needed to build a graph again from its world. 16 bytes, no padding.
struct GraphSpec {
  GraphKind kind{};              // DEFAULT: faces
  std::uint32_t max_points = 1;  // portal: the most points on one portal, 1 to 64;
                                 // terrain: the most edges that an arc crosses, 1 to 5
  float one_per = 8;             // portal: metres of portal for each point beyond the first;
                                 // axis: metres between the points along a curve
  GridNeighbours neighbours = GridNeighbours::eight;  // grid, corner

  static GraphSpec faces();
  // DEFAULT: the midpoints of portals.
  static GraphSpec portals(std::uint32_t max_points = 1, float one_per = 8);
  // On a grid of hexagons `eight` means all six neighbours.
  static GraphSpec grid(GridNeighbours neighbours = GridNeighbours::eight);
  // Of squares only.
  static GraphSpec corners(GridNeighbours neighbours = GridNeighbours::eight);
  // On ground that costs the same everywhere it holds the shortest path. O(bends x edges in view).
  static GraphSpec visibility();
  // Worlds of one floor only. A curve has 63 points at most.
  static GraphSpec axes(float one_per = 2);
  // For profiles that pay for length. O(vertices x 2^depth).
  static GraphSpec terrain(std::uint32_t depth = 5);

  bool operator==(const GraphSpec&) const = default;
};
static_assert(sizeof(GraphSpec) == 16);

// What the spec's kind is called, as in "a portal graph"; "unknown" where its number is.
std::string_view kind_name(const GraphSpec& spec);

// What a kind of graph is like, for those who work with some kinds only. Each is a promise: planners
// and path shapers do more with a graph for which it is true.
struct GraphFacts {
  GraphKind kind{};
  std::string_view name;           // one word, as in "a portal graph"
  bool nodes_are_faces = false;    // node i is face i; an arc names the half-edge it crosses; ends
                                   // are nodes and cost nothing; walks from node to node lead over
                                   // the middle of that edge
  bool nodes_are_squares = false;  // node i is square (or hexagon) i of the grid
  bool is_on_grid = false;         // built over the grid; else over the mesh
  bool has_corridors = false;      // a route leads through a corridor of faces, which is shaped;
                                   // only where nodes are faces or portal nodes are known
  bool labels_every_arc = false;   // every arc names what it crosses, as the list above says; else
                                   // only links are named
  bool has_portal_nodes = false;   // Graph::portal_node is known
  bool has_faces = false;          // Graph::face is known
  bool is_around_walls = false;    // built around the walls of one profile
  bool is_slow_to_build = false;   // files keep its arcs with a metric; else it is built again
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
struct PortalNode {
  std::uint32_t what = 0;  // the portal's lower half-edge; or a link's id with ArcLabel::kLinkBit
  float along = 0;         // 0 to 1 from the half-edge's start; of a link: 0 its start, 1 its end

  constexpr bool is_link_end() const { return (what & ArcLabel::kLinkBit) != 0; }
  constexpr EdgeId edge() const { return EdgeId(what); }
  constexpr LinkId link() const { return LinkId(what & ~ArcLabel::kLinkBit); }

  constexpr bool operator==(const PortalNode&) const = default;
};

// The arcs of a graph as files keep them.
struct GraphRows {
  Csr<NodeId, NodeId> targets;
  IdArray<ArcId, ArcLabel> labels;

  bool empty() const { return targets.row_count() == 0; }
  std::size_t bytes() const { return targets.bytes() + labels.bytes(); }
};

// The arrays of a graph.
struct GraphArrays {
  GraphSpec spec;
  std::uint64_t world = 0;           // fingerprint of the world it was built from
  std::uint64_t profile_key = 0;     // fingerprint of what it takes from a profile; 0: nothing
  Csr<NodeId, NodeId> targets;       // [node]  where its arcs lead
  IdArray<ArcId, ArcLabel> labels;   // [arc]   empty: all cross nothing
  IdArray<NodeId, Vec3f> positions;  // [node]  local coordinates
  bool shares_positions = false;     // with the vertices of the world's mesh: they take no memory
  // [node]  Portal graphs only: portals by half-edge, then link ends by face.
  IdArray<NodeId, PortalNode> portal_nodes;
  IdArray<NodeId, FaceId> faces;  // [node]  visibility, axis and terrain graphs only: a face it
                                  //         lies on
};

class Graph {
 public:
  Graph() = default;

  // Checks what can be checked without the world (sizes agree, targets in range, labels and
  // portal nodes of the graph's kind) and takes the arrays over. Whether labels and portal nodes
  // name edges, faces and links of the world is not checked: broken_law tells.
  static Result<Graph> from(GraphArrays arrays);

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(arrays_.positions.size()); }
  std::uint32_t arc_count() const {
    return static_cast<std::uint32_t>(arrays_.targets.item_count());
  }
  bool empty() const { return node_count() == 0; }

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

  // Requires: facts().has_portal_nodes.
  PortalNode portal_node(NodeId node) const { return arrays_.portal_nodes[node]; }
  // A face that the node lies on. Requires: facts().has_faces.
  FaceId face(NodeId node) const { return arrays_.faces[node]; }

  const GraphSpec& spec() const { return arrays_.spec; }
  // What depends on the kind of graph: graph/form.hpp.
  const GraphForm& form() const { return *form_; }
  const GraphFacts& facts() const;
  const GraphArrays& arrays() const { return arrays_; }
  std::size_t bytes() const;
  // Of the graph itself, and of the world it was built from.
  std::uint64_t fingerprint() const { return fingerprint_; }
  std::uint64_t world_fingerprint() const { return arrays_.world; }

 private:
  GraphArrays arrays_;
  std::uint64_t fingerprint_ = 0;
  const GraphForm* form_ = find_form({});
};

// True for graphs whose nodes are the squares of a grid of squares, not of hexagons.
inline bool is_of_squares(const Graph& graph) {
  return graph.facts().nodes_are_squares && graph.spec().neighbours != GridNeighbours::hex;
}

// The graph of a world that a spec asks for. The graph's own spec holds defaults where its kind
// does not ask. Graphs around walls are for profiles that enter all ground that somebody may.
// O(faces + links) for faces of few corners, unless GraphSpec says more. Refused with a sentence: an
// unknown kind, numbers out of range, a world that lacks what the graph needs.
Result<Graph> build_graph(const World& world, const GraphSpec& spec);

struct Profile;

// The same for one profile, on which only graphs around walls and terrain graphs depend: the others
// are equal for all.
// Refused with a sentence, too: a profile that breaks a law.
Result<Graph> build_graph(const World& world, const GraphSpec& spec, const Profile& profile,
                          const Progress& progress = {});

// The same graph from arcs that were kept, which anybody may have written: nothing is built again.
// Refused with a sentence, too: a kind that is not slow to build, arcs that are not walks in this
// world. Whether they are all that building would give is not checked: broken_law tells. O(arcs).
Result<Graph> restore_graph(const World& world, const GraphSpec& spec, const Profile& profile,
                            GraphRows rows);

// A graph that has a name, as on the command line.
struct NamedGraph {
  std::string_view name;
  std::string_view summary;  // one line
  GraphSpec spec;
};

// Those of all kinds, in order.
std::vector<NamedGraph> named_graphs();
Result<GraphSpec> named_graph(std::string_view name);

// The first law `graph` breaks, or nothing: it is the graph that its spec gives for `world`, and for
// a profile where one is given.
std::optional<std::string> broken_law(const Graph& graph, const World& world);
std::optional<std::string> broken_law(const Graph& graph, const World& world,
                                      const Profile& profile);

}  // namespace thalweg

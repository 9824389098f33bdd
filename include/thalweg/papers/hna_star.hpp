// HNA*: hierarchical A* on navigation meshes. Pelechano, Fuentes 2016.
//                                                          docs/reference/papers.md [HNA16]
//
//   paper                  here               meaning
//   polygon, node of G0    face               of a mesh of convex polygons
//   multinode              cell               about `merged` faces, or cells of the level below
//   inter-edge             gate               the middle of a portal between two cells
//   intra-edge             crossing           the cheapest route between two gates inside a cell
//   eta, mu                merged             nodes that become one on the next level
//   Lmax                   levels
//
//   1 partition (MLkP)     kway_cells         3.1
//   2 build HNG            build_hierarchy    3.1, algorithm 1 (GateRule::all, on_graph)
//   3 connect S and G      Connect            3.2.1
//   4 search level l       GateSearch         3.2.2 (LevelUse::one)
//   5 extract intra-edges  Refine             3.2.3
//
// Departures: routes lead over the middles of portals, so they are the cheapest of the portal graph,
// on every level; the funnel then shapes them. A part that METIS leaves unconnected is several
// cells. The ends are sources and goals of the search, never inserted. The paper's future work is
// here too: the level is chosen for each query (`level` 0), ends are connected in parallel or by
// stored costs, and a change of the ground rebuilds only the cells that it touches.
#pragma once

#include <string>

#include "thalweg/core/progress.hpp"
#include "thalweg/hierarchy/build.hpp"
#include "thalweg/partition/kway.hpp"
#include "thalweg/planners/connect.hpp"

namespace thalweg {

struct HnaStarOptions {
  std::uint32_t merged = 10;  // 2 to 1,000,000: what becomes a cell, about
  std::uint32_t levels = 3;   // 1 to 16, at most
  KwayWeights weights = KwayWeights::even;
  std::uint32_t seed = 1;
  bool keep_routes = true;       // false: less memory, slower refinement
  bool on_graph = true;          // false: crossings from those of the level below
  Partitioner partitioner = {};  // metis_kway of thalweg_metis
  // How a planner of these options searches.
  Level level = 0;                        // the only level searched. 0: chosen for each query
  ConnectBy connect = ConnectBy::stored;  // stored: the hierarchy keeps the costs for it
  bool is_bidirectional = false;          // the gates are searched from both ends
  std::uint32_t near_nodes = 0;           // nodes searched by A* first. 0: none
  Progress progress = {};
};

std::string_view to_string(KwayWeights weights);

// Refused with a sentence: options out of range, no partitioner where one is needed, and what it
// refuses. On graphs of other kinds than portals the nodes of the graph are grouped.
Result<Hierarchy> hna_star(const Ground& ground, const HnaStarOptions& options = {});

// The hierarchy after a change, from the one before, without a partitioner: nodes stay in their
// cells (partition/kway.hpp, kept_cells). Equal to build_hierarchy with these cells, but only what
// was touched is found again. Refused with a sentence: a graph with other nodes.
// Requires: `old` was built with these options.
Result<UpdatedHierarchy> update_hna_star(const Ground& before, const Hierarchy& old,
                                         const Ground& now, const HnaStarOptions& options = {});

}  // namespace thalweg

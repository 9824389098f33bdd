// Rooms: search over worlds that are already built of rooms, from door to door (Rabin).
//                                                          docs/reference/papers.md [Gems]
//
//   article          here            meaning
//   room             cell            nodes of one area, group or label that reach each other
//   door, portal     gate            the middle of an opening between two rooms
//   room to room     crossing
//
// The same over sections of any graph, where a world has no rooms. Works on every graph.
#pragma once

#include <string>

#include "thalweg/core/progress.hpp"
#include "thalweg/hierarchy/build.hpp"

namespace thalweg {

enum class RoomKind : std::uint32_t { sections, areas, tags, labels };

std::string_view to_string(RoomKind kind);

struct RoomsOptions {
  RoomKind kind = RoomKind::sections;
  double size = 0;           // metres: sections only. 0: about 16 nodes on a side
  std::uint32_t levels = 1;  // 1 to 16, sections only: those of the next level are twice as wide
  std::string labels;        // labels only: the text of a label file (partition/given.hpp)
  std::string labels_file;   // labels only: where to read the text if `labels` is empty
  GateRule rule = GateRule::openings;  // or all: the cheapest routes
  bool keep_routes = true;
  // How a planner of these options searches.
  Level search_level = 0;         // the highest level searched. 0: all that there are
  bool is_bidirectional = false;  // the gates are searched from both ends
  std::uint32_t near_nodes = 64;  // nodes searched by A* first, for goals that are near. 0: none
  Progress progress = {};
};

// Refused with a sentence: options out of range, labels that do not fit.
Result<Hierarchy> rooms(const Ground& ground, const RoomsOptions& options = {});

// The same after a change, from the one before: equal to one built again, but only what was touched
// is found again (hierarchy/build.hpp). Requires: `old` was built with these options.
Result<UpdatedHierarchy> update_rooms(const Ground& before, const Hierarchy& old, const Ground& now,
                                      const RoomsOptions& options = {});

}  // namespace thalweg

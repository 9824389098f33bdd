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
Result<RoomKind> named_room_kind(std::string_view name);

struct RoomsOptions {
  RoomKind kind = RoomKind::sections;
  double size = 0;           // metres: sections only. 0: about 16 nodes on a side
  std::uint32_t levels = 1;  // sections only: those of the next level are twice as wide
  std::string labels;        // labels only: the text of a label file (partition/given.hpp)
  GateRule rule = GateRule::openings;  // or all: the cheapest ways
  bool keep_routes = true;
  Progress progress = {};
};

// What a hierarchy of these options is called: "rooms:cells=areas:...". Labels by their hash.
std::string rooms_key(const RoomsOptions& options);

// Refused with a sentence: options out of range, labels that do not fit.
Result<Hierarchy> rooms(const Ground& ground, const RoomsOptions& options = {});

}  // namespace thalweg

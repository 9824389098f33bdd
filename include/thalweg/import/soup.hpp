// TriangleSoup: loose triangles of a model file, in our axes. Knows nothing of walking.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/geometry/box.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg {

struct TriangleSoup {
  std::vector<Vec3> vertices;                           // metres; may repeat
  std::vector<std::array<std::uint32_t, 3>> triangles;  // counter-clockwise seen from the front
  std::vector<std::uint32_t> group;      // [triangle]  index in group_names; empty: no groups
  std::vector<std::string> group_names;  // [group]     objects or materials, in order of use
};

// The parts of a world, and notes for the user on how they were made.
struct ImportedWorld {
  WorldParts parts;
  std::vector<std::string> notes;  // one sentence each, without a full stop
};

// Refused with a sentence: no triangles, corners that do not exist, points that are not finite, a
// side of the box over 1e9 metres, a group missing or out of range.
Result<void> check(const TriangleSoup& soup);

// An error if the world of a soup of that size would exceed the memory limit. Readers ask while
// they read.
Result<void> check_soup_memory(std::uint64_t triangles, std::uint64_t points);

// The box of the points that triangles use. Requires: check(soup).
Box3 box_of(const TriangleSoup& soup);

// The areas of the soup's groups, by name: [group]. A character that is not allowed in an area name
// becomes '_'. Refused when the world has no room for so many areas.
Result<std::vector<AreaId>> areas_of_groups(const TriangleSoup& soup, AreaNames& names);

// Numbers the group names in order of first use. For readers.
class GroupList {
 public:
  std::uint32_t number_of(const std::string& name);
  std::vector<std::string> take_names() { return std::move(names_); }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

}  // namespace thalweg

// follow: a ground and what was built from it, after its world was edited (world/edits.hpp).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "thalweg/papers/descriptor.hpp"
#include "thalweg/store/structure.hpp"
#include "thalweg/world/edits.hpp"

namespace thalweg {

// A structure after an edit.
struct FollowedStructure {
  std::string recipe;       // of the one before
  Structure structure;      // none: it must be built again
  std::string found_again;  // the part that was not taken over, in words: "3 of 40 cells"
  double seconds = 0;
};

struct Followed {
  Ground ground;
  bool kept_arcs = false;                     // as UpdatedGround has it
  double seconds = 0;                         // for the ground
  std::vector<FollowedStructure> structures;  // in the order in which they were given
};

// `before` in the world as it is `now`, and those of its structures that can be updated: none is
// built again, and no file is read, so that what was built from a file is left out. Answers are those
// of structures built again; natural hierarchies keep their cells, so that theirs may differ. Refused
// with a sentence: as update_ground and the updates of planners do, a structure of another ground.
Result<Followed> follow(const Ground& before, const World& now,
                        std::span<const Structure> structures, const BuildTools& tools = {});
// The same after these edits of its world. Refused with a sentence: as `edited` does, too.
Result<Followed> follow(const Ground& before, const WorldEdits& edits,
                        std::span<const Structure> structures, const BuildTools& tools = {});

}  // namespace thalweg

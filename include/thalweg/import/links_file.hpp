// Links as a small text file, one per line:
//
//   # kind    from          to                options
//   jump      10,42    ->   14.5,42
//   ladder    3,7,0    ->   3,7,12     both   length=12
//   teleport  0,0      ->   900,900    tag=5
//
// Kinds: jump, ladder, teleport. Ends are x,y or x,y,z in world metres; without z, the topmost
// ground there. both: may be taken backwards too. length: metres that count for the price; without
// it the straight distance, for a teleport 0. tag: a whole number, the user's. '#' starts a
// comment.
#pragma once

#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/world/links.hpp"

namespace thalweg {

// The links of a file, ends relative to `origin`. Heights and lengths that the file leaves out are
// NaN, which make_world and with_links fill in.
Result<std::vector<Link>> read_links(std::string_view text, Vec3 origin);

}  // namespace thalweg

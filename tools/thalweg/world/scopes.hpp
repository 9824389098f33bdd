// Options of import that belong to another kind of file are refused.
#pragma once

#include <string>
#include "common/command_line.hpp"

namespace thalweg::tool {

struct ImportScope {
  std::string input;        // the file
  std::string triangulate;  // the method, of height maps
  bool use_recast = false;
};

// UsageError for an option that was given and means nothing for this file: "--spacing is for height
// maps, and rooms.map is a grid map". What an option is for is read from its group in the help, and
// from the words before a colon at the start of its description, as in "Recast: headroom".
void check_scopes(const Verb& verb, const ImportScope& scope);

}  // namespace thalweg::tool

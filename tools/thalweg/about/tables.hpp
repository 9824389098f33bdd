// The command line as tables: what completions and the man page are printed from. Read from the tree
// of verbs and from the descriptors of planners.
#pragma once

#include <string>
#include <vector>
#include "common/command_line.hpp"

namespace thalweg::tool {

// What a shell completes the value of an option with.
enum class Completes : std::uint8_t {
  nothing,  // numbers, points
  names,    // one of `names`
  list,     // several of `names`, with commas between
  files,
};

struct OptionRow {
  std::vector<std::string> flags;  // "--output", "-o"; of a positional its name, as "FILE"
  bool is_positional = false;
  bool takes_value = false;
  bool is_required = false;
  std::string value;  // "UINT", "TEXT"
  std::string range;  // "1 to 1024", or empty
  std::string help;   // one line
  std::string group;
  Completes completes = Completes::nothing;
  std::vector<std::string> names;
};

struct VerbRow {
  std::string name;
  std::string help;    // one line
  std::string footer;  // lines, with the examples
  std::vector<OptionRow> options;
};

std::vector<VerbRow> verb_rows(const Verb& tool);

// The texts that `thalweg completion SHELL` and `thalweg man` print.
std::string bash_completion(const std::vector<VerbRow>& verbs);
std::string zsh_completion(const std::vector<VerbRow>& verbs);
std::string fish_completion(const std::vector<VerbRow>& verbs);
std::string man_page(const std::vector<VerbRow>& verbs);

}  // namespace thalweg::tool

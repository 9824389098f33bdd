// The text of the progress line. Knows nothing of terminals.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace thalweg::tool {

// One line for all progress of a command. Within a stage the percentage never falls, also if several
// functions report the same stage, each from its own beginning.
class ProgressLine {
 public:
  // The line after a report, or nothing if it stays as it is. `seconds`: the time now.
  std::optional<std::string> report(std::string_view stage, double done, double seconds);

 private:
  std::string stage_;
  double most_ = -1;   // of `stage_`, from 0 to 1
  double began_ = 0;   // seconds
  std::string shown_;  // the last line
};

}  // namespace thalweg::tool

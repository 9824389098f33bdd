// What a reproduction must show, and whether it did.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "reproduce/reproduce.hpp"

namespace thalweg::tool {

// One requirement.
struct Verdict {
  std::string what;
  std::string asked;
  std::string found;
  bool is_met = false;
};

Table verdict_table(std::span<const Verdict> verdicts);

// The end of a reproduction.
struct Judged {
  std::span<const Verdict> verdicts;
  std::filesystem::path page;  // that was written
  double seconds = 0;
};

// Prints it, as text or JSON. Failure: a requirement is not met, unless the run was --fast.
void end_with_verdicts(const Judged& judged, const ReproduceOptions& options);

}  // namespace thalweg::tool

// What the verbs that watch a search share (descend, refine): their options and their JSON.
#pragma once

#include <string>
#include <utility>

#include "common/common.hpp"
#include "common/output.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg::tool {

// Where a watched search stops; kNoBudget: no limit.
struct WatchLimits {
  std::string option;       // the option besides --ahead, such as "--legs"
  std::uint64_t steps = 0;  // of that
  std::uint64_t known = 0;  // of --ahead
};

// Failure: a picture that is not a PNG or must not be written, two limits at once.
inline void check_watch(const std::string& input, const std::string& png,
                        const WatchLimits& limits) {
  if (!png.empty() && !png.ends_with(".png")) throw UsageError("--png wants a .png file");
  if (!png.empty()) check_output(png, FileKind::png, {input});
  if (limits.steps != kNoBudget && limits.known != kNoBudget) {
    throw UsageError(limits.option + " and --ahead do not go together: name one");
  }
}

// Prints a summary with the steps taken, what lies ahead, and the nodes known so far.
inline void print_watch(Json summary, Json steps, Json ahead, const Route& known) {
  auto route = Json::array();
  for (const NodeId node : known.nodes) route.push_back(node.value);
  summary["steps"] = std::move(steps);
  summary["ahead"] = std::move(ahead);
  summary["route"] = std::move(route);
  print_json(summary);
}

}  // namespace thalweg::tool

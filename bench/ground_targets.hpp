// The targets of docs/guide/ground.md for paths over priced terrain, and what was measured against them.
#pragma once

#include <cstdio>
#include <string>

namespace thalweg {

// A target, and the worst that was measured against it.
struct Target {
  const char* what;
  double most;
  double measured = 0;
  std::string where = {};

  void note(double value, const std::string& label) {
    if (value <= measured) return;
    measured = value;
    where = label;
  }
};
struct Targets {
  Target mean{"effort 2: mean price over the optimum", 1.02};
  Target worst{"effort 2: worst price over the optimum", 1.08};
  Target best_mean{"effort 3: mean price over the optimum", 1.01};
  Target small_time{"effort 2: time over that of portals and funnel, smallest worlds", 3};
  Target time{"effort 2: time over that of portals and funnel", 1.6};
  Target route_time{"terrain, A* alone: time over that of portals and funnel", 0.7};
  bool is_sound = true;

  bool report() {
    bool is_met = is_sound;
    std::printf("\n");
    for (const Target* target : {&mean, &worst, &best_mean, &small_time, &time, &route_time}) {
      if (target->measured == 0) continue;
      const bool is_hit = target->measured <= target->most;
      std::printf("%-6s %s: %.4f at most, is %.4f (%s)\n", is_hit ? "met" : "MISSED", target->what,
                  target->most, target->measured, target->where.c_str());
      is_met &= is_hit;
    }
    std::printf("%s\n", is_sound
                            ? "met    every path can be walked and costs no more than was promised"
                            : "MISSED a path cannot be walked, costs more than was promised, or "
                              "less than the optimum");
    return is_met;
  }
};

}  // namespace thalweg

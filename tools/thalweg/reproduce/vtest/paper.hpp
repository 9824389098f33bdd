// Figures of the paper on visibility tests (docs/reference/papers.md [VT]), tables 1 to 4.
#pragma once

#include <array>
#include <cstdint>

namespace thalweg::tool {

struct VtestPaperRow {
  const char* name;
  std::uint32_t a_star;  // nodes expanded, tables 1 and 3
  std::uint32_t vtest;
  double a_star_seconds;  // tables 2 and 4
  double visibility_seconds;
  double search_seconds;

  double share() const { return static_cast<double>(vtest) / a_star; }
  double vtest_seconds() const { return visibility_seconds + search_seconds; }
  double time_share() const { return vtest_seconds() / a_star_seconds; }
};

inline constexpr std::array<VtestPaperRow, 4> kVtestOverlaps = {{
    {"no overlap", 141, 141, 0.1888, 0.0088, 0.1876},
    {"a third", 562, 163, 0.7446, 0.2016, 0.2260},
    {"two thirds", 1120, 173, 1.8409, 0.2050, 0.2916},
    {"full overlap", 2927, 179, 4.8401, 0.2081, 0.3051},
}};

inline constexpr std::array<VtestPaperRow, 5> kVtestCounts = {{
    {"1 obstacle", 1216, 216, 1.9317, 0.1369, 0.2917},
    {"2 obstacles", 1529, 328, 2.1283, 0.1905, 0.3384},
    {"3 obstacles", 3254, 349, 4.0913, 0.3282, 0.4573},
    {"4 obstacles", 2637, 276, 3.8652, 0.2437, 0.3919},
    {"5 obstacles", 4349, 356, 5.9156, 0.3895, 0.5126},
}};

}  // namespace thalweg::tool

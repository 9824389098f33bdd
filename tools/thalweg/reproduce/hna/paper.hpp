// Figures of the HNA* paper (docs/reference/papers.md [HNA16]).
#pragma once

#include <array>
#include <cstdint>

namespace thalweg::tool {

// Table 1, and the best results of section 4.
struct PaperMap {
  const char* name;
  const char* geometry;  // triangles
  std::uint32_t triangles;
  std::uint32_t polygons;
  double a_star_ms;  // 0: not given
  double best_ms;    // 0: not given
  double speed_up;
  const char* best;
};
inline constexpr std::array<PaperMap, 3> kPaperMaps = {{
    {"Serpentine City", "135.1k", 10152, 3908, 1.5, 0.19, 7.7, "level 1, merged 15 to 20"},
    {"City Islands", "110.3k", 14551, 5515, 2.02, 0.51, 3.9, "level 1, merged 15"},
    {"Tropical Islands", "239.1k", 29499, 12666, 0, 0, 4.0, "level 2, merged 6"},
}};

// Section 4: errors of lengths on level 2, in percent.
struct PaperError {
  std::uint32_t merged;
  double mean;
  double worst;
};
inline constexpr std::array<PaperError, 4> kPaperErrors = {
    {{5, 0.05, 11.0}, {10, 0.11, 13.8}, {15, 0.17, 15.4}, {20, 0.39, 18.6}}};

}  // namespace thalweg::tool

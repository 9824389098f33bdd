// The numbers of the natural-hierarchy thesis, tables 9.1 to 9.8, for comparison.
#pragma once

#include <array>

namespace thalweg::tool {

// One column of a table of single paths.
struct ThesisPath {
  double ms;
  double distance;
  double xyz;
  double xy;
  double z;
};
// Tables 9.1, 9.2, 9.5 and 9.6: A*, full, 10 layers, 5 layers.
using ThesisPathTable = std::array<ThesisPath, 4>;
inline constexpr ThesisPathTable kThesis91 = {{{20, 13.0464, 9.89917, 3.82813, 7.58003},
                                               {1, 19.262, 14.5619, 3.54688, 12.8352},
                                               {1, 25.4282, 19.2511, 5.42188, 16.4742},
                                               {1, 15.2613, 11.5852, 4.54688, 8.8681}}};
inline constexpr ThesisPathTable kThesis92 = {{{1, 4.49656, 3.40662, 1, 2.90314},
                                               {1, 4.99551, 3.78218, 1, 3.28274},
                                               {1, 5.3718, 4.06915, 1.1875, 3.4585},
                                               {1, 11.8126, 8.9607, 2.75, 7.49692}}};
inline constexpr ThesisPathTable kThesis95 = {{{29, 49.6366, 30.4352, 5.15625, 28.0187},
                                               {4, 106.466, 63.3988, 11.0938, 57.7287},
                                               {2, 99.4923, 59.8186, 10.7188, 54.4523},
                                               {3, 87.4739, 52.6614, 9.21875, 48.1411}}};
inline constexpr ThesisPathTable kThesis96 = {{{8, 25.7126, 16.1252, 4.4375, 13.5792},
                                               {2, 32.8563, 20.6323, 5.625, 17.4259},
                                               {1, 27.9763, 18.0453, 5.375, 14.8647},
                                               {1, 27.3685, 17.517, 5.125, 14.5071}}};

// One column of a table of waves; quartiles and mean in hundredths of A*'s.
struct ThesisWave {
  double ms;
  std::array<double, 4> quartiles;
  double mean;
};
// Tables 9.3, 9.4, 9.7 and 9.8, in the same order.
using ThesisWaveTable = std::array<ThesisWave, 4>;
inline constexpr ThesisWaveTable kThesis93 = {{{40020, {100, 100, 100, 100}, 100},
                                               {2585, {113, 143, 200, 327}, 158},
                                               {2378, {116, 146, 204, 577}, 185},
                                               {2354, {111, 119, 137, 280}, 130}}};
inline constexpr ThesisWaveTable kThesis94 = {{{52927, {100, 100, 100, 100}, 100},
                                               {2273, {135, 160, 193, 819}, 173},
                                               {1837, {146, 172, 207, 757}, 182},
                                               {2656, {142, 167, 201, 503}, 189}}};
inline constexpr ThesisWaveTable kThesis97 = {{{72457, {100, 100, 100, 100}, 100},
                                               {7094, {153, 211, 255, 906}, 215},
                                               {4029, {150, 202, 247, 921}, 207},
                                               {4733, {132, 175, 217, 707}, 182}}};
inline constexpr ThesisWaveTable kThesis98 = {{{73761, {100, 100, 100, 100}, 100},
                                               {8150, {152, 223, 297, 1144}, 239},
                                               {4690, {132, 200, 266, 1110}, 213},
                                               {5953, {126, 192, 246, 677}, 197}}};

}  // namespace thalweg::tool

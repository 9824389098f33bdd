// The numbers of the THPA* thesis, chapter 5 and appendix A, for comparison.
//
// The averages that it prints for single maps cannot be right: that of HPA* is below its minimum on
// 26 of the 36 maps. They fall from map to map, and fit "the sum of this map's times, divided by
// the number of all paths so far". undone_averages computes what they should have been.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace thalweg::tool {

// Milliseconds.
struct ThpaTimes {
  double average = 0;
  double least = 0;
  double greatest = 0;
};

// A* on the grid, HPA*, THPA*.
using ThpaRow = std::array<ThpaTimes, 3>;

struct ThpaThesisMap {
  std::string_view name;  // as our files have it
  std::uint32_t paths = 0;
  ThpaRow times;
};

// Chapter 5.2: all maps together.
inline constexpr std::uint32_t kThpaThesisPaths = 41646;
inline constexpr ThpaRow kThpaThesisAll = {
    {{1652.9100, 0.0017, 38714.9000}, {35.1578, 2.7214, 1062.6900}, {20.7521, 1.6114, 259.6570}}};

// Appendix A, in its order.
inline constexpr std::array<ThpaThesisMap, 36> kThpaThesis = {{
    {"battleground",
     1224,
     {{{721.7645, 0.0058, 5462.8300}, {25.7320, 3.0616, 412.4390}, {14.4813, 1.7237, 90.1809}}}},
    {"blastedlands",
     1226,
     {{{787.2309, 0.0020, 19246.6000}, {33.4231, 4.7625, 964.1600}, {17.9040, 1.7101, 223.9190}}}},
    {"bloodvenomfalls",
     1249,
     {{{748.5058, 0.0020, 38458.2000}, {12.2347, 3.0616, 811.4950}, {8.2788, 1.7706, 181.0130}}}},
    {"bootybay",
     1059,
     {{{463.9509, 0.0024, 21924.8000}, {4.0865, 3.4018, 402.2915}, {2.6684, 1.6934, 95.7104}}}},
    {"darkforest",
     1231,
     {{{234.5898, 0.0017, 13502.8000}, {8.1963, 4.0821, 571.3050}, {4.8745, 1.7118, 174.8430}}}},
    {"deadwaterdrop",
     1029,
     {{{68.4762, 0.0020, 9546.1300}, {2.6421, 4.7625, 290.5195}, {2.0747, 1.7352, 76.9249}}}},
    {"divideandconquer",
     1245,
     {{{285.4982, 0.0020, 36566.8000}, {12.2892, 4.0821, 701.1550}, {7.0074, 1.7223, 199.4720}}}},
    {"dragonfire",
     1268,
     {{{325.2318, 0.0027, 26954.0000}, {6.3029, 4.7625, 759.0800}, {4.2273, 1.7230, 199.8930}}}},
    {"drywatergulch",
     1219,
     {{{95.9101, 0.0017, 17002.4000}, {5.6340, 4.0821, 560.5550}, {2.8496, 1.6397, 259.6570}}}},
    {"duskwood",
     1264,
     {{{146.5417, 0.0020, 17733.0000}, {3.5319, 3.4018, 636.9250}, {1.5237, 1.6798, 141.4800}}}},
    {"dustwallowkeys",
     1266,
     {{{286.1639, 0.0024, 20293.0500}, {4.2969, 4.0821, 883.3650}, {3.2255, 1.7087, 257.3240}}}},
    {"frostsabre",
     1180,
     {{{115.5572, 0.0017, 21177.2000}, {2.3937, 4.0821, 429.5395}, {1.2194, 1.6982, 92.1736}}}},
    {"gardenofwar",
     1265,
     {{{148.9618, 0.0020, 18733.5000}, {3.8119, 4.0821, 738.8200}, {2.6446, 1.7142, 171.3030}}}},
    {"gnollwood",
     1152,
     {{{65.7629, 0.0020, 7973.7300}, {1.5489, 4.7625, 367.5765}, {0.8752, 1.7053, 126.6030}}}},
    {"golemsinthemist",
     1261,
     {{{99.9157, 0.0017, 16069.0000}, {2.1441, 2.7214, 484.3845}, {0.9972, 1.6699, 175.4460}}}},
    {"harvestmoon",
     1236,
     {{{72.9047, 0.0017, 12899.4000}, {3.5121, 4.7625, 912.7100}, {2.1306, 1.6985, 217.4690}}}},
    {"heart2heart",
     1025,
     {{{169.7744, 0.0024, 25147.0000}, {0.6697, 4.0821, 296.4520}, {0.2877, 1.6965, 65.7524}}}},
    {"hillsofglory",
     1203,
     {{{93.7890, 0.0017, 18345.8000}, {0.6236, 3.4018, 152.7205}, {0.3179, 1.6645, 44.4941}}}},
    {"icecrown",
     1271,
     {{{134.3767, 0.0017, 29333.9000}, {2.2103, 4.0821, 828.1450}, {1.2620, 1.7118, 221.9320}}}},
    {"isleofdread",
     1255,
     {{{65.1356, 0.0017, 14202.6000}, {2.3105, 3.4018, 741.5850}, {1.1942, 1.6829, 220.8400}}}},
    {"losttemple",
     1177,
     {{{59.1956, 0.0020, 12849.7000}, {1.2415, 4.0821, 371.3270}, {0.8729, 1.7315, 117.2910}}}},
    {"moonglade",
     1266,
     {{{104.8886, 0.0020, 33606.5000}, {1.2843, 4.0821, 517.7850}, {1.1136, 1.7189, 140.2680}}}},
    {"mysticisles",
     1232,
     {{{76.1232, 0.0017, 28239.1000}, {1.6530, 4.7625, 842.7100}, {1.0314, 1.7022, 192.8400}}}},
    {"nighthaven",
     1182,
     {{{141.8044, 0.0017, 21347.0500}, {0.5580, 4.0821, 231.2010}, {0.3976, 1.6863, 57.0732}}}},
    {"petrifiedforest",
     1155,
     {{{63.0645, 0.0017, 26572.6000}, {2.2589, 3.4018, 1062.6900}, {1.2567, 1.6699, 145.8100}}}},
    {"plaguelands",
     894,
     {{{44.7297, 0.0020, 15354.1000}, {0.6310, 4.7625, 336.0115}, {0.2585, 1.7818, 70.8170}}}},
    {"plainsofsnow",
     953,
     {{{40.7950, 0.0017, 18205.7000}, {0.2338, 3.4018, 137.1270}, {0.1078, 1.6114, 28.7667}}}},
    {"plunderisle",
     1261,
     {{{62.6181, 0.0017, 24463.6000}, {0.9126, 4.7625, 526.8200}, {0.6036, 1.8230, 105.4880}}}},
    {"riverrun",
     1153,
     {{{89.5400, 0.0017, 38714.9000}, {2.3214, 4.7625, 705.7475}, {1.1700, 1.6158, 148.1635}}}},
    {"scorchedbasin",
     1176,
     {{{31.1234, 0.0020, 11132.8000}, {0.7628, 2.7214, 326.1770}, {0.4227, 1.6703, 81.0505}}}},
    {"stromguarde",
     280,
     {{{2.8035, 0.0238, 13667.9000}, {0.1028, 19.3901, 264.2255}, {0.0958, 1.8438, 60.9838}}}},
    {"swampofsorrows",
     1151,
     {{{38.0936, 0.0020, 27470.2000}, {1.9809, 3.0616, 990.5000}, {1.0555, 1.7145, 137.0700}}}},
    {"thecrucible",
     1099,
     {{{18.5809, 0.0020, 4713.3000}, {0.9772, 4.7625, 495.9540}, {0.5190, 1.7444, 111.2310}}}},
    {"theglaive",
     1061,
     {{{36.0834, 0.0024, 36365.5000}, {0.5312, 4.0821, 388.4885}, {0.2976, 1.8893, 96.7609}}}},
    {"timbermawhold",
     1262,
     {{{87.1891, 0.0020, 29028.9000}, {1.1211, 4.0821, 744.6550}, {0.8063, 1.8621, 176.8300}}}},
    {"tranquilpaths",
     1216,
     {{{38.5792, 0.0017, 15324.9000}, {0.9746, 4.7625, 510.7050}, {0.5855, 1.9230, 125.0420}}}},
}};

// The row of a map; none: kThpaThesis.size().
constexpr std::size_t thesis_row(std::string_view map) {
  std::size_t row = 0;
  while (row < kThpaThesis.size() && kThpaThesis[row].name != map) ++row;
  return row;
}

// The averages of each map as they should have been printed: multiplied by the paths so far,
// divided by the map's own paths. In the order of kThpaThesis.
constexpr std::array<std::array<double, 3>, kThpaThesis.size()> undone_averages() {
  std::array<std::array<double, 3>, kThpaThesis.size()> undone{};
  std::uint32_t so_far = 0;
  for (std::size_t m = 0; m < kThpaThesis.size(); ++m) {
    so_far += kThpaThesis[m].paths;
    for (std::size_t p = 0; p < 3; ++p) {
      undone[m][p] = kThpaThesis[m].times[p].average * so_far / kThpaThesis[m].paths;
    }
  }
  return undone;
}

// The same over all maps, each path counted once.
constexpr std::array<double, 3> undone_average_of_all() {
  std::array<double, 3> sum{};
  for (std::size_t m = 0; m < kThpaThesis.size(); ++m) {
    for (std::size_t p = 0; p < 3; ++p) {
      sum[p] += undone_averages()[m][p] * kThpaThesis[m].paths / kThpaThesisPaths;
    }
  }
  return sum;
}

}  // namespace thalweg::tool

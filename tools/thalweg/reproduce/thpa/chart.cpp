// The chart of the THPA* reproduction: mean times map by map on a log scale, as SVG text.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "reproduce/thpa/thesis.hpp"
#include "reproduce/thpa/thpa.hpp"

namespace thalweg::tool {
namespace {

constexpr double kLeft = 72;  // pixels
constexpr double kTop = 56;
constexpr double kColumn = 26;
constexpr double kDecade = 56;
constexpr double kBottom = 120;  // for the names
constexpr double kRight = 24;
constexpr double kLowest = 1;  // microseconds, at the bottom
constexpr int kDecades = 7;    // from 1 us to 10 s

// Distinguishable for colour-blind people too.
constexpr std::array<const char*, kThpaCompared> kColours = {"#333333", "#e69f00", "#0072b2",
                                                             "#d55e00"};

double y_of(double us) {
  const double decades = std::clamp(std::log10(std::max(us, 1e-3) / kLowest), 0.0, 1.0 * kDecades);
  return kTop + (kDecades - decades) * kDecade;
}

double x_of(std::size_t column) { return kLeft + (static_cast<double>(column) + 0.5) * kColumn; }

std::string axis_label(int decade) {
  static constexpr std::array kUnits = {"us", "ms", "s"};
  static constexpr std::array kNumbers = {"1", "10", "100"};
  const auto at = static_cast<std::size_t>(decade);
  return fmt::format("{} {}", kNumbers[at % 3], kUnits[at / 3]);
}

std::string axes(double width) {
  std::string text;
  for (int decade = 0; decade <= kDecades; ++decade) {
    const double y = kTop + (kDecades - decade) * kDecade;
    text += fmt::format(
        "<line x1='{0}' x2='{1}' y1='{2}' y2='{2}' stroke='#dddddd'/>\n"
        "<text x='{3}' y='{4}' text-anchor='end'>{5}</text>\n",
        kLeft, width - kRight, y, kLeft - 8, y + 4, axis_label(decade));
  }
  return text;
}

std::string mark(double x, double y, const char* colour, bool is_ours) {
  return fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='4' stroke='{}' fill='{}'/>\n", x, y,
                     colour, is_ours ? colour : "white");
}

std::string legend() {
  std::string text;
  double x = kLeft;
  for (std::size_t c = 0; c < kThpaCompared; ++c) {
    text += mark(x + 4, 18, kColours[c], true);
    text += fmt::format("<text x='{}' y='22'>{}</text>\n", x + 14, kThpaContestants[c].title);
    x += 130;
  }
  text += mark(kLeft + 4, 38, "#333333", false);
  text += fmt::format("<text x='{}' y='42'>the paper's, on its machine</text>\n", kLeft + 14);
  return text;
}

// The maps by the mean time of A* on squares.
std::vector<std::size_t> by_time(std::span<const ThpaMeasured> maps) {
  std::vector<double> means;
  for (const ThpaMeasured& map : maps) means.push_back(time_figures(map.of(kGridAStar)).mean_us);
  std::vector<std::size_t> order(maps.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t m) { return means[m]; });
  return order;
}

std::string series(std::span<const ThpaMeasured> maps, std::span<const std::size_t> order,
                   std::size_t c) {
  std::string line;
  std::string marks;
  const auto column = thesis_column(c);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const ThpaMeasured& map = maps[order[i]];
    const double y = y_of(time_figures(map.of(c)).mean_us);
    line += fmt::format("{:.1f},{:.1f} ", x_of(i), y);
    marks += mark(x_of(i), y, kColours[c], true);
    const std::size_t row = thesis_row(map.name);
    if (!column || row == kThpaThesis.size()) continue;
    marks += mark(x_of(i), y_of(1000 * undone_averages()[row][*column]), kColours[c], false);
  }
  return fmt::format("<polyline points='{}' fill='none' stroke='{}' stroke-opacity='0.4'/>\n{}",
                     line, kColours[c], marks);
}

}  // namespace

std::string times_chart(std::span<const ThpaMeasured> maps) {
  const auto order = by_time(maps);
  const double width = std::max(600.0, x_of(maps.size()) + kRight);
  const double floor = kTop + kDecades * kDecade;
  std::string text = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' "
      "font-family='sans-serif' font-size='12'>\n<rect width='{0}' height='{1}' fill='white'/>\n",
      width, floor + kBottom);
  text += axes(width) + legend();
  for (std::size_t c = 0; c < kThpaCompared; ++c) text += series(maps, order, c);
  for (std::size_t i = 0; i < order.size(); ++i) {
    text += fmt::format(
        "<text transform='translate({:.1f},{:.1f}) rotate(-60)' text-anchor='end'>{}</text>\n",
        x_of(i) + 4, floor + 14, maps[order[i]].name);
  }
  return text + "</svg>\n";
}

}  // namespace thalweg::tool

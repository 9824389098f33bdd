// Charts as SVG text: lines, points, or areas on top of each other.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "reproduce/hna/hna.hpp"

namespace thalweg::tool {
namespace {

constexpr double kHnaWidth = 640;  // pixels
constexpr double kHnaHeight = 380;
constexpr double kHnaLeft = 70;
constexpr double kHnaRight = 170;  // for the names
constexpr double kHnaTop = 40;
constexpr double kHnaBottom = 50;
constexpr std::array kHnaColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                    "#56b4e9", "#e69f00", "#666666", "#000000"};

// A round number of about that size.
double hna_round_step(double size) {
  if (!(size > 0)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(size)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= size) return factor * power;
  }
  return 10 * power;
}

struct HnaAxes2 {
  double most_x = 1;
  double most_y = 1;
  double least_y = 0;

  double x(double value) const {
    return kHnaLeft + value / most_x * (kHnaWidth - kHnaLeft - kHnaRight);
  }
  double y(double value) const {
    const double part = (value - least_y) / (most_y - least_y);
    return kHnaHeight - kHnaBottom - part * (kHnaHeight - kHnaTop - kHnaBottom);
  }
};

HnaAxes2 hna_axes_of(const std::vector<Series>& series) {
  HnaAxes2 axes;
  for (const Series& one : series) {
    for (const double x : one.x) axes.most_x = std::max(axes.most_x, x);
  }
  double most = 0;
  double least = 0;
  for (const Series& one : series) {
    for (const double y : one.y) {
      most = std::max(most, y);
      least = std::min(least, y);
    }
  }
  const double step = hna_round_step((most - least) / 5);
  axes.most_y = step * std::max(1.0, std::ceil(most / step));
  axes.least_y = step * std::floor(least / step);
  return axes;
}

std::string hna_frame(const Chart& chart, const HnaAxes2& axes) {
  std::string text = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' "
      "font-family='sans-serif' font-size='12'>\n<rect width='{0}' height='{1}' fill='white'/>\n"
      "<text x='{2}' y='20' font-size='14'>{3}</text>\n"
      "<text x='{4}' y='{5}' text-anchor='middle'>{6}</text>\n"
      "<text transform='translate(16,{7}) rotate(-90)' text-anchor='middle'>{8}</text>\n",
      kHnaWidth, kHnaHeight, kHnaLeft, chart.title, (kHnaLeft + kHnaWidth - kHnaRight) / 2,
      kHnaHeight - 12, chart.x_title, (kHnaTop + kHnaHeight - kHnaBottom) / 2, chart.y_title);
  const double step_y = hna_round_step((axes.most_y - axes.least_y) / 5);
  for (double y = axes.least_y; y <= axes.most_y * 1.0001; y += step_y) {
    text += fmt::format(
        "<line x1='{0}' x2='{1}' y1='{2:.1f}' y2='{2:.1f}' stroke='#dddddd'/>\n"
        "<text x='{3}' y='{4:.1f}' text-anchor='end'>{5:g}</text>\n",
        kHnaLeft, kHnaWidth - kHnaRight, axes.y(y), kHnaLeft - 6, axes.y(y) + 4, y);
  }
  const double step_x = hna_round_step(axes.most_x / 6);
  for (double x = 0; x <= axes.most_x * 1.0001; x += step_x) {
    text += fmt::format("<text x='{:.1f}' y='{}' text-anchor='middle'>{:g}</text>\n", axes.x(x),
                        kHnaHeight - kHnaBottom + 18, x);
  }
  return text;
}

std::string hna_drawn(const Chart& chart, const Series& one, const Series* below,
                      const HnaAxes2& axes, const char* colour) {
  std::string line;
  std::string text;
  for (std::size_t i = 0; i < one.x.size(); ++i) {
    line += fmt::format("{:.1f},{:.1f} ", axes.x(one.x[i]), axes.y(one.y[i]));
    if (chart.is_stacked) continue;
    text += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{}' fill='{}'/>\n", axes.x(one.x[i]),
                        axes.y(one.y[i]), chart.has_lines ? 3 : 2, colour);
  }
  if (chart.is_stacked) {
    for (std::size_t i = one.x.size(); i-- > 0;) {
      const double under = below == nullptr ? 0 : below->y[i];
      line += fmt::format("{:.1f},{:.1f} ", axes.x(one.x[i]), axes.y(under));
    }
    return fmt::format("<polygon points='{}' fill='{}' fill-opacity='0.7'/>\n", line, colour);
  }
  if (!chart.has_lines) return text;
  return fmt::format("<polyline points='{}' fill='none' stroke='{}'/>\n", line, colour) + text;
}

// Each on top of those before.
std::vector<Series> hna_stacked(std::vector<Series> series) {
  for (std::size_t s = 1; s < series.size(); ++s) {
    for (std::size_t i = 0; i < series[s].y.size(); ++i) series[s].y[i] += series[s - 1].y[i];
  }
  return series;
}

}  // namespace

std::string chart_svg(const Chart& chart) {
  const std::vector<Series> series = chart.is_stacked ? hna_stacked(chart.series) : chart.series;
  const HnaAxes2 axes = hna_axes_of(series);
  std::string text = hna_frame(chart, axes);
  for (std::size_t s = 0; s < series.size(); ++s) {
    const char* colour = kHnaColours[s % kHnaColours.size()];
    text += hna_drawn(chart, series[s], s == 0 ? nullptr : &series[s - 1], axes, colour);
    const double y = kHnaTop + 18 * static_cast<double>(s);
    text += fmt::format(
        "<rect x='{0}' y='{1}' width='10' height='10' fill='{2}'/>\n<text x='{3}' "
        "y='{4}'>{5}</text>\n",
        kHnaWidth - kHnaRight + 12, y, colour, kHnaWidth - kHnaRight + 28, y + 10, series[s].name);
  }
  return text + "</svg>\n";
}

}  // namespace thalweg::tool

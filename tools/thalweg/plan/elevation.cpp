// Axes with round steps (1, 2, 5, 10), the curve, and steep parts over it, as SVG text.
#include "plan/elevation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace thalweg::tool {
namespace {

constexpr double kChartWidth = 640;  // pixels
constexpr double kChartHeight = 240;
constexpr double kChartLeft = 64;
constexpr double kChartRight = 16;
constexpr double kChartTop = 32;
constexpr double kChartBottom = 36;
constexpr int kMostTicks = 6;

// A range of values along an axis, from one round number to another.
class ChartAxis {
 public:
  ChartAxis(double low, double high) {
    const double least = std::max((high - low) / kMostTicks, 1e-3);
    step_ = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {2.0, 2.5, 2.0}) {  // steps of 1, 2, 5, 10
      if (step_ < least) step_ *= factor;
    }
    low_ = std::floor(low / step_) * step_;
    count_ = std::max(1, static_cast<int>(std::ceil((high - low_) / step_)));
  }

  int count() const { return count_; }
  double tick(int i) const { return low_ + step_ * i; }
  double share(double value) const { return (value - low_) / (step_ * count_); }

 private:
  double low_ = 0;
  double step_ = 1;
  int count_ = 1;
};

struct HeightMark {
  double along = 0;  // metres in the plane from the start
  double height = 0;
  bool is_steep = false;
};

std::vector<HeightMark> marks_of(std::span<const PathPoint> points) {
  std::vector<HeightMark> marks;
  double along = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i > 0) along += length((points[i].vec() - points[i - 1].vec()).xy());
    marks.push_back({along, points[i].z, points[i].is_steep});
  }
  return marks;
}

class HeightChart {
 public:
  explicit HeightChart(std::span<const PathPoint> points)
      : marks_(marks_of(points)), along_(0, marks_.back().along), height_(lowest(), highest()) {}

  std::string frame() const;
  std::string curve() const;
  std::string steep() const;

 private:
  double lowest() const {
    return std::ranges::min_element(marks_, {}, &HeightMark::height)->height;
  }
  double highest() const {
    return std::ranges::max_element(marks_, {}, &HeightMark::height)->height;
  }
  double x(double along) const {
    return kChartLeft + along_.share(along) * (kChartWidth - kChartLeft - kChartRight);
  }
  double y(double height) const {
    return kChartHeight - kChartBottom -
           height_.share(height) * (kChartHeight - kChartTop - kChartBottom);
  }
  std::string at(const HeightMark& mark) const {
    return fmt::format("{:.1f},{:.1f} ", x(mark.along), y(mark.height));
  }

  std::vector<HeightMark> marks_;
  ChartAxis along_;
  ChartAxis height_;
};

std::string HeightChart::frame() const {
  std::string text;
  for (int i = 0; i <= height_.count(); ++i) {
    text += fmt::format(
        "<line x1='{}' x2='{}' y1='{:.1f}' y2='{:.1f}' stroke='#dddddd'/>\n"
        "<text x='{}' y='{:.1f}' text-anchor='end'>{:.6g} m</text>\n",
        kChartLeft, kChartWidth - kChartRight, y(height_.tick(i)), y(height_.tick(i)),
        kChartLeft - 6, y(height_.tick(i)) + 4, height_.tick(i));
  }
  const bool is_far = along_.tick(along_.count()) >= 2000;
  for (int i = 0; i <= along_.count(); ++i) {
    const double tick = along_.tick(i);
    text += fmt::format("<text x='{:.1f}' y='{}' text-anchor='{}'>{:.6g} {}</text>\n", x(tick),
                        kChartHeight - 14, i == along_.count() ? "end" : "middle",
                        is_far ? tick / 1000 : tick, is_far ? "km" : "m");
  }
  return text;
}

std::string HeightChart::curve() const {
  std::string line;
  for (const HeightMark& mark : marks_) line += at(mark);
  return fmt::format(
      "<polygon points='{0}{1:.1f},{2} {3:.1f},{2}' fill='#9fbf8f' fill-opacity='0.6'/>\n"
      "<polyline points='{0}' fill='none' stroke='#3b5d2e' stroke-width='2'/>\n",
      line, x(marks_.back().along), kChartHeight - kChartBottom, x(0));
}

std::string HeightChart::steep() const {
  std::string text;
  for (std::size_t i = 0; i + 1 < marks_.size(); ++i) {
    if (!marks_[i].is_steep) continue;
    std::string line = at(marks_[i]);
    for (; i + 1 < marks_.size() && marks_[i].is_steep; ++i) line += at(marks_[i + 1]);
    text += fmt::format("<polyline points='{}' fill='none' stroke='#d55e00' stroke-width='3'/>\n",
                        line);
  }
  return text;
}

}  // namespace

Climb climb_of(std::span<const PathPoint> points) {
  Climb climb;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const double rise = points[i + 1].z - points[i].z;
    (rise > 0 ? climb.up : climb.down) += std::abs(rise);
  }
  return climb;
}

std::string elevation_chart(std::span<const PathPoint> points) {
  const HeightChart chart(points);
  const Climb climb = climb_of(points);
  const bool is_steep = std::ranges::any_of(points, &PathPoint::is_steep);
  std::string text = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' "
      "font-family='sans-serif' font-size='12'>\n<rect width='{0}' height='{1}' fill='white'/>\n",
      kChartWidth, kChartHeight);
  text += chart.frame() + chart.curve() + chart.steep();
  text += fmt::format("<text x='{}' y='18'>{:.0f} m long, {:.0f} m up, {:.0f} m down{}</text>\n",
                      kChartLeft, length(points), climb.up, climb.down,
                      is_steep ? "; orange: too steep to go straight" : "");
  return text + "</svg>\n";
}

}  // namespace thalweg::tool

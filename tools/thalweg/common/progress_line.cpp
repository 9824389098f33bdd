// A stage's share never falls, and a line is reported only if it differs from the last one. The
// time left is estimated by proportion, after two seconds.
#include "common/progress_line.hpp"

#include <algorithm>
#include <cstdio>

namespace thalweg::tool {
namespace {

// ", 12 s left", once it can be estimated.
std::string time_left(double seconds, double done) {
  if (seconds < 2 || done <= 0.01 || done >= 1) return {};
  const double left = seconds * (1 - done) / done;
  if (left < 1) return {};
  const bool is_short = left < 100;
  char text[48];
  std::snprintf(text, sizeof text, is_short ? ", %.0f s left" : ", %.0f min left",
                is_short ? left : left / 60);
  return text;
}

}  // namespace

std::optional<std::string> ProgressLine::report(std::string_view stage, double done,
                                                double seconds) {
  if (stage != stage_) {
    stage_ = stage;
    most_ = -1;
    began_ = seconds;
  }
  done = std::clamp(done, 0.0, 1.0);
  if (!(done > most_)) return std::nullopt;
  most_ = done;
  char percent[16];
  std::snprintf(percent, sizeof percent, " %3.0f%%", done * 100);
  std::string line = stage_ + percent + time_left(seconds - began_, done);
  if (line == shown_) return std::nullopt;
  shown_ = line;
  return line;
}

}  // namespace thalweg::tool

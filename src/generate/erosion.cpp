// Each step drains the surface by priority flood, solves the stream-power law implicitly from the
// mouth upstream, and lets soil creep by diffusion.
#include "generate/erosion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>

namespace thalweg {
namespace {

constexpr double kRootOfTwo = 1.4142135623730951;
constexpr std::uint32_t kNowhere = 0xFFFFFFFFu;

struct Neighbour {
  std::uint32_t at = kNowhere;  // kNowhere beyond the border
  double distance = 1;
};

std::array<Neighbour, 8> neighbours(const Landscape& land, std::uint32_t at) {
  std::array<Neighbour, 8> out;
  const auto x = static_cast<std::int64_t>(at % land.width);
  const auto y = static_cast<std::int64_t>(at / land.width);
  std::size_t count = 0;
  for (std::int64_t dy = -1; dy <= 1; ++dy) {
    for (std::int64_t dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      const bool is_inside =
          x + dx >= 0 && x + dx < land.width && y + dy >= 0 && y + dy < land.height;
      const auto index = static_cast<std::uint32_t>((y + dy) * land.width + x + dx);
      out[count++] = {is_inside ? index : kNowhere, dx != 0 && dy != 0 ? kRootOfTwo : 1.0};
    }
  }
  return out;
}

struct Waiting {
  double level = 0;
  std::uint32_t at = 0;
  bool operator>(const Waiting& o) const { return level != o.level ? level > o.level : at > o.at; }
};

double distance_between(const Landscape& land, std::uint32_t a, std::uint32_t b) {
  const bool is_straight = a % land.width == b % land.width || a / land.width == b / land.width;
  return is_straight ? 1 : kRootOfTwo;
}

// The heights after soil creep: each sample moves towards the mean of its neighbours.
std::vector<double> crept(const Landscape& land, double creep) {
  std::vector<double> z = land.z;
  for (std::uint32_t at = 0; at < z.size(); ++at) {
    double pull = 0;
    double weight = 0;
    for (const Neighbour& next : neighbours(land, at)) {
      if (next.at == kNowhere) continue;
      pull += (land.z[next.at] - land.z[at]) / next.distance;
      weight += 1 / next.distance;
    }
    z[at] += creep * pull / weight;
  }
  for (const std::uint32_t at : land.mouth) z[at] = land.z[at];
  return z;
}

}  // namespace

// Floods the land from the mouth, lowest shore first (Barnes, Lehman and Mulla 2014), so that
// hollows spill over their lowest rim; each sample then drains to its steepest lower neighbour.
Drainage drain(const Landscape& land) {
  const std::size_t count = land.z.size();
  Drainage out;
  out.order.reserve(count);
  out.receiver.assign(count, kNowhere);
  out.water.assign(count, 1);
  std::vector<double> level(count, -1);  // the water's surface, once flooded
  std::vector<std::uint8_t> is_waiting(count, 0);
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> shore;
  for (const std::uint32_t at : land.mouth) {
    out.receiver[at] = at;
    is_waiting[at] = 1;
    shore.push({land.z[at], at});
  }
  std::vector<std::uint8_t> is_flooded(count, 0);
  while (!shore.empty()) {
    const Waiting here = shore.top();
    shore.pop();
    out.order.push_back(here.at);
    is_flooded[here.at] = 1;
    level[here.at] = here.level;
    double steepest = -1;
    for (const Neighbour& next : neighbours(land, here.at)) {
      if (next.at == kNowhere) continue;
      if (is_flooded[next.at] != 0 && out.receiver[here.at] != here.at) {
        const double slope = (here.level - level[next.at]) / next.distance;
        if (slope > steepest) {
          steepest = slope;
          out.receiver[here.at] = next.at;
        }
      }
      if (is_waiting[next.at] != 0) continue;
      is_waiting[next.at] = 1;
      shore.push({std::max(land.z[next.at], here.level + 1e-9), next.at});
    }
  }
  for (std::size_t i = out.order.size(); i-- > 0;) {
    const std::uint32_t at = out.order[i];
    if (out.receiver[at] != at) out.water[out.receiver[at]] += out.water[at];
  }
  return out;
}

Landscape erode(Landscape land, const ErosionOptions& options) {
  for (int step = 0; step < options.steps; ++step) {
    const Drainage drainage = drain(land);
    for (const std::uint32_t at : drainage.order) {
      const std::uint32_t to = drainage.receiver[at];
      if (to == at) continue;
      const double distance = distance_between(land, at, to);
      const double cut = options.strength * std::sqrt(drainage.water[at]) / distance;
      const double risen = land.z[at] + land.uplift[at];
      const double z = (risen + cut * land.z[to]) / (1 + cut);
      land.z[at] = std::min(z, land.z[to] + options.steepest * distance);
    }
    land.z = crept(land, options.creep);
  }
  return land;
}

}  // namespace thalweg

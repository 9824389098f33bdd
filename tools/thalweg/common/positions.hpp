// Points on the command line, in the caller's axes or as latitude and longitude, and paths as
// GeoJSON (docs/reference/coordinates.md).
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "common/common.hpp"
#include "thalweg/planners/query.hpp"

namespace thalweg::tool {

// What --from and --to take, for help.
inline constexpr const char* kPositionHelp =
    "X,Y[,Z] in metres, or a position on Earth such as 46.55N,7.98E";

// --axes: how points go in and come out.
void add_axes_option(Verb& verb, Axes& axes);

// A point in the caller's axes: "1,2,3"; without a height "1,2", the two level coordinates; or
// latitude and longitude "46.55N,7.98E", with a height "46.55N,7.98E,1200". `option` is named in
// failures.
Point parse_position(const World& world, Axes axes, const std::string& text,
                     const std::string& option);

// An answer with its query's axes, for write_geojson.
struct GeoPath {
  const Answer* answer = nullptr;
  std::string unit;  // of the price
};

// Writes one feature per path: a line of longitude, latitude and height, with outcome, length and
// price as properties. Failure if the world's position on Earth is not known.
void write_geojson(const World& world, Axes axes, std::span<const GeoPath> paths,
                   const std::filesystem::path& file);

}  // namespace thalweg::tool

// Points are X,Y[,Z] in the caller's axes, or degrees with N, S, E and W in any order.
// GeoJSON gets nine digits of a degree.
#include "common/positions.hpp"

#include <array>
#include <cmath>
#include <optional>

#include "common/checks.hpp"
#include "common/metrics.hpp"
#include "common/output.hpp"
#include "core/text.hpp"

namespace thalweg::tool {
namespace {

struct NamedAxes {
  const char* name;
  Axes axes;
};
constexpr std::array kAxes = {
    NamedAxes{"z_up", Axes::z_up}, NamedAxes{"z_up_left_handed", Axes::z_up_left_handed},
    NamedAxes{"y_up", Axes::y_up}, NamedAxes{"y_up_left_handed", Axes::y_up_left_handed}};

bool is_y_up(Axes axes) { return axes == Axes::y_up || axes == Axes::y_up_left_handed; }

// "46.55N" as 46.55 and 'N'; "7.98w" as 7.98 and 'W'. Nothing where there is no such letter.
struct Degrees {
  double value = 0;
  char side = 0;
};
std::optional<Degrees> parse_degrees(const std::string& text) {
  if (text.size() < 2) return std::nullopt;
  const char last = text.back();
  const char side = last >= 'a' && last <= 'z' ? static_cast<char>(last - 'a' + 'A') : last;
  if (std::string_view("NSEW").find(side) == std::string_view::npos) return std::nullopt;
  const auto value =
      TextReader::parse_number<double>(std::string_view(text).substr(0, text.size() - 1));
  if (!value || !(*value >= 0) || !(*value <= 180)) return std::nullopt;
  return Degrees{side == 'S' || side == 'W' ? -*value : *value, side};
}

bool is_latitude(const Degrees& d) { return d.side == 'N' || d.side == 'S'; }

[[noreturn]] void refuse(const std::string& text, const std::string& option) {
  throw UsageError(option + " wants X,Y or X,Y,Z or a position such as 46.55N,7.98E, not " +
                   thalweg::quoted(text));
}

// Latitude and longitude in any order, perhaps a height. Nothing where the text has no letters.
std::optional<Point> parse_lat_lon(const World& world, Axes axes, const std::string& text,
                                   const std::string& option) {
  const std::vector<std::string> words = split_names(text);
  const auto first = words.empty() ? std::nullopt : parse_degrees(words[0]);
  if (!first) return std::nullopt;
  const auto second = words.size() < 2 ? std::nullopt : parse_degrees(words[1]);
  if (!second || words.size() > 3 || is_latitude(*first) == is_latitude(*second)) {
    refuse(text, option);
  }
  const LatLon position = is_latitude(*first) ? LatLon{first->value, second->value}
                                              : LatLon{second->value, first->value};
  const Vec2 at = need_option(world_of(world.earth, position).in(option));
  const double height = words.size() == 3 ? parse_numbers(words[2], 1, option).front() : kNoHeight;
  return as_point(from_world(axes, {at.x, at.y, height}));
}

// A point of a path with its position on Earth.
Json coordinates_of(const World& world, Axes axes, const PathPoint& point) {
  const Vec3 p = to_world(axes, point.vec());
  const LatLon position = need(lat_lon_of(world.earth, p.xy()));
  // A millimetre is 1e-8 degrees.
  const auto rounded = [](double value, double steps) { return std::round(value * steps) / steps; };
  return {rounded(position.longitude, 1e9), rounded(position.latitude, 1e9), rounded(p.z, 1e3)};
}

Json feature_of(const World& world, Axes axes, const GeoPath& path) {
  const Answer& answer = *path.answer;
  auto line = Json::array();
  for (const PathPoint& p : answer.points) line.push_back(coordinates_of(world, axes, p));
  Json feature = {{"type", "Feature"}};
  feature["geometry"] = nullptr;  // RFC 7946: a feature without a position
  if (line.size() >= 2) feature["geometry"] = {{"type", "LineString"}, {"coordinates", line}};
  feature["properties"] = {{"outcome", to_string(answer.outcome)},
                           {"length_m", answer.length()},
                           {"price_" + path.unit, answer.price}};
  return feature;
}

}  // namespace

void add_axes_option(Verb& verb, Axes& axes) {
  std::vector<std::string> names;
  for (const NamedAxes& named : kAxes) names.emplace_back(named.name);
  verb.add_option_function<std::string>(
          "--axes",
          [&axes](const std::string& name) {
            for (const NamedAxes& named : kAxes) {
              if (name == named.name) axes = named.axes;
            }
          },
          "Of points that go in and come out: z_up (default), z_up_left_handed, y_up or "
          "y_up_left_handed")
      ->check(one_of("axes", names));
}

Point parse_position(const World& world, Axes axes, const std::string& text,
                     const std::string& option) {
  if (const auto position = parse_lat_lon(world, axes, text, option)) return *position;
  const Point given = parse_point(text, option);
  if (!std::isnan(given.z) || !is_y_up(axes)) return given;
  return {given.x, kNoHeight, given.y};
}

void write_geojson(const World& world, Axes axes, std::span<const GeoPath> paths,
                   const std::filesystem::path& file) {
  Json out = {{"type", "FeatureCollection"}};
  out["features"] = Json::array();
  for (const GeoPath& path : paths) out["features"].push_back(feature_of(world, axes, path));
  write_output(file, FileKind::geojson, out.dump(1) + "\n");
}

}  // namespace thalweg::tool

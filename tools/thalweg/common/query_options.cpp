// Parses what --block, --exclude and --avoid take, and splits a planner's text from the graph= and
// weight= in it, which are not options of planners.
#include "common/query_options.hpp"

#include <algorithm>

#include "common/checks.hpp"
#include "common/positions.hpp"
#include "core/text.hpp"
#include "thalweg/graph/form.hpp"
#include "thalweg/spaces/space.hpp"

namespace thalweg::tool {
namespace {

[[noreturn]] void refuse_obstacle(const std::string& text) {
  throw UsageError("--block wants X,Y[,Z]:RADIUS, face:ID or square:X,Y, not " +
                   thalweg::quoted(text));
}

std::uint32_t parse_id(std::string_view digits, const std::string& text) {
  const auto id = TextReader::parse_number<std::uint32_t>(digits);
  if (!id) refuse_obstacle(text);
  return *id;
}

FaceId parse_face(const World& world, const std::string& text) {
  const std::uint32_t id = parse_id(std::string_view(text).substr(5), text);
  if (id >= world.mesh.face_count()) {
    throw UsageError("the world has no face " + std::to_string(id) + " to block: it has " +
                     std::to_string(world.mesh.face_count()));
  }
  return FaceId(id);
}

SquareId parse_square(const World& world, const std::string& text) {
  const std::string_view both = std::string_view(text).substr(7);
  const std::size_t comma = both.find(',');
  if (comma == std::string_view::npos) refuse_obstacle(text);
  const std::uint32_t x = parse_id(both.substr(0, comma), text);
  const std::uint32_t y = parse_id(both.substr(comma + 1), text);
  if (x >= world.grid.width() || y >= world.grid.height()) {
    throw UsageError("the world has no square " + std::string(both) + " to block: it has " +
                     std::to_string(world.grid.width()) + " x " +
                     std::to_string(world.grid.height()));
  }
  return world.grid.at(x, y);
}

BlockedCircle parse_circle(const World& world, Axes axes, const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) refuse_obstacle(text);
  const auto radius = TextReader::parse_number<double>(std::string_view(text).substr(colon + 1));
  if (!radius || !(*radius >= 0)) refuse_obstacle(text);
  return {.centre = parse_position(world, axes, text.substr(0, colon), "--block"),
          .radius = *radius};
}

}  // namespace

Blocked parse_blocked(const World& world, Axes axes, const std::vector<std::string>& obstacles) {
  Blocked blocked;
  for (const std::string& obstacle : obstacles) {
    if (obstacle.starts_with("face:")) {
      blocked.faces.push_back(parse_face(world, obstacle));
    } else if (obstacle.starts_with("square:")) {
      blocked.squares.push_back(parse_square(world, obstacle));
    } else {
      blocked.circles.push_back(parse_circle(world, axes, obstacle));
    }
  }
  return blocked;
}

void add_query_options(Verb& verb, QueryOptions& options) {
  verb.add_option("--radius", options.query.radius,
                  "Metres: of the agent; narrower passages are closed (default: the profile's)")
      ->check(number(0, 1000));
  verb.add_option("--reach", options.query.reach,
                  "Metres that the ends may lie off the ground (default 1)")
      ->check(number(0));
  verb.add_option(
          "--block", options.blocked,
          "X,Y[,Z]:RADIUS, face:ID or square:X,Y: an obstacle where somebody stands; may be "
          "given several times")
      ->one_value_each();
  verb.add_option("--exclude", options.excluded, "AREA,...: areas that the route must not enter");
  verb.add_option("--avoid", options.avoided, "AREA=FACTOR,...: areas whose cost is multiplied");
  add_shape_option(verb, options.query);
  ShapeOptions& shape = options.query.shape_options;
  verb.add_option("--effort", shape.effort,
                  "What is spent on the cheapest path: 0 to 3 (default 2)")
      ->check(whole_number(0, 3));
  verb.add_option("--leg", shape.leg, "Metres: the longest leg of switchbacks (default: any)")
      ->check(number(0));
  verb.add_flag("--crossings", shape.every_crossing,
                "A point at every edge crossed, so that the path follows the ground");
  verb.add_option(
          "--prune", shape.prune,
          "Metres: pruned paths and splines drop points no farther off the line (default 0)")
      ->check(number(0));
  verb.add_option("--spline-spacing", shape.spline_spacing,
                  "Metres between the points of a spline (default: 8 pieces from bend to bend)")
      ->check(number(0));
}

Query query_in(const World& world, const QueryOptions& options) {
  Query query = options.query;
  query.filter = area_filter(world, options.excluded, options.avoided);
  query.blocked = parse_blocked(world, query.axes, options.blocked);
  return query;
}

AskedPlanner parse_asked_planner(const std::string& text) {
  AskedPlanner asked;
  std::string planner;
  for (const std::string& part : split_names(text, ':')) {
    if (part.starts_with("graph=")) {
      asked.graph = part.substr(6);
      continue;
    }
    asked.name += (asked.name.empty() ? "" : ":") + part;
    if (!part.starts_with("weight=")) {
      planner += (planner.empty() ? "" : ":") + part;
      continue;
    }
    asked.weight = TextReader::parse_number<double>(std::string_view(part).substr(7));
    if (!asked.weight || !(*asked.weight >= 0 && *asked.weight <= 1000)) {
      throw UsageError("a weight is a number from 0 to 1000, not " +
                       thalweg::quoted(part.substr(7)));
    }
  }
  asked.spec = need_option(parse_planner(planner));
  return asked;
}

Profile profile_for(const std::string& graph, Profile profile, const Query& query) {
  Profile wide = profile;
  wide.radius = std::max(profile.radius, query.radius);
  const auto named = std::ranges::find(space_graphs(), graph, &SpaceGraph::name);
  if (named == space_graphs().end()) return profile;
  const GraphForm* form = find_form(named->spec.kind);
  return form != nullptr && form->facts().is_around_walls ? wide : profile;
}

}  // namespace thalweg::tool

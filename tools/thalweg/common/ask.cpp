// The table of shapes by name, areas that are excluded or avoided, and problems
// from a .scen file or at random.
#include "common/ask.hpp"

#include "common/checks.hpp"
#include "core/names.hpp"
#include "core/text.hpp"

namespace thalweg::tool {
namespace {

AreaId find_area(const World& world, const std::string& name) {
  if (const auto area = world.areas.find(name)) return *area;
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < world.areas.size(); ++i) {
    known.push_back(world.areas[static_cast<AreaId>(i)]);
  }
  throw UsageError("this world has no area called " + thalweg::quoted(name) +
                   suggestion(name, known) + ": it has " + joined(known));
}

ScenPoints parse_scen_points(const std::string& name) {
  if (name == "squares") return ScenPoints::squares;
  return name == "points" ? ScenPoints::points : ScenPoints::fitting;
}

}  // namespace

std::span<const NamedShape> named_shapes() {
  static const std::vector<NamedShape> kShapes = {
      {"cheapest", "by price; the funnel where all ground costs the same (default)",
       Shape::cheapest},
      {"switchbacks", "the cheapest, with its zigzags on steep ground drawn", Shape::switchbacks},
      {"funnel", "pulled taut: it bends at walls only", Shape::funnel},
      {"sight", "points that see each other beyond the next are joined", Shape::sight},
      {"spline", "a smooth curve through the bends of the funnel", Shape::spline},
      {"midpoints", "the midpoints of portals, the middles of squares, or the route's nodes",
       Shape::midpoints},
      {"pruned", "the same without those on a straight line", Shape::pruned},
      {"centres", "the centres of faces or squares", Shape::centres},
  };
  return kShapes;
}

VerbOption* add_shape_option(Verb& verb, Query& query) {
  std::vector<std::string> names;
  for (const NamedShape& shape : named_shapes()) names.emplace_back(shape.name);
  return verb
      .add_option_function<std::string>(
          "--shape",
          [&query](const std::string& name) {
            for (const NamedShape& shape : named_shapes()) {
              if (name == shape.name) query.shape = shape.shape;
            }
          },
          "How the route becomes points: cheapest (default), switchbacks, funnel, sight, spline, "
          "midpoints, pruned or centres")
      ->check(one_of("shape", names));
}

std::shared_ptr<const AreaFilter> area_filter(const World& world, const std::string& excluded,
                                              const std::string& avoided) {
  if (excluded.empty() && avoided.empty()) return nullptr;
  auto filter = std::make_shared<AreaFilter>();
  for (const std::string& item : split_names(avoided)) {
    const std::size_t equals = std::min(item.find('='), item.size());
    const auto factor = TextReader::parse_number<double>(
        std::string_view(item).substr(std::min(equals + 1, item.size())));
    if (!factor || !(*factor >= 1 && *factor <= 1000)) {
      throw UsageError("--avoid wants AREA=FACTOR with a factor from 1 to 1000, not " +
                       thalweg::quoted(item));
    }
    filter->avoid(find_area(world, item.substr(0, equals)), *factor);
  }
  for (const std::string& name : split_names(excluded)) filter->exclude(find_area(world, name));
  return filter;
}

void add_problem_options(Verb& verb, ProblemOptions& options) {
  verb.add_option("QUERIES", options.file, "A .scen file");
  verb.add_option("--random", options.random.count,
                  "So many random queries instead, spread over distances")
      ->check(whole_number(1, 100'000'000));
  verb.add_option("--seed", options.random.seed, "Of the random queries (default 1)")
      ->check(whole_number(0, kMost64));
  verb.add_option("--scen-points", options.scen_points,
                  "What the file names: squares, points, or auto (default: squares on grids)")
      ->check(one_of("meaning of points", {"auto", "squares", "points"}));
}

std::vector<Problem> problems_of(const World& world, const Profile& profile,
                                 const ProblemOptions& options) {
  if (options.file.empty() == (options.random.count == 0)) {
    throw UsageError("name a .scen file or say --random N, one of the two");
  }
  if (options.random.count > 0) return need(random_problems(world, profile, options.random));
  return need(scen_problems(world, options.file, parse_scen_points(options.scen_points)));
}

void need_found(const Answer& answer) {
  if (answer.found()) return;
  throw Failure(answer.why(), answer.outcome == Outcome::invalid ? Exit::usage : Exit::no);
}

Query query_for(const Problem& problem, const Query& base) {
  Query query = base;
  query.start = problem.start;
  query.goal = problem.goal;
  return query;
}

}  // namespace thalweg::tool

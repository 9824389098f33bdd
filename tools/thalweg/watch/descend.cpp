// thalweg descend: shows one navigation in the natural tree, expansion by expansion.
#include <fmt/format.h>

#include "common/measure.hpp"
#include "common/picture.hpp"
#include "thalweg/planners/descent.hpp"
#include "watch/natural_watch.hpp"
#include "watch/pieces.hpp"
#include "watch/watch.hpp"

namespace thalweg::tool {
namespace {

constexpr Colour kKnownColour{112, 197, 255, 235};
constexpr std::uint8_t kCellAlpha = 150;

struct DescendArguments : NaturalWatchQuery {
  std::string layers = "10";
  std::uint64_t expansions = kNoBudget;
  std::uint64_t known = kNoBudget;
  std::string png;
  PictureOptions picture;
  bool json = false;
};

// What one expansion did.
struct Expansion {
  PieceId cell;  // none: all the tops
  std::uint32_t nodes = 0;
  std::size_t children = 0;
  std::uint64_t settled = 0;
  std::size_t became = 0;  // pieces of the route through it
  std::size_t known = 0;   // nodes from the start on, so far
};

Expansion expand_once(Descent& descent) {
  const NaturalTree& tree = descent.tree();
  Expansion done;
  const std::vector<PieceId> before = descent.ahead();
  done.cell = before.front();
  const bool is_tops = done.cell.is_none();
  done.nodes = is_tops ? tree.node_count() : tree.size(done.cell);
  done.children = tree.children(is_tops ? CellId() : tree.cell(done.cell)).size();
  const std::size_t pieces = before.size() + descent.route().nodes.size();
  const std::uint64_t settled = descent.stats().expanded;
  Budget budget;
  if (descent.expand(budget) == SearchEnd::exhausted)
    throw Failure("no route leads to the goal", Exit::no);
  done.settled = descent.stats().expanded - settled;
  done.known = descent.route().nodes.size();
  done.became = descent.ahead().size() + done.known - pieces + 1;
  return done;
}

std::string name_of(const NaturalTree& tree, PieceId piece) {
  if (piece.is_none()) return "the tops";
  return tree.is_node(piece) ? to_string(NodeId(piece.value)) : to_string(tree.cell(piece));
}

Json expansion_json(const NaturalTree& tree, const Expansion& done) {
  return {{"cell", name_of(tree, done.cell)}, {"nodes", done.nodes},   {"children", done.children},
          {"settled", done.settled},          {"became", done.became}, {"known", done.known}};
}

std::vector<Expansion> run_descent(Descent& descent, const DescendArguments& options) {
  std::vector<Expansion> log;
  while (!descent.is_done() && log.size() < options.expansions &&
         descent.route().nodes.size() < options.known) {
    log.push_back(expand_once(descent));
  }
  return log;
}

// The ground of one node as a coloured polygon.
Overlay tinted(const ReadyGraph& ready, NodeId node, Colour colour) {
  Overlay shape{.kind = OverlayKind::polygon, .colour = colour};
  if (ready.graph().facts().nodes_are_faces) {
    for (const EdgeId e : ready.world().mesh.edges(FaceId(node.value))) {
      shape.points.push_back(ready.world().mesh.start(e));
    }
  } else {
    const double half = ready.world().grid.spacing() / 2;
    const Vec3 centre = ready.world().grid.centre(SquareId(node.value));
    for (const Vec2 corner :
         {Vec2{-half, -half}, Vec2{half, -half}, Vec2{half, half}, Vec2{-half, half}}) {
      shape.points.push_back(centre + Vec3{corner.x, corner.y, 0});
    }
  }
  return shape;
}

void draw(const ReadyGraph& ready, const Descent& descent, const Answer& by_a_star,
          const DescendArguments& options) {
  std::vector<Overlay> overlays;
  std::uint32_t number = 0;
  for (const PieceId piece : descent.ahead()) {
    Colour colour = island_colour(number++);
    colour.alpha = kCellAlpha;
    for (const NodeId node : nodes_below(descent.tree(), piece)) {
      overlays.push_back(tinted(ready, node, colour));
    }
  }
  for (const NodeId node : descent.route().nodes) {
    overlays.push_back(tinted(ready, node, kKnownColour));
  }
  Overlay path;
  for (const PathPoint& p : by_a_star.points) {
    path.points.push_back(ready.world().frame(options.axes).to_local(as_point(p.vec())));
  }
  overlays.push_back(std::move(path));
  PictureOptions picture = options.picture;
  picture.what = ready.graph().facts().nodes_are_squares ? "grid" : "mesh";
  write_picture(ready.world(), options.png, picture, {}, overlays);
}

Json summary_of(const ReadyGraph& ready, const Descent& descent, const Answer& by_a_star,
                std::size_t expansions) {
  Json out;
  out["expansions"] = expansions;
  out["settled"] = descent.stats().expanded;
  out["settled_by_a_star"] = by_a_star.stats.expanded;
  out["known"] = descent.route().nodes.size();
  out["pieces_ahead"] = descent.ahead().size();
  out["finished"] = descent.is_done();
  const Distance cost = route_cost(ready.ground, descent.route());
  out["cost_so_far"] = cost;
  if (descent.is_done()) {
    out["ratio_to_a_star"] = ratio(static_cast<double>(cost), static_cast<double>(by_a_star.cost));
  }
  return out;
}

void print(const NaturalTree& tree, const Descent& descent, const std::vector<Expansion>& log,
           Json summary, bool as_json) {
  if (!as_json) {
    for (std::size_t i = 0; i < log.size(); ++i) {
      const Expansion& e = log[i];
      fmt::print("{:>5}  {}: {} nodes in {} children, {} settled, became {} pieces; {} known\n",
                 i + 1, name_of(tree, e.cell), with_commas(e.nodes), with_commas(e.children),
                 with_commas(e.settled), e.became, e.known);
    }
    print_text(summary);
    return;
  }
  auto steps = Json::array();
  for (const Expansion& e : log) steps.push_back(expansion_json(tree, e));
  auto ahead = Json::array();
  for (const PieceId piece : descent.ahead()) {
    ahead.push_back({{"piece", name_of(tree, piece)},
                     {"nodes", piece.is_none() ? tree.node_count() : tree.size(piece)}});
  }
  print_watch(std::move(summary), std::move(steps), std::move(ahead), descent.route());
}

void run_descend(const DescendArguments& options) {
  check_watch(options.input, options.png, {"--expansions", options.expansions, options.known});
  const NaturalWatch watch =
      watch_natural(options, "natural:grow=thesis:refine=descent:layers=" + options.layers);
  const NaturalTree tree = watch.cells<GrownTree>().tree;
  Descent descent(watch.ready.ground, tree);
  descent.begin(watch.ends.sources, watch.ends.goals);
  const std::vector<Expansion> log = run_descent(descent, options);
  auto summary = summary_of(watch.ready, descent, watch.by_a_star, log.size());
  if (!options.png.empty()) {
    draw(watch.ready, descent, watch.by_a_star, options);
    summary["png"] = options.png;
  }
  print(tree, descent, log, std::move(summary), options.json);
}

}  // namespace

void add_descend(Verb& app) {
  auto* verb = app.add_verb("descend", "Watch a navigation down the natural tree");
  auto options = std::make_shared<DescendArguments>();
  verb->footer(
      "The picture: known faces light blue, cells still ahead each in a colour of its own, and "
      "the\n"
      "path of A* in red.\n\n"
      "Examples: thalweg descend valley.thal --from 100,100 --to 600,550 --expansions 3 "
      "--png three.png\n"
      "          thalweg descend valley.thal --from 100,100 --to 600,550 --layers full --ahead 20 "
      "--json");
  add_natural_watch_options(*verb, *options);
  verb->add_option("--layers", options->layers,
                   "At most, faces being one (default 10); full: the tree as merged");
  verb->add_option("--expansions", options->expansions, "Stop after this many cells")
      ->check(whole_number(0, kMost64));
  verb->add_option("--ahead", options->known, "Stop when this many faces are known")
      ->check(whole_number(1, kMost64));
  verb->add_option("--png", options->png, "Draw the path so far to this file");
  add_picture_options(*verb, options->picture, {"auto", "height", "area", "flat"});
  verb->add_flag("--json", options->json, "Print JSON, with the route so far");
  add_common(*verb);
  verb->callback([options] { run_descend(*options); });
}

}  // namespace thalweg::tool

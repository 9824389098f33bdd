// Watching: a search slice by slice, a descent expansion by expansion, cells merge by merge.
#include <fmt/format.h>

#include "serve/operations.hpp"
#include "thalweg/draw/cells.hpp"
#include "thalweg/papers/natural.hpp"
#include "thalweg/partition/compress.hpp"
#include "thalweg/planners/descent.hpp"
#include "thalweg/planners/ends.hpp"
#include "watch/pieces.hpp"

namespace thalweg::tool::serve {
namespace {

constexpr std::uint16_t kNever = 0xFFFF;

// When each node of a search was opened and settled, in frames.
struct Recording {
  std::vector<std::uint16_t> opened;   // [node]  kNever: not
  std::vector<std::uint16_t> settled;  // [node]  kNever: not
  std::uint16_t frames = 0;

  explicit Recording(std::size_t nodes) : opened(nodes, kNever), settled(nodes, kNever) {}
  void take(const Planner& planner) {
    for (const NodeId node : planner.open_nodes()) note(opened, node);
    for (const NodeId node : planner.settled_nodes()) {
      note(opened, node);
      note(settled, node);
    }
    ++frames;
  }

 private:
  void note(std::vector<std::uint16_t>& when, NodeId node) const {
    if (when[node.value] == kNever) when[node.value] = frames;
  }
};

// Runs the query in slices of `nodes` expansions and records each.
Recording recorded(Planner& planner, const Query& query, std::uint64_t nodes, const Call& call) {
  Recording recording(planner.graph().node_count());
  planner.begin(query);
  for (bool is_done = false; !is_done && recording.frames < kNever - 1;) {
    is_done = planner.advance({.nodes = nodes});
    recording.take(planner);
    call.check();
  }
  return recording;
}

std::vector<float> positions_of(const Graph& graph, const std::vector<std::uint32_t>& nodes) {
  std::vector<float> out;
  for (const std::uint32_t node : nodes) {
    const Vec3 p = graph.position(NodeId(node));
    for (const double c : {p.x, p.y, p.z}) out.push_back(static_cast<float>(c));
  }
  return out;
}

NaturalOptions thesis_options(const Call& call) {
  NaturalOptions options;
  options.grow = GrowRule::thesis;
  options.refine = NaturalRefine::descent;
  options.layers = static_cast<std::uint32_t>(call.body.whole("layers", {0, 1000}, 10));
  options.steps = static_cast<std::uint32_t>(call.body.whole("steps", {0, 1e6}, 0));
  if (options.layers == 1) throw HttpFailure(400, "'layers' wants 0 (all) or 2 and more");
  options.progress = call.progress;
  return options;
}

struct Grown {
  Partition partition;
  MergeReport report;
};

Grown merged_cells(const Ground& priced, const NaturalOptions& options) {
  const NaturalGround ground = need(NaturalGround::of(priced));
  NaturalTree single = assemble(ground, Partition::of_single_nodes(ground.graph()), options.rule);
  Merged merged = merge(ground, std::move(single),
                        {.steps = options.steps,
                         .tie_bits = options.tie_bits,
                         .most_children = options.most_children,
                         .grow = options.grow,
                         .progress = options.progress});
  return {merged.tree.partition(), merged.report};
}

// The tops of a partition: cells and nodes without a parent.
std::uint32_t count_tops(const Partition& partition) {
  std::uint32_t tops = 0;
  for (const CellId cell : partition.cells()) tops += partition.parent(cell).is_none();
  for (std::uint32_t n = 0; n < partition.node_count(); ++n) {
    tops += partition.home(NodeId(n)).is_none();
  }
  return tops;
}

// The cells that a planner built.
Partition cells_of_planner(const Structure& built) {
  if (const auto cells = built ? built.cells() : std::nullopt) return *cells;
  throw HttpFailure(422, "this planner has no cells");
}

HttpReply cells_reply(const Graph& graph, const Partition& partition, const Call& call,
                      Json header) {
  const Level top = partition.top_level();
  const auto level =
      static_cast<Level>(std::min<std::uint64_t>(call.body.whole("level", {0, 1e6}, top), top));
  const std::vector<std::uint32_t> colours = need(cell_colours(graph, partition, level));
  BinaryReply reply;
  reply.add("colours", colours);
  header["levels"] = top;
  header["level"] = level;
  header["cells"] = partition.cell_count();
  header["tops"] = count_tops(partition);
  return reply.finish(std::move(header));
}

// The nodes that a request lists as `items`.
std::vector<NodeId> items_in(const Call& call, std::uint32_t node_count) {
  std::vector<NodeId> items;
  for (const Json& item : call.body.list("items", 1000)) {
    if (!item.is_number_unsigned() || item.whole() >= node_count) {
      throw HttpFailure(400, "'items' wants numbers of faces or squares");
    }
    items.emplace_back(static_cast<std::uint32_t>(item.whole()));
  }
  return items;
}

// [cell]  its rank in the chains of parents above the nodes, from 1; the lowest where it is in
// several; 0: in none.
std::vector<std::uint8_t> ranks_in_chains(const Partition& partition,
                                          const std::vector<NodeId>& nodes, std::uint64_t most) {
  std::vector<std::uint8_t> ranks(partition.cell_count(), 0);
  for (const NodeId node : nodes) {
    std::uint8_t step = 0;
    for (CellId cell = partition.home(node); !cell.is_none() && step < most;
         cell = partition.parent(cell)) {
      std::uint8_t& rank = ranks[cell.value];
      ++step;
      if (rank == 0 || step < rank) rank = step;
    }
  }
  return ranks;
}

// The chains of parents of some nodes, for runners: a number per node, 0 for those outside the
// chains, 255 for the nodes themselves, else the rank of the smallest cell that holds it.
HttpReply chains_reply(const Partition& partition, const Call& call) {
  const std::vector<NodeId> nodes = items_in(call, partition.node_count());
  const auto ranks = ranks_in_chains(partition, nodes, call.body.whole("chain", {1, 250}, 3));
  std::vector<std::uint8_t> shown(partition.node_count(), 0);
  for (std::uint32_t n = 0; n < partition.node_count(); ++n) {
    CellId cell = partition.home(NodeId(n));
    while (!cell.is_none() && ranks[cell.value] == 0) cell = partition.parent(cell);
    if (!cell.is_none()) shown[n] = ranks[cell.value];
  }
  for (const NodeId node : nodes) shown[node.value] = 0xFF;
  BinaryReply reply;
  reply.add("chain", shown);
  return reply.finish({{"cells", ranks.size() - std::ranges::count(ranks, 0)}});
}

// The route so far in the middle of faces, and the pieces ahead.
Json descent_json(const Descent& descent, const Graph& graph, const World& world) {
  Json route = Json::array();
  for (const NodeId node : descent.route().nodes) {
    route.push_back(point_json(world.frame().from_local(graph.position(node))));
  }
  return {{"expansions", descent.expansions()},    {"settled", descent.stats().expanded},
          {"known", descent.route().nodes.size()}, {"ahead", descent.ahead().size()},
          {"finished", descent.is_done()},         {"points", std::move(route)}};
}

}  // namespace

HttpReply watch_search(Call& call) {
  const auto where = call.snapshot();
  const Chosen chosen =
      where->choose(call.body.text("planner", "a_star"), call.body.text("profile", "hiker"),
                    call.body.text("graph", ""));
  auto made = call.planner(*where, chosen);
  Planner& planner = *made->planner;
  const Query query{.start = call.body.point("from"),
                    .goal = call.body.point("to"),
                    .reach = call.body.number("reach", {0, 1e6}, 1),
                    .weight = chosen.asked.weight.value_or(1),
                    .try_straight = false};
  const auto frames = call.body.whole("frames", {1, 2000}, 200);
  const Answer whole = call.found(planner, query);
  if (whole.outcome == Outcome::invalid || whole.outcome == Outcome::outside) {
    throw HttpFailure(422, whole.why());
  }
  const std::uint64_t slice = std::max<std::uint64_t>(whole.stats.expanded / frames, 1);
  const Recording recording = recorded(planner, query, slice, call);
  std::vector<std::uint32_t> nodes;
  std::vector<std::uint16_t> opened;
  std::vector<std::uint16_t> settled;
  for (std::uint32_t n = 0; n < recording.opened.size(); ++n) {
    if (recording.opened[n] == kNever) continue;
    nodes.push_back(n);
    opened.push_back(recording.opened[n]);
    settled.push_back(recording.settled[n]);
  }
  BinaryReply reply;
  reply.add("positions", positions_of(planner.graph(), nodes));
  reply.add("opened", opened);
  reply.add("settled", settled);
  return reply.finish({{"frames", recording.frames},
                       {"slice", slice},
                       {"expanded", whole.stats.expanded},
                       {"outcome", to_string(whole.outcome)},
                       {"graph", chosen.graph}});
}

HttpReply watch_descent(Call& call) {
  const auto where = call.snapshot();
  const std::string layers = fmt::format("{}", call.body.whole("layers", {0, 1000}, 10));
  const Chosen chosen = where->choose(
      "natural:grow=thesis:refine=descent:layers=" + (layers == "0" ? "full" : layers),
      call.body.text("profile", "thesis"));
  const Searched what = where->searched(chosen, call.progress);
  const NaturalTree tree = what.built().as<GrownTree>()->tree;
  const Ground& ground = what.served->ready.ground;
  const EndFinder finder(ground);
  const Frame frame = ground.world().frame();
  const double reach = call.body.number("reach", {0, 1e6}, 1);
  const End start = finder.find(frame.to_local(call.body.point("from")), reach);
  const End goal = finder.find(frame.to_local(call.body.point("to")), reach);
  if (!start.is_found() || !goal.is_found()) {
    throw HttpFailure(422, "an end lies on no ground that this profile enters");
  }
  const JoinedEnds ends = finder.join(start, goal);
  Descent descent(ground, tree);
  descent.begin(ends.sources, ends.goals);
  const auto expansions = call.body.whole("expansions", {0, 1e9}, 1'000'000'000);
  const auto known = call.body.whole("known", {1, 1e9}, 1'000'000'000);
  while (!descent.is_done() && descent.expansions() < expansions &&
         descent.route().nodes.size() < known) {
    Budget budget;
    if (descent.expand(budget) == SearchEnd::exhausted) {
      throw HttpFailure(422, "no route leads to the goal");
    }
    call.check();
  }
  std::vector<std::uint8_t> pieces(ground.graph().node_count(), 0);
  std::uint32_t number = 0;
  for (const PieceId piece : descent.ahead()) {
    ++number;
    for (const NodeId node : nodes_below(tree, piece)) {
      pieces[node.value] = static_cast<std::uint8_t>(2 + number % 250);
    }
  }
  for (const NodeId node : descent.route().nodes) pieces[node.value] = 1;
  BinaryReply reply;
  reply.add("pieces", pieces);
  return reply.finish(descent_json(descent, ground.graph(), ground.world()));
}

HttpReply get_cells(Call& call) {
  const auto where = call.snapshot();
  const std::string profile = call.body.text("profile", "thesis");
  if (call.body.has("planner")) {
    const Chosen chosen = where->choose(call.body.text("planner"), profile);
    const Searched what = where->searched(chosen, call.progress);
    const Partition cells = cells_of_planner(what.built());
    if (call.body.has("chain")) return chains_reply(cells, call);
    return cells_reply(what.served->ready.graph(), cells, call, {{"planner", chosen.asked.name}});
  }
  const bool is_mesh = !where->world().mesh.empty();
  const auto served = where->served(is_mesh ? "faces" : "grid", profile, call.progress);
  const NaturalOptions options = thesis_options(call);
  Grown grown = merged_cells(served->ready.ground, options);
  const std::uint32_t merged_layers = layer_count(grown.partition);
  const auto compressions =
      static_cast<std::uint32_t>(call.body.whole("compressions", {0, 1e6}, 0));
  if (compressions > 0) {
    grown.partition =
        compress(grown.partition,
                 {.layers = kFewestLayers, .steps = compressions, .progress = call.progress});
  }
  return cells_reply(served->ready.graph(), grown.partition, call,
                     {{"steps", grown.report.steps},
                      {"merged", grown.report.is_done},
                      {"compressed", layer_count(grown.partition) <= kFewestLayers},
                      {"merged_layers", merged_layers},
                      {"layers", layer_count(grown.partition)}});
}

}  // namespace thalweg::tool::serve

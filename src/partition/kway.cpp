#include "thalweg/partition/kway.hpp"

#include <algorithm>
#include <utility>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "partition/level_stack.hpp"
#include "partition/seats.hpp"
#include "partition/units.hpp"
#include "thalweg/core/random.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kHeaviest = 100;  // of random weights
constexpr std::uint32_t kMostMerged = 1'000'000;

// The nodes of each connected part of a graph, in order.
std::vector<std::vector<std::uint32_t>> connected_parts(const WeightedGraph& graph) {
  std::vector<std::vector<std::uint32_t>> parts;
  std::vector<bool> is_seen(graph.size());
  for (std::uint32_t first = 0; first < graph.size(); ++first) {
    if (is_seen[first]) continue;
    is_seen[first] = true;
    std::vector<std::uint32_t> part = {first};
    for (std::size_t i = 0; i < part.size(); ++i) {
      for (std::uint32_t e = graph.offsets[part[i]]; e < graph.offsets[part[i] + 1]; ++e) {
        const std::uint32_t next = graph.neighbours[e];
        if (!is_seen[next]) part.push_back(next);
        is_seen[next] = true;
      }
    }
    std::ranges::sort(part);
    parts.push_back(std::move(part));
  }
  return parts;
}

// The part of a graph between some of its nodes, numbered in their order. `number`: [node], scratch.
WeightedGraph part_of(const WeightedGraph& graph, const std::vector<std::uint32_t>& nodes,
                      std::vector<std::uint32_t>& number) {
  for (std::size_t i = 0; i < nodes.size(); ++i) number[nodes[i]] = static_cast<std::uint32_t>(i);
  WeightedGraph part;
  part.offsets.push_back(0);
  for (const std::uint32_t node : nodes) {
    for (std::uint32_t e = graph.offsets[node]; e < graph.offsets[node + 1]; ++e) {
      part.neighbours.push_back(number[graph.neighbours[e]]);
      part.edge_weights.push_back(graph.edge_weights[e]);
    }
    part.offsets.push_back(static_cast<std::uint32_t>(part.neighbours.size()));
    if (!graph.node_weights.empty()) part.node_weights.push_back(graph.node_weights[node]);
  }
  return part;
}

// How `merged` nodes each become one.
struct Division {
  std::vector<std::uint64_t> labels;  // [node]
  bool is_divided = false;            // some connected part has several labels
};

// Makes parts connected: of each, the connected piece of most nodes stays, and every other piece
// joins the piece beside it that the heaviest edges lead to. Partitioners may leave such pieces.
class Mended {
 public:
  Mended(const WeightedGraph& graph, const std::vector<std::uint32_t>& parts)
      : graph_(graph), piece_(graph.size(), kNoItem) {
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      if (piece_[node] == kNoItem) add_piece(node, parts);
    }
    root_.resize(sizes_.size());
    for (std::uint32_t piece = 0; piece < root_.size(); ++piece) root_[piece] = piece;
  }

  // [node] The number of a piece.
  std::vector<std::uint32_t> mend(std::uint32_t part_count) && {
    std::vector<std::uint32_t> largest(part_count, kNoItem);
    for (std::uint32_t piece = 0; piece < sizes_.size(); ++piece) {
      std::uint32_t& best = largest[parts_[piece]];
      if (best == kNoItem || sizes_[piece] > sizes_[best]) best = piece;
    }
    for (std::uint32_t piece = 0; piece < sizes_.size(); ++piece) {
      if (largest[parts_[piece]] != piece) root_[find(piece)] = find(beside(piece));
    }
    for (std::uint32_t& piece : piece_) piece = find(piece);
    return std::move(piece_);
  }

 private:
  void add_piece(std::uint32_t first, const std::vector<std::uint32_t>& parts) {
    const auto piece = static_cast<std::uint32_t>(sizes_.size());
    std::vector<std::uint32_t> nodes = {first};
    piece_[first] = piece;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      for (std::uint32_t e = graph_.offsets[nodes[i]]; e < graph_.offsets[nodes[i] + 1]; ++e) {
        const std::uint32_t next = graph_.neighbours[e];
        if (piece_[next] != kNoItem || parts[next] != parts[first]) continue;
        piece_[next] = piece;
        nodes.push_back(next);
      }
    }
    sizes_.push_back(static_cast<std::uint32_t>(nodes.size()));
    parts_.push_back(parts[first]);
    members_.insert(members_.end(), nodes.begin(), nodes.end());
    ends_.push_back(members_.size());
  }
  std::uint32_t find(std::uint32_t piece) {
    while (root_[piece] != piece) piece = root_[piece] = root_[root_[piece]];
    return piece;
  }
  // Itself where nothing lies beside it.
  std::uint32_t beside(std::uint32_t piece) {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> weights;  // of the pieces beside it
    for (std::size_t m = piece == 0 ? 0 : ends_[piece - 1]; m < ends_[piece]; ++m) {
      const std::uint32_t node = members_[m];
      for (std::uint32_t e = graph_.offsets[node]; e < graph_.offsets[node + 1]; ++e) {
        const std::uint32_t other = find(piece_[graph_.neighbours[e]]);
        if (other != find(piece)) weights.emplace_back(other, graph_.edge_weights[e]);
      }
    }
    std::ranges::sort(weights);
    std::uint32_t best = piece;
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < weights.size();) {
      const std::uint32_t other = weights[i].first;
      std::uint64_t sum = 0;
      for (; i < weights.size() && weights[i].first == other; ++i) sum += weights[i].second;
      if (sum <= most) continue;
      most = sum;
      best = other;
    }
    return best;
  }

  const WeightedGraph& graph_;
  std::vector<std::uint32_t> piece_;    // [node]
  std::vector<std::uint32_t> sizes_;    // [piece]
  std::vector<std::uint32_t> parts_;    // [piece]
  std::vector<std::uint32_t> members_;  // by piece
  std::vector<std::size_t> ends_;       // [piece]  in `members_`
  std::vector<std::uint32_t> root_;     // [piece]  a piece that it has joined; itself: none
};

// Divides each connected part by itself.
Result<Division> divide(const WeightedGraph& graph, const KwayOptions& options) {
  Division result{std::vector<std::uint64_t>(graph.size()), false};
  std::vector<std::uint32_t> number(graph.size());
  std::uint64_t next_label = 0;
  for (const std::vector<std::uint32_t>& nodes : connected_parts(graph)) {
    const std::uint64_t parts = (nodes.size() + options.merged / 2) / options.merged;
    if (parts < 2) {
      for (const std::uint32_t node : nodes) result.labels[node] = next_label;
      ++next_label;
      continue;
    }
    if (!options.partitioner) return no_partitioner();
    const WeightedGraph part = part_of(graph, nodes, number);
    TRY(const auto found,
        options.partitioner(
            {.graph = part, .parts = static_cast<std::uint32_t>(parts), .seed = options.seed}));
    const auto is_wrong = [&](std::uint32_t label) { return label >= parts; };
    if (found.size() != nodes.size() || std::ranges::any_of(found, is_wrong)) {
      return Error{"the partitioner did not give each node one of the parts"};
    }
    const auto mended = Mended(part, found).mend(static_cast<std::uint32_t>(parts));
    for (std::size_t i = 0; i < nodes.size(); ++i) result.labels[nodes[i]] = next_label + mended[i];
    next_label += nodes.size();
    result.is_divided = true;
  }
  return result;
}

// 1 to 100, the same for the same two numbers.
std::uint32_t random_weight(std::uint64_t seed, std::uint32_t a, std::uint32_t b) {
  Random random(Random(Random(seed).next() ^ a).next() ^ b);
  return 1 + random.below(kHeaviest);
}

// The units with the weights that the options ask for.
Result<WeightedGraph> weighted_units(const Ground& ground, const KwayOptions& options) {
  WeightedGraph graph = units_of(ground);
  const bool is_random = options.weights == KwayWeights::random;
  if (is_random || options.weights == KwayWeights::random_nodes) {
    for (std::uint32_t unit = 0; unit < graph.size(); ++unit) {
      graph.node_weights.push_back(random_weight(options.seed, unit, unit));
    }
  }
  if (is_random || options.weights == KwayWeights::random_edges) {
    for (std::uint32_t unit = 0; unit < graph.size(); ++unit) {
      for (std::uint32_t e = graph.offsets[unit]; e < graph.offsets[unit + 1]; ++e) {
        const std::uint32_t other = graph.neighbours[e];
        graph.edge_weights[e] =
            random_weight(options.seed, std::min(unit, other), std::max(unit, other));
      }
    }
  }
  if (!options.unit_weights.empty()) {
    if (options.unit_weights.size() != graph.size()) {
      return Error{"there are " + std::to_string(options.unit_weights.size()) + " weights for " +
                   std::to_string(graph.size()) + " units"};
    }
    graph.node_weights = options.unit_weights;
  }
  if (!options.edge_weights.empty()) {
    if (options.edge_weights.size() != graph.neighbours.size()) {
      return Error{"there are " + std::to_string(options.edge_weights.size()) + " weights for " +
                   std::to_string(graph.neighbours.size()) + " neighbours"};
    }
    graph.edge_weights = options.edge_weights;
  }
  return graph;
}

// The weight of the edge between two units. Requires: there is one.
std::uint32_t weight_between(const WeightedGraph& graph, std::uint32_t a, std::uint32_t b) {
  const auto first = graph.neighbours.begin() + graph.offsets[a];
  const auto last = graph.neighbours.begin() + graph.offsets[a + 1];
  return graph.edge_weights[static_cast<std::size_t>(std::lower_bound(first, last, b) -
                                                     graph.neighbours.begin())];
}

// Each node in the labels of its units; its home is the first unit's.
Seats seats_of(const Ground& ground, const Units& units, const std::vector<std::uint64_t>& labels) {
  Seats seats;
  std::vector<std::uint32_t> offsets = {0};
  std::vector<RoomKey> rooms;
  for (const NodeId node : ground.graph().nodes()) {
    const std::size_t first = rooms.size();
    for (const std::uint32_t unit : units.of(node)) rooms.push_back(labels[unit]);
    std::sort(rooms.begin() + static_cast<std::ptrdiff_t>(first), rooms.end());
    rooms.erase(std::unique(rooms.begin() + static_cast<std::ptrdiff_t>(first), rooms.end()),
                rooms.end());
    std::uint32_t home = static_cast<std::uint32_t>(first);
    while (home < rooms.size() && rooms[home] != labels[units.of(node).front()]) ++home;
    seats.home.push_back(home);
    offsets.push_back(static_cast<std::uint32_t>(rooms.size()));
  }
  seats.rooms = {std::move(offsets), std::move(rooms)};
  if (!ground.graph().facts().has_portal_nodes) seats.home.clear();
  return seats;
}

// [unit] The cell of height 1 that it lies in; none where no node of that cell touches it.
std::vector<CellId> cells_of_units(const Ground& ground, const Units& units, const LowCells& low,
                                   const std::vector<std::uint64_t>& labels) {
  std::vector<CellId> cells(units.count());
  const auto set = [&](std::uint32_t unit, CellId cell) {
    if (cells[unit].is_none() && low.rooms[cell.value] == labels[unit]) cells[unit] = cell;
  };
  for (const NodeId node : ground.graph().nodes()) {
    for (const std::uint32_t unit : units.of(node)) {
      if (low.extents.row_count() == 0) {
        set(unit, low.home[node.value]);
      } else {
        for (const CellId cell : low.extents[node]) set(unit, cell);
      }
    }
  }
  return cells;
}

// The cells of the top level as a graph to divide.
class TopGraph {
 public:
  TopGraph(const Ground& ground, const Units& units, const WeightedGraph& weights,
           const std::vector<CellId>& cell_of_unit, std::size_t cell_count, bool is_even)
      : weights_(cell_count, 0) {
    for (std::uint32_t unit = 0; unit < units.count(); ++unit) {
      const CellId cell = cell_of_unit[unit];
      if (cell.is_none()) continue;
      weights_[cell.value] += weights.node_weights.empty() ? 1 : weights.node_weights[unit];
    }
    for_each_join(ground, units, [&](std::uint32_t a, std::uint32_t b, NodeId) {
      const CellId from = cell_of_unit[a];
      const CellId to = cell_of_unit[b];
      if (from.is_none() || to.is_none() || from == to) return;
      joins_.push_back({from.value, to.value, is_even ? 1 : weight_between(weights, a, b)});
    });
  }

  WeightedGraph graph() const {
    WeightedGraph graph = graph_of(static_cast<std::uint32_t>(weights_.size()), joins_);
    graph.node_weights = weights_;
    return graph;
  }

  void merge(const StrongParts& parts) {
    std::vector<std::uint32_t> merged(parts.count, 0);
    for (std::size_t i = 0; i < weights_.size(); ++i) merged[parts.of[i]] += weights_[i];
    weights_ = std::move(merged);
    for (UnitJoin& join : joins_) join = {parts.of[join.a], parts.of[join.b], join.weight};
    std::erase_if(joins_, [](const UnitJoin& join) { return join.a == join.b; });
  }

 private:
  std::vector<std::uint32_t> weights_;  // [cell of the top level]
  std::vector<UnitJoin> joins_;         // between cells of the top level
};

Result<void> check(const Ground& ground, const KwayOptions& options) {
  if (options.merged < 2 || options.merged > kMostMerged) {
    return Error{"a k-way cell holds 2 to 1,000,000 units, about"};
  }
  if (options.levels < 1 || options.levels > 16) return Error{"k-way cells have 1 to 16 levels"};
  return check_pricing(ground);
}

Result<Cells> cells_from(const Ground& ground, LowCells low, LevelStack stack) {
  TRY(auto partition,
      Partition::from(ground.graph().fingerprint(), std::move(low.home), stack.take_parents()));
  return Cells{std::move(partition), std::move(low.extents), {}};
}

// The rooms of the nodes: their cells before. Nodes that were in none join a neighbour's.
Seats old_seats(const Ground& now, const Cells& old) {
  const bool has_extents = old.extents.row_count() > 0;
  const auto& islands = now.metric().islands().of;
  std::vector<CellId> home(old.partition.arrays().home.begin(), old.partition.arrays().home.end());
  std::vector<NodeId> fresh;
  for (const NodeId node : now.graph().nodes()) {
    if (islands[node].is_none()) home[node.value] = {};
    if (!islands[node].is_none() && home[node.value].is_none()) fresh.push_back(node);
  }
  // Breadth first, so that each joins the cell of the nearest neighbour; what is left is new.
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    std::vector<std::pair<NodeId, CellId>> joined;
    for (const NodeId node : fresh) {
      if (!home[node.value].is_none()) continue;
      for (const ArcId arc : now.graph().arcs(node)) {
        const CellId other = home[now.graph().target(arc).value];
        if (other.is_none() || !now.metric().is_passable(arc)) continue;
        joined.emplace_back(node, other);
        break;
      }
    }
    for (const auto& [node, cell] : joined) home[node.value] = cell;
    is_changed = !joined.empty();
  }
  const RoomKey first_new = old.partition.cell_count();
  std::vector<std::uint32_t> offsets = {0};
  std::vector<RoomKey> rooms;
  Seats seats;
  for (const NodeId node : now.graph().nodes()) {
    if (!islands[node].is_none()) {
      const CellId own = home[node.value];
      const RoomKey key = own.is_none() ? first_new + islands[node].value : own.value;
      const bool was_in = has_extents && !old.partition.home(node).is_none();
      std::size_t at = rooms.size();
      if (was_in) {
        for (const CellId cell : old.extents[node]) rooms.push_back(cell.value);
        while (rooms[at] != key) ++at;
      } else {
        rooms.push_back(key);
      }
      seats.home.push_back(static_cast<std::uint32_t>(at));
    } else {
      seats.home.push_back(static_cast<std::uint32_t>(rooms.size()));
    }
    offsets.push_back(static_cast<std::uint32_t>(rooms.size()));
  }
  seats.rooms = {std::move(offsets), std::move(rooms)};
  if (!has_extents) seats.home.clear();
  return seats;
}

}  // namespace

WeightedGraph units_of(const Ground& ground) {
  const Units units(ground);
  std::vector<UnitJoin> joins;
  for_each_join(ground, units, [&](std::uint32_t a, std::uint32_t b, NodeId) {
    joins.push_back({a, b, 1});
  });
  return graph_of(units.count(), std::move(joins));
}

Result<Cells> kway_cells(const Ground& ground, const KwayOptions& options) try {
  TRY_DO(check(ground, options));
  report(options.progress, "partitioning level 1", 0);
  const Units units(ground);
  TRY(const WeightedGraph weights, weighted_units(ground, options));
  TRY(const Division first, divide(weights, options));
  LowCells low = low_cells(ground, seats_of(ground, units, first.labels));
  LevelStack stack(ground, low.home, low.rooms.size());
  const bool is_even = options.weights == KwayWeights::even && options.edge_weights.empty();
  TopGraph top(ground, units, weights, cells_of_units(ground, units, low, first.labels),
               low.rooms.size(), is_even);
  for (std::uint32_t level = 2; level <= options.levels; ++level) {
    report(options.progress, "partitioning level " + std::to_string(level), 0);
    if (stack.size() >= CellId::kNone / 2) return Error{"there are too many cells for their ids"};
    TRY(const Division next, divide(top.graph(), options));
    if (!next.is_divided) break;
    const std::size_t before = stack.top_count();
    top.merge(stack.add_level(next.labels));
    if (stack.top_count() == before) break;
  }
  return cells_from(ground, std::move(low), std::move(stack));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<Cells> kept_cells(const Ground& now, const Cells& old) try {
  TRY_DO(check_pricing(now));
  const Partition& before = old.partition;
  if (before.node_count() != now.graph().node_count()) {
    return Error{"the cells are of a graph with other nodes"};
  }
  LowCells low = low_cells(now, old_seats(now, old));
  LevelStack stack(now, low.home, low.rooms.size());
  // [cell of the top level] The old cell that it lay in; cells that are new keep their own labels.
  std::vector<std::uint64_t> labels(low.rooms.begin(), low.rooms.end());
  for (Level level = 2; level <= before.top_level(); ++level) {
    for (std::uint64_t& label : labels) {
      if (label >= before.cell_count()) continue;
      const CellId parent = before.parent(CellId(static_cast<std::uint32_t>(label)));
      if (parent.is_none()) return Error{"the cells are not of even levels"};
      label = parent.value;
    }
    const StrongParts parts = stack.add_level(labels);
    std::vector<std::uint64_t> next(parts.count);
    for (std::size_t i = 0; i < labels.size(); ++i) next[parts.of[i]] = labels[i];
    labels = std::move(next);
  }
  return cells_from(now, std::move(low), std::move(stack));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg

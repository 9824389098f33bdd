// Each connected component is partitioned by itself. Where a partitioner leaves a part in pieces,
// the largest stays and the others join the neighbour of the heaviest edges.
#include "partition/divide.hpp"

#include <algorithm>
#include <utility>

#include "core/try.hpp"
#include "partition/strong_parts.hpp"

namespace thalweg {
namespace {

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

}  // namespace

Result<Division> divide(const WeightedGraph& graph, const Partitioner& partitioner,
                        const DivideOptions& options) {
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
    if (!partitioner) return no_partitioner();
    const WeightedGraph part = part_of(graph, nodes, number);
    TRY(const auto found,
        partitioner(
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

}  // namespace thalweg

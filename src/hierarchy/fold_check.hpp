// FoldChecker: whether a fold that anybody may have written is safe to use with a ground.
#pragma once

#include <array>
#include <string>

#include "core/try.hpp"
#include "thalweg/hierarchy/fold.hpp"

namespace thalweg {

// Every position exists, every arc leads where the fold says and costs what it says, and every walk
// through the fold ends. Whether the routes are the cheapest is not checked.
class FoldChecker {
 public:
  FoldChecker(const Fold& fold, const Ground& ground)
      : fold_(fold), graph_(ground.graph()), metric_(ground.metric()), world_(ground.world()) {}

  Result<void> check() const;

 private:
  using Kind = FoldPosition::Kind;

  Result<void> check_sizes() const;
  Result<void> check_positions() const;
  Result<void> check_branches() const;
  Result<void> check_runs() const;
  Result<void> check_trees() const;
  Result<void> check_roots() const;
  Result<void> check_chains() const;
  Result<void> check_core() const;
  Result<void> check_table() const;
  Result<void> check_labels() const;
  Result<void> check_hubs() const;
  Result<void> check_closed() const;

  bool is_position_in_core(const FoldPosition& position) const;
  bool is_position_of(NodeId node, const FoldPosition& position) const;
  bool is_position_of(FaceId face, const FoldPosition& position) const;
  std::array<FaceId, 2> faces_at(NodeId node) const;
  std::uint32_t above(std::uint32_t position) const;
  NodeId join_node(const FoldRoot& root, std::uint32_t number) const;
  std::size_t join_count(const FoldRoot& root) const;
  bool is_arc(ArcId arc, NodeId from) const;
  // True when the arc leads from one node to the other at this cost; kShut: there is none.
  bool is_step(FoldArc arc, NodeId from, NodeId to, Distance cost) const;

  const Fold& fold_;
  const Graph& graph_;
  const Metric& metric_;
  const World& world_;
};

}  // namespace thalweg

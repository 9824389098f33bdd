// Cliques, shape, prices, then a table or hub labels if there are few enough junctions; where
// folding does not pay, the fold stays empty. The law: built again, it has the same bytes.
#include "thalweg/hierarchy/fold.hpp"

#include <cmath>
#include <cstring>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "hierarchy/fold_build.hpp"
#include "hierarchy/fold_lengths.hpp"

namespace thalweg {
namespace {

// Bytes of the table for each pair of junctions: a cost and an eighth of the lengths of a pair of passages. There
// are about half as many passages as junctions, and each pair of them is stored once.
constexpr double kPairBytes = sizeof(Cost) + sizeof(FoldPassagePair) / 8.0;
constexpr std::uint32_t kMostDegree = 0xFFFF;
constexpr std::size_t kBytesPerArc = 64;  // an upper bound of what building takes

// With many junctions a search of the core does not pay.
bool is_worthwhile(const FoldShape& shape, const FoldOptions& options) {
  const auto share = options.most_junctions * static_cast<double>(shape.nodes.size());
  return static_cast<double>(shape.junctions.size()) <= share;
}

bool is_small_for_table(std::size_t junctions, const FoldOptions& options) {
  const auto count = static_cast<double>(junctions);
  return count * count * kPairBytes <= options.table_limit * 1e6;
}

// Labels take about their number to the power of 1.5, so that it is not worth a try to find them if
// that is far above the limit.
bool is_small_for_labels(std::size_t junctions, const FoldOptions& options) {
  const auto count = static_cast<double>(junctions);
  return count * std::sqrt(count) * (2 * sizeof(FoldLabel)) <= 2 * options.label_limit * 1e6;
}

bool has_room_for_table(const Fold& fold, const FoldOptions& options) {
  if (!is_small_for_table(fold.junctions.size(), options)) return false;
  for (const JunctionId junction : fold.junctions.ids()) {
    if (fold.core_arcs.size(junction) > kMostDegree) return false;
  }
  return true;
}

Fold unfolded(const Ground& ground) {
  Fold fold;
  fold.metric = ground.fingerprint();
  return fold;
}

Fold folded(const Ground& ground, const FoldOptions& options) {
  Fold fold = unfolded(ground);
  const FoldCliques cliques = cliques_of(ground);
  FoldShape shape = shape_of(cliques);
  const std::size_t junctions = shape.junctions.size();
  const bool may_search = is_worthwhile(shape, options);
  const bool may_look_up =
      is_small_for_table(junctions, options) || is_small_for_labels(junctions, options);
  if (!may_search && !may_look_up) return fold;
  if (!close_cliques(ground, cliques, fold)) return unfolded(ground);
  if (!price_fold(ground, shape, fold)) return unfolded(ground);
  fold.nodes = std::move(shape.nodes);
  if (ground.graph().facts().has_portal_nodes) {
    shape.cliques.resize(ground.world().mesh.face_count());
    fold.faces = std::move(shape.cliques);
  }
  fold.core = FoldCore::search;
  if (has_room_for_table(fold, options)) {
    if (fill_table(options.progress, fold)) {
      fold.core = FoldCore::table;
    } else {
      fold.distances = {};
    }
  } else if (is_small_for_labels(junctions, options) && fill_labels(options, fold)) {
    fold.core = FoldCore::labels;
  }
  if (fold.core == FoldCore::search && !may_search) return unfolded(ground);
  return fold;
}

template <class T>
bool are_same(const Array<T>& a, const Array<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.bytes()) == 0);
}
template <class Row, class T>
bool are_same(const Csr<Row, T>& a, const Csr<Row, T>& b) {
  return are_same(a.offsets(), b.offsets()) && are_same(a.items(), b.items());
}

}  // namespace

std::size_t Fold::bytes() const {
  return nodes.bytes() + faces.bytes() + tree.bytes() + tree_steps.bytes() + runs.bytes() +
         roots.bytes() + joins.bytes() + slots.bytes() + chains.bytes() + branches.bytes() +
         junctions.bytes() + core_arcs.bytes() + distances.bytes() + passage_pairs.bytes() +
         labels_out.bytes() + labels_in.bytes() + closed.bytes() + closed_nodes.bytes() +
         closed_steps.bytes() + detours.bytes() + portals.bytes();
}

FoldOptions options_for(FoldCore core, bool short_paths) {
  return {.table_limit = core == FoldCore::table ? 1e9 : 0,
          .label_limit = core == FoldCore::labels ? 1e9 : 0,
          .most_junctions = core == FoldCore::whole ? 0.0 : 1.0,
          .short_paths = short_paths};
}

bool can_fold(const Ground& ground) {
  const GraphFacts& facts = ground.graph().facts();
  return facts.has_corridors && (facts.nodes_are_faces || facts.has_portal_nodes);
}

bool is_worth_folding(const Ground& ground, const FoldOptions& options) {
  return can_fold(ground) && is_worthwhile(shape_of(cliques_of(ground)), options);
}

Result<Fold> fold_ground(const Ground& ground, const FoldOptions& options) try {
  if (!can_fold(ground)) return Error{"only graphs of faces and of portals can be folded"};
  TRY_DO(check_memory(ground.graph().arc_count() + ground.graph().node_count(), kBytesPerArc));
  Fold fold = folded(ground, options);
  fold.portals = fold_portals(fold, ground);
  if (options.short_paths && !fold.portals.directed_passages.empty()) {
    fill_lengths(ground, options.progress, fold);
  }
  return fold;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

std::optional<std::string> broken_law(const Fold& fold, const Ground& ground) {
  if (fold.metric != ground.fingerprint()) return "it was made for another metric";
  if (fold.core == FoldCore::whole) {
    if (fold.bytes() > 0) return "it holds something though it does not fold";
    return std::nullopt;
  }
  const auto fresh = fold_ground(ground, options_for(fold.core, !fold.passage_pairs.empty()));
  if (!fresh) return fresh.error();
  const Fold& f = *fresh;
  const bool is_same_core = fold.core == f.core || fold.junctions.empty();
  if (!is_same_core) return "another core belongs to it";
  if (!are_same(fold.nodes, f.nodes) || !are_same(fold.faces, f.faces)) {
    return "a node or a face has another position";
  }
  if (!are_same(fold.tree, f.tree) || !are_same(fold.tree_steps, f.tree_steps) ||
      !are_same(fold.runs, f.runs) || !are_same(fold.roots, f.roots) ||
      !are_same(fold.joins, f.joins)) {
    return "a dead end is another one";
  }
  if (!are_same(fold.slots, f.slots) || !are_same(fold.chains, f.chains) ||
      !are_same(fold.branches, f.branches) || !are_same(fold.junctions, f.junctions) ||
      !are_same(fold.core_arcs, f.core_arcs)) {
    return "the core is another one";
  }
  if (!are_same(fold.distances, f.distances) || !are_same(fold.passage_pairs, f.passage_pairs) ||
      fold.passage_unit != f.passage_unit || !are_same(fold.labels_out, f.labels_out) ||
      !are_same(fold.labels_in, f.labels_in)) {
    return "the table says something else than a search";
  }
  if (!are_same(fold.closed, f.closed) || !are_same(fold.closed_nodes, f.closed_nodes) ||
      !are_same(fold.closed_steps, f.closed_steps) || !are_same(fold.detours, f.detours)) {
    return "a clique has other detours";
  }
  return std::nullopt;
}

}  // namespace thalweg

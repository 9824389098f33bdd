// Folds as structures: stored complete, and used directly from the mapped file.
#include "core/try.hpp"
#include "thalweg/structures/kinds.hpp"

namespace thalweg {
namespace {

void fold_sections(SectionIo& io, Fold& fold) {
  if (io.is_reading()) fold.metric = io.header.ground;
  io.choice(fold.core, FoldCore::labels, "its core is of no known kind");
  io.number(fold.passage_unit);
  io.array("nodes", fold.nodes);
  io.array("faces", fold.faces);
  io.array("tree", fold.tree);
  io.array("tree_steps", fold.tree_steps);
  io.array("runs", fold.runs);
  io.array("roots", fold.roots);
  io.array("joins", fold.joins);
  io.array("slots", fold.slots);
  io.array("chains", fold.chains);
  io.rows("branches", fold.branches);
  io.array("junctions", fold.junctions);
  io.rows("arcs", fold.core_arcs);
  io.array("distances", fold.distances);
  io.array("neck_pairs", fold.passage_pairs);
  io.rows("labels_out", fold.labels_out);
  io.rows("labels_in", fold.labels_in);
  io.array("closed", fold.closed);
  io.array("closed_nodes", fold.closed_nodes);
  io.array("closed_steps", fold.closed_steps);
  io.rows("detours", fold.detours);
}

Result<Fold> ready_fold(Fold fold, const Ground& ground) {
  TRY_DO(check_fold(fold, ground));
  fold.portals = fold_portals(fold, ground);
  // Shortest paths are searched by both.
  if (!fold.passage_pairs.empty() && fold.portals.directed_passages.empty()) {
    return Error{"it has lengths between passages that nobody can walk"};
  }
  return fold;
}

std::string core_name(FoldCore core) {
  switch (core) {
    case FoldCore::table: return "table";
    case FoldCore::labels: return "labels";
    case FoldCore::search: return "search";
    case FoldCore::whole: break;
  }
  return "whole";
}

Result<std::vector<Fact>> describe_fold(Fold fold) {
  return std::vector<Fact>{{"core", core_name(fold.core)},
                           {"dead_end_nodes", fold.tree.size()},
                           {"chains", fold.chains.size()},
                           {"junctions", fold.junctions.size()},
                           {"bytes", fold.bytes()}};
}

}  // namespace

const KindOf<Fold>& fold_kind() {
  static const KindObject kKind(StructureKind<Fold>{
      .names = {"fold", "fold", "folds", "folds",
                "{dead_end_nodes} nodes in dead ends, {chains} chains, {junctions} junctions, "
                "core: {core}, {bytes} bytes"},
      .sections = fold_sections,
      .ready = ready_fold,
      .broken_law = [](const Fold& fold, const Ground& ground) { return broken_law(fold, ground); },
      .describe = describe_fold,
      .bytes = [](const Fold& fold) { return fold.bytes(); }});
  return kKind;
}

}  // namespace thalweg

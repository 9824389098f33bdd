// What info and build print of a fold: its core, and how many nodes, chains and junctions it has.
#include "common/folds.hpp"

namespace thalweg::tool {
namespace {

const char* core_name(FoldCore core) {
  switch (core) {
    case FoldCore::table: return "table";
    case FoldCore::labels: return "labels";
    case FoldCore::search: return "search";
    case FoldCore::whole: break;
  }
  return "whole";
}

}  // namespace

Json describe(const StoredFold& stored) {
  Json out;
  out["recipe"] = stored.recipe;
  out["core"] = core_name(stored.fold.core);
  out["dead_end_nodes"] = stored.fold.tree.size();
  out["chains"] = stored.fold.chains.size();
  out["junctions"] = stored.fold.junctions.size();
  out["bytes"] = stored.fold.bytes();
  return out;
}

}  // namespace thalweg::tool

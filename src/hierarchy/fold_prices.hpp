// What a fold's dead ends, chains and junctions cost by one metric.
#pragma once

#include "hierarchy/fold_shape.hpp"

namespace thalweg {

// Closes the cliques in which a detour through a third node is cheaper than an arc. False where a
// clique has too many nodes to be checked. Fills in `closed` and what belongs to it.
bool close_cliques(const Ground& ground, const FoldCliques& cliques, Fold& fold);

// Fills in dead ends, chains and the arcs between junctions. Requires: closed cliques. False where
// sums are too large to be stored.
bool price_fold(const Ground& ground, const FoldShape& shape, Fold& fold);

// Fills in the table. Requires: the arcs between junctions. False where a distance is too large to
// be stored.
bool fill_table(const Progress& progress, Fold& fold);

}  // namespace thalweg

// What a fold's dead ends, chains and junctions cost by one metric.
#pragma once

#include <span>

#include "hierarchy/fold_shape.hpp"

namespace thalweg {

// Closes the cliques in which a detour through a third node is cheaper than an arc. False where a
// clique has too many nodes to be checked. Fills in `closed` and what belongs to it.
bool close_cliques(const Ground& ground, const FoldCliques& cliques, Fold& fold);

// Fills in dead ends, chains and the arcs between junctions. Requires: closed cliques. False where
// sums are too large to be stored.
bool price_fold(const Ground& ground, const FoldShape& shape, Fold& fold);

// True when no detour through a third member is cheaper than an arc of the clique.
bool is_clique_closed(const Ground& ground, std::uint32_t clique, std::span<const NodeId> members);

// Computes all sums again by the metric of `ground`, along the same arcs. False where they are too
// large to be stored. Requires: the same arcs are passable.
bool reprice_fold(const Ground& ground, Fold& fold);

// Computes those rows of the table again that changed arcs between junctions can reach. `costs`: what
// the arcs cost before. False as fill_table.
bool refill_table(std::span<const Cost> costs, Fold& fold);

// Fills in the table. Requires: the arcs between junctions. False where a distance is too large to
// be stored.
bool fill_table(const Progress& progress, Fold& fold);

// Fills in hub labels. Requires: the arcs between junctions. False where they would take more than the
// limit, a distance is too large to be stored, or an arc costs nothing.
bool fill_labels(const FoldOptions& options, Fold& fold);

}  // namespace thalweg

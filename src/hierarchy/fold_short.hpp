// Short arcs: which way around holes the shortest paths between junctions lead.
//
// The cheapest routes lead over the middles of portals, and may pass holes on another side than the
// shortest paths. For each junction a search finds the others in the order of the taut strings from
// the middle of one portal to the middle of the other; their lengths are kept too.
#pragma once

#include "thalweg/core/progress.hpp"
#include "thalweg/hierarchy/fold.hpp"

namespace thalweg {

// True where lengths decide: level ground that costs the same everywhere, a table, and gates whose
// corners all touch walls.
bool has_short_arcs(const Fold& fold, const Ground& ground);

// What a cost of 1 pays for, in metres. Requires: level ground that costs the same everywhere.
double metres_per_cost(const Ground& ground);

// Requires: has_short_arcs. The same bytes on any number of threads. O(junctions x core arcs x gates
// of an arc).
Array<std::uint16_t> short_arcs(const Fold& fold, const Ground& ground, const Progress& progress);

}  // namespace thalweg

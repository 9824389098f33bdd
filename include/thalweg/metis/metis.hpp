// thalweg_metis: multilevel k-way graph partitioning by METIS (Karypis and Kumar 1998).
#pragma once

#include "thalweg/partition/partitioner.hpp"

namespace thalweg {

// Parts of nearly equal weight with few edges between them (METIS_PartGraphKway). The same task
// gives the same parts on one system; calls of several threads wait for each other, and METIS is
// seeded on each call. METIS draws from std::rand: a program that calls std::rand at the same time
// gets other parts. Refused with a sentence: a graph that is too large for METIS or not of the form
// that WeightedGraph describes, and what METIS itself refuses.
Result<std::vector<std::uint32_t>> metis_kway(const KwayTask& task);

}  // namespace thalweg

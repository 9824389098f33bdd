// The work of compare: makes planners, runs queries in turn, and compares with Dijkstra and
// reference lengths.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/ask.hpp"
#include "common/measure.hpp"
#include "common/query_options.hpp"

namespace thalweg::tool {

struct CompareOptions {
  std::string input;
  std::string planners = "auto,a_star,dijkstra,bidirectional";
  std::string profile = "euclid";
  std::string graph;  // of planners that name none
  std::string reference = "auto";
  ProblemOptions problems;
  QueryOptions asked;
  bool json = false;
};

// A planner of the run.
struct Entry {
  AskedPlanner asked;           // with a graph
  std::size_t graph_index = 0;  // in Run::graphs
  std::string chosen;           // the planner that it stands for there; empty: itself
  std::unique_ptr<Planner> planner;
  double build_seconds = 0;  // graph, prices and planner
  std::size_t bytes = 0;     // of the same
};

// The measurements.
struct Run {
  std::vector<std::unique_ptr<ReadyGraph>> graphs;  // each once
  std::vector<Entry> entries;
  std::vector<Problem> problems;
  std::vector<Query> queries;
  std::vector<Sample> samples;        // [entry][query]
  std::vector<double> ground_prices;  // as samples: what walking the path costs; 0 without one
  std::vector<Sample> dijkstra;       // [graph][query]

  std::span<const Sample> samples_of(std::size_t entry) const {
    return std::span(samples).subspan(entry * queries.size(), queries.size());
  }
  // Dijkstra's samples on the entry's graph.
  std::span<const Sample> dijkstra_for(std::size_t entry) const {
    return std::span(dijkstra).subspan(entries[entry].graph_index * queries.size(), queries.size());
  }
};
Run measure_all(const Store& store, const CompareOptions& options);

// The lengths that paths are compared with, and their source; 0: none for that query.
struct Reference {
  std::string name;
  std::vector<double> lengths;  // [query]
};
// What walking the cheapest path known for each query costs: the ground oracle's, or the least in the
// run. 0 where there is none.
std::vector<double> least_ground_prices(const Run& run, const std::string& reference);
Reference find_reference(const World& world, const Run& run, const std::string& wanted);

// Failure at the first query for which a planner and Dijkstra cannot both be right.
void check_agreement(const Run& run);

}  // namespace thalweg::tool

// Options of queries that plan, batch and compare share, and planners with a graph of their own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/ask.hpp"

namespace thalweg::tool {

struct QueryOptions {
  Query query;
  std::string excluded;              // areas
  std::string avoided;               // areas
  std::vector<std::string> blocked;  // obstacles
};
void add_query_options(Verb& verb, QueryOptions& options);

// The query with everything in it that takes a world to understand.
Query query_in(const World& world, const QueryOptions& options);

// The obstacles of "X,Y[,Z]:R", "face:ID" and "square:X,Y".
Blocked parse_blocked(const World& world, Axes axes, const std::vector<std::string>& obstacles);

// A planner as asked for, "NAME:option=value...", where graph=NAME and weight=NUMBER may be among
// the options.
struct AskedPlanner {
  std::string name;   // as asked for, without the graph
  std::string graph;  // empty: none is named
  PlannerSpec spec;
  std::optional<double> weight;
};
AskedPlanner parse_asked_planner(const std::string& text);

// The profile to price a graph for. If the graph's own nodes depend on the agent's size, the
// query's radius is in it.
Profile profile_for(const std::string& graph, Profile profile, const Query& query);

}  // namespace thalweg::tool

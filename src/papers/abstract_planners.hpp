// The planners over hierarchies, as the registry lists them.
#pragma once

#include <array>

#include "thalweg/papers/registry.hpp"

namespace thalweg {

inline constexpr PlannerOption kWays = {"ways", "1",
                                        "0 finds the ways inside cells again: less memory, slower"};
inline constexpr PlannerOption kNear = {
    "near", "64", "so many nodes are searched by A* first, for goals near by; 0: none"};
inline constexpr PlannerOption kSearchLevel = {"search", "0",
                                               "the highest level searched; 0: all that there are"};
inline constexpr PlannerOption kBoth = {"both", "0", "1 searches the gates from both ends"};

inline constexpr std::array<PlannerOption, 8> kHpaStarOptions = {{
    {"size", "10", "squares on a side of a section, 1 or more"},
    {"levels", "1", "1 to 16; sections of the next level are twice as wide"},
    {"wide", "6", "border segments of so many squares get two gates, others one"},
    {"smooth", "1", "0 leaves the route as the gates bend it"},
    kWays,
    kSearchLevel,
    kBoth,
    kNear,
}};

inline constexpr std::array<PlannerOption, 6> kThpaStarOptions = {{
    {"size", "40", "metres on a side of a section"},
    {"levels", "1", "1 to 16; sections of the next level are twice as wide"},
    kWays,
    kSearchLevel,
    kBoth,
    kNear,
}};

inline constexpr std::array<PlannerOption, 9> kRoomsOptions = {{
    {"cells", "sections", "sections, areas, tags (groups of geometry) or labels"},
    {"labels", "", "a text file: a word for each face or square; with cells=labels"},
    {"size", "0", "metres on a side of a section; 0: about 16 nodes"},
    {"levels", "1", "of sections, 1 to 16: those of the next level are twice as wide"},
    {"gates", "openings", "openings keeps one for each; all gives the cheapest routes"},
    kWays,
    kSearchLevel,
    kBoth,
    kNear,
}};

// Any planner that hierarchy_plan knows.
Result<std::unique_ptr<Planner>> make_abstract(const PlannerSpec& spec, const PlannerInput& input);

bool is_grid_of_squares(const Ground& ground);
bool is_of_faces(const Ground& ground);

}  // namespace thalweg

// Funnel paths over the merged meshes of the benchmark data, checked by exact predicates.
#pragma once

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "planners.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/import/import.hpp"
#include "thalweg/path/check.hpp"
#include "thalweg/planners/a_star.hpp"

namespace thalweg {

struct FunnelSum {
  int meshes = 0;
  std::uint64_t queries = 0;
  std::uint64_t missed = 0;
  std::uint64_t outside = 0;  // paths that leave the mesh
  std::uint64_t segments = 0;
  double seconds = 0;  // processor time of planning
  double ratio = 0;    // sum of lengths over the scenarios' octile lengths
};

// One in `stride` of the scenario's queries on one mesh.
inline void sweep_mesh(const std::filesystem::path& mesh, const std::filesystem::path& scen,
                       std::size_t stride, FunnelSum& sum) {
  const World world = import_world(mesh, {}).value().world;
  Planner planner = a_star_on(ground(world, Profile::euclid(), GraphSpec::portals()).value());
  const auto problems = read_scen(read_file(scen).value()).value();
  Answer answer;
  for (std::size_t i = 0; i < problems.size(); i += stride) {
    const Query query{.start = centre_of_square(problems[i].start),
                      .goal = centre_of_square(problems[i].goal),
                      .try_straight = false};
    const double start = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    answer = planner.find(query, std::move(answer));
    sum.seconds += static_cast<double>(std::clock()) / CLOCKS_PER_SEC - start;
    ++sum.queries;
    if (!answer.found()) {
      ++sum.missed;
      std::printf("%s, query %zu: %s\n", mesh.filename().c_str(), i, answer.why());
      continue;
    }
    sum.segments += answer.points.size() - 1;
    sum.ratio += problems[i].length > 0 ? answer.length() / problems[i].length : 1;
    // The meshes start at the origin, so the caller's coordinates are local ones.
    if (const auto broken = broken_local_law(answer.points, world)) {
      ++sum.outside;
      std::printf("%s, query %zu: %s\n", mesh.filename().c_str(), i, broken->c_str());
    }
  }
}

// The merged meshes of one set, in order of name.
inline FunnelSum sweep_set(const std::filesystem::path& data, const std::string& set,
                           std::size_t stride) {
  FunnelSum sum;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(data / "meshes" / set)) {
    if (entry.path().string().ends_with("-merged.mesh")) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path& mesh : files) {
    const std::string name = mesh.filename().string();
    const auto scen = data / "grids" / set / (name.substr(0, name.size() - 12) + ".map.scen");
    if (!std::filesystem::exists(scen)) continue;
    sweep_mesh(mesh, scen, stride, sum);
    ++sum.meshes;
  }
  return sum;
}

}  // namespace thalweg

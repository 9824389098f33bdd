// Checks of a soup and of the memory that a mesh of it needs; group names become area names,
// letters that those may not have replaced.
#include "thalweg/import/soup.hpp"

#include <algorithm>

#include "core/thrown.hpp"
#include "thalweg/core/memory.hpp"

namespace thalweg {
namespace {

constexpr double kWidest = 1e9;
constexpr std::size_t kMostSoupTriangles = 0xFFFFFFFEu / 3;

std::string as_area_name(const std::string& name) {
  std::string word = name.substr(0, 64);
  for (char& c : word) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '-' || c == '.';
    if (!fits) c = '_';
  }
  return word.empty() ? "_" : word;
}

}  // namespace

Result<void> check(const TriangleSoup& soup) {
  if (soup.triangles.empty()) return Error{"there are no triangles"};
  if (soup.triangles.size() > kMostSoupTriangles || soup.vertices.size() > kMostSoupTriangles) {
    return Error{"there are more than " + std::to_string(kMostSoupTriangles) +
                 " triangles or points"};
  }
  if (!soup.group.empty() && soup.group.size() != soup.triangles.size()) {
    return Error{"the groups are not one per triangle"};
  }
  for (const std::uint32_t group : soup.group) {
    if (group >= soup.group_names.size()) return Error{"a triangle has a group without a name"};
  }
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    for (const std::uint32_t v : soup.triangles[t]) {
      if (v >= soup.vertices.size()) {
        return Error{"triangle " + std::to_string(t) + " names a point that is not there"};
      }
      if (!is_finite(soup.vertices[v])) {
        return Error{"triangle " + std::to_string(t) + " has a corner that is not finite"};
      }
    }
  }
  const Vec3 size = box_of(soup).size();
  if (!(std::max({size.x, size.y, size.z}) <= kWidest)) {
    return Error{"the triangles reach over more than 1,000,000,000 metres"};
  }
  return {};
}

Result<void> check_soup_memory(std::uint64_t triangles, std::uint64_t points) {
  constexpr std::uint64_t kTriangleBytes = 140;  // measured, from the soup to the mesh
  constexpr std::uint64_t kPointBytes = 60;
  return check_memory(triangles * kTriangleBytes + points * kPointBytes);
}

Box3 box_of(const TriangleSoup& soup) {
  Box3 box;
  for (const auto& corners : soup.triangles) {
    for (const std::uint32_t v : corners) box.add(soup.vertices[v]);
  }
  return box;
}

Result<std::vector<AreaId>> areas_of_groups(const TriangleSoup& soup, AreaNames& names) try {
  std::vector<AreaId> areas;
  for (const std::string& name : soup.group_names) {
    const auto area = names.find_or_add(as_area_name(name));
    if (!area) {
      return Error{"there are " + std::to_string(soup.group_names.size()) +
                   " groups, more than a world can have areas (256)"};
    }
    areas.push_back(*area);
  }
  return areas;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

std::uint32_t GroupList::number_of(const std::string& name) {
  const auto next = static_cast<std::uint32_t>(names_.size());
  const auto [at, is_new] = numbers_.try_emplace(name, next);
  if (is_new) names_.push_back(name);
  return at->second;
}

}  // namespace thalweg

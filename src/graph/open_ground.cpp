// Graphs around walls are keyed by a hash of the faces and edges that one profile closes and others
// may use: profiles with the same walls share a graph.
#include "graph/open_ground.hpp"

#include <array>
#include <string>

#include "thalweg/core/hash.hpp"
#include "thalweg/graph/form.hpp"

namespace thalweg {

std::vector<AreaId> areas_of(const Mesh& mesh, const Pricer& agent) {
  const OpenGround open(mesh, &agent);
  std::array<bool, 256> is_met{};
  for (const EdgeId edge : mesh.edges()) {
    const FaceId face = mesh.face(edge);
    if (!open.has(face)) continue;
    is_met[mesh.area(face)] = true;
    const AreaId area = mesh.edge_area(edge);
    if (area != kGround && !open.is_wall(edge)) is_met[area] = true;
  }
  std::vector<AreaId> areas;
  for (std::size_t area = 0; area < is_met.size(); ++area) {
    if (is_met[area]) areas.push_back(static_cast<AreaId>(area));
  }
  return areas;
}

std::uint64_t closed_fingerprint(const Mesh& mesh, const Pricer& agent) {
  const OpenGround all(mesh, nullptr);
  const OpenGround own(mesh, &agent);
  std::vector<FaceId> faces;
  for (const FaceId face : mesh.faces()) {
    if (all.has(face) && !own.has(face)) faces.push_back(face);
  }
  std::vector<EdgeId> edges;
  for (const EdgeId edge : mesh.edges()) {
    if (own.is_wall(edge) && !all.is_wall(edge)) edges.push_back(edge);
  }
  if (faces.empty() && edges.empty()) return 0;
  return Hasher().add(std::span<const FaceId>(faces)).add(std::span<const EdgeId>(edges)).digest();
}

Result<void> check_walls(const World& world, const Graph& graph, const Profile& profile) {
  if (!graph.facts().is_around_walls) return {};
  if (graph.form().profile_key(world, profile) == graph.arrays().profile_key) return {};
  return Error{"the " + std::string(graph.facts().name) +
               " graph was built around other walls than those of this profile: build it for the "
               "profile"};
}

}  // namespace thalweg

// DetourPeer: Recast's Detour on the polygons of a mesh, for comparison.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/world/mesh.hpp"

class dtNavMesh;
class dtNavMeshQuery;

namespace thalweg {

enum class PeerOutcome { found, partial, none };

struct PeerAnswer {
  PeerOutcome outcome = PeerOutcome::none;
  double length = 0;  // metres, in the plane
};

class DetourPeer {
 public:
  // Faces with more than six corners are split. Coordinates are rounded to a power of two of a
  // metre so that the mesh has fewer than 65,535 steps on each side. `nodes` is the size of the pool
  // of search nodes, at most 65,535. Refused: meshes with more than 65,534 vertices or 32,767
  // polygons, which do not fit into one tile.
  static Result<DetourPeer> make(const Mesh& mesh, int nodes);

  DetourPeer(DetourPeer&&) noexcept;
  DetourPeer& operator=(DetourPeer&&) noexcept;
  ~DetourPeer();

  // Locates both ends, finds the corridor and pulls the string: findNearestPoly twice, findPath,
  // findStraightPath. Local coordinates.
  void find(Vec3 start, Vec3 goal);
  // What find found last.
  PeerAnswer answer() const;

  std::size_t polygon_count() const { return polygon_count_; }
  // Mesh and node pool.
  std::size_t bytes() const;

 private:
  DetourPeer();

  struct Scratch;
  std::unique_ptr<dtNavMesh, void (*)(dtNavMesh*)> mesh_;
  std::unique_ptr<dtNavMeshQuery, void (*)(dtNavMeshQuery*)> query_;
  std::unique_ptr<Scratch> scratch_;
  std::size_t polygon_count_ = 0;
  std::size_t mesh_bytes_ = 0;
};

}  // namespace thalweg

// DetourPeer: Recast's Detour, for comparison, on the polygons of a mesh or on Recast's own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "thalweg/core/result.hpp"
#include "thalweg/import/recast.hpp"
#include "thalweg/world/mesh.hpp"

class dtNavMesh;
class dtNavMeshQuery;

namespace thalweg {

struct DetourTile;

enum class PeerOutcome { found, partial, none };

struct PeerAnswer {
  PeerOutcome outcome = PeerOutcome::none;
  double length = 0;  // metres, in the plane
};

// What a call does. Lengths in metres.
struct PeerCall {
  double reach = 0.25;        // how far off the polygons the ends may lie, in the plane
  double height_reach = 4;    // the same in height
  bool with_heights = false;  // look up the height of each point of the path: getPolyHeight
};

// How often Detour has allocated memory since the first peer was made.
std::uint64_t detour_allocation_count();

class DetourPeer {
 public:
  // Faces with more than six corners are split. Coordinates are rounded to a power of two of a
  // metre so that the mesh has fewer than 65,535 steps on each side. `nodes` is the size of the pool
  // of search nodes, at most 65,535. Refused: meshes with more than 65,534 vertices or 32,767
  // polygons, which do not fit into one tile.
  static Result<DetourPeer> make(const Mesh& mesh, int nodes);

  // On the polygons and the detail mesh that Recast makes from a level, tile by tile, as in Recast's
  // own sample. Coordinates are those of recast_world's mesh. Refused: what recast_world refuses,
  // levels of more tiles than Detour can number.
  static Result<DetourPeer> of_recast(const TriangleSoup& soup, const RecastOptions& options,
                                      int nodes);

  // Another one over the same polygons, with a pool of its own.
  Result<DetourPeer> with_pool(int nodes) const;

  DetourPeer(DetourPeer&&) noexcept;
  DetourPeer& operator=(DetourPeer&&) noexcept;
  ~DetourPeer();

  void set_call(const PeerCall& call) { call_ = call; }

  // Locates both ends, finds the corridor and pulls the string: findNearestPoly twice, findPath,
  // findStraightPath; heights where wanted. Local coordinates.
  void find(Vec3 start, Vec3 goal);
  // What find found last.
  PeerAnswer answer() const;
  // The points of that path. Local coordinates.
  std::vector<Vec3> points() const;
  // True where a polygon lies above or below `p`, at most `step` away. Local coordinates.
  bool has_ground(Vec3 p, double step) const;

  std::size_t polygon_count() const { return polygon_count_; }
  // Mesh and node pool.
  std::size_t bytes() const;

 private:
  DetourPeer();

  // Takes the tiles, each as wide and deep as `first`.
  Result<void> load(std::vector<DetourTile> tiles, const Box3& first);
  Result<void> make_query(int nodes);
  void lift_points(std::uint64_t last);

  struct Scratch;
  std::shared_ptr<dtNavMesh> mesh_;
  std::unique_ptr<dtNavMeshQuery, void (*)(dtNavMeshQuery*)> query_;
  std::unique_ptr<Scratch> scratch_;
  PeerCall call_;
  std::size_t polygon_count_ = 0;
  std::size_t mesh_bytes_ = 0;
};

}  // namespace thalweg

// Arcs that are slow to build are kept where the same ground is open as before. The quantum stays
// where it can, so that costs that did not change are the same numbers.
#include "thalweg/graph/update_ground.hpp"

#include "core/thrown.hpp"
#include "core/try.hpp"

namespace thalweg {
namespace {

// True when the same ground can be walked on in both worlds, whatever it costs.
bool is_open_alike(const World& a, const World& b) {
  if (a.mesh.face_count() != b.mesh.face_count() || a.grid.size() != b.grid.size() ||
      a.links.size() != b.links.size() ||
      a.mesh.arrays().vertices.data() != b.mesh.arrays().vertices.data()) {
    return false;
  }
  for (const FaceId face : a.mesh.faces()) {
    if (is_walkable(a.mesh.area(face)) != is_walkable(b.mesh.area(face))) return false;
  }
  return true;
}

Result<Metric> repriced(const World& world, const Graph& graph, const Ground& before,
                        const Progress& progress) {
  auto same = price(world, graph, before.profile(),
                    {.quantum = before.metric().quantum(), .progress = progress});
  if (same) return same;
  return price(world, graph, before.profile(), {.progress = progress});
}

}  // namespace

Result<UpdatedGround> update_ground(const Ground& before, const World& now,
                                    const Progress& progress) try {
  const Graph& old = before.graph();
  Graph graph;
  bool kept_arcs = false;
  if (old.facts().is_slow_to_build && is_open_alike(before.world(), now)) {
    auto restored = restore_graph(now, old.spec(), before.profile(),
                                  {old.arrays().targets, old.arrays().labels});
    kept_arcs = restored.ok();
    if (kept_arcs) graph = std::move(restored).value();
  }
  if (!kept_arcs) {
    TRY(graph, build_graph(now, old.spec(), before.profile(), progress));
  }
  TRY(Metric metric, repriced(now, graph, before, progress));
  TRY(Ground made, Ground::of(now, std::move(graph), std::move(metric)));
  return UpdatedGround{std::move(made), kept_arcs};
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg

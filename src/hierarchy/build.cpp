// A first build is an update that keeps nothing: gates and steps, then the crossings of all cells.
#include "thalweg/hierarchy/build.hpp"

#include <utility>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "hierarchy/assemble.hpp"

namespace thalweg {

Result<Hierarchy> build_hierarchy(const Ground& ground, const Cells& cells,
                                  const HierarchyOptions& options) try {
  report(options.progress, "finding gates", 0);
  TRY(auto frame, frame_of(ground, cells, options));
  return fill(ground, std::move(frame), {}, options);
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg

#include "thalweg/hierarchy/build.hpp"

#include <utility>

#include "hierarchy/frame.hpp"

namespace thalweg {

Result<Hierarchy> build_hierarchy(const Ground& ground, const Cells& cells,
                                  const HierarchyOptions& options) {
  report(options.progress, "finding gates", 0);
  auto frame = frame_of(ground, cells, options);
  if (!frame) return Error{frame.error()};
  return fill(ground, std::move(frame).value(), {}, options);
}

}  // namespace thalweg

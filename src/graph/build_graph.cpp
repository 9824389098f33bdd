#include "thalweg/graph/form.hpp"

namespace thalweg {

Result<Graph> build_graph(const World& world, const GraphSpec& spec) {
  const GraphForm* form = find_form(spec.kind);
  if (form == nullptr) return Error{"the graph is of an unknown kind"};
  // Ids share 32 bits with the mark of a link.
  if (world.links.size() >= ArcLabel::kLinkBit) {
    return Error{"the world has too many links for a graph"};
  }
  if (auto checked = form->check(world, spec); !checked) return Error{checked.error()};
  const GraphSpec normal = form->normal(world, spec);
  auto arrays = form->build(world, normal);
  if (!arrays) return Error{arrays.error()};
  GraphArrays parts = std::move(arrays).value();
  parts.spec = normal;
  parts.world = world.fingerprint();
  return Graph::from(std::move(parts));
}

}  // namespace thalweg

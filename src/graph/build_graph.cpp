#include "core/thrown.hpp"
#include "core/try.hpp"
#include "thalweg/graph/form.hpp"

namespace thalweg {

Result<Graph> build_graph(const World& world, const GraphSpec& spec) try {
  const GraphForm* form = find_form(spec.kind);
  if (form == nullptr) return Error{"the graph is of an unknown kind"};
  // Ids share 32 bits with the mark of a link.
  if (world.links.size() >= ArcLabel::kLinkBit) {
    return Error{"the world has too many links for a graph"};
  }
  TRY_DO(form->check(world, spec));
  const GraphSpec normal = form->normal(world, spec);
  TRY(GraphArrays arrays, form->build(world, normal));
  arrays.spec = normal;
  arrays.world = world.fingerprint();
  return Graph::from(std::move(arrays));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace thalweg

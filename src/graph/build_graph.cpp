#include "core/thrown.hpp"
#include "core/try.hpp"
#include "thalweg/graph/form.hpp"

namespace thalweg {
namespace {

// `profile` may be null: one that may enter all ground that anybody may.
Result<Graph> build(const World& world, const GraphSpec& spec, const Profile* profile) try {
  const GraphForm* form = find_form(spec.kind);
  if (form == nullptr) return Error{"the graph is of an unknown kind"};
  // Ids share 32 bits with the mark of a link.
  if (world.links.size() >= ArcLabel::kLinkBit) {
    return Error{"the world has too many links for a graph"};
  }
  TRY_DO(form->check(world, spec));
  const GraphSpec normal = form->normal(world, spec);
  std::uint64_t closed = 0;
  std::optional<Pricer> agent;
  if (profile != nullptr) {
    TRY_DO(lawful(broken_law(*profile)).in("the profile is unsound"));
    closed = form->closed_ground(world, *profile);
    if (closed != 0) agent.emplace(world, *profile);
  }
  TRY(GraphArrays arrays, form->build(world, normal, agent ? &*agent : nullptr));
  arrays.spec = normal;
  arrays.world = world.fingerprint();
  arrays.closed = closed;
  return Graph::from(std::move(arrays));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

}  // namespace

Result<Graph> build_graph(const World& world, const GraphSpec& spec) {
  return build(world, spec, nullptr);
}

Result<Graph> build_graph(const World& world, const GraphSpec& spec, const Profile& profile) {
  return build(world, spec, &profile);
}

}  // namespace thalweg

// Building and restoring graphs of every kind: the checks and keys that all kinds share, around
// what the kind's GraphForm does.
#include "core/thrown.hpp"
#include "core/try.hpp"
#include "thalweg/graph/form.hpp"

namespace thalweg {
namespace {

// `profile` may be null: one that may enter all ground that anybody may, and pays for length.
// make(form, normal spec, agent) gives the arrays.
template <class Make>
Result<Graph> made(const World& world, const GraphSpec& spec, const Profile* profile,
                   const Make& make) try {
  const GraphForm* form = find_form(spec.kind);
  if (form == nullptr) return Error{"the graph is of an unknown kind"};
  // Ids share 32 bits with the mark of a link.
  if (world.links.size() >= ArcLabel::kLinkBit) {
    return Error{"the world has too many links for a graph"};
  }
  TRY_DO(form->check(world, spec));
  const GraphSpec normal = form->normal(world, spec);
  std::uint64_t key = 0;
  std::optional<Pricer> agent;
  if (profile != nullptr) {
    TRY_DO(lawful(broken_law(*profile)).in("the profile is unsound"));
    key = form->profile_key(world, *profile);
    if (key != 0) agent.emplace(world, *profile);
  }
  TRY(GraphArrays arrays, make(*form, normal, agent ? &*agent : nullptr));
  arrays.spec = normal;
  arrays.world = world.fingerprint();
  arrays.profile_key = key;
  return Graph::from(std::move(arrays));
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<Graph> build(const World& world, const GraphSpec& spec, const Profile* profile,
                    const Progress& progress) {
  return made(world, spec, profile,
              [&](const GraphForm& form, const GraphSpec& normal, const Pricer* agent) {
                return form.build(world, normal, agent, progress);
              });
}

}  // namespace

Result<Graph> build_graph(const World& world, const GraphSpec& spec) {
  return build(world, spec, nullptr, {});
}

Result<Graph> build_graph(const World& world, const GraphSpec& spec, const Profile& profile,
                          const Progress& progress) {
  return build(world, spec, &profile, progress);
}

Result<Graph> restore_graph(const World& world, const GraphSpec& spec, const Profile& profile,
                            GraphRows rows) {
  return made(world, spec, &profile,
              [&](const GraphForm& form, const GraphSpec& normal, const Pricer* /*agent*/) {
                return form.restore(world, normal, std::move(rows));
              });
}

}  // namespace thalweg

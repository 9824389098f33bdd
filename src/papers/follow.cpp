// follow: the ground first, then each structure by the update of the planner that its recipe names.
#include "thalweg/papers/follow.hpp"

#include <algorithm>
#include <chrono>

#include "core/thrown.hpp"
#include "core/try.hpp"
#include "thalweg/graph/update_ground.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg {
namespace {

class FollowWatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// True where an option has any text for a value, as the name of a file: recipes hold a hash of what it held.
bool names_files(const PlannerSpec& spec) {
  const auto planner = find_planner(spec.name);
  return planner && std::ranges::any_of(spec.settings, [&](const PlannerSpec::Setting& setting) {
           const OptionInfo* option = (*planner)->find_option(setting.option);
           const bool is_text = option == nullptr || (!option->numbers && option->choices.empty());
           return is_text && (option == nullptr || setting.value != option->fallback);
         });
}

Result<FollowedStructure> follow_structure(const Structure& old, const Ground& before,
                                           const Ground& now, const BuildTools& tools) {
  FollowedStructure followed{.recipe = old.recipe()};
  if (old.ground() != before.fingerprint()) return Error{"it was built from another metric"};
  const auto spec = parse_planner(old.recipe());
  if (!spec || names_files(*spec)) return followed;  // it must be built again, if that can be done
  TRY(const PlannerPlan plan, planner_plan(*spec));
  if (plan.update == nullptr || plan.builds != &old.kind()) return followed;
  report(tools.progress, "bringing " + spec->name + " up to date", 0);
  const FollowWatch watch;
  TRY(auto updated, plan.update(old, before, now, tools));
  if (!updated) return followed;
  followed.structure = std::move(updated->structure);
  followed.found_again = std::move(updated->found_again);
  followed.seconds = watch.seconds();
  return followed;
}

}  // namespace

Result<Followed> follow(const Ground& before, const World& now,
                        std::span<const Structure> structures, const BuildTools& tools) try {
  const FollowWatch watch;
  TRY(UpdatedGround updated, update_ground(before, now, tools.progress));
  Followed all{.ground = std::move(updated.ground),
               .kept_arcs = updated.kept_arcs,
               .seconds = watch.seconds(),
               .structures = {}};
  for (const Structure& old : structures) {
    TRY(auto one, follow_structure(old, before, all.ground, tools).in(old.recipe()));
    all.structures.push_back(std::move(one));
  }
  return all;
} catch (const std::exception& thrown) {
  return error_of(thrown);
}

Result<Followed> follow(const Ground& before, const WorldEdits& edits,
                        std::span<const Structure> structures, const BuildTools& tools) {
  TRY(const World now, edited(before.world(), edits));
  return follow(before, now, structures, tools);
}

}  // namespace thalweg

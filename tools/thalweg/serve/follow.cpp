// How grounds and structures follow an edit: updated where they can be, else built again when a
// planner next asks for them.
#include "common/built.hpp"
#include "serve/snapshot.hpp"
#include "thalweg/graph/update_ground.hpp"

namespace thalweg::tool::serve {
namespace {

std::map<std::string, StructurePtr> structures_of(const ServedGround& served) {
  const std::lock_guard lock(served.mutex);
  return served.structures;
}

Followed follow_structure(const std::string& key, const Structure& kept, const ServedGround& old,
                          ServedGround& now, const Progress& progress) {
  Followed followed{.what = key, .ground = now.name};
  const PlannerPlan plan = need(planner_plan(kept.spec));
  if (plan.update == nullptr) return followed;
  report(progress, "bringing " + kept.spec.name + " up to date", 0);
  const Stopwatch watch;
  auto updated =
      need(plan.update(kept.built, old.ready.ground, now.ready.ground, build_tools(progress)));
  if (!updated) return followed;
  now.keep(key, kept.spec, std::move(updated->built));
  followed.how = How::updated;
  followed.found_again = std::move(updated->found_again);
  followed.seconds = watch.seconds();
  return followed;
}

std::string_view to_string(How how) {
  switch (how) {
    case How::updated: return "updated";
    case How::again: return "built again";
    case How::waiting: break;
  }
  return "to be built again when it is next used";
}

}  // namespace

void Snapshot::follow_land(ServedGround& old, const Progress& progress) const {
  if (old.ready.space_bytes > 0) {  // of another world, made from this one
    return add_followed({.what = old.name, .ground = old.name});
  }
  const Stopwatch watch;
  UpdatedGround updated = need(update_ground(old.ready.ground, world(), progress));
  auto made = std::make_shared<ServedGround>(
      old.name,
      ReadyGraph{.name = old.ready.name, .ground = updated.ground, .seconds = watch.seconds()});
  add_followed({.what = old.name,
                .ground = old.name,
                .how = updated.kept_arcs ? How::updated : How::again,
                .found_again = updated.kept_arcs ? "prices" : "arcs and prices",
                .seconds = watch.seconds()});
  for (const auto& [key, structure] : structures_of(old)) {
    add_followed(follow_structure(key, *structure, old, *made, progress));
  }
  const std::lock_guard lock(mutex_);
  served_grounds_[old.name] = std::move(made);
}

void Snapshot::follow(const Snapshot& before, const Progress& progress) const {
  std::map<std::string, ServedGroundPtr> served_grounds;
  {
    const std::lock_guard lock(before.mutex_);
    served_grounds = before.served_grounds_;
  }
  for (const auto& [name, old] : served_grounds) follow_land(*old, progress);
}

void Snapshot::add_followed(Followed one) const {
  const std::lock_guard lock(mutex_);
  followed_.push_back(std::move(one));
}

void Snapshot::note_built(const std::string& what, const std::string& ground,
                          double seconds) const {
  const std::lock_guard lock(mutex_);
  for (Followed& one : followed_) {
    if (one.what != what || one.ground != ground || one.how != How::waiting) continue;
    one.how = How::again;
    one.seconds = seconds;
  }
}

Json Snapshot::followed() const {
  const std::lock_guard lock(mutex_);
  auto all = Json::array();
  for (const Followed& one : followed_) {
    Json row = {{"what", one.what}, {"ground", one.ground}, {"how", to_string(one.how)}};
    if (!one.found_again.empty()) row["found_again"] = one.found_again;
    if (one.how != How::waiting) row["seconds"] = one.seconds;
    all.push_back(std::move(row));
  }
  return all;
}

}  // namespace thalweg::tool::serve

// How grounds and structures follow an edit: updated where they can be, else built again when a
// planner next asks for them.
#include "thalweg/papers/follow.hpp"
#include "common/partitioner.hpp"
#include "serve/snapshot.hpp"

namespace thalweg::tool::serve {
namespace {

std::vector<Structure> structures_of(const ServedGround& served) {
  const std::lock_guard lock(served.mutex);
  std::vector<Structure> all;
  for (const auto& [key, kept] : served.structures) all.push_back(kept->built);
  return all;
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
  const std::vector<Structure> structures = structures_of(old);
  Followed now =
      need(thalweg::follow(old.ready.ground, world(), structures, build_tools(progress)));
  auto made = std::make_shared<ServedGround>(
      old.name,
      ReadyGraph{.name = old.ready.name, .ground = std::move(now.ground), .seconds = now.seconds});
  add_followed({.what = old.name,
                .ground = old.name,
                .how = now.kept_arcs ? How::updated : How::again,
                .found_again = now.kept_arcs ? "prices" : "arcs and prices",
                .seconds = now.seconds});
  for (FollowedStructure& one : now.structures) {
    add_followed({.what = std::move(one.recipe),
                  .ground = old.name,
                  .how = one.structure ? How::updated : How::waiting,
                  .found_again = std::move(one.found_again),
                  .seconds = one.seconds});
    if (one.structure) made->keep(std::move(one.structure));
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

void Snapshot::add_followed(FollowedPart one) const {
  const std::lock_guard lock(mutex_);
  followed_.push_back(std::move(one));
}

void Snapshot::note_built(const std::string& what, const std::string& ground,
                          double seconds) const {
  const std::lock_guard lock(mutex_);
  for (FollowedPart& one : followed_) {
    if (one.what != what || one.ground != ground || one.how != How::waiting) continue;
    one.how = How::again;
    one.seconds = seconds;
  }
}

Json Snapshot::followed() const {
  const std::lock_guard lock(mutex_);
  auto all = Json::array();
  for (const FollowedPart& one : followed_) {
    Json row = {{"what", one.what}, {"ground", one.ground}, {"how", to_string(one.how)}};
    if (!one.found_again.empty()) row["found_again"] = one.found_again;
    if (one.how != How::waiting) row["seconds"] = one.seconds;
    all.push_back(std::move(row));
  }
  return all;
}

}  // namespace thalweg::tool::serve

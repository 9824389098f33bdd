#include "serve/shelf.hpp"

#include <fmt/format.h>

#include "serve/fields.hpp"

namespace thalweg::tool::serve {
namespace {

Json links_json(const World& world) {
  auto links = Json::array();
  for (const Link& link : world.links) {
    links.push_back({{"from", point_json(link.from)},
                     {"to", point_json(link.to)},
                     {"kind", to_string(link.kind)},
                     {"two_way", link.is_two_way == 1}});
    if (links.size() >= 10'000) break;  // enough for a picture
  }
  return links;
}

}  // namespace

std::string Shelf::add(std::string name, SnapshotPtr first, bool is_loaded) {
  const std::lock_guard lock(mutex_);
  if (items_.size() >= kMostWorlds) {
    throw HttpFailure(409, fmt::format("there are {} worlds already: remove one", kMostWorlds));
  }
  const std::string id = fmt::format("w{}", ++last_);
  items_[id] = {std::move(name), is_loaded, {std::move(first)}};
  return id;
}

const Shelf::Item& Shelf::item(const std::string& id) const {
  const auto found = items_.find(id);
  if (found == items_.end()) throw HttpFailure(404, "there is no world of that id");
  return found->second;
}

SnapshotPtr Shelf::current(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  return item(id).states.back();
}

void Shelf::remove(const std::string& id) {
  const std::lock_guard lock(mutex_);
  if (item(id).is_loaded) {
    throw HttpFailure(409, "the server was started with this world: it stays");
  }
  items_.erase(id);
}

void Shelf::push(const std::string& id, const Snapshot& before, SnapshotPtr next) {
  const std::lock_guard lock(mutex_);
  Item& world = item(id);
  if (world.states.back()->id() != before.id()) {
    throw HttpFailure(409, "the world was edited meanwhile: try again");
  }
  world.states.push_back(std::move(next));
  if (world.states.size() > kMostStates) world.states.erase(world.states.begin());
}

SnapshotPtr Shelf::undo(const std::string& id) {
  const std::lock_guard lock(mutex_);
  Item& world = item(id);
  if (world.states.size() < 2) throw HttpFailure(409, "there is nothing to undo");
  world.states.pop_back();
  return world.states.back();
}

Json Shelf::summary(const std::string& id, const Item& item) {
  const World& world = item.states.back()->world();
  return {{"id", id},
          {"name", item.name},
          {"faces", world.mesh.face_count()},
          {"squares", world.grid.size()},
          {"edits", item.states.size() - 1},
          {"state", item.states.back()->id()},
          {"stays", item.is_loaded}};
}

Json Shelf::list() const {
  const std::lock_guard lock(mutex_);
  auto all = Json::array();
  for (const auto& [id, item] : items_) all.push_back(summary(id, item));
  return all;
}

Json Shelf::describe_one(const std::string& id) const {
  const auto snapshot = current(id);
  Json out;
  {
    const std::lock_guard lock(mutex_);
    out = summary(id, item(id));
  }
  const World& world = snapshot->world();
  const Box3 box = world.box();
  out["origin"] = point_json(world.origin);
  out["y_down"] = world.y_axis == YAxis::down;
  out["low"] = point_json(box.is_empty() ? Vec3{} : box.low);
  out["high"] = point_json(box.is_empty() ? Vec3{} : box.high);
  out["items"] = world.mesh.empty() ? "squares" : "faces";
  auto areas = Json::array();
  for (std::size_t a = 0; a < world.areas.size(); ++a) {
    areas.push_back(world.areas[static_cast<AreaId>(a)]);
  }
  out["areas"] = std::move(areas);
  out["height_map"] = is_height_map(world);
  out["links"] = links_json(world);
  out["about"] = describe(world);
  out["followed"] = snapshot->followed();
  return out;
}

}  // namespace thalweg::tool::serve

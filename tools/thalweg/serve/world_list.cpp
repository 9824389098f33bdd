// Bytes are counted by array address, since states share arrays. Locks are held for moments only:
// what is dropped is freed after they are released.
#include "serve/world_list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "serve/fields.hpp"
#include "thalweg/core/memory.hpp"

namespace thalweg::tool::serve {
namespace {

constexpr std::size_t kMostLinks = 10'000;  // in a description: enough for a picture

Json links_json(const World& world) {
  auto links = Json::array();
  for (const Link& link : world.links) {
    if (links.size() == kMostLinks) break;
    links.push_back({{"from", point_json(link.from)},
                     {"to", point_json(link.to)},
                     {"kind", to_string(link.kind)},
                     {"two_way", link.is_two_way == 1}});
  }
  return links;
}

std::uint64_t sum_of(const Spares& spares) {
  std::uint64_t sum = 0;
  for (const Spare& spare : spares) sum += spare.bytes;
  return sum;
}

// Each thing once.
Spares without_repeats(Spares spares) {
  std::ranges::stable_sort(spares, {}, &Spare::what);
  const auto is_same = [](const Spare& a, const Spare& b) { return a.what == b.what; };
  spares.erase(std::unique(spares.begin(), spares.end(), is_same), spares.end());
  return spares;
}

}  // namespace

Json SeenWorld::summary() const {
  const World& world = state->world();
  return {{"id", id},
          {"name", name},
          {"faces", world.mesh.face_count()},
          {"squares", world.grid.size()},
          {"edits", edits},
          {"state", state->id()},
          {"stays", is_loaded}};
}

Json SeenWorld::description() const {
  const World& world = state->world();
  const Box3 box = world.box();
  Json out = summary();
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
  out["links"] = links_json(world);
  out["height_map"] = state->description()["height_map"];
  out["about"] = state->description()["about"];
  out["followed"] = state->followed();
  return out;
}

WorldList::WorldList(KeepLimits limits) : limits_(limits) {
  if (limits_.server == 0) limits_.server = memory_limit() / 3;
  if (limits_.world == 0) limits_.world = limits_.server / 4 * 3;
}

SeenWorld WorldList::seen(const std::string& id, const Item& item) {
  return {id, item.name, item.is_loaded, item.states.size() - 1, item.states.back()};
}

SeenWorld WorldList::add(std::string name, SnapshotPtr first, bool is_loaded) {
  const std::lock_guard lock(mutex_);
  if (items_.size() >= kMostWorlds) {
    throw HttpFailure(409, fmt::format("there are {} worlds already: remove one", kMostWorlds));
  }
  if (is_loaded) {
    mapped_.add(first->world());
  } else {
    check_room(*first, nullptr);
  }
  const std::string id = fmt::format("w{}", ++last_);
  Item& item = items_[id] = {std::move(name), is_loaded, {std::move(first)}};
  return seen(id, item);
}

const WorldList::Item& WorldList::item(const std::string& id) const {
  const auto found = items_.find(id);
  if (found == items_.end()) throw HttpFailure(404, "there is no world of that id");
  return found->second;
}

SeenWorld WorldList::see(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  return seen(id, item(id));
}

void WorldList::remove(const std::string& id) {
  Item gone;  // freed after the lock, which is held for moments only
  const std::lock_guard lock(mutex_);
  if (item(id).is_loaded) {
    throw HttpFailure(409, "the server was started with this world: it stays");
  }
  gone = std::move(item(id));
  items_.erase(id);
}

SeenWorld WorldList::push(const std::string& id, const Snapshot& before, SnapshotPtr next) {
  SnapshotPtr forgotten;
  const std::lock_guard lock(mutex_);
  Item& world = item(id);
  if (world.states.back()->id() != before.id()) {
    throw HttpFailure(409, "the world was edited meanwhile: try again");
  }
  check_room(*next, &world);
  world.states.push_back(std::move(next));
  if (world.states.size() > kMostStates) {
    forgotten = std::move(world.states.front());
    world.states.erase(world.states.begin());
  }
  return seen(id, world);
}

SeenWorld WorldList::undo(const std::string& id) {
  SnapshotPtr undone;
  const std::lock_guard lock(mutex_);
  Item& world = item(id);
  if (world.states.size() < 2) throw HttpFailure(409, "there is nothing to undo");
  undone = std::move(world.states.back());
  world.states.pop_back();
  return seen(id, world);
}

std::vector<SeenWorld> WorldList::see_all() const {
  const std::lock_guard lock(mutex_);
  std::vector<SeenWorld> all;
  for (const auto& [id, item] : items_) all.push_back(seen(id, item));
  return all;
}

std::uint64_t WorldList::state_bytes(std::span<const SnapshotPtr> states) const {
  ArraySizes sizes;
  for (const SnapshotPtr& state : states) sizes.add(state->world());
  return sizes.sum_without(mapped_);
}

// What cannot be given up is the current state of each world: `next`, and those of all worlds but
// the one that `next` belongs to.
void WorldList::check_room(const Snapshot& next, const Item* replaced) const {
  ArraySizes sizes;
  sizes.add(next.world());
  const std::uint64_t alone = sizes.sum_without(mapped_);
  for (const auto& [id, item] : items_) {
    if (&item != replaced) sizes.add(item.states.back()->world());
  }
  const std::uint64_t all = sizes.sum_without(mapped_);
  if (alone > limits_.world) {
    throw HttpFailure(507, fmt::format("this world would take {} of memory, more than the {} that "
                                       "the server keeps of one (--keep-memory)",
                                       memory_text(alone), memory_text(limits_.world)));
  }
  if (all > limits_.server) {
    throw HttpFailure(507, fmt::format("all worlds would take {} of memory, more than the {} that "
                                       "the server keeps (--keep-memory): remove one",
                                       memory_text(all), memory_text(limits_.server)));
  }
}

std::vector<WorldList::History> WorldList::histories() const {
  const std::lock_guard lock(mutex_);
  std::vector<History> all;
  for (const auto& [id, item] : items_) all.push_back({id, item.states});
  return all;
}

void WorldList::keep_within_limits(PlannerCache& planners) {
  const std::lock_guard lock(giving_up_);
  auto worlds = histories();
  for (History& world : worlds) give_up({&world, 1}, limits_.world, planners);
  kept_ = give_up(worlds, limits_.server, planners);
}

void WorldList::give_up_spares(PlannerCache& planners) {
  const std::lock_guard lock(giving_up_);
  const auto worlds = histories();
  Spares spares;
  for (const History& world : worlds) {
    for (const SnapshotPtr& state : world.states) state->add_spares(spares);
  }
  for (const Spare& spare : spares) spare.drop();
  planners.drop_expired();
}

// Until the worlds take no more than `most` bytes, or nothing but their current states is left. What
// they take then.
std::uint64_t WorldList::give_up(std::span<History> worlds, std::uint64_t most,
                                 PlannerCache& planners) {
  const auto bytes_of_states = [&] {
    std::vector<SnapshotPtr> states;
    for (const History& world : worlds) {
      states.insert(states.end(), world.states.begin(), world.states.end());
    }
    return state_bytes(states);
  };
  std::uint64_t of_states = bytes_of_states();
  for (;;) {
    planners.drop_expired();
    Spares spares;
    for (const History& world : worlds) {
      for (const SnapshotPtr& state : world.states) {
        state->add_spares(spares);
        planners.add_spares(state->id(), spares);
      }
    }
    spares = without_repeats(std::move(spares));
    const std::uint64_t bytes = of_states + sum_of(spares);
    if (bytes <= most) return bytes;
    if (!spares.empty()) {
      std::ranges::min_element(spares, {}, &Spare::used)->drop();
    } else if (forget_oldest(worlds)) {
      of_states = bytes_of_states();
    } else {
      return bytes;
    }
  }
}

// The oldest state of these worlds that is not current. False: there is none.
bool WorldList::forget_oldest(std::span<History> worlds) {
  History* oldest = nullptr;
  for (History& world : worlds) {
    if (world.states.size() < 2) continue;
    if (oldest == nullptr || world.states[0]->id() < oldest->states[0]->id()) oldest = &world;
  }
  if (oldest == nullptr) return false;
  const SnapshotPtr forgotten = std::move(oldest->states.front());
  oldest->states.erase(oldest->states.begin());
  const std::lock_guard lock(mutex_);
  const auto found = items_.find(oldest->id);
  if (found == items_.end()) return true;
  auto& states = found->second.states;
  // An undo may have made it the current one meanwhile.
  if (states.size() > 1 && states.front() == forgotten) states.erase(states.begin());
  return true;
}

}  // namespace thalweg::tool::serve

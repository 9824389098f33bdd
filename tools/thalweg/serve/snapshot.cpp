// Grounds and structures are built at most once per state, under a lock that another request waits
// for with progress; what is unused longest can be dropped and built again.
#include "serve/snapshot.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "common/built.hpp"

namespace thalweg::tool::serve {
namespace {

std::uint64_t next_snapshot_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

// Options that take any text name files of this machine: not for requests.
void check_no_files(const PlannerSpec& spec) {
  const PlannerDescriptor& planner = *need_option(find_planner(spec.name));
  for (const OptionInfo& option : planner.options) {
    if (option.numbers || !option.choices.empty()) continue;
    if (!spec.value(option.name, {}).empty()) {
      throw UsageError(
          fmt::format("the option '{}' names a file, which requests may not", option.name));
    }
  }
}

std::string land_key(const std::string& graph, const std::string& profile) {
  return profile + "." + graph;
}

PlannerPlan plan_of(const Chosen& chosen, const ServedGround& served) {
  return need(planner_plan(chosen_planner(chosen.asked.spec, served.ready.ground)));
}

// The lock, which another request may hold for as long as it builds something. This one may end
// meanwhile.
std::unique_lock<std::mutex> waited_for(std::mutex& mutex, const Progress& progress) {
  std::unique_lock lock(mutex, std::defer_lock);
  while (!lock.try_lock()) {
    report(progress, "waiting for another request that builds it", 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return lock;
}

std::uint64_t drawing_bytes(const DrawMesh& drawing) {
  const auto size = [](const auto& items) -> std::uint64_t {
    return items.size() * sizeof(items[0]);
  };
  const DrawPart& part = drawing.overview;
  return size(drawing.items) + size(drawing.first_item) + size(drawing.tiles) +
         size(part.positions) + size(part.corners) + size(part.items);
}

}  // namespace

void ArraySizes::add(const World& world) {
  const auto add_all = [this](const auto&... arrays) {
    ((sizes_[arrays.data()] = arrays.bytes()), ...);  // an empty one: null, 0 bytes
  };
  const MeshArrays& mesh = world.mesh.arrays();
  add_all(mesh.vertices, mesh.origin, mesh.twin, mesh.first_edge, mesh.edge_face, mesh.face_area,
          mesh.difficulty, mesh.tags, mesh.edge_area, mesh.edge_difficulty, mesh.edge_tags);
  add_all(world.locator.lists(), world.locator.words(), world.grid.arrays().area,
          world.grid.arrays().ground, world.links);
}

std::uint64_t ArraySizes::sum_without(const ArraySizes& others) const {
  std::uint64_t sum = 0;
  for (const auto& [address, bytes] : sizes_) sum += others.sizes_.contains(address) ? 0 : bytes;
  return sum;
}

StructurePtr ServedGround::find(const std::string& key) const {
  const std::lock_guard lock(mutex);
  const auto found = structures.find(key);
  return found == structures.end() ? nullptr : found->second;
}

StructurePtr ServedGround::keep(Structure built) {
  auto made = std::make_shared<KeptStructure>(std::move(built));
  const std::lock_guard lock(mutex);
  return structures[made->built.recipe()] = made;
}

void ServedGround::drop(const std::string& key) {
  const std::lock_guard lock(mutex);
  structures.erase(key);
}

bool Drawing::is_made() const {
  const std::lock_guard lock(mutex_);
  return made_ != nullptr;
}

std::shared_ptr<const DrawMesh> Drawing::of(const World& world) {
  {
    const std::lock_guard lock(mutex_);
    used_ = next_use();
    if (made_) return made_;
  }
  auto made = std::make_shared<const DrawMesh>(draw_mesh(world));
  const std::lock_guard lock(mutex_);
  if (!made_) made_ = std::move(made);
  return made_;
}

void Drawing::add_spare(Spares& spares) {
  const std::lock_guard lock(mutex_);
  if (!made_) return;
  spares.push_back({this, used_, drawing_bytes(*made_), [this] {
                      const std::lock_guard again(mutex_);
                      made_ = nullptr;
                    }});
}

Snapshot::Snapshot(Store store, std::shared_ptr<Drawing> drawing)
    : id_(next_snapshot_id()), store_(std::move(store)), drawing_(std::move(drawing)) {}

std::shared_ptr<const Snapshot> Snapshot::edited(const Snapshot& before, World world,
                                                 const Progress& progress) {
  Store store;
  store.world = std::move(world);
  std::shared_ptr<const Snapshot> next(new Snapshot(std::move(store), before.drawing_));
  next->follow(before, progress);
  return next;
}

std::shared_ptr<const Snapshot> Snapshot::copied(const Snapshot& from, const std::string& name) {
  Store store = from.store_;
  store.world.name = name;
  std::shared_ptr<const Snapshot> copy(new Snapshot(std::move(store), from.drawing_));
  std::call_once(copy->describing_, [&] {
    copy->description_ = from.description();
    copy->description_["about"]["name"] = name;
    copy->is_described_ = true;
  });
  return copy;
}

const Json& Snapshot::description() const {
  std::call_once(describing_, [&] {
    description_["height_map"] = is_height_map(world());
    description_["about"] = describe(world());
    is_described_ = true;
  });
  return description_;
}

Chosen Snapshot::choose(const std::string& planner, const std::string& profile,
                        const std::string& graph) const {
  Chosen chosen{parse_asked_planner(planner), profile, graph};
  check_no_files(chosen.asked.spec);
  need_option(named_profile(profile));
  if (!chosen.asked.graph.empty()) chosen.graph = chosen.asked.graph;
  if (chosen.graph.empty()) chosen.graph = graph_for(chosen.asked.spec, world());
  need_option(space_graph(chosen.graph));
  return chosen;
}

ServedGroundPtr Snapshot::known_land(const std::string& graph, const std::string& profile) const {
  const std::lock_guard lock(mutex_);
  const auto found = served_grounds_.find(land_key(graph, profile));
  if (found == served_grounds_.end()) return nullptr;
  found->second->touch();
  return found->second;
}

ServedGroundPtr Snapshot::served(const std::string& graph, const std::string& profile,
                                 const Progress& progress) const {
  if (auto known = known_land(graph, profile)) return known;
  const auto pricing = waited_for(pricing_, progress);
  if (auto known = known_land(graph, profile)) return known;
  report(progress, "building and pricing the graph", 0);
  const std::string name = land_key(graph, profile);
  const Stopwatch watch;
  auto made = std::make_shared<ServedGround>(
      name, ready_graph(store_, graph, need_option(named_profile(profile)), progress));
  note_built(name, name, watch.seconds());
  const std::lock_guard lock(mutex_);
  return served_grounds_[name] = std::move(made);
}

bool Snapshot::is_ready(const Chosen& chosen) const {
  const auto known = known_land(chosen.graph, chosen.profile);
  if (!known) return false;
  const PlannerPlan plan = plan_of(chosen, *known);
  return plan.key.empty() || known->find(plan.key) != nullptr;
}

Structure Snapshot::found_or_built(const ServedGround& served, const PlannerPlan& plan,
                                   const Chosen& chosen, const Progress& progress) const {
  ReadyGraph alone = served.ready;  // takes over no structures but the one that is asked for
  alone.cache = std::make_shared<StructureCache>();
  if (auto stored = known_built(store_, alone, plan)) return *std::move(stored);
  report(progress, "building for " + chosen.asked.name, 0);
  const Stopwatch watch;
  Structure made = need(plan.build(served.ready.ground, build_tools(progress)));
  note_built(plan.key, served.name, watch.seconds());
  return made;
}

Searched Snapshot::searched(const Chosen& chosen, const Progress& progress) const {
  const ServedGroundPtr where = served(chosen.graph, chosen.profile, progress);
  const PlannerSpec spec = chosen_planner(chosen.asked.spec, where->ready.ground);
  const PlannerPlan plan = need(planner_plan(spec));
  if (plan.key.empty()) return {where, nullptr};
  const auto known = [&] {
    auto found = where->find(plan.key);
    if (found) found->touch();
    return found;
  };
  if (auto found = known()) return {where, std::move(found)};
  const auto building = waited_for(where->building, progress);
  if (auto found = known()) return {where, std::move(found)};
  const Structure made = found_or_built(*where, plan, chosen, progress);
  return {where, where->keep(made.with_recipe(plan.key))};
}

MadePlanner Snapshot::planner(const Chosen& chosen, const Progress& progress) const {
  const Searched what = searched(chosen, progress);
  const Ground& ground = what.served->ready.ground;
  const PlannerSpec used = chosen_planner(chosen.asked.spec, ground);
  MadePlanner made{need(make_planner(need(planner_plan(used)), ground, what.built())), used.name,
                   id_};
  made.made_from = what.served;
  if (!what.structure) return made;
  made.made_from = what.structure;
  made.shared_bytes = what.structure->bytes;
  return made;
}

std::string Snapshot::key(const Chosen& chosen) const {
  return fmt::format("{} {} {} {}", id_, chosen.profile, chosen.graph, chosen.asked.name);
}

void Snapshot::drop(const ServedGround* served) const {
  const std::lock_guard lock(mutex_);
  std::erase_if(served_grounds_, [&](const auto& one) { return one.second.get() == served; });
}

void Snapshot::add_spares(Spares& spares) const {
  drawing_->add_spare(spares);
  const std::lock_guard lock(mutex_);
  for (const auto& [name, served] : served_grounds_) {
    std::uint64_t used = served->used;
    const std::lock_guard lock_land(served->mutex);
    for (const auto& [key, structure] : served->structures) {
      spares.push_back({structure.get(), structure->used, structure->bytes,
                        [at = served, name_of = key] { at->drop(name_of); }});
      used = std::max<std::uint64_t>(used, structure->used);
    }
    // A ground goes after its structures.
    spares.push_back(
        {served.get(), used, served->bytes(), [this, at = served.get()] { drop(at); }});
  }
}

}  // namespace thalweg::tool::serve

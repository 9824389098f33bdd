// Snapshot: one state of a world on the list of worlds, with the grounds and structures that
// planners share. A state never changes; an edit makes another one. Safe to share between threads.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "common/metrics.hpp"
#include "common/query_options.hpp"
#include "serve/draw_mesh.hpp"
#include "serve/planner_cache.hpp"
#include "serve/spare.hpp"

namespace thalweg::tool::serve {

// What a planner built, kept for the next planner that asks for it.
struct KeptStructure : Used {
  explicit KeptStructure(Structure given) : built(std::move(given)), bytes(built.bytes()) {}

  Structure built;
  std::uint64_t bytes;
};
using StructurePtr = std::shared_ptr<KeptStructure>;

// A ground and what its planners share.
struct ServedGround : Used {
  ServedGround(std::string given_name, ReadyGraph given)
      : name(std::move(given_name)), ready(std::move(given)) {}

  // Null where there is none of that key.
  StructurePtr find(const std::string& key) const;
  // Under its recipe.
  StructurePtr keep(Structure built);
  void drop(const std::string& key);
  std::uint64_t bytes() const { return ready.space_bytes + ready.ground.bytes(); }

  std::string name;  // "profile.graph"
  ReadyGraph ready;
  std::mutex building;  // held while something is built for it, so that nothing is built twice

  mutable std::mutex mutex;                        // of what follows; held for moments only
  std::map<std::string, StructurePtr> structures;  // [key]
};
using ServedGroundPtr = std::shared_ptr<ServedGround>;

// The drawing of a world's geometry. States of one geometry share it.
class Drawing {
 public:
  bool is_made() const;
  // Made now if it has to be.
  std::shared_ptr<const DrawMesh> of(const World& world);
  void add_spare(Spares& spares);

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const DrawMesh> made_;
  std::uint64_t used_ = 0;
};

// How a ground or a structure of the state before an edit came into the state after it.
enum class How { updated, again, waiting };  // waiting: to be built again when it is next used
struct FollowedPart {
  std::string what;    // a ground, or the key of a structure
  std::string ground;  // whose it is
  How how = How::waiting;
  std::string found_again;  // the part that was not taken over, in words
  double seconds = 0;
};

// Which planner searches what.
struct Chosen {
  AskedPlanner asked;
  std::string profile;
  std::string graph;
};

// What a planner searches: a ground, and what was built over it.
struct Searched {
  ServedGroundPtr served;
  StructurePtr structure;  // null: the planner builds nothing

  Structure built() const { return structure ? structure->built : Structure{}; }
};

// Worlds of more faces and squares are described and drawn by the threads for long work.
inline constexpr std::uint64_t kMostQuickItems = 100'000;

class Snapshot {
 public:
  explicit Snapshot(Store store) : Snapshot(std::move(store), std::make_shared<Drawing>()) {}
  // The state after an edit of `before`, which shares its geometry.
  static std::shared_ptr<const Snapshot> edited(const Snapshot& before, World world,
                                                const Progress& progress);
  // The same ground as a world of its own.
  static std::shared_ptr<const Snapshot> copied(const Snapshot& from, const std::string& name);

  std::uint64_t id() const { return id_; }  // another one for each snapshot
  const Store& store() const { return store_; }
  const World& world() const { return store_.world; }
  std::shared_ptr<const DrawMesh> drawing() const { return drawing_->of(world()); }
  // What is known of the world: O(faces) the first time.
  const Json& description() const;
  // True where these two take no long work.
  bool has_drawing() const { return is_small() || drawing_->is_made(); }
  bool has_description() const { return is_small() || is_described_; }

  // `planner` as "NAME:option=value", with graph=NAME among the options. Failure: what does not
  // exist, options that name files.
  Chosen choose(const std::string& planner, const std::string& profile,
                const std::string& graph = {}) const;

  // True where a planner can be made without building anything first.
  bool is_ready(const Chosen& chosen) const;
  // The ground, priced now if it has to be.
  ServedGroundPtr served(const std::string& graph, const std::string& profile,
                         const Progress& progress) const;
  // What the planner searches, built now if it has to be.
  Searched searched(const Chosen& chosen, const Progress& progress) const;
  // A planner for one thread. Builds what it needs.
  MadePlanner planner(const Chosen& chosen, const Progress& progress) const;
  // A key for planner caches: equal ones mean equal planners.
  std::string key(const Chosen& chosen) const;

  // How each ground and structure of the state before followed so far.
  Json followed() const;

  // Adds what can be given up: grounds, structures, the drawing.
  void add_spares(Spares& spares) const;

 private:
  Snapshot(Store store, std::shared_ptr<Drawing> drawing);

  bool is_small() const {
    return world().mesh.face_count() + world().grid.size() <= kMostQuickItems;
  }
  // Takes over the grounds that `before` had, and the structures that can be updated. Others are
  // built when a planner next asks for them.
  void follow(const Snapshot& before, const Progress& progress) const;
  void follow_land(ServedGround& old, const Progress& progress) const;
  void add_followed(FollowedPart one) const;
  void note_built(const std::string& what, const std::string& ground, double seconds) const;
  ServedGroundPtr known_land(const std::string& graph, const std::string& profile) const;
  Structure found_or_built(const ServedGround& served, const PlannerPlan& plan,
                           const Chosen& chosen, const Progress& progress) const;
  void drop(const ServedGround* served) const;

  std::uint64_t id_;
  Store store_;
  std::shared_ptr<Drawing> drawing_;
  mutable std::once_flag describing_;
  mutable Json description_;
  mutable std::atomic<bool> is_described_{false};
  mutable std::mutex mutex_;                                       // of what follows
  mutable std::map<std::string, ServedGroundPtr> served_grounds_;  // ["profile.graph"]
  mutable std::vector<FollowedPart> followed_;
  mutable std::mutex pricing_;  // held while a ground is priced, so that none is priced twice
};

// The bytes of all arrays of some worlds. Arrays that several share count once.
class ArraySizes {
 public:
  void add(const World& world);
  std::uint64_t sum_without(const ArraySizes& others) const;

 private:
  std::map<const void*, std::uint64_t> sizes_;  // [address]
};

}  // namespace thalweg::tool::serve

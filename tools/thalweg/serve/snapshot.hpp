// Snapshot: one state of a world on the shelf, with the grounds and structures that planners share.
// A state never changes; an edit makes another one. Safe to share between threads.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "common/metrics.hpp"
#include "common/query_options.hpp"
#include "serve/draw_mesh.hpp"
#include "serve/planner_cache.hpp"

namespace thalweg::tool::serve {

// A ground and what its planners share.
struct Land {
  explicit Land(ReadyGraph given) : ready(std::move(given)) {}

  ReadyGraph ready;
  std::mutex mutex;     // of ready.stock
  std::mutex building;  // held while something is built for it, so that nothing is built twice
  std::map<std::string, PlannerSpec> built_for;  // [key] of the stock; guarded by `mutex`
};

// Which planner searches what.
struct Chosen {
  AskedPlanner asked;
  std::string profile;
  std::string graph;
};

class Snapshot {
 public:
  // `drawing`: of an earlier state with the same geometry; null: made when it is asked for.
  explicit Snapshot(Store store, std::shared_ptr<const DrawMesh> drawing = nullptr);

  std::uint64_t id() const { return id_; }  // another one for each snapshot
  const Store& store() const { return store_; }
  const World& world() const { return store_.world; }
  std::shared_ptr<const DrawMesh> drawing() const;

  // `planner` as "NAME:option=value", with graph=NAME among the options. Failure: what does not
  // exist, options that name files.
  Chosen choose(const std::string& planner, const std::string& profile,
                const std::string& graph = {}) const;

  // True where a planner can be made without building anything first.
  bool is_ready(const Chosen& chosen) const;
  // The ground, priced now if it has to be.
  std::shared_ptr<Land> land(const std::string& graph, const std::string& profile,
                             const Progress& progress) const;
  // The structure that the planner searches, built now if it has to be.
  Built built(const Chosen& chosen, const Progress& progress) const;
  // A planner for one thread. Builds what it needs.
  MadePlanner planner(const Chosen& chosen, const Progress& progress) const;
  // A key for planner caches: equal ones mean equal planners.
  std::string key(const Chosen& chosen) const;

  // Puts into this snapshot the structures that `before`'s planners had and that can be updated
  // faster than built. One line for each: its name, how it was brought up to date, seconds.
  nlohmann::ordered_json follow(const Snapshot& before, const Progress& progress) const;

 private:
  std::shared_ptr<Land> known_land(const std::string& graph, const std::string& profile) const;

  std::uint64_t id_;
  Store store_;
  mutable std::mutex mutex_;  // of what follows
  mutable std::shared_ptr<const DrawMesh> drawing_;
  mutable std::map<std::string, std::shared_ptr<Land>> lands_;  // ["profile.graph"]
  mutable std::mutex pricing_;  // held while a ground is priced, so that none is priced twice
};

}  // namespace thalweg::tool::serve

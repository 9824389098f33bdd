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
  Land(std::string given_name, ReadyGraph given)
      : name(std::move(given_name)), ready(std::move(given)) {}

  std::string name;  // "profile.graph"
  ReadyGraph ready;
  std::mutex mutex;     // of ready.stock
  std::mutex building;  // held while something is built for it, so that nothing is built twice
  std::map<std::string, PlannerSpec> built_for;  // [key] of the stock; guarded by `mutex`
};

// How a ground or a structure of the state before an edit came into the state after it.
enum class How { updated, anew, waiting };  // waiting: to be built anew when it is next used
struct Followed {
  std::string what;    // a ground, or the key of a structure
  std::string ground;  // whose it is
  How how = How::waiting;
  std::string found_anew;  // the part that was not taken over, in words
  double seconds = 0;
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

  // Takes over the grounds that `before` had, and the structures that can be updated. Others are
  // built when a planner next asks for them.
  void follow(const Snapshot& before, const Progress& progress) const;
  // How each ground and structure of the state before followed so far.
  Json followed() const;

 private:
  void follow_land(Land& old, const Progress& progress) const;
  void add_followed(Followed one) const;
  void note_built(const std::string& what, const std::string& ground, double seconds) const;
  std::shared_ptr<Land> known_land(const std::string& graph, const std::string& profile) const;

  std::uint64_t id_;
  Store store_;
  mutable std::mutex mutex_;  // of what follows
  mutable std::shared_ptr<const DrawMesh> drawing_;
  mutable std::map<std::string, std::shared_ptr<Land>> lands_;  // ["profile.graph"]
  mutable std::vector<Followed> followed_;
  mutable std::mutex pricing_;  // held while a ground is priced, so that none is priced twice
};

}  // namespace thalweg::tool::serve

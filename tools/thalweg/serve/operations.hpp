// Operations: one function per thing that the API can do, and the table of them.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "serve/binary.hpp"
#include "serve/fields.hpp"
#include "serve/planner_cache.hpp"
#include "serve/world_list.hpp"

namespace thalweg::tool::serve {

struct ApiLimits {
  std::size_t json_bytes = std::size_t{1} << 20;      // of a body
  std::size_t upload_bytes = std::size_t{256} << 20;  // of an uploaded file
  double query_seconds = 10;                          // of a quick request
  double job_seconds = 1800;                          // of a heavy one
  KeepLimits keep;                                    // of memory between requests
  std::size_t paths = 10'000;                         // in one request
  std::size_t points = 1'000'000;                     // of all paths in one reply
};

// When a request ends before it is answered.
struct Ending {
  std::chrono::steady_clock::time_point deadline;
  const std::atomic<bool>& is_stopping;                // of the server
  std::shared_ptr<const std::atomic<bool>> is_gone{};  // of the client; null: it stays

  bool has_left() const { return is_gone != nullptr && *is_gone; }
  // Why it has to end now: 503, 499 or 504. Nothing: it goes on.
  std::optional<HttpFailure> due() const;
};

// One request, as an operation sees it.
struct Call {
  WorldList& world_list;
  PlannerCache& planners;
  const ApiLimits& limits;
  const std::filesystem::path& scratch;
  Fields body;
  const std::string& raw;  // the body as received: of uploads
  Progress progress;       // ends the request where check() does
  Ending ending;

  // The world that the body names, as it was when this was first asked: a reply tells of one state.
  const SeenWorld& world() const {
    if (!seen) seen = world_list.see(body.text("world"));
    return *seen;
  }
  SnapshotPtr snapshot() const { return world().state; }
  // The planner that the body names, nobody else's until the lease ends.
  PlannerCache::Lease planner(const Snapshot& where, const Chosen& chosen) const;
  // The answer, searched in slices between which check() is called.
  Answer found(Planner& planner, const Query& query, Answer old = {}) const;
  // HttpFailure where the request has to end now. Loops that take long call this or `progress`.
  void check() const;

  bool has_changed = false;  // the list of worlds, so that the request must not be run again
  mutable std::optional<SeenWorld> seen{};
};

struct Operation {
  std::string_view name;     // of the address: /api/v1/NAME
  std::string_view methods;  // "GET", "POST" or "GET POST"
  std::string_view summary;  // one line
  std::string_view fields;   // of the body, for the documentation: "name type; ..."
  std::string_view gives;    // what it answers, in one line
  HttpReply (*run)(Call& call);
  // True where the request takes no long work. Null: it always does.
  bool (*is_quick)(const Call& call) = nullptr;
  bool takes_file = false;  // the body is a file, not JSON
};

std::span<const Operation> operations();
// Null: there is none.
const Operation* find_operation(std::string_view name);

// The OpenAPI description, made from the table.
const std::string& openapi_text();

// The operations, by file.
HttpReply get_worlds(Call& call);
HttpReply get_world(Call& call);
HttpReply get_catalog(Call& call);
HttpReply get_health(Call& call);
HttpReply get_openapi(Call& call);
HttpReply upload_world(Call& call);
HttpReply generate_world(Call& call);
HttpReply remove_world(Call& call);
HttpReply download_world(Call& call);
HttpReply copy_world(Call& call);
HttpReply find_path(Call& call);
HttpReply find_paths(Call& call);
HttpReply locate_point(Call& call);
HttpReply compare_planners(Call& call);
HttpReply run_wave_of(Call& call);
HttpReply watch_search(Call& call);
HttpReply watch_descent(Call& call);
HttpReply edit_world(Call& call);
HttpReply undo_edit(Call& call);
HttpReply get_mesh(Call& call);
HttpReply get_edges(Call& call);
HttpReply get_field(Call& call);
HttpReply get_cells(Call& call);
HttpReply get_gates(Call& call);
bool has_ready_planner(const Call& call);
bool is_always_quick(const Call& call);
bool has_description(const Call& call);
bool has_drawing(const Call& call);

}  // namespace thalweg::tool::serve

// Operations: one function per thing that the API can do, and the table of them.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <span>
#include <string>

#include "serve/binary.hpp"
#include "serve/fields.hpp"
#include "serve/pool.hpp"
#include "serve/shelf.hpp"

namespace thalweg::tool::serve {

struct ApiLimits {
  std::size_t json_bytes = std::size_t{1} << 20;      // of a body
  std::size_t upload_bytes = std::size_t{256} << 20;  // of an uploaded file
  double query_seconds = 10;                          // of a quick request
  double job_seconds = 1800;                          // of a heavy one
  std::size_t paths = 10'000;                         // in one request
};

// One request, as an operation sees it.
struct Call {
  Shelf& shelf;
  Worker& worker;
  const ApiLimits& limits;
  const std::filesystem::path& scratch;
  Fields body;
  const std::string& raw;  // the body as received: of uploads
  Progress progress;       // throws where the time is over or the server stops
  std::chrono::steady_clock::time_point deadline;

  SnapshotPtr snapshot() const { return shelf.current(body.text("world")); }
  // The planner that the body names, as this thread keeps it.
  MadePlanner& made_planner(const Snapshot& where, const Chosen& chosen) const;
  Planner& planner(const Snapshot& where, const Chosen& chosen) const {
    return *made_planner(where, chosen).planner;
  }
  // HttpFailure 504 where the time is over.
  void check_time() const;
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
HttpReply save_copy(Call& call);
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

}  // namespace thalweg::tool::serve

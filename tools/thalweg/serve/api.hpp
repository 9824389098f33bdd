// Api: what the server can do, without sockets. Requests come in as values and are answered from
// worker threads, exactly once each.
//
// A request that runs out of memory is tried once more after all that the server keeps only to be
// faster was given up; then it is 507.
//
// Two pools: quick requests (paths, locating, small drawings) have a thread per core; heavy ones
// (building, waves, comparing, importing) have threads of their own, so that paths do not wait for
// them. A path whose planner has to be built first is a heavy request.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "serve/operations.hpp"
#include "serve/planner_cache.hpp"
#include "serve/pool.hpp"

namespace thalweg::tool::serve {

struct ApiOptions {
  ApiLimits limits;
  unsigned quick_threads = 2;
  unsigned heavy_threads = 2;
  std::size_t most_quick = 4096;  // waiting requests
  std::size_t most_heavy = 64;
  std::filesystem::path scratch;  // a folder that exists, for uploads
};

class Api {
 public:
  using Respond = std::function<void(HttpReply)>;
  // Tells all open pages something: one JSON text.
  using Broadcast = std::function<void(std::string)>;

  explicit Api(ApiOptions options);
  ~Api() { stop(); }
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;

  WorldList& world_list() { return world_list_; }
  const ApiLimits& limits() const { return options_.limits; }
  void set_broadcast(Broadcast broadcast);

  // Makes a world's drawing and description beforehand, so that the first page need not wait.
  void prepare(SnapshotPtr snapshot);

  // The operation at a path such as "/api/v1/path". Null: there is none.
  static const Operation* operation_at(std::string_view path);
  // Answers a request whose path begins with /api/. Never throws. `respond` is called once, from
  // any thread, unless the server stops first. Once `request.is_gone` is set, the request ends at
  // its next check, or before it starts.
  void handle(const HttpRequest& request, const Target& target, Respond respond);
  // The same for one message of a WebSocket: {"id": 1, "op": "path", "body": {...}}. The answer:
  // {"id": 1, "status": 200, "body": {...}}.
  void handle_message(std::string message, std::function<void(std::string)> respond,
                      std::shared_ptr<std::atomic<bool>> is_gone = {});

  // Interrupts builds and waits for all threads.
  void stop();

 private:
  struct Asked {
    const Operation* operation = nullptr;
    std::shared_ptr<const std::string> body;
    std::map<std::string, std::string> parameters;
    bool is_json = false;  // the fields are in the body; else in the parameters
    std::shared_ptr<const std::atomic<bool>> is_gone;
  };
  void start(Asked asked, Respond respond);
  void run_quick(Asked asked, const Respond& respond);
  void run_heavy(const Asked& asked, const Respond& respond);
  Call call_of(const Asked& asked, const Ending& ending);
  // Nothing: the request takes long work, and only quick ones are wanted.
  std::optional<HttpReply> answer(const Asked& asked, double seconds, bool only_quick);
  void keep_within_limits();
  bool have_planners_grown() const;
  Progress progress_of(const Operation& operation, Ending ending);

  ApiOptions options_;
  PlannerCache planners_;
  WorldList world_list_;
  std::mutex broadcast_mutex_;
  Broadcast broadcast_;
  std::atomic<bool> is_stopping_{false};
  std::atomic<std::uint64_t> planner_bytes_{0};  // when the limits were last looked at
  Pool quick_;
  Pool heavy_;
};

}  // namespace thalweg::tool::serve

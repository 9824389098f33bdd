// A request runs on the quick pool; if its operation turns out to be long, it is queued again for
// the heavy one. Failures become statuses: 400, 422, 507 and so on.
#include "serve/api.hpp"

#include <new>

#include "thalweg/core/memory.hpp"

namespace thalweg::tool::serve {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kPrefix = "/api/v1/";

bool is_out_of_memory(const std::string& sentence) {
  return sentence.find(out_of_memory().message) != std::string::npos;
}
// The sentence of check_memory.
bool is_too_large(const std::string& sentence) {
  return sentence.find("(--max-memory)") != std::string::npos;
}

unsigned status_of(const Failure& failure) {
  if (is_out_of_memory(failure.what()) || is_too_large(failure.what())) return 507;
  switch (failure.exit) {
    case Exit::usage: return 400;
    case Exit::failed: return 500;
    default: return 422;
  }
}

struct Ran {
  HttpReply reply;
  bool ran_out = false;  // of memory: there may be more of it later
};

// The reply, or the error as one.
template <class Run>
Ran guarded(const Run& run) {
  try {
    return {run()};
  } catch (const HttpFailure& failure) {
    return {error_reply(failure.status, failure.what())};
  } catch (const Failure& failure) {
    return {error_reply(status_of(failure), failure.what()), is_out_of_memory(failure.what())};
  } catch (const std::bad_alloc&) {
    return {error_reply(507, out_of_memory().message), true};
  } catch (const std::exception& error) {
    return {error_reply(500, error.what())};
  }
}

Json as_json(const std::map<std::string, std::string>& parameters) {
  auto out = Json::object();
  for (const auto& [name, value] : parameters) out[name] = value;
  return out;
}

HttpReply busy_reply() { return later_reply(503, "the server is busy: try again"); }

}  // namespace

std::optional<HttpFailure> Ending::due() const {
  if (is_stopping) return HttpFailure(503, "the server stops");
  if (has_left()) return HttpFailure(499, "the client left");
  if (Clock::now() <= deadline) return std::nullopt;
  return HttpFailure(504, "this took longer than the server allows");
}

Api::Api(ApiOptions options)
    : options_(std::move(options)),
      world_list_(options_.limits.keep),
      quick_(options_.quick_threads, options_.most_quick),
      heavy_(options_.heavy_threads, options_.most_heavy) {}

void Api::set_broadcast(Broadcast broadcast) {
  const std::lock_guard lock(broadcast_mutex_);
  broadcast_ = std::move(broadcast);
}

void Api::prepare(SnapshotPtr snapshot) {
  heavy_.post({[snapshot = std::move(snapshot)] {
    snapshot->description();
    snapshot->drawing();
  }});
}

void Api::stop() {
  is_stopping_ = true;
  quick_.stop();
  heavy_.stop();
}

const Operation* Api::operation_at(std::string_view path) {
  return path.starts_with(kPrefix) ? find_operation(path.substr(kPrefix.size())) : nullptr;
}

void Api::handle(const HttpRequest& request, const Target& target, Respond respond) {
  const Operation* operation = operation_at(target.path);
  if (operation == nullptr) {
    return respond(error_reply(404, "there is no such address: see /api/v1/openapi.json"));
  }
  if (!has_word(operation->methods, request.method)) {
    return respond(error_reply(405, "this address takes " + std::string(operation->methods)));
  }
  const bool wants_json = request.method == "POST" && !operation->takes_file;
  if (wants_json && !is_type(request.content_type, "application/json")) {
    return respond(error_reply(415, "the body must be application/json"));
  }
  start({operation, request.body, target.parameters, wants_json, request.is_gone},
        std::move(respond));
}

void Api::handle_message(std::string message, std::function<void(std::string)> respond,
                         std::shared_ptr<std::atomic<bool>> is_gone) {
  Result<Json> read = Json::parse(message);
  const Json parsed = read ? std::move(read).value() : Json();
  const bool is_message = parsed.is_object() && parsed.contains("op") && parsed["op"].is_string();
  const auto id = is_message && parsed.contains("id") ? parsed["id"] : Json();
  const auto answer = [id, respond = std::move(respond)](const HttpReply& reply) {
    const bool is_json = reply.type == "application/json";
    // The body is JSON text already.
    respond("{\"id\":" + json_text(id) + ",\"status\":" + std::to_string(reply.status) +
            ",\"body\":" + (is_json ? *reply.body : "{\"error\":\"ask for this over HTTP\"}") +
            "}");
  };
  if (!is_message) return answer(error_reply(400, "a message wants 'op', and 'id' if any"));
  const Operation* operation = find_operation(parsed["op"].text());
  if (operation == nullptr || operation->takes_file) {
    return answer(error_reply(404, "there is no such operation"));
  }
  auto body = std::make_shared<const std::string>(
      parsed.contains("body") ? json_text(parsed["body"]) : std::string("{}"));
  start({operation, std::move(body), {}, true, std::move(is_gone)}, answer);
}

void Api::start(Asked asked, Respond respond) {
  const auto is_gone = asked.is_gone;
  auto refused = respond;
  auto run = [this, asked = std::move(asked), respond = std::move(respond)]() mutable {
    run_quick(std::move(asked), respond);
  };
  const bool is_taken = quick_.post({std::move(run), is_gone});
  if (!is_taken) refused(busy_reply());
}

Call Api::call_of(const Asked& asked, const Ending& ending) {
  return Call{world_list_,
              planners_,
              options_.limits,
              options_.scratch,
              asked.is_json ? Fields::parse(*asked.body) : Fields(as_json(asked.parameters)),
              *asked.body,
              progress_of(*asked.operation, ending),
              ending};
}

std::optional<HttpReply> Api::answer(const Asked& asked, double seconds, bool only_quick) {
  const Operation& operation = *asked.operation;
  const Ending ending{Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(seconds)),
                      is_stopping_, asked.is_gone};
  for (bool is_first = true;; is_first = false) {
    std::optional<Call> call;
    bool is_long = false;
    Ran ran = guarded([&]() -> HttpReply {
      call.emplace(call_of(asked, ending));
      call->check();
      is_long = only_quick && (operation.is_quick == nullptr || !operation.is_quick(*call));
      return is_long ? HttpReply{} : operation.run(*call);
    });
    if (is_long) return std::nullopt;
    const bool has_changed = call && call->has_changed;
    if (ran.ran_out && is_first && !has_changed) {
      call.reset();
      world_list_.give_up_spares(planners_);
      continue;
    }
    // Errors of the library that an interruption caused do not name the cause.
    const auto due = ending.due();
    if (ran.reply.status != 200 && due) ran.reply = error_reply(due->status, due->what());
    if (!only_quick || has_changed) keep_within_limits();
    return std::move(ran.reply);
  }
}

void Api::keep_within_limits() {
  static_cast<void>(guarded([&] {
    world_list_.keep_within_limits(planners_);
    planner_bytes_ = planners_.bytes();
    return HttpReply{};
  }));
}

// Searches grow what planners keep. True where that leads over the limit.
bool Api::have_planners_grown() const {
  const std::uint64_t kept = world_list_.kept_bytes();
  const std::uint64_t others = kept - std::min<std::uint64_t>(planner_bytes_, kept);
  return others + planners_.bytes() > world_list_.limits().server;
}

void Api::run_quick(Asked asked, const Respond& respond) {
  auto reply = answer(asked, options_.limits.query_seconds, true);
  if (reply) {
    if (have_planners_grown()) keep_within_limits();
    return respond(*std::move(reply));
  }
  const auto is_gone = asked.is_gone;
  auto run = [this, asked = std::move(asked), respond] { run_heavy(asked, respond); };
  const bool is_taken = heavy_.post({std::move(run), is_gone});
  if (!is_taken) respond(busy_reply());
}

void Api::run_heavy(const Asked& asked, const Respond& respond) {
  HttpReply reply = *answer(asked, options_.limits.job_seconds, false);
  {
    const std::lock_guard lock(broadcast_mutex_);
    if (broadcast_) broadcast_(json_text({{"event", "done"}, {"op", asked.operation->name}}));
  }
  respond(std::move(reply));
}

Progress Api::progress_of(const Operation& operation, Ending ending) {
  struct Said {
    std::mutex mutex;
    Clock::time_point last = Clock::now();
  };
  auto said = std::make_shared<Said>();
  return [this, name = operation.name, ending, said](std::string_view stage, double done) {
    if (const auto due = ending.due()) throw *due;
    const auto now = Clock::now();
    const std::lock_guard lock(said->mutex);
    if (now - said->last < std::chrono::milliseconds(100)) return;
    said->last = now;
    const std::lock_guard lock_broadcast(broadcast_mutex_);
    if (!broadcast_) return;
    broadcast_(json_text({{"event", "progress"}, {"op", name}, {"stage", stage}, {"done", done}}));
  };
}

}  // namespace thalweg::tool::serve

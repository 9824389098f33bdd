#include "serve/api.hpp"

#include <new>

#include "thalweg/core/memory.hpp"

namespace thalweg::tool::serve {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kPrefix = "/api/v1/";

// Ends a heavy request from inside its progress reports.
struct Interrupted : HttpFailure {
  using HttpFailure::HttpFailure;
};

unsigned status_of(const Failure& failure) {
  switch (failure.exit) {
    case Exit::usage: return 400;
    case Exit::failed: return 500;
    default: return 422;
  }
}

// The reply, or the error as one. An error of the library that an interruption caused names no
// cause: the deadline tells.
template <class Run>
HttpReply guarded(const Run& run) {
  try {
    return run();
  } catch (const HttpFailure& failure) {
    return error_reply(failure.status, failure.what());
  } catch (const Failure& failure) {
    return error_reply(status_of(failure), failure.what());
  } catch (const std::bad_alloc&) {
    return error_reply(507, out_of_memory().message);
  } catch (const std::exception& error) {
    return error_reply(500, error.what());
  }
}

Json as_json(const std::map<std::string, std::string>& parameters) {
  auto out = Json::object();
  for (const auto& [name, value] : parameters) out[name] = value;
  return out;
}

HttpReply busy_reply() { return later_reply(503, "the server is busy: try again"); }

}  // namespace

Api::Api(ApiOptions options)
    : options_(std::move(options)),
      quick_(options_.quick_threads, options_.most_quick),
      heavy_(options_.heavy_threads, options_.most_heavy) {}

void Api::set_broadcast(Broadcast broadcast) {
  const std::lock_guard lock(broadcast_mutex_);
  broadcast_ = std::move(broadcast);
}

void Api::prepare(SnapshotPtr snapshot) {
  heavy_.post([snapshot = std::move(snapshot)](Worker&) {
    static_cast<void>(guarded([&] {
      snapshot->drawing();
      return HttpReply{};
    }));
  });
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
  start({operation, request.body, target.parameters, wants_json}, std::move(respond));
}

void Api::handle_message(std::string message, std::function<void(std::string)> respond,
                         std::shared_ptr<std::atomic<bool>>) {
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
  start({operation, std::move(body), {}, true}, answer);
}

void Api::start(Asked asked, Respond respond) {
  auto refused = respond;
  const bool is_taken = quick_.post([this, asked = std::move(asked), respond = std::move(respond)](
                                        Worker& worker) { run_quick(worker, asked, respond); });
  if (!is_taken) refused(busy_reply());
}

Call Api::call_of(Worker& worker, const Asked& asked, double seconds) {
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(seconds));
  return Call{shelf_,
              worker,
              options_.limits,
              options_.scratch,
              asked.is_json ? Fields::parse(*asked.body) : Fields(as_json(asked.parameters)),
              *asked.body,
              progress_of(*asked.operation, deadline),
              deadline};
}

void Api::run_quick(Worker& worker, Asked asked, const Respond& respond) {
  bool is_heavy = false;
  const HttpReply reply = guarded([&]() -> HttpReply {
    Call call = call_of(worker, asked, options_.limits.query_seconds);
    is_heavy = asked.operation->is_quick == nullptr || !asked.operation->is_quick(call);
    return is_heavy ? HttpReply{} : asked.operation->run(call);
  });
  if (!is_heavy || reply.status != 200) return respond(reply);
  const bool is_taken = heavy_.post([this, asked = std::move(asked), respond](Worker& heavy) {
    run_heavy(heavy, asked, respond);
  });
  if (!is_taken) respond(busy_reply());
}

void Api::run_heavy(Worker& worker, const Asked& asked, const Respond& respond) {
  auto deadline = Clock::time_point::max();
  HttpReply reply = guarded([&] {
    Call call = call_of(worker, asked, options_.limits.job_seconds);
    deadline = call.deadline;
    return asked.operation->run(call);
  });
  if (is_stopping_) reply = error_reply(503, "the server stops");
  if (reply.status != 200 && Clock::now() > deadline) {
    reply = error_reply(504, "this took longer than the server allows");
  }
  const std::lock_guard lock(broadcast_mutex_);
  if (broadcast_) broadcast_(json_text({{"event", "done"}, {"op", asked.operation->name}}));
  respond(reply);
}

Progress Api::progress_of(const Operation& operation, Clock::time_point deadline) {
  struct Said {
    std::mutex mutex;
    Clock::time_point last = Clock::now();
  };
  auto said = std::make_shared<Said>();
  return [this, name = operation.name, deadline, said](std::string_view stage, double done) {
    const auto now = Clock::now();
    if (is_stopping_) throw Interrupted(503, "the server stops");
    if (now > deadline) throw Interrupted(504, "this took longer than the server allows");
    const std::lock_guard lock(said->mutex);
    if (now - said->last < std::chrono::milliseconds(100)) return;
    said->last = now;
    const std::lock_guard lock_broadcast(broadcast_mutex_);
    if (!broadcast_) return;
    broadcast_(json_text({{"event", "progress"}, {"op", name}, {"stage", stage}, {"done", done}}));
  };
}

}  // namespace thalweg::tool::serve

// RequestQueue: the requests of thousands of agents, served by one planner a little every tick.
//
//   RequestQueue queue(planner);
//   const RequestId id = queue.ask({.start = here, .goal = there});
//   agent.turn_to(queue.guess(id));                          // at once
//   queue.tick(std::chrono::milliseconds(2));                // every frame
//   if (queue.state(id) == RequestState::answered) agent.follow(queue.take(id));
//
// Order. A request of priority p is served as if it had been asked p * ticks_per_priority ticks
// earlier; of two that are then equally old the one asked first goes first. So within a priority it
// is first come, first served; a higher priority overtakes; and nothing starves, since a request
// can only be overtaken by those asked at most (difference of priorities) * ticks_per_priority
// ticks after it.
//
// Long searches. One search runs at a time: it pauses at the end of a tick and goes on in the next.
// A search that has run for `longest_run` while others wait is put back: what it found is dropped,
// it goes to the end of its priority, and its next run may last twice as long. So a request waits
// for no other longer than that one's present allowance, and in all a search takes at most three
// times what it needs. A cap for good is Query::node_budget.
//
// Based on: Rabin, Maximizing Responsiveness (docs/reference/papers.md [Gems]).
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "thalweg/planners/ends.hpp"
#include "thalweg/planners/planner.hpp"

namespace thalweg {

// A request. It stays known until it is taken or cancelled; from then on, its id names nothing,
// even where its slot serves another (up to 2^32 requests in one slot).
struct RequestId {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  std::uint32_t slot = kNone;
  std::uint32_t generation = 0;

  constexpr bool is_none() const { return slot == kNone; }
  constexpr auto operator<=>(const RequestId&) const = default;
};

// "r12.3": the third request in slot 12; "r-" for none.
std::string to_string(RequestId id);

enum class RequestState : std::uint8_t {
  gone,      // taken, cancelled, or never asked
  waiting,   // not begun, or put back
  running,   // the search has begun
  answered,  // to be taken
};

struct AskOptions {
  int priority = 0;         // larger first
  std::uint64_t agent = 0;  // the caller's own; given back by agent()
};

using SteadyTime = std::chrono::steady_clock::time_point;

struct QueueOptions {
  // How many ticks of waiting one step of priority is worth; at most 2^30. 0: no priorities.
  std::uint32_t ticks_per_priority = 60;
  // How long a search may run, the first time, while others wait; 1 us to a day.
  std::chrono::microseconds longest_run = std::chrono::milliseconds(20);
  // Nodes expanded between two looks at the clock, at most; fewer near the end of a tick. At
  // least 1.
  std::uint32_t nodes_per_look = 64;
  // Metres that must be free ahead for a guess straight at the goal.
  double guess_metres = 2;
  // What time it is. DEFAULT: the steady clock.
  std::function<SteadyTime()> clock = {};
};

enum class TickEnd : std::uint8_t {
  idle,         // no request is left to serve
  out_of_time,  // the budget is spent, or the next piece of work would overrun it
  no_budget,    // the budget was zero or less: nothing was done
};

struct TickReport {
  TickEnd end = TickEnd::idle;
  std::uint32_t served = 0;    // requests answered
  std::uint32_t put_back = 0;  // long searches
  std::uint64_t waiting = 0;   // requests not yet answered
  std::chrono::microseconds elapsed{0};
};

struct QueueStats {
  std::uint64_t ticks = 0;
  std::uint64_t asked = 0;  // = served + cancelled + waiting
  std::uint64_t served = 0;
  std::uint64_t cancelled = 0;  // before they were answered
  std::uint64_t put_back = 0;
  // From asking to the answer, over those served. Answered in the first tick after: 1.
  double mean_wait_ticks = 0;
  std::uint64_t worst_wait_ticks = 0;
  double mean_wait_us = 0;
  double worst_wait_us = 0;
};

// A running estimate of how long one kind of work takes: mean and mean deviation (Jacobson 1988).
class WorkTime {
 public:
  void add(double us);
  // Seldom more than this. 0 before the first.
  double expected_us() const { return mean_ + 2 * deviation_; }
  double mean_us() const { return mean_; }

 private:
  double mean_ = 0;
  double deviation_ = 0;
  bool is_empty_ = true;
};

class RequestQueue {
 public:
  // Borrows the planner, which must outlive it; nobody else may ask it while a request is running.
  // One queue per thread.
  explicit RequestQueue(Planner& planner, QueueOptions options = {});
  RequestQueue(const RequestQueue&) = delete;
  RequestQueue& operator=(const RequestQueue&) = delete;

  // Takes a request in. Any query will do: bad ones get the planner's answer. O(log waiting).
  RequestId ask(const Query& query, const AskOptions& options = {});

  // Drops a request in whatever state; false where it is gone.
  bool cancel(RequestId id);

  // Serves requests for about `budget`. Work that cannot be divided (finding the ends, laying the
  // points) is begun only where it is likely to end in time; but a tick with any budget does at
  // least one piece of work, so that all requests are served in the end. Over a day
  // counts as a day.
  TickReport tick(std::chrono::microseconds budget);

  RequestState state(RequestId id) const;

  // The answer, moved out; the request is then gone. Where it is not answered yet: outcome invalid
  // with a sentence, and the request stays. `old`'s memory is used for coming answers.
  Answer take(RequestId id, Answer old = {});

  // The agent named when asking; 0 where the request is gone.
  std::uint64_t agent(RequestId id) const;

  // Requests not yet answered, the running one included.
  std::size_t waiting() const { return waiting_; }
  // Those answered in the last tick, in order; some may be gone since.
  std::span<const RequestId> answered_last_tick() const { return answered_; }
  QueueStats stats() const;

  // A best guess of the heading at once, before anything is searched: level, of length one, in the
  // query's axes. Straight at the (nearest) goal where the first metres are free, else along the
  // wall that blocks it, to the side nearer the goal. Answered: along the path. Zero where
  // there is no direction: start = goal, points that are not finite, a request that is gone.
  Vec3 guess(RequestId id) const;
  Vec3 guess(const Query& query) const;

  const Planner& planner() const { return planner_; }
  const QueueOptions& options() const { return options_; }

 private:
  struct Request {
    std::uint32_t generation = 0;
    RequestState state = RequestState::gone;
    int priority = 0;
    std::uint64_t agent = 0;
    std::uint64_t asked_tick = 0;
    SteadyTime asked_time;
    double ran_us = 0;        // of this run
    double allowance_us = 0;  // how long this run may last
    Query query;
    Answer answer;
  };

  // A turn in the order of service. Turns of requests that are gone are skipped.
  struct Turn {
    std::int64_t rank = 0;       // the tick at which it counts as asked
    std::uint64_t sequence = 0;  // the order of asking
    RequestId id;

    bool operator<(const Turn& o) const {  // for a heap with the first turn on top
      return rank != o.rank ? rank > o.rank : sequence > o.sequence;
    }
  };

  SteadyTime now() const;
  double left_us() const;
  Request* find(RequestId id);
  const Request* find(RequestId id) const;
  void queue_up(RequestId id);
  bool is_waiting(const Turn& turn) const;
  bool has_next();
  void release(RequestId id);
  bool work();
  void begin_next();
  void go_on();
  void finish();
  void put_back();
  void note_wait(const Request& request);
  double since_us(SteadyTime start) const;

  Planner& planner_;
  QueueOptions options_;
  EndFinder finder_;

  std::vector<Request> requests_;    // [slot]
  std::vector<std::uint32_t> free_;  // slots
  std::vector<Turn> turns_;          // a heap
  std::size_t stale_turns_ = 0;
  std::vector<Answer> spare_;  // memory for answers
  std::vector<RequestId> answered_;
  RequestId running_;
  std::size_t waiting_ = 0;
  std::uint64_t sequence_ = 0;

  SteadyTime deadline_;
  double budget_us_ = 0;
  bool has_worked_ = false;  // in this tick
  WorkTime begin_time_;
  WorkTime finish_time_;
  WorkTime node_time_;
  TickReport report_;
  QueueStats stats_;
  double sum_wait_us_ = 0;
  std::uint64_t sum_wait_ticks_ = 0;
};

}  // namespace thalweg

// A heap of turns by due tick, and running means of what begin, advance and take cost: a tick
// starts only work that is expected to end within its budget. Stale turns are removed lazily.
#include "thalweg/crowd/requests.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "crowd/guess.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kMostTicksPerPriority = 1u << 30;
constexpr std::chrono::microseconds kMostTime = std::chrono::hours(24);

Answer refusal(const char* reason) {
  Answer answer;
  answer.reason = reason;
  return answer;
}

}  // namespace

std::string to_string(RequestId id) {
  if (id.is_none()) return "r-";
  return "r" + std::to_string(id.slot) + "." + std::to_string(id.generation);
}

void WorkTime::add(double us) {
  if (is_empty_) {
    mean_ = us;
    deviation_ = us / 2;
    is_empty_ = false;
    return;
  }
  const double off = us - mean_;
  mean_ += off / 8;
  deviation_ += (std::abs(off) - deviation_) / 4;
}

RequestQueue::RequestQueue(Planner& planner, QueueOptions options)
    : planner_(planner), options_(std::move(options)), finder_(planner.ground()) {
  options_.ticks_per_priority = std::min(options_.ticks_per_priority, kMostTicksPerPriority);
  options_.nodes_per_look = std::max(options_.nodes_per_look, 1u);
  options_.longest_run = std::clamp(options_.longest_run, std::chrono::microseconds(1), kMostTime);
}

SteadyTime RequestQueue::now() const {
  return options_.clock ? options_.clock() : std::chrono::steady_clock::now();
}

double RequestQueue::since_us(SteadyTime start) const {
  return std::chrono::duration<double, std::micro>(now() - start).count();
}

double RequestQueue::left_us() const { return -since_us(deadline_); }

const RequestQueue::Request* RequestQueue::find(RequestId id) const {
  if (id.slot >= requests_.size()) return nullptr;
  const Request& request = requests_[id.slot];
  const bool is_known = request.generation == id.generation && request.state != RequestState::gone;
  return is_known ? &request : nullptr;
}

RequestQueue::Request* RequestQueue::find(RequestId id) {
  return const_cast<Request*>(std::as_const(*this).find(id));
}

RequestId RequestQueue::ask(const Query& query, const AskOptions& options) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(requests_.size()));
    requests_.emplace_back();
  }
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  Request& request = requests_[slot];
  const RequestId id{slot, ++request.generation};
  request.state = RequestState::waiting;
  request.priority = options.priority;
  request.agent = options.agent;
  request.asked_tick = stats_.ticks;
  request.asked_time = now();
  request.ran_us = 0;
  request.allowance_us = static_cast<double>(options_.longest_run.count());
  request.query = query;
  queue_up(id);
  ++waiting_;
  ++stats_.asked;
  return id;
}

// At the end of its priority, as of now.
void RequestQueue::queue_up(RequestId id) {
  const auto ahead =
      static_cast<std::int64_t>(requests_[id.slot].priority) * options_.ticks_per_priority;
  turns_.push_back({static_cast<std::int64_t>(stats_.ticks) - ahead, sequence_++, id});
  std::ranges::push_heap(turns_, std::less<>{});
}

bool RequestQueue::is_waiting(const Turn& turn) const {
  const Request* request = find(turn.id);
  return request != nullptr && request->state == RequestState::waiting;
}

// True when a request waits; its turn is then on top of the heap.
bool RequestQueue::has_next() {
  while (!turns_.empty() && !is_waiting(turns_.front())) {
    std::ranges::pop_heap(turns_, std::less<>{});
    turns_.pop_back();
    --stale_turns_;
  }
  return !turns_.empty();
}

// Forgets a request and keeps its memory.
void RequestQueue::release(RequestId id) {
  Request& request = requests_[id.slot];
  request.state = RequestState::gone;
  request.query.filter.reset();
  free_.push_back(id.slot);
}

bool RequestQueue::cancel(RequestId id) {
  Request* request = find(id);
  if (request == nullptr) return false;
  if (request->state == RequestState::answered) {
    spare_.push_back(std::move(request->answer));
  } else {
    --waiting_;
    ++stats_.cancelled;
  }
  if (request->state == RequestState::running) running_ = {};
  if (request->state == RequestState::waiting && ++stale_turns_ > turns_.size() / 2 + 64) {
    request->state = RequestState::gone;
    std::erase_if(turns_, [&](const Turn& turn) { return !is_waiting(turn); });
    std::ranges::make_heap(turns_, std::less<>{});
    stale_turns_ = 0;
  }
  release(id);
  return true;
}

RequestState RequestQueue::state(RequestId id) const {
  const Request* request = find(id);
  return request == nullptr ? RequestState::gone : request->state;
}

std::uint64_t RequestQueue::agent(RequestId id) const {
  const Request* request = find(id);
  return request == nullptr ? 0 : request->agent;
}

Answer RequestQueue::take(RequestId id, Answer old) {
  Request* request = find(id);
  if (request == nullptr) return refusal("there is no such request: it was taken or cancelled");
  if (request->state != RequestState::answered) return refusal("the request is not answered yet");
  if (old.points.capacity() > 0) spare_.push_back(std::move(old));
  Answer answer = std::move(request->answer);
  release(id);
  return answer;
}

TickReport RequestQueue::tick(std::chrono::microseconds budget) {
  ++stats_.ticks;
  answered_.clear();
  report_ = {};
  if (budget.count() <= 0) {
    report_.end = TickEnd::no_budget;
  } else {
    const SteadyTime start = now();
    const auto held = std::min(budget, kMostTime);
    deadline_ = start + held;
    budget_us_ = static_cast<double>(held.count());
    has_worked_ = false;
    while (work()) has_worked_ = true;
    report_.elapsed = std::chrono::duration_cast<std::chrono::microseconds>(now() - start);
  }
  report_.waiting = waiting_;
  return report_;
}

// One piece of work; false where there is none, or no time for it.
bool RequestQueue::work() {
  report_.end = TickEnd::idle;
  const bool is_begun = !running_.is_none();
  if (!is_begun && !has_next()) return false;
  report_.end = TickEnd::out_of_time;
  const double needed = is_begun ? finish_time_.expected_us() : begin_time_.expected_us();
  if (has_worked_ && left_us() <= needed) return false;
  if (is_begun) {
    go_on();
  } else {
    begin_next();
  }
  return true;
}

void RequestQueue::begin_next() {
  running_ = turns_.front().id;
  std::ranges::pop_heap(turns_, std::less<>{});
  turns_.pop_back();
  Request& request = requests_[running_.slot];
  request.state = RequestState::running;
  request.ran_us = 0;
  Answer old;
  if (!spare_.empty()) {
    old = std::move(spare_.back());
    spare_.pop_back();
  }
  const SteadyTime start = now();
  planner_.begin(request.query, std::move(old));
  const double us = since_us(start);
  begin_time_.add(std::min(us, budget_us_));
  request.ran_us = us;
}

void RequestQueue::go_on() {
  Request& request = requests_[running_.slot];
  const double fitting = left_us() / std::max(node_time_.mean_us(), 1e-3);
  const double most = options_.nodes_per_look;
  const auto nodes = static_cast<std::uint64_t>(std::clamp(fitting, 1.0, most));
  const SteadyTime start = now();
  const bool is_done = planner_.advance({.nodes = nodes});
  const double us = since_us(start);
  request.ran_us += us;
  if (is_done) {
    finish_time_.add(std::min(us, budget_us_));
    return finish();
  }
  node_time_.add(us / static_cast<double>(nodes));
  if (request.ran_us >= request.allowance_us && has_next()) put_back();
}

void RequestQueue::finish() {
  Request& request = requests_[running_.slot];
  request.answer = planner_.take();
  request.state = RequestState::answered;
  answered_.push_back(running_);
  running_ = {};
  --waiting_;
  ++stats_.served;
  ++report_.served;
  note_wait(request);
}

void RequestQueue::note_wait(const Request& request) {
  const std::uint64_t ticks = stats_.ticks - request.asked_tick;
  const double us = since_us(request.asked_time);
  sum_wait_ticks_ += ticks;
  sum_wait_us_ += us;
  stats_.worst_wait_ticks = std::max(stats_.worst_wait_ticks, ticks);
  stats_.worst_wait_us = std::max(stats_.worst_wait_us, us);
}

void RequestQueue::put_back() {
  Request& request = requests_[running_.slot];
  request.state = RequestState::waiting;
  request.allowance_us *= 2;
  queue_up(running_);
  running_ = {};
  ++stats_.put_back;
  ++report_.put_back;
}

QueueStats RequestQueue::stats() const {
  QueueStats stats = stats_;
  if (stats.served == 0) return stats;
  stats.mean_wait_ticks = static_cast<double>(sum_wait_ticks_) / static_cast<double>(stats.served);
  stats.mean_wait_us = sum_wait_us_ / static_cast<double>(stats.served);
  return stats;
}

Vec3 RequestQueue::guess(RequestId id) const {
  const Request* request = find(id);
  if (request == nullptr) return {};
  if (request->state != RequestState::answered) return guess(request->query);
  const Axes axes = request->query.axes;
  const std::vector<PathPoint>& points = request->answer.points;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Vec3 step = to_world(axes, points[i].vec()) - to_world(axes, points[0].vec());
    const Vec2 heading = unit(step.xy());
    if (!(heading == Vec2{})) return from_world(axes, {heading.x, heading.y, 0});
  }
  return {};
}

Vec3 RequestQueue::guess(const Query& query) const {
  const Vec2 heading = guess_heading(planner_.world(), finder_, query, options_.guess_metres);
  return from_world(query.axes, {heading.x, heading.y, 0});
}

}  // namespace thalweg

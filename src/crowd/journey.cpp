// direct_path plans all stretches at once. A Journey asks for them while it walks; where the next
// one is late, it follows the tail of the last plan or pauses.
#include "thalweg/crowd/journey.hpp"

#include <utility>

#include "crowd/doors.hpp"

#include "thalweg/world/ray.hpp"

namespace thalweg {
namespace {

constexpr double kNoStep = 1e-9;  // metres; less is rounding

void append(std::vector<PathPoint>& points, std::span<const PathPoint> more) {
  for (const PathPoint& point : more) {
    // A plan starts where the one before ended: what it knows of the point is newer.
    if (!points.empty() && points.back().vec() == point.vec()) points.pop_back();
    points.push_back(point);
  }
}

bool is_usable(const Answer& answer, const Query& query) {
  return answer.found() || (query.allow_partial && !answer.points.empty());
}

}  // namespace

DirectPath direct_path(Planner& planner, const Query& query, std::span<const Door> doors) {
  DirectPath path;
  Point start = query.start;
  Answer answer;
  for (std::size_t next = 0;;) {
    answer = planner.find(stretch(query, start, doors, next), std::move(answer));
    ++path.plans;
    path.outcome = answer.outcome;
    path.reason = answer.reason;
    if (!is_usable(answer, query)) return path;
    const bool is_last = aim(doors, next) == doors.size() || !answer.found();
    Head head{{}, doors.size(), {}};
    if (is_last) {
      head.points = std::move(answer.points);
    } else {
      head = head_of(planner.world(), query.axes, doors, next, std::move(answer.points));
    }
    append(path.points, head.points);
    if (is_last) return path;
    next = head.next;
    start = as_point(head.points.back().vec());
    answer.points = std::move(head.points);
  }
}

Journey::Journey(RequestQueue& queue, const Query& query, std::vector<Door> doors,
                 const JourneyOptions& options)
    : queue_(queue), query_(query), doors_(std::move(doors)), options_(options) {
  ask_from(query.start);
}

Journey::Journey(RequestQueue& queue, const Query& query, const Hierarchy& hierarchy,
                 const JourneyOptions& options)
    : queue_(queue), query_(query), options_(options) {
  auto doors = doors_on_route(queue.planner().ground(), hierarchy, query, options.level);
  if (doors) {
    doors_ = std::move(doors).value();
    ask_from(query.start);
  } else {
    fail("the hierarchy with the doors is of another ground");
  }
}

Journey::~Journey() { queue_.cancel(request_); }

void Journey::ask_from(Point start) {
  request_ = queue_.ask(stretch(query_, start, doors_, beyond_), options_.ask);
}

void Journey::fail(const char* reason) {
  state_ = JourneyState::failed;
  reason_ = reason;
}

// The answer that has come becomes the current stretch. Requires: that one is walked to its end.
void Journey::take_answer() {
  Answer answer = queue_.take(std::exchange(request_, {}));
  reason_ = answer.reason;
  if (!is_usable(answer, query_)) return fail(answer.reason);
  next_ = beyond_;
  is_last_ = aim(doors_, next_) == doors_.size() || !answer.found();
  Head head{{}, doors_.size(), {}};
  if (is_last_) {
    head.points = std::move(answer.points);
  } else {
    head = head_of(queue_.planner().world(), query_.axes, doors_, next_, std::move(answer.points));
  }
  beyond_ = head.next;
  stretch_ = PathFollower(std::move(head.points), {.axes = query_.axes});
  tail_ = std::move(head.tail);
  state_ = JourneyState::walking;
}

// The plan beyond the door is late: goes on with the old one, to the middle of the door after it.
void Journey::take_tail() {
  queue_.cancel(std::exchange(request_, {}));
  next_ = beyond_;
  ++beyond_;
  stretch_ = PathFollower(std::move(tail_), {.axes = query_.axes});
  tail_.clear();
  ++detours_;
}

bool Journey::advance(double metres) {
  if (state_ == JourneyState::arrived) return true;
  if (state_ == JourneyState::failed) return false;
  double left = metres > 0 ? metres : 0;
  for (;;) {
    const double before = stretch_.remaining();
    stretch_.advance(left);
    walked_ += before - stretch_.remaining();
    left -= before - stretch_.remaining();
    const bool has_begun = state_ != JourneyState::planning;
    if (has_begun && !is_last_ && request_.is_none() && stretch_.remaining() <= options_.lead) {
      ask_from(as_point(stretch_.points().back().vec()));
    }
    if (has_begun && !stretch_.is_done()) return true;
    if (has_begun && is_last_) break;
    if (queue_.state(request_) != RequestState::answered) {
      if (has_begun && left > kNoStep && !options_.may_pause && !tail_.empty()) {
        take_tail();
        continue;
      }
      if (has_begun) state_ = JourneyState::pausing;
      if (has_begun && left > kNoStep) ++pauses_;
      return !(left > kNoStep);
    }
    take_answer();
    if (state_ == JourneyState::failed) return false;
  }
  next_ = doors_.size();
  const bool has_arrived = reason_[0] == '\0';
  state_ = has_arrived ? JourneyState::arrived : JourneyState::failed;
  return has_arrived;
}

PathPosition Journey::current() const {
  if (!stretch_.points().empty()) return stretch_.current();
  return {{query_.start.x, query_.start.y, query_.start.z}, {}, 0, {}};
}

}  // namespace thalweg

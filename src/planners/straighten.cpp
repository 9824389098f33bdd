// The reach of a look doubles, then is bisected; of all walks tried the one that gains most is
// taken. Three passes: ahead, back, and ahead again.
#include "thalweg/planners/straighten.hpp"

#include <algorithm>

#include "graph/square_steps.hpp"

namespace thalweg {
namespace {

constexpr std::uint32_t kFirstDiagonal = 4;  // of kSquareSteps

std::uint32_t apart(std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; }

int sign(std::uint32_t from, std::uint32_t to) { return (to > from ? 1 : 0) - (to < from ? 1 : 0); }

std::uint32_t direction_of(int x, int y) {
  std::uint32_t i = 0;
  while (i + 1 < kSquareSteps.size() && (kSquareSteps[i].x != x || kSquareSteps[i].y != y)) ++i;
  return i;
}

}  // namespace

Straightener::Straightener(Ground ground)
    : ground_(std::move(ground)),
      is_of_squares_(is_of_squares(graph())),
      has_diagonals_(graph().spec().neighbours == GridNeighbours::eight) {
  if (!is_of_squares_) return;
  for (const NodeId node : graph().nodes()) {
    const SquareId from(node.value);
    for (const ArcId arc : graph().arcs(node)) {
      const SquareId to(graph().target(arc).value);
      const bool is_diagonal = grid().x(from) != grid().x(to) && grid().y(from) != grid().y(to);
      Cost& least = is_diagonal ? least_diagonal_ : least_straight_;
      least = std::min(least, metric().cost(arc));
    }
  }
}

// A node's arcs lead to its neighbours in the order of kSquareSteps, some of which may be missing.
ArcId Straightener::arc(NodeId from, NodeId to, std::uint32_t direction) const {
  const auto& rows = graph().arrays().targets;
  const std::uint32_t first = rows.first(from);
  const NodeId* targets = rows.items().data();
  for (std::uint32_t a = std::min(first + direction + 1, rows.last(from)); a > first; --a) {
    if (targets[a - 1] == to) return ArcId(a - 1);
  }
  return {};
}

template <class Visit>
bool Straightener::follow(NodeId from, const Walk& walk, const Visit& visit) const {
  for (const Run& run : walk) {
    for (std::uint32_t i = 0; i < run.count; ++i) {
      const NodeId to(from.value + run.stride);
      if (!visit(arc(from, to, run.direction), to)) return false;
      from = to;
    }
  }
  return true;
}

void Straightener::mark_stops(const Route& route) {
  stops_.clear();
  Distance before = 0;
  for (std::size_t i = 0; i < route.nodes.size(); ++i) {
    if (i > 0) before += metric().cost(route.arcs[i - 1]);
    const SquareId square(route.nodes[i].value);
    stops_.push_back({route.nodes[i], grid().x(square), grid().y(square), before});
  }
}

// The fewest steps from the first stop to the last. Without diagonal steps those along y count as
// the others.
Straightener::Walk Straightener::walk(Part part, bool is_turned) const {
  const Stop& a = stops_[part.first];
  const Stop& b = stops_[part.last];
  const std::uint32_t dx = apart(a.x, b.x);
  const std::uint32_t dy = apart(a.y, b.y);
  const std::uint32_t both = has_diagonals_ ? std::min(dx, dy) : 0;
  const auto run = [&](int x, int y, std::uint32_t count) {
    const std::uint32_t rows = static_cast<std::uint32_t>(y) * grid().width();
    return Run{direction_of(x, y), static_cast<std::uint32_t>(x) + rows, count};
  };
  const int sx = sign(a.x, b.x);
  const int sy = sign(a.y, b.y);
  const Run along_x = run(sx, 0, dx - both);
  const Run along_y = run(0, sy, dy - both);
  const Run first = has_diagonals_ ? run(sx, sy, both) : along_y;
  const Run last = has_diagonals_ && dy > dx ? along_y : along_x;
  return is_turned ? Walk{last, first} : Walk{first, last};
}

Distance Straightener::least_cost(const Walk& walk) const {
  Distance sum = 0;
  for (const Run& run : walk) {
    const bool is_diagonal = run.direction >= kFirstDiagonal;
    sum += Distance{run.count} * (is_diagonal ? least_diagonal_ : least_straight_);
  }
  return sum;
}

Distance Straightener::cost(Part part, const Walk& walk, Distance most) const {
  Distance sum = 0;
  const bool is_open = follow(stops_[part.first].node, walk, [&](ArcId arc, NodeId /*to*/) {
    if (arc.is_none() || !metric().is_passable(arc)) return false;
    sum += metric().cost(arc);
    return sum <= most;
  });
  return is_open ? sum : kUnreached;
}

Straightener::Shortcut Straightener::attempt(Part part) {
  const Distance now = cost(part);
  if (least_cost(walk(part, false)) >= now) return {.part = part, .is_open = true};
  for (const bool is_turned : {is_turned_, !is_turned_}) {
    const Distance walked = cost(part, walk(part, is_turned), now);
    if (walked == kUnreached) continue;
    is_turned_ = is_turned;
    return {.part = part, .is_turned = is_turned, .is_open = true, .gain = now - walked};
  }
  return {.part = part};
}

// Looks twice as far each time, then bisects between open and blocked. The walk that gains most of
// all those tried counts.
Straightener::View Straightener::look(std::size_t from, Sense sense) {
  const std::size_t most = sense == Sense::ahead ? stops_.size() - 1 - from : from;
  View view;
  const auto is_open = [&](std::size_t reach) {
    const Part part = sense == Sense::ahead ? Part{from, from + reach} : Part{from - reach, from};
    const Shortcut found = attempt(part);
    if (found.gain > view.best.gain) view.best = found;
    return found.is_open;
  };
  std::size_t closed = most + 1;
  while (view.reach < most && closed > most) {
    const std::size_t reach = std::min(2 * view.reach, most);
    (is_open(reach) ? view.reach : closed) = reach;
  }
  while (view.reach + 1 < closed) {
    const std::size_t middle = view.reach + (closed - view.reach) / 2;
    (is_open(middle) ? view.reach : closed) = middle;
  }
  return view;
}

// Goes on where a shortcut ends; where there is none, from the middle of what was seen.
bool Straightener::find_shortcuts(Sense sense) {
  shortcuts_.clear();
  const std::size_t last = stops_.size() - 1;
  for (std::size_t done = 0; done + 1 < last;) {
    const View view = look(sense == Sense::ahead ? done : last - done, sense);
    if (view.best.gain > 0) {
      shortcuts_.push_back(view.best);
      done += view.best.part.last - view.best.part.first;
    } else {
      done += std::max<std::size_t>(view.reach / 2, 1);
    }
  }
  if (sense == Sense::back) std::reverse(shortcuts_.begin(), shortcuts_.end());
  return !shortcuts_.empty();
}

Route Straightener::lay(Route route) {
  laid_.nodes.clear();
  laid_.arcs.clear();
  std::size_t at = 0;
  const auto keep_until = [&](std::size_t last) {
    laid_.nodes.insert(laid_.nodes.end(), &route.nodes[at], &route.nodes[last]);
    laid_.arcs.insert(laid_.arcs.end(), route.arcs.data() + at, route.arcs.data() + last);
  };
  for (const Shortcut& shortcut : shortcuts_) {
    keep_until(shortcut.part.first);
    const NodeId from = route.nodes[shortcut.part.first];
    laid_.nodes.push_back(from);
    follow(from, walk(shortcut.part, shortcut.is_turned), [&](ArcId arc, NodeId to) {
      laid_.nodes.push_back(to);
      laid_.arcs.push_back(arc);
      return true;
    });
    laid_.nodes.pop_back();  // the next part begins with it
    at = shortcut.part.last;
  }
  keep_until(route.nodes.size() - 1);
  laid_.nodes.push_back(route.nodes.back());
  std::swap(laid_, route);
  return route;
}

Route Straightener::straighten(Route route) {
  if (!is_of_squares_) return route;
  is_turned_ = false;  // the same whatever was straightened before
  const auto improve = [&](Sense sense) {
    if (route.nodes.size() < 3) return false;
    mark_stops(route);
    if (!find_shortcuts(sense)) return false;
    route = lay(std::move(route));
    return true;
  };
  const bool has_gained = improve(Sense::ahead);
  if (improve(Sense::back) || has_gained) improve(Sense::ahead);
  return route;
}

std::size_t Straightener::scratch_bytes() const {
  return stops_.capacity() * sizeof(Stop) + shortcuts_.capacity() * sizeof(Shortcut) +
         laid_.nodes.capacity() * sizeof(NodeId) + laid_.arcs.capacity() * sizeof(ArcId);
}

}  // namespace thalweg

#include "hierarchy/fold_short.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "core/shared_progress.hpp"
#include "graph/pace_norm.hpp"
#include "hierarchy/fold_core_rows.hpp"
#include "path/exact_points.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/path/funnel.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kShortGrain = 8;
constexpr double kPerMetre = 1024;  // costs are lengths in these parts

struct ShortCorner {
  Vec2 point;
};
using ShortString = StringFunnel<ShortCorner, ExactPoints<ShortCorner>>;

double string_length(std::span<const ShortCorner> bends) {
  double sum = 0;
  for (std::size_t i = 1; i < bends.size(); ++i) {
    sum += length(bends[i].point - bends[i - 1].point);
  }
  return sum;
}

// A string from the middle of the goal's gate up to a junction's gate, which it has not crossed.
struct Saved {
  std::uint32_t first = 0;  // among the corners
  ShortString::Sizes sizes;
  double before = 0;  // metres from the goal to the apex
  double middle = 0;  // and to the middle of the junction's gate
  FaceId face;        // that it lies in; none: the goal itself
};

// The rows of the table of short arcs: strings are pulled from a goal backwards along the arcs that
// lead to it.
class ShortRows {
 public:
  ShortRows(const Fold& fold, const Ground& ground)
      : fold_(fold),
        gates_(fold.gates),
        into_(arcs_into(fold)),
        code_(fold.core_arcs),
        metres_(metres_per_cost(ground)),
        most_(most_gates()) {
    sure_ = sure_area(largest_coordinate(ground.world().mesh));
    for (const FoldLeap& leap : gates_.leaps) back_.push_back(leap_back(leap));
  }

  struct Scratch {
    SearchScratchOf<JunctionId, CoreArcId> search;
    FunnelMemory<ShortCorner> memory;
    std::vector<ShortCorner> corners;
    std::vector<Saved> saved;  // [junction]
  };

  void fill(JunctionId goal, Scratch& scratch, std::span<std::uint16_t> row) const;

 private:
  struct View;

  // That a string can be pulled through.
  std::size_t most_gates() const { return 2 * (fold_.slots.size() + fold_.junctions.size()) + 4; }
  Vec2 middle(JunctionId junction) const {
    const FoldGate& gate = gates_.gates[gates_.first_junction + junction.value];
    return (gate.left.xy() + gate.right.xy()) * 0.5;
  }
  static void add(ShortString& funnel, const FoldGate& gate, bool is_out) {
    funnel.add<Side::left>({(is_out ? gate.left : gate.right).xy()});
    funnel.add<Side::right>({(is_out ? gate.right : gate.left).xy()});
  }
  // The leap over the same gates the other way; null: there is none.
  const FoldLeap* leap_back(const FoldLeap& leap) const {
    if (leap.count == 0) return nullptr;
    const std::uint32_t last = leap.count - 1;
    const std::uint32_t first_gate =
        leap.is_back != 0 ? leap.first_gate - last : leap.first_gate + last;
    for (std::uint32_t i = leap.next; i < leap.next + leap.next_count; ++i) {
      const FoldLeap& other = gates_.leaps[i];
      const bool is_same = other.count == leap.count && other.first_gate == first_gate;
      if (is_same && other.is_back != leap.is_back) return &other;
    }
    return nullptr;
  }
  // Over the gate of `from`, if the string has not begun there, and those of an arc that leads to it.
  void extend(ShortString& funnel, JunctionId from, FaceId face, CoreArcId arc) const {
    if (!face.is_none()) {
      const std::uint32_t gate = gates_.first_junction + from.value;
      add(funnel, gates_.gates[gate], gates_.portals[gate].from == face);
    }
    if (const FoldLeap* back = back_[arc.value]) {
      const FoldCorner* corner = gates_.corners.data() + back->first_corner;
      for (const FoldCorner* last = corner + back->corner_count; corner != last; ++corner) {
        const ShortCorner next{corner->point.xy()};
        corner->is_left != 0 ? funnel.add<Side::left>(next) : funnel.add<Side::right>(next);
      }
      return;
    }
    const FoldLeap& leap = gates_.leaps[arc.value];
    for (std::uint32_t i = leap.count; i-- > 0;) {
      const bool is_back = leap.is_back != 0;
      add(funnel, gates_.gates[is_back ? leap.first_gate - i : leap.first_gate + i], is_back);
    }
  }

  const Fold& fold_;
  const FoldGates& gates_;
  CoreRows into_;
  ShortCode code_;
  double metres_;  // that a cost of 1 pays for
  std::size_t most_;
  double sure_ = 0;
  std::vector<const FoldLeap*> back_;  // [core arc]  leap_back
};

// Junctions, and what strings to them add to the string that they continue.
struct ShortRows::View {
  using Node = JunctionId;
  using Arc = CoreArcId;
  const ShortRows& rows;
  Scratch& scratch;

  std::uint32_t node_count() const { return rows.fold_.junction_count(); }

  template <class Visit>
  void for_each_arc(JunctionId node, const Visit& visit) const {
    ShortString funnel(scratch.memory, {}, rows.most_, {rows.sure_});
    const auto known = scratch.search.bank[node];
    if (!known.parent.is_none()) save(funnel, node, known.parent, known.arc);
    const Saved here = scratch.saved[node.value];
    for (const IntoJunction& into : rows.into_[node]) {
      const FoldLeap& leap = rows.gates_.leaps[into.arc.value];
      if (leap.last_face == here.face) continue;  // an arc of that face leads there straight
      funnel.restore(scratch.corners.data() + here.first, here.sizes);
      rows.extend(funnel, node, here.face, into.arc);
      const double there = here.before + string_length(funnel.finish({rows.middle(into.source)}));
      const double more = std::ceil((there - here.middle) * kPerMetre);
      visit(into.arc, into.source, static_cast<Cost>(std::clamp(more, 1.0, 1e9)));
    }
  }

  // The string to a node, which continues that to the next node towards the goal.
  void save(ShortString& funnel, JunctionId node, JunctionId next, CoreArcId arc) const {
    const Saved& before = scratch.saved[next.value];
    const FoldLeap& leap = rows.gates_.leaps[arc.value];
    funnel.restore(scratch.corners.data() + before.first, before.sizes);
    rows.extend(funnel, next, before.face, arc);
    Saved& now = scratch.saved[node.value];
    now.first = static_cast<std::uint32_t>(scratch.corners.size());
    now.before = before.before + string_length(funnel.final_bends());
    now.sizes = funnel.save(scratch.corners);
    now.face = leap.first_face;
    now.middle = before.before + string_length(funnel.finish({rows.middle(node)}));
  }
};

void ShortRows::fill(JunctionId goal, Scratch& scratch, std::span<std::uint16_t> row) const {
  scratch.saved.resize(fold_.junctions.size());
  scratch.corners.assign(1, {middle(goal)});
  scratch.saved[goal.value] = {};
  const Cost* costs = fold_.distances.data() + goal.value * fold_.junctions.size();
  const SeedOf<JunctionId> source{goal, 0};
  best_first(View{*this, scratch}, NoHeuristic{}, SearchTaskOf<JunctionId>{{&source, 1}, {}},
             scratch.search);
  for (const JunctionId from : fold_.junctions.ids()) {
    row[from.value] = code_.none();
    if (from == goal || !scratch.search.bank.is_reached(from)) continue;
    const std::uint32_t arc = scratch.search.bank[from].arc.value - fold_.core_arcs.first(from);
    const double by_middles = costs[from.value] * metres_;
    row[from.value] = code_.pack(arc, scratch.saved[from.value].middle / by_middles);
  }
}

}  // namespace

ShortCode::ShortCode(const Csr<JunctionId, FoldCoreArc>& core_arcs) {
  std::uint32_t most = 0;
  for (std::uint32_t i = 0; i < core_arcs.row_count(); ++i) {
    most = std::max(most, static_cast<std::uint32_t>(core_arcs.size(JunctionId(i))));
  }
  bits_ = std::bit_width(most);
  mask_ = can_hold() ? (1u << bits_) - 1 : 0xFFFFu;
  unit_ = can_hold() ? 0.5 / (0xFFFFu >> bits_) : 0;
}

std::uint16_t ShortCode::pack(std::uint32_t number, double ratio) const {
  const double units = std::floor((ratio - 0.5) / unit_);
  const double held = std::isfinite(units) ? std::clamp(units, 0.0, double(0xFFFFu >> bits_)) : 0;
  return static_cast<std::uint16_t>(static_cast<std::uint32_t>(held) << bits_ | number);
}

double metres_per_cost(const Ground& ground) {
  return ground.metric().quantum() / pace::norm(ground.profile(), {1, 0, 0});
}

bool has_short_arcs(const Fold& fold, const Ground& ground) {
  return ShortCode(fold.core_arcs).can_hold() && fold.core == FoldCore::table &&
         !fold.gates.empty() && fold.gates.is_walled && ground.pricer().is_even_mesh();
}

Array<std::uint16_t> short_arcs(const Fold& fold, const Ground& ground, const Progress& progress) {
  const std::size_t count = fold.junctions.size();
  const ShortRows rows(fold, ground);
  std::vector<std::uint16_t> arcs(count * count);
  SharedProgress shared(progress, "short paths of the fold", count);
  parallel_for(count, kShortGrain, [&](std::size_t first, std::size_t last) {
    ShortRows::Scratch scratch;
    for (std::size_t goal = first; goal < last; ++goal) {
      rows.fill(JunctionId(static_cast<std::uint32_t>(goal)), scratch,
                std::span(arcs).subspan(goal * count, count));
    }
    shared.add(last - first);
  });
  return arcs;
}

}  // namespace thalweg

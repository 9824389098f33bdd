// Searches over taut paths from both ends of every narrowest portal, in parallel. Lengths are
// rounded down to 16 bits, with slopes that bound the lengths to the points in between.
#include "hierarchy/fold_lengths.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/shared_progress.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/search/best_first.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kGrain = 4;
constexpr double kNoPath = std::numeric_limits<double>::infinity();

// Lowers the slopes of `lines` until both lie below the length of a string to every point of the
// narrowest portal.
void lower_slopes(const PortalLengths& string, double width, PortalLengths& lines) {
  constexpr double kNear = 1e-3;  // nearer to an end slopes would be mostly rounding
  if (!(width > 0)) return;
  const double turn = string.turn(width);
  const double metres = string.at(turn, width);
  const bool is_left = turn < kNear * width;
  const bool is_right = turn > (1 - kNear) * width;
  lines.left_slope = std::min({lines.left_slope, (string.right - lines.left) / width,
                               is_left ? string.left_slope : (metres - lines.left) / turn});
  lines.right_slope =
      std::max({lines.right_slope, (lines.right - string.left) / width,
                is_right ? string.right_slope : (lines.right - metres) / (width - turn)});
}

// Searches from a point of a narrowest portal to all others.
class LengthSearch {
 public:
  LengthSearch(const Fold& fold, double most)
      : portals_(fold.portals),
        strings_(fold.portals, most),
        scale_(most),
        most_steps_(most_steps(fold.portals)),
        lengths_(fold.portals.narrowest_portals.size()) {}

  // [passage]  lower bounds of the lengths from the left or the right end of a narrowest portal.
  std::span<const PortalLengths> from(std::uint32_t passage, bool is_left) {
    const PortalEnds& narrowest = portals_.ends[portals_.narrowest_portals[passage]];
    search(passage, (is_left ? narrowest.left : narrowest.right).xy());
    std::ranges::fill(lengths_, PortalLengths{kNoPath, kNoPath, 1, -1});
    for (std::uint32_t i = 0; i < strings_.size(); ++i) {
      const TautPaths::FunnelState& string = strings_[FunnelStateId(i)];
      PortalLengths& known = lengths_[passage_of(string.directed)];
      known.left = std::min(known.left, string.lengths.left);
      known.right = std::min(known.right, string.lengths.right);
    }
    for (std::uint32_t i = 0; i < strings_.size(); ++i) {
      const TautPaths::FunnelState& string = strings_[FunnelStateId(i)];
      lower_slopes(string.lengths, strings_.width(string.directed),
                   lengths_[passage_of(string.directed)]);
    }
    return lengths_;
  }

 private:
  struct View {
    using Node = TautStepId;
    using Arc = ArcId;  // none

    LengthSearch& row;

    std::uint32_t node_count() const { return row.most_steps_; }
    template <class Visit>
    void for_each_arc(TautStepId step, const Visit& visit) const {
      TautPaths& strings = row.strings_;
      const FunnelStateId at = strings.pull(step);
      if (at.is_none()) return;
      const TautPaths::FunnelState string = strings[at];
      const Distance here = row.scratch_.bank[step].g;
      const double turn = strings.turn(string);
      for (const FoldTransition& transition : row.portals_.transitions[string.directed]) {
        const PortalLengths least = strings.least_over(string, turn, transition);
        if (!strings.is_needed(transition.to, least) || strings.step_count() >= row.most_steps_)
          continue;
        const Distance there = row.scale_(least.least());
        visit(ArcId(), strings.add_step(at, transition), there > here ? there - here : Distance{1});
      }
    }
  };

  void search(std::uint32_t passage, Vec2 start) {
    strings_.clear();
    sources_.clear();
    const PortalEnds& narrowest = portals_.ends[portals_.narrowest_portals[passage]];
    const auto point = strings_.begin(start);
    for (const bool forth : {false, true}) {
      const auto across = strings_.extend(point, 2, [&](TautPaths::Funnel& funnel) {
        TautPaths::add_portal(funnel, narrowest, forth);
      });
      const FunnelStateId id = strings_.take(across, directed_passage(passage, forth), {});
      if (id.is_none()) continue;
      sources_.push_back({strings_.add_step(id), scale_(strings_[id].lengths.least())});
    }
    best_first(View{*this}, NoHeuristic{}, SearchTaskOf<TautStepId>{sources_, {}}, scratch_);
  }

  const FoldPortals& portals_;
  TautPaths strings_;
  StringScale scale_;
  std::uint32_t most_steps_;
  std::vector<SeedOf<TautStepId>> sources_;
  SearchScratchOf<TautStepId, ArcId> scratch_;
  std::vector<PortalLengths> lengths_;
};

// An upper bound of the length between any two narrowest portals: twice the longest path from one
// narrowest portal of each connected part.
double longest(LengthSearch& search, std::size_t count) {
  double most = 0;
  std::vector<bool> is_known(count, false);
  for (std::uint32_t passage = 0; passage < count; ++passage) {
    if (is_known[passage]) continue;
    const auto lengths = search.from(passage, true);
    for (std::size_t to = 0; to < count; ++to) {
      if (lengths[to].least() == kNoPath) continue;
      is_known[to] = true;
      most = std::max({most, 2 * lengths[to].left, 2 * lengths[to].right});
    }
  }
  return most;
}

// Fills in what searches from one passage find.
class PairWriter {
 public:
  PairWriter(std::span<FoldPassagePair> pairs, float unit) : pairs_(pairs), unit_(unit) {}

  void write(std::uint32_t from, bool is_left, std::span<const PortalLengths> lengths) {
    for (std::uint32_t to = 0; to < lengths.size(); ++to) {
      const PortalLengths& known = lengths[to];
      FoldPassagePair& pair = pairs_[passage_pair(from, to)];
      if (to <= from) {
        pair.lengths[is_left ? 0 : 2] = in_units(known.left);
        pair.lengths[is_left ? 1 : 3] = in_units(known.right);
      }
      if (known.least() == kNoPath) continue;
      lower(known, is_left, to <= from ? pair.slopes_at_b : pair.slopes_at_a);
    }
  }

 private:
  std::uint16_t in_units(double metres) const {
    return metres == kNoPath ? kNoLength : static_cast<std::uint16_t>(metres / double{unit_});
  }
  // Both searches, from the left end and from the right one, share the slopes: the lower ones hold for both.
  static void lower(const PortalLengths& known, bool is_first, std::int8_t* slopes) {
    const double left = std::floor(std::clamp(known.left_slope, -1.0, 1.0) * kPassageSlopeUnits);
    const double right = std::ceil(std::clamp(known.right_slope, -1.0, 1.0) * kPassageSlopeUnits);
    const auto first = static_cast<std::int8_t>(left);
    const auto last = static_cast<std::int8_t>(right);
    slopes[0] = is_first ? first : std::min(slopes[0], first);
    slopes[1] = is_first ? last : std::max(slopes[1], last);
  }

  std::span<FoldPassagePair> pairs_;
  float unit_;
};

}  // namespace

// The longest straight line has about 2^41 units: sums of a million of them still fit.
StringScale::StringScale(double most)
    : per_metre_(std::isfinite(0x1p40 / most) ? 0x1p40 / most : 1) {}

std::uint32_t most_steps(const FoldPortals& portals) {
  return static_cast<std::uint32_t>(
      std::min<std::size_t>(32 * portals.directed_passages.size() + 1024, 1u << 28));
}

void fill_lengths(const Ground& ground, const Progress& progress, Fold& fold) {
  const std::size_t count = fold.portals.narrowest_portals.size();
  const double most = largest_coordinate(ground.world().mesh);
  LengthSearch first(fold, most);
  const double unit = longest(first, count) / (kNoLength - 1);
  fold.passage_unit = std::nextafter(static_cast<float>(unit), std::numeric_limits<float>::max());
  std::vector<FoldPassagePair> pairs(passage_pair_count(count));
  PairWriter writer(pairs, fold.passage_unit);
  SharedProgress shared(progress, "shortest paths of the fold", count);
  parallel_for(count, kGrain, [&](std::size_t begin, std::size_t end) {
    LengthSearch search(fold, most);
    for (std::size_t i = begin; i < end; ++i) {
      const auto from = static_cast<std::uint32_t>(i);
      for (const bool is_left : {true, false}) {
        writer.write(from, is_left, search.from(from, is_left));
      }
    }
    shared.add(end - begin);
  });
  fold.passage_pairs = std::move(pairs);
}

}  // namespace thalweg

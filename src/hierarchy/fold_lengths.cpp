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
constexpr float kNoPath = std::numeric_limits<float>::infinity();

// A search from the middle of one neck to all others.
class LengthRow {
 public:
  LengthRow(const Fold& fold, double most)
      : gates_(fold.gates),
        strings_(fold.gates, most),
        scale_(most),
        most_steps_(most_steps(fold.gates)) {}

  // [neck x left, right]  metres.
  void fill(std::uint32_t passage, std::span<float> row) {
    row_ = row;
    std::ranges::fill(row, kNoPath);
    strings_.clear();
    sources_.clear();
    const FoldGate& neck = gates_.gates[gates_.necks[passage]];
    const auto middle = strings_.begin((neck.left.xy() + neck.right.xy()) * 0.5);
    for (const bool is_forth : {false, true}) {
      const auto across = strings_.extend(middle, 2, [&](TautStrings::Funnel& funnel) {
        TautStrings::add_gate(funnel, neck, is_forth);
      });
      const TautStringId id = strings_.take(across, WayId(2 * passage + (is_forth ? 1 : 0)), {});
      if (id.is_none()) continue;
      sources_.push_back({strings_.add_step(id), scale_(strings_[id].lengths.least())});
    }
    best_first(View{*this}, NoHeuristic{}, SearchTaskOf<TautStepId>{sources_, {}}, scratch_);
  }

 private:
  struct View {
    using Node = TautStepId;
    using Arc = ArcId;  // none

    LengthRow& row;

    std::uint32_t node_count() const { return row.most_steps_; }
    template <class Visit>
    void for_each_arc(TautStepId step, const Visit& visit) const {
      TautStrings& strings = row.strings_;
      const TautStringId at = strings.pull(step);
      if (at.is_none()) return;
      const TautStrings::String string = strings[at];
      row.note(string);
      const Distance here = row.scratch_.bank[step].g;
      for (const FoldHop& hop : row.gates_.hops[string.way]) {
        const NeckLengths least = strings.least_over(string, hop);
        if (!strings.is_needed(hop.to, least) || strings.step_count() >= row.most_steps_) continue;
        const Distance there = row.scale_(least.least());
        visit(ArcId(), strings.add_step(at, hop), there > here ? there - here : Distance{1});
      }
    }
  };

  void note(const TautStrings::String& string) {
    float* known = row_.data() + string.way.value / 2 * 2;
    known[0] = std::min(known[0], at_most_float(string.lengths.left));
    known[1] = std::min(known[1], at_most_float(string.lengths.right));
  }

  const FoldGates& gates_;
  TautStrings strings_;
  StringScale scale_;
  std::uint32_t most_steps_;
  std::vector<SeedOf<TautStepId>> sources_;
  SearchScratchOf<TautStepId, ArcId> scratch_;
  std::span<float> row_;
};

// The unit in which all lengths but the infinite ones fit below kNoLength.
float unit_for(std::span<const float> lengths) {
  float most = 0;
  for (const float metres : lengths) most = metres < kNoPath ? std::max(most, metres) : most;
  return std::nextafter(most / (kNoLength - 1), kNoPath);
}

}  // namespace

// The longest straight line has about 2^41 units: sums of a million of them still fit.
StringScale::StringScale(double most)
    : per_metre_(std::isfinite(0x1p40 / most) ? 0x1p40 / most : 1) {}

std::uint32_t most_steps(const FoldGates& gates) {
  return static_cast<std::uint32_t>(std::min<std::size_t>(32 * gates.ways.size() + 1024, 1u << 28));
}

bool has_lengths(const Fold& fold, const Ground& ground) {
  return fold.core == FoldCore::table && !fold.gates.ways.empty() && ground.pricer().is_even_mesh();
}

void fill_lengths(const Ground& ground, const Progress& progress, Fold& fold) {
  const std::size_t count = fold.gates.necks.size();
  const double most = largest_coordinate(ground.world().mesh);
  std::vector<float> metres(count * 2 * count);
  SharedProgress shared(progress, "shortest paths of the fold", count);
  parallel_for(count, kGrain, [&](std::size_t first, std::size_t last) {
    LengthRow row(fold, most);
    for (std::size_t from = first; from < last; ++from) {
      row.fill(static_cast<std::uint32_t>(from),
               std::span(metres).subspan(from * 2 * count, 2 * count));
    }
    shared.add(last - first);
  });
  const float unit = unit_for(metres);
  std::vector<std::uint16_t> lengths(metres.size());
  for (std::size_t i = 0; i < metres.size(); ++i) {
    lengths[i] = metres[i] < kNoPath ? static_cast<std::uint16_t>(metres[i] / unit) : kNoLength;
  }
  fold.neck_unit = unit;
  fold.neck_lengths = std::move(lengths);
}

}  // namespace thalweg

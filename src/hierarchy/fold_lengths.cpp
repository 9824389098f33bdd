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

// At most the length, whatever was rounded.
float rounded_down(double metres) {
  return std::nextafter(static_cast<float>(metres), 0.0f);
}

// A search from the middle of one neck to all others.
class LengthRow {
 public:
  LengthRow(const Fold& fold, double most)
      : gates_(fold.gates),
        strings_(fold.gates, most),
        scale_(most),
        most_strings_(most_strings(fold.gates)) {}

  void fill(std::uint32_t passage, std::span<float> row) {
    row_ = row;
    std::ranges::fill(row, kNoPath);
    row[passage] = 0;
    strings_.clear();
    sources_.clear();
    const FoldGate& neck = gates_.gates[gates_.necks[passage]];
    const auto middle = strings_.begin((neck.left.xy() + neck.right.xy()) * 0.5);
    for (const bool is_forth : {false, true}) {
      const auto across = strings_.extend(middle, 2, [&](TautStrings::Funnel& funnel) {
        TautStrings::add_gate(funnel, neck, is_forth);
      });
      const TautStringId id = strings_.take(across, WayId(2 * passage + (is_forth ? 1 : 0)), {});
      if (!id.is_none()) sources_.push_back({id, scale_(strings_[id].nearest())});
    }
    best_first(View{*this}, NoHeuristic{}, SearchTaskOf<TautStringId>{sources_, {}}, scratch_);
  }

 private:
  struct View {
    using Node = TautStringId;
    using Arc = ArcId;  // none

    LengthRow& row;

    std::uint32_t node_count() const { return row.most_strings_; }
    template <class Visit>
    void for_each_arc(TautStringId at, const Visit& visit) const {
      const WayId way = row.strings_[at].way;
      const Distance here = row.scratch_.bank[at].g;
      const TautStrings::Kept out = row.strings_.leave(at);
      for (const WayId next : row.gates_.hub_ways[row.gates_.ways[way.value].hub]) {
        if (next.value / 2 == way.value / 2 || row.strings_.size() >= row.most_strings_) continue;
        const TautStringId id = row.strings_.enter(out, next, at);
        if (id.is_none()) continue;
        float& known = row.row_[next.value / 2];
        known = std::min(known, rounded_down(row.strings_.length_to_middle(id)));
        const Distance there = row.scale_(row.strings_[id].nearest());
        visit(ArcId(), id, there > here ? there - here : Distance{1});
      }
    }
  };

  const FoldGates& gates_;
  TautStrings strings_;
  StringScale scale_;
  std::uint32_t most_strings_;
  std::vector<SeedOf<TautStringId>> sources_;
  SearchScratchOf<TautStringId, ArcId> scratch_;
  std::span<float> row_;
};

}  // namespace

// The longest straight line has about 2^41 units: sums of a million of them still fit.
StringScale::StringScale(double most)
    : per_metre_(std::isfinite(0x1p40 / most) ? 0x1p40 / most : 1) {}

std::uint32_t most_strings(const FoldGates& gates) {
  return static_cast<std::uint32_t>(std::min<std::size_t>(16 * gates.ways.size() + 1024, 1u << 28));
}

bool has_lengths(const Fold& fold, const Ground& ground) {
  return fold.core == FoldCore::table && !fold.gates.ways.empty() &&
         ground.pricer().is_even_mesh();
}

Array<float> neck_lengths(const Fold& fold, const Ground& ground, const Progress& progress) {
  const std::size_t count = fold.gates.necks.size();
  const double most = largest_coordinate(ground.world().mesh);
  std::vector<float> lengths(count * count);
  SharedProgress shared(progress, "shortest paths of the fold", count);
  parallel_for(count, kGrain, [&](std::size_t first, std::size_t last) {
    LengthRow row(fold, most);
    for (std::size_t from = first; from < last; ++from) {
      row.fill(static_cast<std::uint32_t>(from), std::span(lengths).subspan(from * count, count));
    }
    shared.add(last - first);
  });
  return lengths;
}

}  // namespace thalweg

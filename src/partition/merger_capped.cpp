// Capped growth: the groups of one step of merging, nearest tops first and up to a size.
//
// The cap of a step is the least power of the base at which any two tops may unite. It follows from
// the tops alone, so merging can be continued from a saved step or after an update.
#include <algorithm>
#include <tuple>

#include "partition/merger.hpp"

namespace thalweg {
namespace {

// Sizes of two tops, or of two sets of tops, that a connection joins.
struct TwoSizes {
  std::uint64_t sum = 0;
  std::uint64_t lesser = 0;

  // In the first pass sets unite up to the cap. The second pass sweeps up remnants: sets of at most
  // a quarter of the cap unite with others up to twice the cap.
  bool fit(std::uint64_t cap, bool is_sweep) const {
    return is_sweep ? 4 * lesser <= cap && sum <= 2 * cap : sum <= cap;
  }
  // The least cap at which they fit in either pass.
  std::uint64_t least_cap() const { return std::min(sum, std::max((sum + 1) / 2, 4 * lesser)); }
};

// Tops unite only if their distance is at most this times that of either from its nearest
// neighbour, so that what remains of a floor grows on with the floor in the next step and not with
// the top of a wall now.
constexpr std::uint64_t kFarthest = 64;

// Disjoint sets of tops.
class TopSets {
 public:
  TopSets(std::size_t pieces, std::uint64_t farthest)
      : farthest_(farthest), up_(pieces), size_(pieces, 0), nearest_(pieces, kUnreached) {
    for (std::size_t p = 0; p < pieces; ++p) up_[p] = static_cast<std::uint32_t>(p);
  }

  void set_size(std::uint32_t piece, std::uint64_t nodes) { size_[piece] = nodes; }
  void add_neighbour(std::uint32_t piece, std::uint64_t key) {
    nearest_[piece] = std::min(nearest_[piece], key);
  }
  std::uint32_t root(std::uint32_t piece) {
    while (up_[piece] != piece) piece = up_[piece] = up_[up_[piece]];
    return piece;
  }
  TwoSizes sizes(std::uint32_t a, std::uint32_t b) const {
    return {size_[a] + size_[b], std::min(size_[a], size_[b])};
  }
  // Whether two roots that are `key` apart are near enough to unite.
  bool are_near(std::uint32_t a, std::uint32_t b, std::uint64_t key) const {
    return key / farthest_ <= std::max(nearest_[a], nearest_[b]);
  }
  // Requires: two roots.
  void unite(std::uint32_t a, std::uint32_t b) {
    if (size_[a] < size_[b]) std::swap(a, b);
    up_[b] = a;
    size_[a] += size_[b];
    nearest_[a] = std::min(nearest_[a], nearest_[b]);
  }
  // [piece]  its root.
  std::vector<std::uint32_t> roots() {
    for (std::uint32_t p = 0; p < up_.size(); ++p) up_[p] = root(p);
    return std::move(up_);
  }

 private:
  std::uint64_t farthest_;
  std::vector<std::uint32_t> up_;       // [piece]
  std::vector<std::uint64_t> size_;     // [root]  nodes
  std::vector<std::uint64_t> nearest_;  // [root]  the least key of its members
};

// A connection between two tops that leads both ways.
struct TwoWay {
  std::uint64_t key = 0;  // how near they are
  std::uint32_t low = 0;  // pieces
  std::uint32_t high = 0;
};

void unite_tops(std::span<const TwoWay> connections, std::uint64_t cap, TopSets& sets) {
  for (const bool is_sweep : {false, true}) {
    for (const TwoWay& two : connections) {
      const std::uint32_t a = sets.root(two.low);
      const std::uint32_t b = sets.root(two.high);
      if (a == b || !sets.are_near(a, b, two.key)) continue;
      if (sets.sizes(a, b).fit(cap, is_sweep)) sets.unite(a, b);
    }
  }
}

}  // namespace

std::string_view to_string(GrowRule rule) { return rule == GrowRule::thesis ? "thesis" : "capped"; }
std::string_view to_string(GrowOrder order) { return order == GrowOrder::unit ? "unit" : "cost"; }

void NaturalMerger::group_capped() {
  if (step_ == 1) {
    two_way_.resize(edges_.size());
    for (std::uint32_t e = 0; e < edges_.size(); ++e) two_way_[e] = e;
  }
  const auto is_over = [&](std::uint32_t e) {
    const Edge& edge = edges_[e];
    return edge.is_dead || !up_[edge.ends[0].value].is_none() || !up_[edge.ends[1].value].is_none();
  };
  std::erase_if(two_way_, is_over);
  TopSets sets(tree_.piece_count(), by_cost_ ? kFarthest : kUnreached);
  std::vector<TwoWay> connections;
  for (const std::uint32_t e : two_way_) {
    const Edge& edge = edges_[e];
    if (edge.key == kUnreached) continue;
    const auto [low, high] = std::minmax(edge.ends[0].value, edge.ends[1].value);
    connections.push_back({edge.key, low, high});
    for (const std::uint32_t p : {low, high}) {
      sets.set_size(p, tree_.size(PieceId(p)));
      sets.add_neighbour(p, edge.key);
    }
  }
  if (connections.empty()) return;
  std::uint64_t least = kUnreached;
  for (const auto& [key, low, high] : connections) {
    if (sets.are_near(low, high, key)) least = std::min(least, sets.sizes(low, high).least_cap());
  }
  std::sort(connections.begin(), connections.end(), [](const TwoWay& a, const TwoWay& b) {
    return std::tie(a.key, a.low, a.high) < std::tie(b.key, b.low, b.high);
  });
  std::uint64_t cap = base_;
  while (cap < least) cap *= base_;
  unite_tops(connections, cap, sets);
  add_groups(sets.roots());
}

// Sets of two or more tops become groups, their members in order.
void NaturalMerger::add_groups(std::span<const std::uint32_t> root_of) {
  std::vector<std::uint32_t> counts(root_of.size(), 0);  // [root]  members
  for (std::uint32_t p = 0; p < root_of.size(); ++p) ++counts[root_of[p]];
  std::vector<std::uint32_t> next(root_of.size(), kEnd);
  for (std::uint32_t p = 0; p < root_of.size(); ++p) {
    const std::uint32_t root = root_of[p];
    if (counts[root] < 2) continue;
    if (next[root] == kEnd) {
      next[root] = static_cast<std::uint32_t>(members_.size());
      groups_.push_back({members_.size(), counts[root]});
      members_.resize(members_.size() + counts[root]);
    }
    members_[next[root]++] = PieceId(p);
  }
}

}  // namespace thalweg

// All pairs by Floyd and Warshall for few children, a search from each for more, and backward
// searches from a sample for many. The rule then picks or averages the distances.
#include "thalweg/partition/rest.hpp"

#include <algorithm>
#include <array>

namespace thalweg {
namespace {

struct NamedRule {
  std::string_view name;
  RestRule rule;
};
constexpr std::array<NamedRule, 5> kRules = {{
    {"average", RestRule::average},
    {"worst_unweighted", RestRule::worst_unweighted},
    {"worst_weighted", RestRule::worst_weighted},
    {"worst_unit", RestRule::worst_unit},
    {"harmonic", RestRule::harmonic},
}};

// True where `b` stands for the rest rather than `a`; the more expensive one among equals.
bool is_worse(const Distances& a, const Distances& b, RestRule rule) {
  switch (rule) {
    case RestRule::worst_unweighted:
      return a.unweighted != b.unweighted ? b.unweighted > a.unweighted : b.weighted > a.weighted;
    case RestRule::worst_weighted: return b > a;
    default: break;
  }
  if (is_more_expensive_per_unit(b, a)) return true;
  return !is_more_expensive_per_unit(a, b) && b > a;
}

// Takes one distance after another, and gives the one that stands for all.
class Judge {
 public:
  explicit Judge(RestRule rule) : rule_(rule) {}
  void add(const Distances& distances) {
    if (!distances.is_known()) return;
    if (is_mean()) {
      sum_ = sum_ + distances;
      inverse_ += 1 / static_cast<double>(std::max<Distance>(distances.weighted, 1));
    } else if (count_ == 0 || is_worse(sum_, distances, rule_)) {
      sum_ = distances;
    }
    ++count_;
  }
  Distances rest() const {
    if (!is_mean() || count_ == 0) return sum_;
    const Distance mean = rule_ == RestRule::average
                              ? sum_.weighted / count_
                              : static_cast<Distance>(static_cast<double>(count_) / inverse_);
    return {mean, sum_.unweighted / count_};
  }

 private:
  bool is_mean() const { return rule_ == RestRule::average || rule_ == RestRule::harmonic; }

  RestRule rule_;
  Distances sum_{0, 0};  // or the worst so far
  double inverse_ = 0;   // the sum of 1 / cost
  std::uint64_t count_ = 0;
};

// Notes the order in which children are settled.
struct Settled {
  std::vector<ChildId>& children;
  void on_settle(ChildId child, Distance) { children.push_back(child); }
  void on_improve(ChildId, Distance) {}
};

}  // namespace

std::string_view to_string(RestRule rule) { return kRules[static_cast<std::size_t>(rule)].name; }

std::span<const Distances> RestFinder::find(const ChildGraph& children, RestRule rule) {
  const Rows rows{children};
  rests_.assign(rows.node_count(), Distances{0, 0});
  const auto is_not = [](std::uint8_t is_wanted) { return is_wanted == 0; };
  if (!rows.is_wanted.empty() && std::ranges::all_of(rows.is_wanted, is_not)) return rests_;
  if (rows.node_count() <= kMostInTable) {
    find_by_table(rows, rule);
  } else if (rows.node_count() <= kMostSearched) {
    find_by_search(rows, rule);
  } else {
    find_by_sample(rows, rule);
  }
  return rests_;
}

void RestFinder::find_by_table(const Rows& rows, RestRule rule) {
  const std::uint32_t n = rows.node_count();
  table_.assign(std::size_t{n} * n, Distances{});
  for (std::uint32_t i = 0; i < n; ++i) {
    Distances* const row = &table_[std::size_t{i} * n];
    row[i] = {0, 0};
    for (std::uint32_t a = rows.offsets[i]; a < rows.offsets[i + 1]; ++a) {
      row[rows.arcs[a].target] = std::min(row[rows.arcs[a].target], rows.arcs[a].distances);
    }
  }
  for (std::uint32_t k = 0; k < n; ++k) {
    const Distances* const via = &table_[std::size_t{k} * n];
    for (std::uint32_t i = 0; i < n; ++i) {
      Distances* const row = &table_[std::size_t{i} * n];
      if (!row[k].is_known() || i == k) continue;
      for (std::uint32_t j = 0; j < n; ++j) {
        if (via[j].is_known()) row[j] = std::min(row[j], row[k] + via[j]);
      }
    }
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    if (!rows.wants(i)) continue;
    Judge judge(rule);
    for (std::uint32_t j = 0; j < n; ++j) {
      if (j != i) judge.add(table_[std::size_t{i} * n + j]);
    }
    rests_[i] = judge.rest();
  }
}

void RestFinder::search_from(const Rows& rows, ChildId child) {
  const SeedOf<ChildId> source{child, 0};
  settled_.clear();
  best_first(rows, NoHeuristic{}, {.sources = {&source, 1}, .goals = {}}, scratch_,
             Settled{settled_});
  from_.assign(rows.node_count(), Distances{});
  for (const ChildId settled : settled_) {
    const auto known = scratch_.bank[settled];
    from_[settled.value] = known.parent.is_none()
                               ? Distances{0, 0}
                               : from_[known.parent.value] + rows.arcs[known.arc.value].distances;
  }
}

void RestFinder::find_by_search(const Rows& rows, RestRule rule) {
  for (std::uint32_t i = 0; i < rows.node_count(); ++i) {
    if (!rows.wants(i)) continue;
    search_from(rows, ChildId(i));
    Judge judge(rule);
    for (std::uint32_t j = 0; j < rows.node_count(); ++j) {
      if (j != i) judge.add(from_[j]);
    }
    rests_[i] = judge.rest();
  }
}

// From all children to each of a sample: searches backwards.
void RestFinder::find_by_sample(const Rows& rows, RestRule rule) {
  const std::uint32_t n = rows.node_count();
  turned_offsets_.assign(std::size_t{n} + 1, 0);
  for (const ChildArc& arc : rows.arcs) ++turned_offsets_[arc.target + 1];
  for (std::uint32_t i = 0; i < n; ++i) turned_offsets_[i + 1] += turned_offsets_[i];
  std::vector<std::uint32_t> next(turned_offsets_.begin(), turned_offsets_.end() - 1);
  turned_arcs_.resize(rows.arcs.size());
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t a = rows.offsets[i]; a < rows.offsets[i + 1]; ++a) {
      turned_arcs_[next[rows.arcs[a].target]++] = {i, rows.arcs[a].distances};
    }
  }
  const Rows turned{{turned_offsets_, turned_arcs_}};
  std::vector<Judge> judges(n, Judge(rule));
  for (std::uint32_t s = 0; s < kSample; ++s) {
    const auto target = static_cast<std::uint32_t>(std::uint64_t{n} * (2 * s + 1) / (2 * kSample));
    search_from(turned, ChildId(target));
    for (std::uint32_t i = 0; i < n; ++i) {
      if (i != target) judges[i].add(from_[i]);
    }
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    if (rows.wants(i)) rests_[i] = judges[i].rest();
  }
}

}  // namespace thalweg

// The profile is stored as TOML, the graph as a spec, with its arcs where they are slow to build. A
// number names the rules of pricing, so that prices by older rules are not used.
#include "store/metric_sections.hpp"

#include <algorithm>

#include "core/try.hpp"
#include "store/bytes.hpp"
#include "thalweg/price/profile_file.hpp"

namespace thalweg {
namespace {

// Raised where the same profile gets other prices: 1, speed models price by zigzags where they are
// quicker.
constexpr std::uint32_t kPrices = 1;

Array<std::byte> write_metric_about(const StoredMetric& metric) {
  const MetricParts& parts = metric.parts;
  ByteWriter out;
  out.number(static_cast<std::uint32_t>(metric.graph.kind)).number(metric.graph.max_points);
  out.number(metric.graph.one_per).number(static_cast<std::uint32_t>(metric.graph.neighbours));
  out.number(parts.graph).number(parts.quantum).number(parts.least_per_metre);
  out.text(write_profile(parts.profile)).number(kPrices);
  return std::move(out).take();
}

Result<StoredMetric> read_metric_about(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  StoredMetric metric;
  metric.graph.kind = GraphKind{in.number<std::uint32_t>()};
  metric.graph.max_points = in.number<std::uint32_t>();
  metric.graph.one_per = in.number<float>();
  metric.graph.neighbours = static_cast<GridNeighbours>(in.number<std::uint32_t>());
  metric.parts.graph = in.number<std::uint64_t>();
  metric.parts.quantum = in.number<double>();
  metric.parts.least_per_metre = in.number<double>();
  const std::string toml = in.text();
  const std::uint32_t prices = in.left() == 0 ? 0 : in.number<std::uint32_t>();
  if (!in.is_whole()) return Error{"its description is too short or too long"};
  TRY(metric.parts.profile, read_profile(toml).in("its profile"));
  if (prices > kPrices || (prices < 1 && metric.parts.profile.is_timed())) {
    return Error{"its prices are of another version of Thalweg: import the world again"};
  }
  return metric;
}

std::string metric_prefix(std::string_view name) {
  return std::string(kMetricKind).append("/").append(name);
}

// The NAME in "metric/NAME/about"; empty for other sections.
std::string_view metric_told_by(std::string_view section) {
  constexpr std::string_view kStart = "metric/";
  constexpr std::string_view kEnd = "/about";
  if (!section.starts_with(kStart) || !section.ends_with(kEnd) ||
      section.size() < kStart.size() + kEnd.size()) {
    return {};
  }
  const auto name = section.substr(kStart.size(), section.size() - kStart.size() - kEnd.size());
  return is_stored_name(name) ? name : std::string_view{};
}

Result<StoredMetric> take_metric(SectionTaker& sections, std::string_view name) {
  const std::string prefix = metric_prefix(name);
  TRY(StoredMetric metric, read_metric_about(sections.take<std::byte>(prefix + "/about").span()));
  metric.name = name;
  metric.parts.costs = sections.take<Cost>(prefix + "/costs");
  metric.parts.islands.of = sections.take<IslandId>(prefix + "/island_of");
  metric.parts.islands.sizes = sections.take<std::uint32_t>(prefix + "/island_sizes");
  metric.arcs.targets = {sections.take<std::uint32_t>(prefix + "/arcs_offsets"),
                         sections.take<NodeId>(prefix + "/arcs")};
  metric.arcs.labels = sections.take<ArcLabel>(prefix + "/labels");
  TRY_DO(sections.check());
  if (metric.arcs.labels.size() != metric.arcs.targets.item_count() ||
      (metric.arcs.empty() && metric.arcs.labels.size() > 0)) {
    return Error{"the labels are not one per arc"};
  }
  bool positive = true;
  for (const Cost cost : metric.parts.costs) positive &= cost > 0;
  if (!positive) return Error{"a cost is zero"};
  return metric;
}

}  // namespace

std::vector<ThalSection> metric_sections(const StoredMetric& metric) {
  const MetricParts& parts = metric.parts;
  const std::string prefix = metric_prefix(metric.name);
  return {section_of(prefix + "/about", write_metric_about(metric)),
          section_of<Cost>(prefix + "/costs", parts.costs),
          section_of<IslandId>(prefix + "/island_of", parts.islands.of),
          section_of<std::uint32_t>(prefix + "/island_sizes", parts.islands.sizes),
          section_of(prefix + "/arcs_offsets", metric.arcs.targets.offsets()),
          section_of(prefix + "/arcs", metric.arcs.targets.items()),
          section_of<ArcLabel>(prefix + "/labels", metric.arcs.labels)};
}

Result<std::vector<StoredMetric>> take_metrics(SectionTaker& sections) {
  std::vector<StoredMetric> all;
  for (const ThalSection& section : sections.sections()) {
    const std::string_view name = metric_told_by(section.name);
    if (name.empty()) continue;
    TRY(StoredMetric metric, take_metric(sections, name).in("metric " + std::string(name)));
    all.push_back(std::move(metric));
  }
  std::ranges::sort(all, {}, &StoredMetric::name);  // section order puts a.b before a
  return all;
}

}  // namespace thalweg

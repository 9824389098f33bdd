#include "store/metric_sections.hpp"

#include <algorithm>

#include "thalweg/graph/profile_file.hpp"
#include "thalweg/store/bytes.hpp"

namespace thalweg {
namespace {

constexpr std::string_view kPrefix = "metric/";
constexpr std::string_view kAbout = "/about";

std::string section_name(std::string_view metric, std::string_view part) {
  return std::string(kPrefix).append(metric).append(part);
}

Array<std::byte> write_about(const StoredMetric& metric) {
  const MetricParts& parts = metric.parts;
  ByteWriter out;
  out.number(static_cast<std::uint32_t>(metric.graph.kind)).number(metric.graph.max_points);
  out.number(metric.graph.one_per).number(static_cast<std::uint32_t>(metric.graph.neighbours));
  out.number(parts.graph).number(parts.quantum).number(parts.least_per_metre);
  out.text(write_profile(parts.profile));
  return std::move(out).take();
}

Result<StoredMetric> read_about(std::span<const std::byte> bytes) {
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
  if (!in.is_whole()) return Error{"its description is too short or too long"};
  auto profile = read_profile(toml);
  if (!profile) return Error{"its profile: " + profile.error()};
  metric.parts.profile = std::move(profile).value();
  return metric;
}

Result<StoredMetric> take_metric(SectionTaker& sections, std::string_view name) {
  auto about = read_about(sections.take<std::byte>(section_name(name, kAbout)).span());
  if (!about) return about;
  StoredMetric metric = std::move(about).value();
  metric.name = name;
  metric.parts.costs = sections.take<Cost>(section_name(name, "/costs"));
  metric.parts.islands.of = sections.take<IslandId>(section_name(name, "/island_of"));
  metric.parts.islands.sizes = sections.take<std::uint32_t>(section_name(name, "/island_sizes"));
  if (sections.error()) return Error{*sections.error()};
  bool positive = true;
  for (const Cost cost : metric.parts.costs) positive &= cost > 0;
  if (!positive) return Error{"a cost is zero"};
  return metric;
}

}  // namespace

bool is_stored_name(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  };
  return !name.empty() && name.size() <= 64 && std::ranges::all_of(name, fits);
}

std::string_view name_told_about(std::string_view section, std::string_view prefix) {
  if (!section.starts_with(prefix) || !section.ends_with(kAbout)) return {};
  if (section.size() < prefix.size() + kAbout.size()) return {};
  const auto name = section.substr(prefix.size(), section.size() - prefix.size() - kAbout.size());
  return is_stored_name(name) ? name : std::string_view{};
}

std::vector<ThalSection> metric_sections(const StoredMetric& metric) {
  const MetricParts& parts = metric.parts;
  const auto name = [&](std::string_view part) { return section_name(metric.name, part); };
  return {section_of(name(kAbout), write_about(metric)),
          section_of<Cost>(name("/costs"), parts.costs),
          section_of<IslandId>(name("/island_of"), parts.islands.of),
          section_of<std::uint32_t>(name("/island_sizes"), parts.islands.sizes)};
}

Result<std::vector<StoredMetric>> take_metrics(SectionTaker& sections) {
  std::vector<StoredMetric> metrics;
  for (const ThalSection& section : sections.sections()) {
    const std::string_view name = name_told_about(section.name, kPrefix);
    if (name.empty()) continue;
    auto metric = take_metric(sections, name);
    if (!metric) return Error{"metric " + std::string(name) + ": " + metric.error()};
    metrics.push_back(std::move(metric).value());
  }
  std::ranges::sort(metrics, {}, &StoredMetric::name);  // sections put a.b before a
  return metrics;
}

}  // namespace thalweg

// A coarse ground is a world and a metric of its own under the prefix of its name, with a
// description and the coarse face of each fine node.
#include "store/coarse_sections.hpp"

#include <algorithm>
#include <cmath>

#include "store/bytes.hpp"
#include "store/hierarchy_sections.hpp"
#include "store/metric_sections.hpp"
#include "store/named.hpp"
#include "store/world_sections.hpp"

namespace thalweg {
namespace {

Array<std::byte> write_about_coarse(const StoredCoarse& stored) {
  ByteWriter out;
  out.text(stored.recipe).text(stored.metric);
  out.number(stored.metric_fingerprint).number(stored.error);
  return std::move(out).take();
}

Result<StoredCoarse> read_about_coarse(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  StoredCoarse stored;
  stored.recipe = in.text();
  stored.metric = in.text();
  stored.metric_fingerprint = in.number<std::uint64_t>();
  stored.error = in.number<double>();
  if (!in.is_whole()) return Error{"its description is too short or too long"};
  if (!is_recipe(stored.recipe)) return Error{"its recipe is no text of a planner"};
  if (!is_stored_name(stored.metric)) return Error{"its metric has no proper name"};
  if (!std::isfinite(stored.error) || stored.error < 0) return Error{"its error is no distance"};
  return stored;
}

// Its world and its metric, from sections that are called as in a file of their own.
Result<void> take_ground(SectionTaker& own, StoredCoarse& stored) {
  TRY(stored.world, take_world(own));
  TRY(auto metrics, take_metrics(own));
  if (metrics.size() != 1 || metrics.front().name != StoredCoarse::kMetric) {
    return Error{"it has no metric of its own, or another one besides"};
  }
  stored.own = std::move(metrics.front());
  if (stored.own.arcs.empty()) return Error{"its graph is missing"};
  if (!own.rest().empty()) {
    return Error{"it has a section that no coarse ground has: " + own.rest().front().name};
  }
  return {};
}

Result<StoredCoarse> take_one_coarse(SectionTaker& sections, std::string_view name) {
  const std::string prefix = section_prefix<StoredCoarse>(name);
  TRY(StoredCoarse stored,
      read_about_coarse(sections.take<std::byte>(prefix + std::string(kAbout)).span()));
  stored.name = name;
  stored.homes = sections.take<FaceId>(prefix + "/homes");
  TRY_DO(sections.check());
  SectionTaker own(sections.take_under(prefix + "/"));
  TRY_DO(take_ground(own, stored));
  const std::uint32_t faces = stored.world.mesh.face_count();
  const bool are_faces = std::ranges::all_of(
      stored.homes, [&](FaceId home) { return home.is_none() || home.value < faces; });
  if (!are_faces) return Error{"a node lies on a coarse face that does not exist"};
  return stored;
}

}  // namespace

std::vector<ThalSection> coarse_sections(const StoredCoarse& stored) {
  const std::string prefix = section_prefix<StoredCoarse>(stored.name);
  std::vector<ThalSection> sections = world_sections(stored.world);
  std::ranges::move(metric_sections(stored.own), std::back_inserter(sections));
  for (ThalSection& section : sections) section.name = prefix + "/" + section.name;
  sections.push_back(section_of(prefix + std::string(kAbout), write_about_coarse(stored)));
  sections.push_back(section_of<FaceId>(prefix + "/homes", stored.homes));
  return sections;
}

Result<std::vector<StoredCoarse>> take_coarse(SectionTaker& sections) {
  return take_all<StoredCoarse>(sections, take_one_coarse);
}

}  // namespace thalweg

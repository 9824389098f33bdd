// The tree in the sections of a partition, then middles, steps, boxes and
// landmarks, all checked by Pyramid::from.
#include "store/pyramid_sections.hpp"

#include <algorithm>
#include <iterator>

#include "store/bytes.hpp"
#include "store/hierarchy_sections.hpp"
#include "store/named.hpp"
#include "store/partition_sections.hpp"
#include "store/row_sections.hpp"

namespace thalweg {
namespace {

Array<std::byte> write_about_pyramid(const StoredPyramid& stored) {
  ByteWriter out;
  out.text(stored.recipe).text(stored.metric);
  out.number(stored.pyramid.metric_fingerprint()).number(stored.pyramid.graph_fingerprint());
  out.number(stored.pyramid.arrays().proof);
  return std::move(out).take();
}

// The contents of a description.
struct AboutPyramid {
  StoredPyramid stored;
  std::uint64_t metric = 0;  // fingerprints
  std::uint64_t graph = 0;
  double proof = 1;  // see PyramidArrays
};

Result<AboutPyramid> read_about_pyramid(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  AboutPyramid about;
  about.stored.recipe = in.text();
  about.stored.metric = in.text();
  about.metric = in.number<std::uint64_t>();
  about.graph = in.number<std::uint64_t>();
  about.proof = in.number<double>();
  if (!in.is_whole()) return Error{"its description is too short or too long"};
  if (!is_recipe(about.stored.recipe)) return Error{"its recipe is no text of a planner"};
  if (!is_stored_name(about.stored.metric)) return Error{"its metric has no proper name"};
  return about;
}

Result<StoredPyramid> take_pyramid(SectionTaker& sections, std::string_view name) {
  const std::string prefix = section_prefix<StoredPyramid>(name);
  TRY(AboutPyramid about,
      read_about_pyramid(sections.take<std::byte>(prefix + std::string(kAbout)).span()));
  PartitionArrays tree = take_tree(sections, prefix);
  tree.graph = about.graph;
  PyramidArrays arrays;
  arrays.metric = about.metric;
  arrays.middles = sections.take<PieceId>(prefix + "/middles");
  arrays.steps = take_rows<CellId, CellStep>(sections, prefix + "/steps");
  arrays.boxes = sections.take<CellBox>(prefix + "/boxes");
  arrays.landmarks = sections.take<NodeId>(prefix + "/landmarks");
  arrays.far = sections.take<LandmarkCosts>(prefix + "/far");
  arrays.proof = about.proof;
  TRY_DO(sections.check());
  TRY(arrays.cells, Partition::from(std::move(tree)));
  about.stored.name = name;
  TRY(about.stored.pyramid, Pyramid::from(std::move(arrays)));
  return std::move(about.stored);
}

}  // namespace

std::vector<ThalSection> pyramid_sections(const StoredPyramid& stored) {
  const std::string prefix = section_prefix<StoredPyramid>(stored.name);
  const PyramidArrays& arrays = stored.pyramid.arrays();
  auto sections = tree_sections(prefix, arrays.cells.arrays());
  sections.push_back(section_of(prefix + std::string(kAbout), write_about_pyramid(stored)));
  sections.push_back(section_of<PieceId>(prefix + "/middles", arrays.middles));
  std::ranges::move(row_sections(prefix + "/steps", arrays.steps), std::back_inserter(sections));
  sections.push_back(section_of<CellBox>(prefix + "/boxes", arrays.boxes));
  sections.push_back(section_of<NodeId>(prefix + "/landmarks", arrays.landmarks));
  sections.push_back(section_of<LandmarkCosts>(prefix + "/far", arrays.far));
  return sections;
}

Result<std::vector<StoredPyramid>> take_pyramids(SectionTaker& sections) {
  return take_all<StoredPyramid>(sections, take_pyramid);
}

}  // namespace thalweg

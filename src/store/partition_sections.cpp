// A partition comes with the recipe by which it grew, so that merging can continue from a file.
// Stored rests are refused if sums along the tree could overflow.
#include "store/partition_sections.hpp"

#include <algorithm>

#include "store/bytes.hpp"
#include "store/named.hpp"
#include "thalweg/partition/compress.hpp"

namespace thalweg {
namespace {

// True if merging and compression take these options.
bool makes_sense(const NaturalRecipe& recipe) {
  return recipe.tie_bits <= kMostTieBits && recipe.base >= kSmallestBase &&
         recipe.base <= kLargestBase &&
         (recipe.most_children == 0 || recipe.most_children >= kFewestChildren) &&
         (recipe.layers == 0 || recipe.layers >= kFewestLayers);
}

Array<std::byte> write_partition_about(const StoredPartition& stored) {
  const NaturalRecipe& recipe = stored.natural;
  ByteWriter out;
  out.number(static_cast<std::uint32_t>(stored.kind)).text(stored.metric);
  out.number(stored.metric_fingerprint).number(stored.partition.graph_fingerprint());
  out.number(static_cast<std::uint32_t>(recipe.rule)).number(recipe.tie_bits);
  out.number(recipe.most_children);
  out.number(recipe.steps).number(recipe.is_done ? 1u : 0u).number(recipe.layers);
  // Left out for growth as in the thesis, as older files do.
  if (recipe.grow == GrowRule::capped) out.number(recipe.base);
  return std::move(out).take();
}

// The contents of a description; the graph's fingerprint is the arrays' own.
struct PartitionAbout {
  StoredPartition stored;
  std::uint64_t graph = 0;
};

Result<PartitionAbout> read_partition_about(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  PartitionAbout about;
  NaturalRecipe& recipe = about.stored.natural;
  const auto kind = in.number<std::uint32_t>();
  about.stored.metric = in.text();
  about.stored.metric_fingerprint = in.number<std::uint64_t>();
  about.graph = in.number<std::uint64_t>();
  const auto rule = in.number<std::uint32_t>();
  recipe.tie_bits = in.number<std::uint32_t>();
  recipe.most_children = in.number<std::uint32_t>();
  recipe.steps = in.number<std::uint32_t>();
  const auto is_done = in.number<std::uint32_t>();
  recipe.layers = in.number<std::uint32_t>();
  if (in.left() > 0) {
    recipe.grow = GrowRule::capped;
    recipe.base = in.number<std::uint32_t>();
  }
  if (!in.is_whole()) return Error{"its description is too short or too long"};
  if (kind > static_cast<std::uint32_t>(PartitionKind::natural)) {
    return Error{"it is of a kind that this version does not know"};
  }
  if (!is_stored_name(about.stored.metric)) return Error{"its metric has no proper name"};
  if (rule > static_cast<std::uint32_t>(RestRule::harmonic) || is_done > 1 ||
      !makes_sense(recipe)) {
    return Error{"its recipe makes no sense"};
  }
  about.stored.kind = static_cast<PartitionKind>(kind);
  recipe.rule = static_cast<RestRule>(rule);
  recipe.is_done = is_done == 1;
  return about;
}

// Refuses rests that do not fit the partition, or whose sums would overflow.
Result<void> check_rests(const Partition& partition, std::span<const Distances> rests) {
  constexpr Distance kMost = Distance{1} << 56;
  if (rests.empty()) return {};
  if (rests.size() != partition.piece_count()) return Error{"its rests are not one for each piece"};
  std::vector<Distances> sums(partition.cell_count(), Distances{0, 0});  // [cell]  with those above
  const auto sum_of = [&](PieceId piece) {
    const CellId above = partition.parent(piece);
    return above.is_none() ? rests[piece.value] : rests[piece.value] + sums[above.value];
  };
  const auto is_small = [](const Distances& d) {
    return d.weighted < kMost && d.unweighted < kMost;
  };
  bool are_small = std::ranges::all_of(rests, is_small);
  const std::vector<CellId> order = bottom_up(partition);
  for (auto cell = order.rbegin(); cell != order.rend() && are_small; ++cell) {
    sums[cell->value] = sum_of(partition.piece(*cell));
    are_small = is_small(sums[cell->value]);
  }
  for (std::uint32_t n = 0; n < partition.node_count() && are_small; ++n) {
    are_small = is_small(sum_of(PieceId(n)));
  }
  if (!are_small) return Error{"its rests are too large"};
  return {};
}

Result<StoredPartition> take_partition(SectionTaker& sections, std::string_view name) {
  const std::string prefix = section_prefix<StoredPartition>(name);
  TRY(PartitionAbout about,
      read_partition_about(sections.take<std::byte>(prefix + "/about").span()));
  PartitionArrays arrays = take_tree(sections, prefix);
  arrays.graph = about.graph;
  StoredPartition& stored = about.stored;
  stored.name = name;
  stored.rests = sections.take<Distances>(prefix + "/rests");
  TRY_DO(sections.check());
  TRY(stored.partition, Partition::from(std::move(arrays)));
  TRY_DO(check_rests(stored.partition, stored.rests.span()));
  return std::move(stored);
}

}  // namespace

std::vector<ThalSection> tree_sections(const std::string& prefix, const PartitionArrays& arrays) {
  return {section_of<CellId>(prefix + "/home", arrays.home),
          section_of<CellId>(prefix + "/parent", arrays.parent),
          section_of<Level>(prefix + "/height", arrays.height)};
}

PartitionArrays take_tree(SectionTaker& sections, const std::string& prefix) {
  PartitionArrays arrays;
  arrays.home = sections.take<CellId>(prefix + "/home");
  arrays.parent = sections.take<CellId>(prefix + "/parent");
  arrays.height = sections.take<Level>(prefix + "/height");
  return arrays;
}

std::vector<ThalSection> partition_sections(const StoredPartition& stored) {
  const std::string prefix = section_prefix<StoredPartition>(stored.name);
  auto sections = tree_sections(prefix, stored.partition.arrays());
  sections.push_back(section_of(prefix + "/about", write_partition_about(stored)));
  sections.push_back(section_of(prefix + "/rests", stored.rests));
  return sections;
}

Result<std::vector<StoredPartition>> take_partitions(SectionTaker& sections) {
  return take_all<StoredPartition>(sections, take_partition);
}

}  // namespace thalweg

// Natural trees as structures. Only the partition is stored, with the rests of its pieces and how it
// was grown; the rest of the tree is computed from the ground. In files their kind is called
// "partition", and their recipe is mostly left out: it follows from how they were grown.
#include <algorithm>

#include "core/try.hpp"
#include "thalweg/partition/compress.hpp"
#include "thalweg/structures/kinds.hpp"

namespace thalweg {
namespace {

struct StoredTree {
  PartitionArrays arrays;
  NaturalRecipe recipe;
  // [piece]  as rests_of gives them, so that loading a tree is faster than building it. May be empty:
  // they are then computed again.
  Array<Distances> rests;
};

StoredTree tree_parts(const GrownTree& grown) {
  return {grown.tree.partition().arrays(), grown.recipe, rests_of(grown.tree)};
}

// The key of the planner that builds it with these options.
std::string recipe_text(const NaturalRecipe& recipe) {
  const std::string rule(to_string(recipe.rule));
  if (recipe.grow == GrowRule::capped) {
    return "natural:grow=capped:cap_base=" + std::to_string(recipe.base) +
           ":order=cost:refine=descent:rule=" + rule;
  }
  return "natural:grow=thesis:refine=descent:layers=" +
         (recipe.layers == 0 ? "full" : std::to_string(recipe.layers)) + ":rule=" + rule +
         ":tie_bits=" + std::to_string(recipe.tie_bits) +
         ":most_children=" + std::to_string(recipe.most_children);
}

// True if merging and compression take these options.
bool makes_sense(const NaturalRecipe& recipe) {
  return recipe.tie_bits <= kMostTieBits && recipe.base >= kSmallestBase &&
         recipe.base <= kLargestBase &&
         (recipe.most_children == 0 || recipe.most_children >= kFewestChildren) &&
         (recipe.layers == 0 || recipe.layers >= kFewestLayers);
}

// The options that were always stored: in the description instead of the recipe, whose length of 0
// was the number of the kind.
void recipe_numbers(SectionIo& io, NaturalRecipe& recipe) {
  constexpr const char* kSenseless = "its recipe makes no sense";
  io.choice(recipe.rule, RestRule::harmonic, kSenseless);
  io.number(recipe.tie_bits);
  io.number(recipe.most_children);
  io.number(recipe.steps);
  io.choice(recipe.is_done, true, kSenseless);
  io.number(recipe.layers);
  // Left out for growth as in the thesis, as older files do.
  if (io.is_reading() && io.has_more()) recipe.grow = GrowRule::capped;
  if (recipe.grow == GrowRule::capped) io.number(recipe.base);
  if (!makes_sense(recipe)) io.fail(kSenseless);
}

void tree_sections(SectionIo& io, StoredTree& tree) {
  io.number(tree.arrays.graph);
  recipe_numbers(io, tree.recipe);
  io.tree(tree.arrays);
  io.array("rests", tree.rests);
  std::string& recipe = io.header.recipe;
  const std::string implied = recipe_text(tree.recipe);
  if (io.is_reading() && recipe.empty()) {
    recipe = implied;
  } else if (!io.is_reading() && recipe == implied) {
    recipe.clear();
  }
  if (io.is_reading() && !tree.recipe.is_done) io.header.steps = tree.recipe.steps;
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

Result<Partition> partition_of(const StoredTree& stored) {
  TRY(Partition partition, Partition::from(stored.arrays));
  TRY_DO(check_rests(partition, stored.rests.span()));
  return partition;
}

Result<GrownTree> ready_tree(StoredTree stored, const Ground& ground) {
  TRY(const Partition partition, partition_of(stored));
  TRY_DO(lawful(broken_law(partition, ground)));
  TRY(const NaturalGround natural, NaturalGround::of(ground));
  return GrownTree{assemble(natural, partition, stored.recipe.rule, stored.rests.span()),
                   stored.recipe};
}

std::optional<std::string> broken_tree_law(const GrownTree& grown, const Ground& ground) {
  const auto natural = NaturalGround::of(ground);
  if (!natural) return natural.error();
  const NaturalTree again = assemble(*natural, grown.tree.partition(), grown.recipe.rule);
  if (std::ranges::equal(rests_of(again), rests_of(grown.tree))) return std::nullopt;
  return "its rests are not those of its metric";
}

Result<std::vector<Fact>> describe_tree(StoredTree stored) {
  TRY(const Partition partition, partition_of(stored));
  const NaturalRecipe& recipe = stored.recipe;
  std::uint32_t alone = 0;
  std::uint32_t top_cells = 0;
  for (const CellId cell : partition.arrays().home) alone += cell.is_none() ? 1 : 0;
  for (const CellId cell : partition.arrays().parent) top_cells += cell.is_none() ? 1 : 0;
  Fact to{"compressed_to", "full"};
  if (recipe.layers != 0) to.value = std::uint64_t{recipe.layers};
  std::vector<Fact> facts = {{"kind", "natural"},
                             {"grow", std::string(to_string(recipe.grow))},
                             {"base", recipe.base},
                             {"rule", std::string(to_string(recipe.rule))},
                             {"tie_bits", recipe.tie_bits},
                             {"most_children", recipe.most_children},
                             {"steps", recipe.steps},
                             {"finished", recipe.is_done},
                             to,
                             {"nodes", partition.node_count()},
                             {"cells", partition.cell_count()},
                             {"layers", layer_count(partition)},
                             {"tops", top_cells + alone},
                             {"nodes_in_no_cell", alone},
                             {"rubbish", count_rubbish(partition)},
                             {"bytes", partition.bytes()}};
  if (recipe.grow != GrowRule::capped) {
    std::erase_if(facts, [](const Fact& fact) { return fact.name == "base"; });
  }
  return facts;
}

}  // namespace

const KindOf<GrownTree>& natural_tree_kind() {
  static const KindObject kKind(StructureKind<GrownTree, StoredTree>{
      .names = {"partition", "partition", "partitions", "partitions",
                "{cells} cells in {layers} layers, {tops} tops, {rubbish} rubbish, {bytes} bytes"},
      .sections = tree_sections,
      .parts = tree_parts,
      .ready = ready_tree,
      .broken_law = broken_tree_law,
      .describe = describe_tree,
      .bytes = [](const GrownTree& grown) { return grown.tree.bytes(); },
      .cells = [](const GrownTree& grown) { return grown.tree.partition(); }});
  return kKind;
}

}  // namespace thalweg

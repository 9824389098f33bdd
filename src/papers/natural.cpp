#include "thalweg/papers/natural.hpp"

#include "core/try.hpp"
#include "thalweg/core/text.hpp"
#include "thalweg/partition/compress.hpp"

namespace thalweg {

Result<NaturalTree> natural_tree(const Ground& priced, const NaturalOptions& options) {
  TRY(const NaturalGround ground, NaturalGround::of(priced));
  NaturalTree single = assemble(ground, Partition::of_single_nodes(ground.graph()), options.rule);
  NaturalTree tree = merge(ground, std::move(single),
                           {.steps = options.steps,
                            .tie_bits = options.tie_bits,
                            .most_children = options.most_children,
                            .progress = options.progress})
                         .tree;
  Partition partition = tree.partition();
  tree = {};
  if (options.layers != 0) {
    partition = compress(partition, {.layers = options.layers, .progress = options.progress});
  }
  // Also what was not compressed: an assembled tree lies in memory as a way down meets it.
  return assemble(ground, partition, options.rule);
}

Result<std::uint32_t> natural_layers(std::string_view text) {
  if (text == "full") return 0u;
  const auto layers = TextReader::parse_number<std::uint32_t>(text);
  if (!layers || *layers < 2) return Error{"the layers are 'full' or a number from 2 on"};
  return *layers;
}

std::string natural_key(const NaturalOptions& options) {
  return "natural:layers=" + (options.layers == 0 ? "full" : std::to_string(options.layers)) +
         ":rule=" + std::string(to_string(options.rule)) +
         ":tie_bits=" + std::to_string(options.tie_bits) +
         ":most_children=" + std::to_string(options.most_children);
}

}  // namespace thalweg

#include "thalweg/papers/natural.hpp"

#include "thalweg/core/text.hpp"
#include "thalweg/partition/compress.hpp"

namespace thalweg {

NaturalTree natural_tree(const World& world, const Graph& graph, const Metric& metric,
                         const NaturalOptions& options) {
  const Metric unweighted = unweighted_metric(world, graph, metric);
  const NaturalGround ground{world, graph, metric, unweighted};
  NaturalTree single = assemble(ground, Partition::of_single_nodes(graph), options.rule);
  NaturalTree tree =
      merge(ground, std::move(single), {.steps = options.steps, .progress = options.progress}).tree;
  Partition cells = tree.partition();
  tree = {};
  if (options.layers != 0) {
    cells = compress(cells, {.layers = options.layers, .progress = options.progress});
  }
  // Also where nothing was compressed: an assembled tree lies in memory as searches want it.
  return assemble(ground, cells, options.rule);
}

Result<std::uint32_t> natural_layers(std::string_view text) {
  if (text == "full") return 0u;
  const auto layers = TextReader::parse_number<std::uint32_t>(text);
  if (!layers || *layers < 2) return Error{"the layers are 'full' or a number from 2 on"};
  return *layers;
}

std::string natural_key(const NaturalOptions& options) {
  return "natural:layers=" + (options.layers == 0 ? "full" : std::to_string(options.layers)) +
         ":rule=" + std::string(to_string(options.rule));
}

}  // namespace thalweg

// Pyramids as structures: the tree of cells, then middles, steps, boxes and landmarks.
#include "core/try.hpp"
#include "thalweg/structures/kinds.hpp"

namespace thalweg {
namespace {

struct StoredLevels {
  PartitionArrays tree;
  PyramidArrays arrays;  // without the partition
};

StoredLevels levels_of(const Pyramid& pyramid) {
  return {pyramid.cells().arrays(), pyramid.arrays()};
}

void pyramid_sections(SectionIo& io, StoredLevels& levels) {
  PyramidArrays& arrays = levels.arrays;
  if (io.is_reading()) arrays.metric = io.header.ground;
  io.number(levels.tree.graph);
  io.number(arrays.proof);
  io.tree(levels.tree);
  io.array("middles", arrays.middles);
  io.rows("steps", arrays.steps);
  io.array("boxes", arrays.boxes);
  io.array("landmarks", arrays.landmarks);
  io.array("far", arrays.far);
}

Result<Pyramid> pyramid_of(StoredLevels levels) {
  TRY(levels.arrays.cells, Partition::from(std::move(levels.tree)));
  return Pyramid::from(std::move(levels.arrays));
}

Result<Pyramid> ready_pyramid(StoredLevels levels, const Ground& ground) {
  TRY(Pyramid pyramid, pyramid_of(std::move(levels)));
  TRY_DO(check_pyramid(pyramid, ground));
  return pyramid;
}

Result<std::vector<Fact>> describe_pyramid(StoredLevels levels) {
  TRY(const Pyramid pyramid, pyramid_of(std::move(levels)));
  std::vector<std::uint32_t> cells;
  for (Level level = 1; level <= pyramid.top_level(); ++level) {
    cells.push_back(pyramid.level(level).size());
  }
  return std::vector<Fact>{{"nodes", pyramid.node_count()},
                           {"levels", pyramid.top_level()},
                           {"cells", std::move(cells)},
                           {"steps", pyramid.steps().item_count()},
                           {"bytes", pyramid.bytes()}};
}

}  // namespace

const KindOf<Pyramid>& pyramid_kind() {
  static const KindObject kKind(StructureKind<Pyramid, StoredLevels>{
      .names = {"pyramid", "pyramid", "pyramids", "pyramids",
                "{cells} cells in {levels} levels, {steps} steps, {bytes} bytes"},
      .sections = pyramid_sections,
      .parts = levels_of,
      .ready = ready_pyramid,
      .broken_law = [](const Pyramid& pyramid,
                       const Ground& ground) { return broken_law(pyramid, ground); },
      .describe = describe_pyramid,
      .bytes = [](const Pyramid& pyramid) { return pyramid.bytes(); },
      .cells = [](const Pyramid& pyramid) { return pyramid.cells(); }});
  return kKind;
}

}  // namespace thalweg

// Fuzzes the reader of .thal files. The first byte says how the rest is used: as the file itself,
// as sections that get correct checksums, or as edits of a valid file with correct checksums.
#include <array>
#include <cstdint>
#include <span>

#include "store/bytes.hpp"
#include "store_use.hpp"
#include "thalweg/hierarchy/build.hpp"
#include "thalweg/papers/coarse.hpp"
#include "thalweg/papers/natural.hpp"
#include "thalweg/partition/sections.hpp"
#include "thalweg/structures/kinds.hpp"
#include "unit/store/sealing.hpp"
#include "unit/world/sample_worlds.hpp"

namespace thalweg {
namespace {

constexpr std::array kNames = {"world/about",
                               "world/links",
                               "mesh/vertices",
                               "mesh/origin",
                               "mesh/twin",
                               "mesh/first_edge",
                               "mesh/edge_face",
                               "mesh/face_area",
                               "mesh/difficulty",
                               "mesh/tags",
                               "mesh/edge_area",
                               "mesh/edge_difficulty",
                               "mesh/edge_tags",
                               "locator/lists",
                               "locator/words",
                               "grid/area",
                               "grid/ground",
                               "metric/m/about",
                               "metric/m/costs",
                               "metric/m/island_of",
                               "metric/m/island_sizes",
                               "unknown",
                               "partition/p/about",
                               "partition/p/home",
                               "partition/p/parent",
                               "partition/p/height",
                               "hierarchy/h/about",
                               "hierarchy/h/home",
                               "hierarchy/h/parent",
                               "hierarchy/h/height",
                               "hierarchy/h/extents_offsets",
                               "hierarchy/h/extents",
                               "hierarchy/h/places",
                               "hierarchy/h/nodes",
                               "hierarchy/h/gates_offsets",
                               "hierarchy/h/gates",
                               "hierarchy/h/steps_offsets",
                               "hierarchy/h/steps",
                               "hierarchy/h/costs",
                               "hierarchy/h/ways_offsets",
                               "hierarchy/h/ways",
                               "metric/m/arcs_offsets",
                               "metric/m/arcs",
                               "metric/m/labels",
                               "world/height_map",
                               "coarse/c/about",
                               "coarse/c/homes",
                               "coarse/c/world/about",
                               "coarse/c/mesh/vertices",
                               "coarse/c/mesh/origin",
                               "coarse/c/mesh/twin",
                               "coarse/c/mesh/face_area",
                               "coarse/c/locator/lists",
                               "coarse/c/locator/words",
                               "coarse/c/metric/m/about",
                               "coarse/c/metric/m/costs",
                               "coarse/c/metric/m/island_of",
                               "coarse/c/metric/m/island_sizes",
                               "coarse/c/metric/m/arcs_offsets",
                               "coarse/c/metric/m/arcs",
                               "coarse/c/metric/m/labels",
                               "fold/f/about",
                               "fold/f/nodes",
                               "fold/f/faces",
                               "fold/f/tree",
                               "fold/f/tree_steps",
                               "fold/f/runs",
                               "fold/f/roots",
                               "fold/f/joins",
                               "fold/f/slots",
                               "fold/f/chains",
                               "fold/f/branches_offsets",
                               "fold/f/branches",
                               "fold/f/junctions",
                               "fold/f/arcs_offsets",
                               "fold/f/arcs",
                               "fold/f/distances",
                               "fold/f/next",
                               "fold/f/closed",
                               "fold/f/closed_nodes",
                               "fold/f/closed_steps",
                               "fold/f/detours_offsets",
                               "fold/f/detours",
                               "pyramid/p/about",
                               "pyramid/p/home",
                               "pyramid/p/parent",
                               "pyramid/p/height",
                               "pyramid/p/middles",
                               "pyramid/p/steps_offsets",
                               "pyramid/p/steps",
                               "pyramid/p/boxes"};

// Sections about as wide as two squares, in two levels; for faces, with extents.
Hierarchy sample_hierarchy(const Ground& ground) {
  const SectionOptions options{.size = 2, .levels = 2};
  const bool is_of_faces = ground.graph().facts().nodes_are_faces;
  const Cells cells =
      (is_of_faces ? triangle_sections(ground, options) : sections(ground, options)).value();
  return build_hierarchy(ground, cells,
                         {.rule = is_of_faces ? GateRule::shared : GateRule::openings})
      .value();
}

Store sample(std::size_t number) {
  static const std::vector<Store> stores = [] {
    std::vector<Store> made;
    for (const World& world : samples::every_world()) {
      Store store;
      store.world = world;
      for (const GraphSpec& spec :
           {GraphSpec::faces(), GraphSpec::portals(), GraphSpec::grid(), GraphSpec::terrain()}) {
        const auto built = ground(world, Profile::hiker(), spec);
        if (!built || built->graph().empty()) continue;
        const std::string name(built->graph().facts().name);
        store = with_metric(std::move(store), name, *built).value();
        const GrownTree grown = grown_tree(*built).value();
        const auto add = [&](const auto& kind, const char* recipe, auto value) {
          const Structure structure(kind, *built, recipe, std::move(value));
          store = with_structure(std::move(store), stored(structure, name, name)).value();
        };
        add(natural_tree_kind(), "natural", grown);
        add(hierarchy_kind(), "rooms", sample_hierarchy(*built));
        add(pyramid_kind(), "natural", build_pyramid(*built, grown.tree.partition(), {.base = 2}));
        if (const auto coarse = coarse_ground(*built, CoarseOptions{.share = 0.5})) {
          add(coarse_kind(), "coarse", *coarse);
        }
        if (const auto fold = fold_ground(*built, {.most_junctions = 1})) {
          add(fold_kind(), "fold", *fold);
        }
      }
      made.push_back(std::move(store));
    }
    return made;
  }();
  return stores[number % stores.size()];
}

// A sequence of sections: index of the name, bytes per item, number of bytes, the bytes.
std::vector<ThalSection> loose_sections(ByteReader in) {
  std::vector<ThalSection> sections;
  std::array<bool, kNames.size()> is_there{};
  while (in.left() > 4) {
    const std::size_t name = in.number<std::uint8_t>() % kNames.size();
    const auto element_size = in.number<std::uint8_t>();
    const auto text = in.text();
    if (is_there[name] || element_size == 0 || text.size() % element_size != 0) continue;
    is_there[name] = true;
    const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
    sections.push_back({kNames[name], element_size,
                        Array<std::byte>(std::vector<std::byte>(bytes.begin(), bytes.end()))});
  }
  return sections;
}

// The sections of a valid file with some of their bytes changed, cut off or doubled.
std::vector<ThalSection> edited_sections(ByteReader in) {
  auto sections = sections_of(sample(in.number<std::uint8_t>())).value();
  std::erase_if(sections, [](const ThalSection& s) { return s.bytes.empty(); });
  while (in.left() > 0) {
    ThalSection& section = sections[in.number<std::uint8_t>() % sections.size()];
    const auto what = in.number<std::uint8_t>();
    const auto at = in.number<std::uint16_t>();
    std::vector<std::byte> bytes = section.bytes.to_vector();
    if (bytes.empty()) continue;
    if (what == 0) bytes.resize(at % bytes.size() / section.element_size * section.element_size);
    if (what == 1 && bytes.size() < 4096) bytes.insert(bytes.end(), bytes.begin(), bytes.end());
    if (what > 1) bytes[at % bytes.size()] = static_cast<std::byte>(in.number<std::uint8_t>());
    section.bytes = Array<std::byte>(std::move(bytes));
  }
  return sections;
}

}  // namespace
}  // namespace thalweg

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace thalweg;
  if (size == 0) return 0;
  const auto bytes = std::as_bytes(std::span(data + 1, size - 1));
  FileBytes file(bytes);
  if (data[0] % 4 != 0) {
    auto sections =
        data[0] % 4 == 1 ? loose_sections(ByteReader(bytes)) : edited_sections(ByteReader(bytes));
    const auto sealed = seal_thal(std::move(sections));
    if (!sealed) __builtin_trap();
    file = FileBytes(*sealed);
  }
  const auto store = file.read();
  if (!store) return 0;
  static_cast<void>(use_store(*store));
  // A loaded store is saved as the same file, except for the profile's text, which is rewritten in
  // our format.
  const auto again = bytes_of(*store).read();
  if (!again || again->world.fingerprint() != store->world.fingerprint()) __builtin_trap();
  return 0;
}

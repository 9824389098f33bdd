// Malformed files: tests/bad_input/thal holds one small file for each kind of error, with its
// sentence. THALWEG_UPDATE=1 makes the files again from the list below.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "grounds.hpp"
#include "store/bytes.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/core/hash.hpp"
#include "thalweg/hierarchy/build.hpp"
#include "thalweg/partition/sections.hpp"
#include "thalweg/structures/kinds.hpp"
#include "unit/store/sealing.hpp"
#include "unit/world/sample_worlds.hpp"

namespace thalweg {
namespace {

using Bytes = std::vector<std::byte>;

const std::filesystem::path kFolder =
    std::filesystem::path(THALWEG_SOURCE_DIR) / "tests/bad_input/thal";

// Positions in the file (docs/reference/thal-file.md).
constexpr std::size_t kHeader = 64;
constexpr std::size_t kEntry = 128;

template <class T>
void put(Bytes& bytes, std::size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof(T));
}

template <class T>
T take(const Bytes& bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

Store sample() {
  Store store;
  store.world = samples::world_of(samples::mesh_of(samples::triangles(1)),
                                  samples::grid(1, 1, GridShape::square, true));
  Link link;
  link.from = link.to = {0.5f, 0.2f, 0};
  store.world = with_links(store.world, {link}).value();
  return with_metric(store, "m", on_faces(store.world)).value();
}

// With a cell of both faces, and a cell that contains it.
Store sample_with_cells() {
  const Store store = sample();
  const Ground ground = stored_ground(store, "m").value();
  const Partition cells = Partition::from(ground.graph().fingerprint(), {{CellId(0), CellId(0)}},
                                          {{CellId(1), CellId()}})
                              .value();
  const NaturalGround natural = NaturalGround::of(ground).value();
  const Structure tree(natural_tree_kind(), ground, {}, GrownTree{assemble(natural, cells), {}});
  StoredStructure made = stored(tree, "p", "m");
  std::erase_if(made.sections, [](const ThalSection& one) { return one.name == "rests"; });
  return with_structure(store, std::move(made)).value();
}

// A corridor in three sections of three squares: gates 0 to 3 at the squares 2, 3, 5 and 6.
Store sample_with_gates() {
  Store store;
  store.world = scene(". . . . . . . . .");
  const Ground ground = on_grid(store.world);
  store = with_metric(std::move(store), "m", ground).value();
  const Cells cells = sections(ground, {.size = 3, .levels = 2}).value();
  const Structure gates(hierarchy_kind(), ground, "hpa_star:size=3",
                        build_hierarchy(ground, cells).value());
  return with_structure(store, stored(gates, "h", "m")).value();
}

Bytes sample_bytes() {
  const FileBytes file = bytes_of(sample());
  return {file.bytes().begin(), file.bytes().end()};
}

// A sample file changed by `edit`, with a correct checksum of header and table.
Bytes with_front(const std::function<void(Bytes&)>& edit) {
  Bytes bytes = sample_bytes();
  edit(bytes);
  const auto count = take<std::uint64_t>(bytes, 24);
  const auto front = std::span<const std::byte>(bytes).first(kHeader + count * kEntry);
  put(bytes, 56, hash_bytes(front.subspan(kHeader), hash_bytes(front.first(56))));
  return bytes;
}

Bytes with_plain(const std::function<void(Bytes&)>& edit) {
  Bytes bytes = sample_bytes();
  edit(bytes);
  return bytes;
}

// A sample file with one section changed and all checksums correct.
Bytes with_section(const std::string& name, const std::function<void(ThalSection&, Bytes&)>& edit,
                   const Store& store = sample()) {
  auto sections = sections_of(store).value();
  for (ThalSection& section : sections) {
    if (section.name != name) continue;
    Bytes bytes = section.bytes.to_vector();
    edit(section, bytes);
    section.bytes = Array<std::byte>(std::move(bytes));
  }
  const FileBytes file(seal_thal(std::move(sections)).value());
  return {file.bytes().begin(), file.bytes().end()};
}

template <class T>
Bytes with_value(const std::string& section, std::size_t at, T value) {
  return with_section(section, [&](ThalSection&, Bytes& bytes) { put(bytes, at, value); });
}

std::map<std::string, Bytes> container_files() {
  const std::size_t first = kHeader;
  return {
      {"empty", {}},
      {"text", Bytes(40, std::byte{'x'})},
      {"header_cut", with_plain([](Bytes& b) { b.resize(40); })},
      {"big_endian", with_plain([](Bytes& b) { put(b, 8, std::uint32_t{0x04030201}); })},
      {"byte_order", with_plain([](Bytes& b) { put(b, 8, std::uint32_t{0x01020404}); })},
      {"newer_version", with_plain([](Bytes& b) { put(b, 12, std::uint32_t{2}); })},
      {"version_zero", with_plain([](Bytes& b) { put(b, 12, std::uint32_t{0}); })},
      {"cut_off", with_plain([](Bytes& b) { b.resize(b.size() - 64); })},
      {"table_too_long", with_plain([](Bytes& b) { put(b, 24, ~std::uint64_t{0}); })},
      {"table_damaged", with_plain([](Bytes& b) { b[kHeader + 3] ^= std::byte{1}; })},
      {"reserved", with_front([](Bytes& b) { b[40] = std::byte{1}; })},
      {"section_damaged",
       with_plain([](Bytes& b) { b[take<std::uint64_t>(b, kHeader + 112)] ^= std::byte{1}; })},
      {"bad_name", with_front([=](Bytes& b) { b[first] = std::byte{'*'}; })},
      {"name_with_a_tail", with_front([=](Bytes& b) { b[first + 90] = std::byte{'x'}; })},
      {"out_of_order", with_front([=](Bytes& b) { b[first] = std::byte{'z'}; })},
      {"section_twice", with_front([=](Bytes& b) {
         std::copy_n(b.begin() + static_cast<std::ptrdiff_t>(first + kEntry), kThalNameSize,
                     b.begin() + static_cast<std::ptrdiff_t>(first));
       })},
      {"empty_section", with_front([=](Bytes& b) { put(b, first + 104, std::uint64_t{0}); })},
      {"overlap", with_front([=](Bytes& b) { put(b, first + kEntry + 112, std::uint64_t{64}); })},
      {"section_cut", with_front([=](Bytes& b) { put(b, first + 104, std::uint64_t{1} << 62); })},
      {"tail", with_front([](Bytes& b) {
         b.resize(b.size() + 64);
         put(b, 16, std::uint64_t{b.size()});
       })},
      {"padding", with_plain([](Bytes& b) { b.back() = std::byte{1}; })},
  };
}

std::map<std::string, Bytes> content_files() {
  const auto shorten = [](ThalSection&, Bytes& bytes) { bytes.pop_back(); };
  const auto pop_item = [](ThalSection& s, Bytes& bytes) {
    bytes.resize(bytes.size() - s.element_size);
  };
  const std::size_t origin = 4 + 6;        // world/about: after the name "sample"
  const std::size_t y_axis = origin + 24;  // then the areas
  const auto remove = [](ThalSection&, Bytes& bytes) { bytes.clear(); };
  return {
      {"no_world", with_section("world/about", remove)},
      {"about_short", with_section("world/about", shorten)},
      {"origin", with_value("world/about", origin, std::numeric_limits<double>::infinity())},
      {"y_axis", with_value("world/about", y_axis, std::uint32_t{2})},
      {"area_twice", with_section("world/about",
                                  [=](ThalSection&, Bytes& bytes) {
                                    put(bytes, y_axis + 4, std::uint32_t{1});
                                    ByteWriter road;
                                    road.text("road");
                                    const Bytes text = std::move(road).take();
                                    bytes.insert(bytes.begin() + y_axis + 8, text.begin(),
                                                 text.end());
                                  })},
      {"locator_layout",
       with_value("world/about", y_axis + 8, -std::numeric_limits<double>::infinity())},
      {"grid_shape", with_section("world/about",
                                  [](ThalSection&, Bytes& bytes) {
                                    put(bytes, bytes.size() - 4, std::uint32_t{7});
                                  })},
      {"item_size", with_section("mesh/twin", [](ThalSection& s, Bytes&) { s.element_size = 8; })},
      {"vertex", with_value("mesh/vertices", 4, std::numeric_limits<float>::quiet_NaN())},
      {"edge_origin", with_value("mesh/origin", 0, std::uint32_t{4})},
      {"twin", with_value("mesh/twin", 0, std::uint32_t{6})},
      {"twin_not_mutual", with_value("mesh/twin", 0, std::uint32_t{5})},
      {"twins_too_few", with_section("mesh/twin", pop_item)},
      {"locator_buckets", with_section("locator/lists", pop_item)},
      {"locator_list", with_value("locator/lists", 0, std::uint32_t{77})},
      {"locator_gap", with_value("locator/lists", 0, std::uint32_t{1})},
      {"locator_words", with_section("locator/words", pop_item)},
      {"locator_face", with_value("locator/words", 4, std::uint32_t{2})},
      {"locator_count", with_value("locator/words", 0, std::uint32_t{0x7FFFFFFF})},
      {"locator_runs", with_value("locator/words", 8, std::uint32_t{0xFFFFFFFF})},
      {"locator_corner", with_value("locator/words", 12, std::numeric_limits<float>::infinity())},
      {"grid_size", with_section("grid/area", remove)},
      {"grid_area", with_value("grid/area", 0, std::uint8_t{9})},
      {"grid_height", with_value("grid/ground", 0, std::numeric_limits<float>::infinity())},
      {"link_face", with_value("world/links", 24, std::uint32_t{2})},
      {"link_kind", with_value("world/links", 40, std::uint32_t{3})},
      {"metric_about", with_section("metric/m/about", shorten)},
      {"metric_zero_cost", with_value("metric/m/costs", 0, std::uint32_t{0})},
  };
}

std::map<std::string, Bytes> partition_files() {
  const auto with = [](const char* part, const std::function<void(ThalSection&, Bytes&)>& edit) {
    return with_section(std::string("partition/p/") + part, edit, sample_with_cells());
  };
  const auto with_number = [&](const char* part, std::size_t at, std::uint32_t number) {
    return with(part, [=](ThalSection&, Bytes& bytes) { put(bytes, at, number); });
  };
  const auto remove = [](ThalSection&, Bytes& bytes) { bytes.clear(); };
  constexpr std::size_t kRule = 4 + (4 + 1) + 8 + 8;  // after kind, metric and two fingerprints
  return {
      {"partition_about", with("about", [](ThalSection&, Bytes& bytes) { bytes.pop_back(); })},
      {"partition_kind", with_number("about", 0, 7)},
      {"partition_metric", with("about", [](ThalSection&, Bytes& b) { b[8] = std::byte{'/'}; })},
      {"partition_rule", with_number("about", kRule, 9)},
      {"partition_ties", with_number("about", kRule + 4, 53)},
      {"partition_home", with_number("home", 4, 2)},
      {"partition_circle", with_number("parent", 4, 0)},
      {"partition_empty_cell", with("home", remove)},
      {"partition_height", with_number("height", 4, 3)},
      {"partition_heights", with("height", remove)},
      {"partition_items", with("home", [](ThalSection& s, Bytes&) { s.element_size = 8; })},
  };
}

std::map<std::string, Bytes> hierarchy_files() {
  const auto with = [](const char* part, const std::function<void(ThalSection&, Bytes&)>& edit) {
    return with_section(std::string("hierarchy/h/") + part, edit, sample_with_gates());
  };
  const auto with_number = [&](const char* part, std::size_t at, auto number) {
    return with(part, [=](ThalSection&, Bytes& bytes) { put(bytes, at, number); });
  };
  const auto remove = [](ThalSection&, Bytes& bytes) { bytes.clear(); };
  constexpr std::size_t kMetric = (4 + 15) + 4;    // after the recipe and a length
  constexpr std::size_t kRule = kMetric + 1 + 16;  // after the metric and two fingerprints
  return {
      {"hierarchy_about", with("about", [](ThalSection&, Bytes& bytes) { bytes.pop_back(); })},
      {"hierarchy_recipe", with("about", [](ThalSection&, Bytes& b) { b[9] = std::byte{' '}; })},
      {"hierarchy_metric",
       with("about", [](ThalSection&, Bytes& b) { b[kMetric] = std::byte{'/'}; })},
      {"hierarchy_rule", with_number("about", kRule, std::uint32_t{4})},
      {"hierarchy_symmetric", with_number("about", kRule + 4, std::uint32_t{2})},
      {"hierarchy_cells", with_number("parent", 0, std::uint32_t{99})},
      {"hierarchy_home", with_number("home", 0, std::uint32_t{3})},
      {"hierarchy_places", with("places", [](ThalSection&, Bytes& b) { b.resize(8); })},
      {"hierarchy_node", with_number("nodes", 12, std::uint32_t{9})},
      {"hierarchy_node_order", with_number("nodes", 0, std::uint32_t{7})},
      {"hierarchy_gate", with_number("gates", 0, std::uint32_t{4})},
      {"hierarchy_gate_order", with_number("gates", 4, std::uint32_t{3})},
      {"hierarchy_gate_rows", with_number("gates_offsets", 4, std::uint32_t{77})},
      {"hierarchy_step", with_number("steps", 0, std::uint32_t{4})},
      {"hierarchy_step_cost", with_number("steps", 4, kForbidden)},
      {"hierarchy_step_rows", with("steps_offsets", remove)},
      {"hierarchy_crossings", with("costs", [](ThalSection&, Bytes& b) { b.resize(8); })},
      {"hierarchy_cost", with_number("costs", 0, kUnreached - 1)},
      {"hierarchy_way", with_number("ways", 0, std::uint32_t{9})},
      {"hierarchy_way_rows", with_number("ways_offsets", 4, std::uint32_t{77})},
      {"hierarchy_items", with("costs", [](ThalSection& s, Bytes&) { s.element_size = 4; })},
  };
}

// The first sentence that loading a file and describing its structures gives; empty: none.
std::string first_error(std::span<const std::byte> bytes) {
  const auto store = FileBytes(bytes).read();
  if (!store) return store.error();
  for (const StoredStructure& stored : store->structures) {
    if (const auto facts = describe(stored); !facts) return facts.error();
  }
  return "";
}

void make_files_again() {
  auto files = container_files();
  files.merge(content_files());
  files.merge(partition_files());
  files.merge(hierarchy_files());
  for (const auto& [name, bytes] : files) {
    const std::string error = first_error(bytes);
    ASSERT_NE(error, "") << name;
    const std::span<const std::byte> part(bytes);
    ASSERT_TRUE(write_file(kFolder / (name + ".thal"), std::span(&part, 1)).ok());
    ASSERT_TRUE(write_file(kFolder / (name + ".thal.expect"), error + "\n").ok());
  }
}

// Files whose container, world or metric is malformed are not loaded; one whose structure is, is, and
// the structure is refused.
TEST(BadInput, every_thal_file_gives_its_sentence) {
  if (std::getenv("THALWEG_UPDATE") != nullptr) make_files_again();
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() != ".thal") continue;
    ++count;
    const std::string bytes = read_file(entry.path()).value();
    const std::string error = first_error(std::as_bytes(std::span(bytes.data(), bytes.size())));
    ASSERT_NE(error, "") << entry.path();
    EXPECT_EQ(error + "\n", read_file(entry.path().string() + ".expect").value()) << entry.path();
    const auto loaded = load_store(entry.path());
    const std::string name = entry.path().filename().string();
    ASSERT_EQ(loaded.ok(), name.starts_with("partition_") || name.starts_with("hierarchy_"))
        << name;
    if (loaded) continue;
    EXPECT_EQ(loaded.error(), "cannot load '" + entry.path().string() + "': " + error);
  }
  EXPECT_GT(count, 50);
}

}  // namespace
}  // namespace thalweg

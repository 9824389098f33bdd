// Stores of every kind of world: saved again as the same bytes; truncated, flipped, hostile or
// missing sections are refused or safe.
#include "thalweg/store/store.hpp"

#include <gtest/gtest.h>

#include "scope.hpp"
#include "thalweg/core/file.hpp"
#include "unit/store/scratch_folder.hpp"
#include "unit/store/sealing.hpp"
#include "unit/world/sample_worlds.hpp"

namespace thalweg {
namespace {

// Uses a world as a caller would. The results do not matter; it must not crash.
void walk_all_over(const World& world) {
  Random random(seed_of(5));
  const Box2 box = world.box().xy();
  for (int i = 0; i < 16; ++i) {
    const Vec3 p{random.between(-2, 8), random.between(-2, 8), random.between(-1, 5)};
    static_cast<void>(locate(world.mesh, world.locator, p, {.reach = i % 2 == 0 ? 0.0 : 3.0}));
    static_cast<void>(world.grid.square_at(p.xy()));
    static_cast<void>(box.contains(p.xy()));
  }
  for (const FaceId f : world.mesh.faces()) {
    static_cast<void>(world.areas[world.mesh.area(f)].size());
    static_cast<void>(world.mesh.height_at(f, world.mesh.centre(f).xy()));
    for (const EdgeId e : world.mesh.edges(f)) static_cast<void>(world.mesh.across(e));
  }
  for (const Link& link : world.links) {
    static_cast<void>(to_string(link.kind));
    if (!link.from_face.is_none()) static_cast<void>(world.mesh.area(link.from_face));
    if (!link.to_square.is_none()) static_cast<void>(world.grid.area(link.to_square));
  }
  static_cast<void>(broken_law(world));
  static_cast<void>(world.fingerprint());
}

TEST(Store, loads_what_was_saved) {
  const ScratchFolder folder;
  const auto path = folder / "world.thal";
  for (const World& world : samples::every_world()) {
    ASSERT_EQ(broken_law(world), std::nullopt);
    const Result<void> saved = save_world(world, path);
    ASSERT_TRUE(saved.ok()) << saved.error();
    const auto loaded = load_world(path);
    ASSERT_TRUE(loaded.ok()) << loaded.error();
    EXPECT_EQ(loaded->fingerprint(), world.fingerprint());
    EXPECT_EQ(loaded->name, world.name);
    EXPECT_EQ(loaded->earth, world.earth);
    EXPECT_EQ(loaded->areas, world.areas);
    EXPECT_EQ(loaded->locator.layout(), world.locator.layout());
    EXPECT_EQ(broken_law(*loaded), std::nullopt);
  }
}

TEST(Store, a_loaded_file_saved_again_is_the_same_file) {
  const ScratchFolder folder;
  for (const World& world : samples::every_world()) {
    ASSERT_TRUE(save_world(world, folder / "one.thal").ok());
    const auto store = load_store(folder / "one.thal");
    ASSERT_TRUE(store.ok()) << store.error();
    ASSERT_TRUE(save_store(*store, folder / "two.thal").ok());
    EXPECT_EQ(read_file(folder / "one.thal").value(), read_file(folder / "two.thal").value());
    // Also over itself, while its arrays are in use.
    ASSERT_TRUE(save_store(*store, folder / "one.thal").ok());
    EXPECT_EQ(read_file(folder / "one.thal").value(), read_file(folder / "two.thal").value());
    EXPECT_EQ(store->world.fingerprint(), world.fingerprint());
  }
}

// Files of earlier versions list the faces of buckets without their edges.
TEST(Store, an_older_locator_is_built_again) {
  Store store;
  store.world = samples::every_world()[1];
  auto sections = sections_of(store).value();
  std::erase_if(sections, [](const ThalSection& s) { return s.name.starts_with("locator/"); });
  sections.push_back(section_of("locator/offsets", Array<std::uint32_t>({0, 1})));
  sections.push_back(section_of("locator/faces", Array<std::uint32_t>({0})));
  const auto loaded = FileBytes(seal_thal(std::move(sections)).value()).read();
  ASSERT_TRUE(loaded.ok()) << loaded.error();
  EXPECT_EQ(broken_law(loaded->world), std::nullopt);
  EXPECT_TRUE(loaded->others.empty());
}

TEST(Store, sections_it_does_not_know_are_kept) {
  Store store;
  store.world = samples::every_world()[1];
  store.others.push_back(section_of("aaa/first", Array<std::uint64_t>({1, 2, 3})));
  store.others.push_back(section_of("mesh/later", Array<std::uint8_t>({7})));
  store.others.push_back(section_of("zzz", Array<float>({0.5f})));
  const FileBytes file = bytes_of(store);
  const auto loaded = file.read();
  ASSERT_TRUE(loaded.ok()) << loaded.error();
  ASSERT_EQ(loaded->others.size(), 3u);
  EXPECT_EQ(items_of<std::uint64_t>(loaded->others[0]).value()[2], 3u);
  EXPECT_TRUE(std::ranges::equal(bytes_of(*loaded).bytes(), file.bytes()));
}

TEST(Store, every_truncation_is_refused) {
  for (const World& world : samples::every_world()) {
    const FileBytes file = bytes_of(world);
    for (std::size_t size = 0; size < file.bytes().size(); ++size) {
      const auto loaded = FileBytes(file.bytes().first(size)).read();
      ASSERT_FALSE(loaded.ok()) << size;
      ASSERT_FALSE(loaded.error().empty());
    }
  }
}

TEST(Store, a_byte_too_many_is_refused) {
  const FileBytes file = bytes_of(samples::every_world()[1]);
  std::vector<std::byte> longer(file.bytes().begin(), file.bytes().end());
  for (int i = 0; i < 64; ++i) {
    longer.push_back({});
    ASSERT_FALSE(FileBytes(longer).read().ok());
  }
}

TEST(Store, every_flipped_bit_is_refused) {
  for (const World& world : samples::every_world()) {
    FileBytes file = bytes_of(world);
    const auto bytes = file.bytes();
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      const auto mask = static_cast<std::byte>(1 << bit % 8);
      bytes[bit / 8] ^= mask;
      const auto loaded = file.read();
      ASSERT_FALSE(loaded.ok()) << "bit " << bit;
      ASSERT_FALSE(loaded.error().empty());
      bytes[bit / 8] ^= mask;
    }
    EXPECT_TRUE(file.read().ok());
  }
}

// Files made to look valid: contents wrong, checksums correct.
TEST(Store, hostile_contents_are_refused_or_safe) {
  for (const World& world : samples::every_world()) {
    Store store;
    store.world = world;
    const auto sections = filled_sections(store);
    Random random(seed_of(11));
    for (std::size_t i = 0; i < sections.size(); ++i) {
      for (std::uint64_t round = 0; round < 60; ++round) {
        const FileBytes file = with_edit(sections, i, [&](std::vector<std::byte>& bytes) {
          damage(bytes, round % 4, random, [&] {
            return round % 4 == 2 ? std::byte{0xff} : static_cast<std::byte>(random.next());
          });
        });
        const auto loaded = file.read();
        if (loaded.ok()) walk_all_over(loaded->world);
        ASSERT_TRUE(loaded.ok() || !loaded.error().empty());
      }
    }
  }
}

TEST(Store, a_missing_section_is_refused_or_safe) {
  for (const World& world : samples::every_world()) {
    Store store;
    store.world = world;
    const auto sections = sections_of(store).value();
    for (std::size_t i = 0; i < sections.size(); ++i) {
      auto fewer = sections;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      const auto loaded = FileBytes(seal_thal(fewer).value()).read();
      if (loaded.ok()) walk_all_over(loaded->world);
    }
  }
}

TEST(Store, wrong_item_sizes_are_refused) {
  Store store;
  store.world = samples::every_world()[4];
  const auto sections = sections_of(store).value();
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (sections[i].bytes.empty()) continue;
    auto wrong = sections;
    wrong[i].element_size = wrong[i].element_size == 1 ? 2 : 1;
    wrong[i].bytes = Array<std::byte>(std::vector<std::byte>(sections[i].bytes.size() / 2 * 2));
    const auto loaded = FileBytes(seal_thal(wrong).value()).read();
    ASSERT_FALSE(loaded.ok()) << sections[i].name;
    EXPECT_NE(loaded.error().find(sections[i].name), std::string::npos) << loaded.error();
  }
}

TEST(Store, a_broken_mesh_is_refused) {
  Store store;
  store.world = samples::every_world()[1];
  EXPECT_TRUE(verify(store).empty());
  MeshArrays arrays = store.world.mesh.arrays();
  auto vertices = arrays.vertices.to_vector();
  std::swap(vertices[0], vertices[5]);
  arrays.vertices = vertices;
  store.world.mesh = Mesh::from(arrays).value();
  const auto broken = verify(store);
  ASSERT_EQ(broken.size(), 1u);
  EXPECT_EQ(bytes_of(store).read().error(), broken.front());
}

TEST(Store, failures_to_save_are_sentences) {
  const ScratchFolder folder;
  const World world = samples::every_world()[1];
  for (const auto& path : {folder / "no/such/folder/w.thal", folder.path()}) {
    const Result<void> saved = save_world(world, path);
    ASSERT_FALSE(saved.ok());
    EXPECT_NE(saved.error().find("cannot write '"), std::string::npos) << saved.error();
  }
  EXPECT_FALSE(load_world(folder / "missing.thal").ok());
  EXPECT_FALSE(load_world(folder.path()).ok());
}

#if defined(_WIN32)

TEST(Store, a_full_disk_is_a_sentence) { GTEST_SKIP() << "needs /dev/full"; }
TEST(Store, a_symbolic_link_stays_one) {
  GTEST_SKIP() << "on Windows making a symbolic link needs a privilege";
}

#else

TEST(Store, a_full_disk_is_a_sentence) {
  const Result<void> saved = save_world(samples::every_world()[1], "/dev/full");
  ASSERT_FALSE(saved.ok());
  EXPECT_NE(saved.error().find("cannot write '/dev/full': "), std::string::npos) << saved.error();
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST(Store, a_symbolic_link_stays_one) {
  const ScratchFolder folder;
  std::filesystem::create_symlink(folder / "real.thal", folder / "link.thal");
  ASSERT_TRUE(save_world(samples::every_world()[1], folder / "real.thal").ok());
  ASSERT_TRUE(save_world(samples::every_world()[2], folder / "link.thal").ok());
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.thal"));
  EXPECT_EQ(load_world(folder / "real.thal").value().fingerprint(),
            samples::every_world()[2].fingerprint());
}

#endif

}  // namespace
}  // namespace thalweg

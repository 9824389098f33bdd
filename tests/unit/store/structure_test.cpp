// Structures in a file, of every kind: they are read back complete, only with the ground that they
// were built from, and a damaged one costs nothing but itself.
#include <array>
#include <set>

#include "grounds.hpp"
#include "partitioner.hpp"
#include "thalweg/core/file.hpp"
#include "unit/store/scratch_folder.hpp"
#include "unit/store/structure_samples.hpp"

namespace thalweg {
namespace {

constexpr std::size_t kKinds = 5;  // of the library

TEST(Structures, of_all_kinds_are_tried) {
  std::set<std::string> tried;
  for_each_structure([&](const Store&, const StoredStructure& stored, const Ground&) {
    tried.insert(stored.kind);
  });
  EXPECT_EQ(tried.size(), kKinds);
}

TEST(Structures, come_back_as_they_were) {
  for (const NamedStore& one : built_stores()) {
    SCOPED_TRACE(one.name);
    const FileBytes file = bytes_of(one.store);
    const auto loaded = file.read();
    ASSERT_TRUE(loaded.ok()) << loaded.error();
    ASSERT_EQ(loaded->structures.size(), one.store.structures.size());
    EXPECT_TRUE(loaded->others.empty());
    for (std::size_t i = 0; i < loaded->structures.size(); ++i) {
      const StoredStructure& before = one.store.structures[i];
      const StoredStructure& after = loaded->structures[i];
      EXPECT_EQ(title(after), title(before));
      EXPECT_EQ(after.header, before.header);
      EXPECT_TRUE(same_sections(after, before));
    }
    EXPECT_EQ(verify(*loaded), std::vector<std::string>{});
    EXPECT_TRUE(std::ranges::equal(bytes_of(*loaded).bytes(), file.bytes()));
  }
}

// Read and stored again they are the same; what is used lies in the mapped bytes.
TEST(Structures, are_read_whole) {
  for_each_structure([](const Store&, const StoredStructure& stored, const Ground& ground) {
    const auto read = structure_of(stored, ground);
    ASSERT_TRUE(read.ok()) << read.error();
    EXPECT_EQ(read->recipe(), stored.header.recipe);
    EXPECT_EQ(read->ground(), ground.fingerprint());
    EXPECT_GT(read->bytes(), 0u);
    EXPECT_EQ(read->broken_law(ground), std::nullopt);
    EXPECT_EQ(read->describe()->size(), describe(stored)->size());
    EXPECT_TRUE(same_sections(thalweg::stored(*read, stored.name, stored.header.metric), stored));
    const bool has_cells = stored.kind != "fold" && stored.kind != "coarse";
    EXPECT_EQ(read->cells().has_value(), has_cells);
  });
  const Sample gates = sample_of("hierarchy");
  const Structure read = structure_of(gates.stored, gates.ground).value();
  const auto nodes = std::as_bytes(read.as<Hierarchy>()->arrays().nodes.span());
  const auto* section = find_section(gates.stored.sections, "nodes");
  EXPECT_EQ(nodes.data(), section->bytes.data());
}

TEST(Structures, give_the_answers_of_those_that_were_built) {
  std::set<std::string> kinds;
  for_each_structure([&](const Store&, const StoredStructure& stored, const Ground& ground) {
    const auto spec = parse_planner(stored.header.recipe);
    if (!spec) return;  // of no planner
    const PlannerPlan plan = planner_plan(*spec).value();
    EXPECT_EQ(plan.builds->names().name, stored.kind);
    const Structure built = plan.build(ground, any_input(ground).tools).value();
    EXPECT_TRUE(is_same_recipe(built.recipe(), stored.header.recipe));
    EXPECT_TRUE(same_sections(thalweg::stored(built, "x", stored.header.metric), stored));
    EXPECT_EQ(answers_by(plan, ground, structure_of(stored, ground).value()),
              answers_by(plan, ground, built));
    kinds.insert(stored.kind);
  });
  EXPECT_EQ(kinds.size(), kKinds);
}

TEST(Structures, what_does_not_belong_together_is_refused) {
  EXPECT_EQ(find_structure({}, "fold", "x").error(),
            "there is no fold 'x' in the file: it holds none");
  std::set<std::string> tried;
  for_each_structure([&](const Store& store, const StoredStructure& stored, const Ground& ground) {
    if (!tried.insert(stored.kind).second) return;
    const std::string kind = stored.kind;
    EXPECT_TRUE(find_structure(store, kind, "x")
                    .error()
                    .starts_with("there is no " + kind + " 'x' in the file, but "));
    EXPECT_EQ(find_structure(store, kind, stored.name).value()->name, stored.name);
    StoredStructure one = stored;
    one.name = "a b";
    EXPECT_EQ(with_structure(store, one).error(), "'a b' cannot name a " + kind);
    one = stored;
    one.header.recipe = "two words";
    EXPECT_EQ(with_structure(store, one).error(), "'two words' is no recipe of a " + kind);
    one = stored;
    one.header.metric = "swimmer";
    EXPECT_EQ(with_structure(store, one).error(), "there is no metric 'swimmer' in the file");
    one = stored;
    ++one.header.ground;
    EXPECT_EQ(with_structure(store, one).error(),
              "the " + kind + " was built from another metric than '" + stored.header.metric + "'");
    const Ground other = with_profile(ground, Profile::vehicle());
    EXPECT_EQ(structure_of(stored, other).error(),
              title(stored) + ": it was built from another metric");
  });
}

TEST(Structures, go_with_their_metric) {
  for (const NamedStore& one : built_stores()) {
    const std::string metric = one.store.structures.front().header.metric;
    const Ground same = stored_ground(one.store, metric).value();
    EXPECT_EQ(with_metric(one.store, metric, same)->structures.size(), one.store.structures.size());
    const Store now =
        with_metric(one.store, metric, with_profile(same, Profile::vehicle())).value();
    EXPECT_LT(now.structures.size(), one.store.structures.size());
    for (const StoredStructure& kept : now.structures) EXPECT_NE(kept.header.metric, metric);
    Store orphan = one.store;
    std::erase_if(orphan.metrics, [&](const StoredMetric& m) { return m.name == metric; });
    ASSERT_FALSE(verify(orphan).empty());
    EXPECT_TRUE(
        verify(orphan).front().ends_with(": there is no metric '" + metric + "' in the file"));
  }
}

TEST(Structures, a_name_is_kept_once) {
  for (const NamedStore& one : built_stores()) {
    StoredStructure first = one.store.structures.front();
    first.header.recipe = "other";
    const Store now = replaced(one.store, first);
    ASSERT_EQ(now.structures.size(), one.store.structures.size());
    EXPECT_EQ(now.structures.front().header.recipe, "other");
    Store twice = one.store;
    twice.structures.push_back(twice.structures.front());
    EXPECT_FALSE(seal_thal(sections_of(twice).value()).ok());
  }
}

// The description, or the array of nodes, is cut by an item: the world and all other
// structures stay, `verify` and describing name the damaged one, and saving keeps its bytes.
TEST(Structures, damaged_ones_cost_nothing_else) {
  for (const NamedStore& one : built_stores()) {
    const auto sections = filled_sections(one.store);
    for (std::size_t i = 0; i < sections.size(); ++i) {
      const std::string& name = sections[i].name;
      const auto owner = std::ranges::find_if(one.store.structures, [&](const auto& stored) {
        return name.starts_with(stored.kind + "/" + stored.name + "/");
      });
      const bool is_tried =
          owner != one.store.structures.end() &&
          std::ranges::any_of(std::array{"/about", "/home", "/homes", "/nodes"},
                              [&](const char* end) { return name.ends_with(end); });
      if (!is_tried) continue;
      SCOPED_TRACE(name);
      const FileBytes file = with_edit(sections, i, [&](std::vector<std::byte>& bytes) {
        bytes.resize(bytes.size() - sections[i].element_size);
      });
      const auto loaded = file.read();
      ASSERT_TRUE(loaded.ok()) << loaded.error();
      EXPECT_TRUE(std::ranges::equal(bytes_of(*loaded).bytes(), file.bytes()));
      const auto damaged = find_structure(*loaded, owner->kind, owner->name);
      ASSERT_TRUE(damaged.ok());
      const auto read = structure_of(**damaged, ground_of_stored(one.store, *owner));
      ASSERT_FALSE(read.ok());
      EXPECT_TRUE(read.error().starts_with(title(*owner) + ": ")) << read.error();
      if (name.ends_with("/about")) {
        EXPECT_FALSE(describe(**damaged).ok());
      }
    }
  }
}

TEST(Structures, of_unknown_kinds_are_kept) {
  const Sample sample = sample_of("fold");
  auto sections = filled_sections(sample.store);
  for (ThalSection& section : sections) {
    if (section.name.starts_with("fold/")) section.name.replace(0, 4, "gist");
  }
  const FileBytes file(seal_thal(std::move(sections)).value());
  const Store loaded = file.read().value();
  EXPECT_TRUE(loaded.others.empty());
  const StoredStructure& kept = *find_structure(loaded, "gist", sample.stored.name).value();
  EXPECT_EQ(kept.header, sample.stored.header);
  const std::string why = title(kept) + ": it is of a kind that this version does not know";
  EXPECT_EQ(structure_of(kept, sample.ground).error(), why);
  EXPECT_EQ(describe(kept).error(), why);
  EXPECT_TRUE(std::ranges::equal(bytes_of(loaded).bytes(), file.bytes()));
  const Ground other = with_profile(sample.ground, Profile::vehicle());
  const Store priced = with_metric(loaded, kept.header.metric, other).value();
  EXPECT_FALSE(find_structure(priced, "gist", kept.name).ok()) << "it goes with its metric";
}

// Files written by earlier versions, which tests/cli_earlier asks for paths.
TEST(Structures, of_earlier_files_keep_their_bytes) {
  const auto folder = std::filesystem::path(THALWEG_SOURCE_DIR) / "tests/earlier";
  const ScratchFolder scratch;
  std::set<std::string> kinds;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".thal") continue;
    SCOPED_TRACE(entry.path().filename());
    const Store store = load_store(entry.path()).value();
    ASSERT_TRUE(save_store(store, scratch / "again.thal").ok());
    EXPECT_EQ(read_file(scratch / "again.thal").value(), read_file(entry.path()).value());
    for (const StoredStructure& stored : store.structures) {
      const auto read = structure_of(stored, ground_of_stored(store, stored));
      ASSERT_TRUE(read.ok()) << read.error();
      EXPECT_TRUE(same_sections(thalweg::stored(*read, stored.name, stored.header.metric), stored));
      kinds.insert(stored.kind);
    }
  }
  EXPECT_EQ(kinds.size(), kKinds);
}

// A sentence, and the file is as it was.
TEST(Structures, what_could_not_be_loaded_is_not_saved) {
  const ScratchFolder folder;
  const auto path = folder / "world.thal";
  const Store& store = built_stores().front().store;
  ASSERT_TRUE(save_store(store, path).ok());
  const std::string before = read_file(path).value();
  const auto refuses = [&](const auto& edit) {
    Store bad = store;
    edit(bad);
    const Result<void> saved = save_store(bad, path);
    ASSERT_FALSE(saved.ok());
    EXPECT_TRUE(saved.error().starts_with("cannot save '" + path.string() + "': "))
        << saved.error();
    EXPECT_EQ(read_file(path).value(), before);
  };
  refuses([](Store& bad) { bad.structures.front().name = "no name"; });
  refuses([](Store& bad) { bad.metrics.front().parts.profile.name = "a\nb"; });
  refuses([](Store& bad) { bad.metrics.front().parts.costs = std::vector<Cost>{0}; });
  refuses([](Store& bad) { bad.world.y_axis = static_cast<YAxis>(7); });
  refuses([](Store& bad) {
    bad.others.push_back({"grid/ground", 4, std::vector(4, std::byte{})});
  });
}

}  // namespace
}  // namespace thalweg

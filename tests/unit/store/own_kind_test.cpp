// A kind of structure of one's own needs nothing but a description of itself.
#include <gtest/gtest.h>

#include <array>

#include "grounds.hpp"
#include "thalweg/store/structure_kind.hpp"
#include "unit/store/sealing.hpp"

namespace thalweg {
namespace {

// Nodes that somebody marked.
struct Marks {
  Array<NodeId> nodes;
  float radius = 0;
};

const KindOf<Marks>& marks_kind() {
  static const KindObject kKind(StructureKind<Marks>{
      .names = {"marks", "set of marks", "sets of marks", "marks", "{marks} marks"},
      .sections =
          [](SectionIo& io, Marks& marks) {
            io.number(marks.radius);
            io.array("nodes", marks.nodes);
          },
      .ready = [](Marks marks, const Ground& ground) -> Result<Marks> {
        for (const NodeId node : marks.nodes) {
          if (node.value >= ground.graph().node_count()) return Error{"a mark is at no node"};
        }
        return marks;
      },
      .broken_law = [](const Marks& marks, const Ground&) -> std::optional<std::string> {
        if (marks.radius > 0) return std::nullopt;
        return "its marks have no size";
      },
      .describe = [](Marks marks) -> Result<std::vector<Fact>> {
        return std::vector<Fact>{{"marks", marks.nodes.size()}};
      },
      .bytes = [](const Marks& marks) { return marks.nodes.bytes(); }});
  return kKind;
}

TEST(OwnKind, is_stored_read_checked_and_described) {
  static const Result<void> is_added = add_structure_kind(marks_kind());
  ASSERT_TRUE(is_added.ok()) << is_added.error();
  EXPECT_EQ(add_structure_kind(marks_kind()).error(), "there is a kind 'marks' already");
  Store store;
  store.world = scene(". . .\n. . .");
  const Ground ground = on_grid(store.world);
  store = with_metric(std::move(store), "m", ground).value();
  for (const auto& [name, marks] : {std::pair("good", Marks{std::vector{NodeId(1), NodeId(5)}, 1}),
                                    std::pair("flat", Marks{std::vector{NodeId(2)}, 0}),
                                    std::pair("bad", Marks{std::vector{NodeId(6)}, 1})}) {
    const Structure made(marks_kind(), ground, "by_hand", marks);
    store = with_structure(std::move(store), stored(made, name, "m")).value();
  }
  const FileBytes file = bytes_of(store);
  const Store loaded = file.read().value();
  EXPECT_TRUE(std::ranges::equal(bytes_of(loaded).bytes(), file.bytes()));
  EXPECT_EQ(verify(loaded), (std::vector<std::string>{"marks bad: a mark is at no node",
                                                      "marks flat: its marks have no size"}));
  const StoredStructure& good = *find_structure(loaded, "marks", "good").value();
  const Structure read = structure_of(good, ground).value();
  ASSERT_NE(read.as<Marks>(), nullptr);
  EXPECT_EQ(read.as<Marks>()->nodes.to_vector(), (std::vector{NodeId(1), NodeId(5)}));
  EXPECT_EQ(read.as<int>(), nullptr);
  EXPECT_EQ(read.cells(), std::nullopt);
  EXPECT_EQ(describe(good)->front().name, "marks");
}

}  // namespace
}  // namespace thalweg

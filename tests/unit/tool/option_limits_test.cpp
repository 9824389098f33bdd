// Every option of every planner at the ends of its range and beyond: what is accepted can be built,
// saved, loaded and verified; what is refused leaves the file as it was.
#include <gtest/gtest.h>

#include <cmath>

#include "common/names.hpp"
#include "core/try.hpp"
#include "grounds.hpp"
#include "partitioner.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/store/store.hpp"
#include "thalweg/structures/kinds.hpp"
#include "unit/store/scratch_folder.hpp"

namespace thalweg::tool {
namespace {

// A value of an option, and whether its range holds it.
struct OptionValue {
  std::string text;
  bool is_in_range = true;
  // Positive, but too small for this world: may be refused, but only with a sentence.
  bool is_tiny = false;
};

std::string digits(double value) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

std::vector<OptionValue> values_of(const NumberRange& range) {
  const double step = range.is_whole ? 1 : 0.001;
  std::vector<OptionValue> values = {
      {digits(range.most)}, {digits(range.most + step * std::max(1.0, range.most)), false}};
  if (range.is_above_least) {
    values.push_back({digits(range.least), false});
    values.push_back({digits(range.least + 0.1), true, true});
    values.push_back({digits(range.least + 1e-300), true, true});
  } else {
    values.push_back({digits(range.least)});
    if (range.is_whole && range.least > 0 && range.zero != "0") {
      values.push_back({digits(range.least - 1), false});
    }
    if (range.least > 1) values.push_back({digits(range.least - 1), false});
  }
  if (!range.zero.empty()) values.push_back({std::string(range.zero)});
  for (const char* text : {"-1", "nan", "inf", "1e999", "18446744073709551616", "", "1x", "0x1"}) {
    values.push_back({text, false});
  }
  if (range.is_whole) values.push_back({digits(range.least + 0.5), false});
  return values;
}

std::vector<OptionValue> values_of(const OptionInfo& option) {
  if (option.numbers) return values_of(*option.numbers);
  std::vector<OptionValue> values;
  for (const std::string_view choice : option.choices) values.push_back({std::string(choice)});
  if (!option.choices.empty()) values.push_back({"no_such_choice", false});
  return values;
}

constexpr std::string_view kWorld = R"(
    . . . # . . . .
    . w . # . # # .
    . . . . . # . .
    # # . # . . . w )";

// A file of a world that the planner can search.
class File {
 public:
  explicit File(const PlannerDescriptor& planner) {
    const World grid = scene(kWorld);
    const bool takes_grid = planner.graph(grid) == GraphSpec::grid();
    store.world = takes_grid ? grid : mesh_scene(kWorld);
    const Ground priced =
        ground(store.world, Profile::euclid(), planner.graph(store.world)).value();
    const bool is_served = planner.serves == nullptr || planner.serves(priced);
    if (!is_served) store.world = hills(2, {.corners = 7});  // of triangles
    EXPECT_TRUE(save_store(store, path).ok());
  }

  std::string bytes() const { return read_file(path).value(); }

  // Builds what the spec says and saves it, as `thalweg build` does.
  Result<void> build_into(const PlannerDescriptor& planner, const PlannerSpec& spec) {
    TRY(const Store made, built(planner, spec));
    return save_store(made, path);
  }

  Store store;

 private:
  Result<Store> built(const PlannerDescriptor& planner, const PlannerSpec& spec) const {
    TRY(const PlannerPlan plan, planner_plan(spec));
    const Ground priced =
        ground(store.world, Profile::euclid(), planner.graph(store.world)).value();
    TRY(const Structure made, plan.build(priced, any_input(priced).tools));
    EXPECT_TRUE(make_planner(plan, priced, made).ok());
    const std::string metric = "euclid.any";
    Store result = with_metric(store, metric, priced).value();
    if (!made) return result;
    std::string name = hierarchy_name(planner, metric, plan.key);
    if (plan.builds == &natural_tree_kind()) {
      const NaturalOptions options = natural_options(spec).value();
      name = tree_name(metric, options, options.steps);
    }
    return with_structure(result, stored(made, name, metric));
  }

 public:
  ScratchFolder folder;
  std::filesystem::path path = folder / "world.thal";
};

void check_value(const PlannerDescriptor& planner, const OptionInfo& option,
                 const OptionValue& value) {
  SCOPED_TRACE(std::string(planner.name) + ":" + std::string(option.name) + "=" + value.text);
  File file(planner);
  const std::string before = file.bytes();
  const PlannerSpec spec{std::string(planner.name), {{std::string(option.name), value.text}}};
  const Result<void> saved = file.build_into(planner, spec);
  if (!value.is_in_range) {
    ASSERT_FALSE(saved.ok());
    EXPECT_NE(saved.error().find("must be " + option.range), std::string::npos) << saved.error();
    EXPECT_EQ(file.bytes(), before);
    return;
  }
  if (value.is_tiny && !saved.ok()) {
    EXPECT_EQ(file.bytes(), before);
    return;
  }
  // Labels are read from a file that this test does not have.
  if (value.text == "labels" && !saved.ok()) return;
  ASSERT_TRUE(saved.ok()) << saved.error();
  const auto loaded = load_store(file.path);
  ASSERT_TRUE(loaded.ok()) << loaded.error();
  EXPECT_EQ(verify(*loaded), std::vector<std::string>{});
}

TEST(OptionLimits, what_is_accepted_can_be_saved_and_what_is_refused_leaves_the_file) {
  for (const PlannerDescriptor& planner : planners()) {
    for (const OptionInfo& option : planner.options) {
      for (const OptionValue& value : values_of(option)) check_value(planner, option, value);
    }
  }
}

TEST(OptionLimits, every_number_has_two_ends_that_print_as_people_write_them) {
  for (const PlannerDescriptor& planner : planners()) {
    for (const OptionInfo& option : planner.options) {
      SCOPED_TRACE(std::string(planner.name) + ":" + std::string(option.name));
      if (!option.numbers) continue;
      EXPECT_LT(option.numbers->least, option.numbers->most);
      EXPECT_TRUE(std::isfinite(option.numbers->most));
      EXPECT_EQ(option.range.find("e+"), std::string::npos) << option.range;
    }
  }
}

TEST(OptionLimits, names_differ_where_settings_differ_and_fit_a_store) {
  const NaturalOptions usual{.grow = GrowRule::thesis};
  const std::string name = full_tree_name("hiker.faces", usual);
  EXPECT_EQ(name, "natural.hiker.faces");
  EXPECT_EQ(full_tree_name("hiker.faces", {.grow = GrowRule::thesis, .tie_bits = 52}),
            name + ".52-tie_bits");
  EXPECT_EQ(full_tree_name("hiker.faces", {.grow = GrowRule::thesis, .most_children = 0}),
            name + ".0-most_children");
  EXPECT_EQ(tree_name("hiker.faces", {.grow = GrowRule::thesis, .layers = 5}, 7),
            name + ".5-layers.7-steps");
  EXPECT_EQ(tree_name("hiker.faces", {.grow = GrowRule::thesis, .layers = 0}, 0), name);
  EXPECT_EQ(tree_name("hiker.faces", {.base = 8}, 0), name + ".capped.8-cap_base");
  const NaturalOptions extreme{.grow = GrowRule::thesis,
                               .layers = 1'000'000'000,
                               .rule = RestRule::worst_unweighted,
                               .tie_bits = 52,
                               .most_children = 1'000'000'000};
  const std::string longest = tree_name("hiker.faces", extreme, 0);
  EXPECT_TRUE(is_stored_name(longest)) << longest;
  EXPECT_EQ(longest.size(), kMostNameLetters);
  EXPECT_NE(longest, tree_name("hiker.faces", extreme, 1));
  const PlannerDescriptor& sections = *find_planner("thpa_star").value();
  const auto plan = planner_plan({"thpa_star", {{"size", "1e6"}}}).value();
  EXPECT_EQ(hierarchy_name(sections, "hiker.faces", plan.key),
            "thpa_star.hiker.faces.1000000-size");
}

}  // namespace
}  // namespace thalweg::tool

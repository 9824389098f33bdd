// Builds a natural tree, at once or step by step into files (thesis, appendix B.3).
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "build/build.hpp"
#include "common/names.hpp"
#include "common/output.hpp"
#include "common/store_file.hpp"
#include "core/text.hpp"
#include "thalweg/papers/natural.hpp"
#include "thalweg/partition/compress.hpp"
#include "thalweg/structures/kinds.hpp"

namespace thalweg::tool {
namespace {

// The key of the tree before it is compressed.
std::string full_tree_key(PlannerSpec spec) {
  std::erase_if(spec.settings, [](const auto& setting) { return setting.option == "layers"; });
  spec.settings.push_back({"layers", "full"});
  return need(planner_plan(spec)).key;
}

class MergingByFiles {
 public:
  explicit MergingByFiles(const BuildJob& job)
      : job_(job),
        options_(need(natural_options(job.spec))),
        key_(full_tree_key(job.spec)),
        ground_(need(NaturalGround::of(job.ready.ground))) {}

  // Merges step by step and saves each step; continues from the last saved one.
  GrownTree run() {
    check_folder(steps_to());
    const std::optional<std::uint32_t> last = last_step();
    base_.world = job_.ready.world();
    base_ = need(with_metric(std::move(base_), job_.metric, job_.ready.ground));
    GrownTree grown = last ? open(*last) : start();
    if (!last) save(grown);
    notes_["resumed_from"] = last ? file_of(*last) : "the beginning";
    std::uint32_t made = last ? 0 : 1;
    const double first = job_.ready.graph().node_count();
    while (!grown.recipe.is_done && is_wanted(grown.recipe.steps + 1)) {
      report(progress_, "merging and saving steps", 1 - grown.tree.top_count() / first);
      Merged merged = merge(ground_, std::move(grown.tree), one_step());
      grown.tree = std::move(merged.tree);
      grown.recipe.steps += merged.report.steps;
      grown.recipe.is_done = merged.report.is_done;
      save(grown);  // the last step again, now marked as the last
      made += merged.report.steps;
    }
    notes_["step_files_made"] = made;
    notes_["last_step"] = file_of(grown.recipe.steps);
    return is_compressed() ? compressed(grown) : grown;
  }

  const Json& notes() const { return notes_; }

 private:
  const std::string& steps_to() const { return job_.settings.steps_to; }
  bool is_wanted(std::uint32_t step) const {
    return job_.settings.steps == 0 || step <= job_.settings.steps;
  }
  bool is_compressed() const { return options_.grow == GrowRule::thesis && options_.layers != 0; }

  MergeOptions one_step() const {
    return {.steps = 1,
            .tie_bits = options_.tie_bits,
            .most_children = options_.most_children,
            .grow = options_.grow,
            .base = options_.base,
            .order = options_.order};
  }

  GrownTree start() const {
    return {assemble(ground_, Partition::of_single_nodes(job_.ready.graph()), options_.rule),
            {.rule = options_.rule,
             .tie_bits = options_.tie_bits,
             .most_children = options_.most_children,
             .grow = options_.grow,
             .base = options_.base}};
  }

  GrownTree compressed(const GrownTree& grown) const {
    const Partition partition =
        compress(grown.tree.partition(),
                 {.layers = options_.layers, .rule = options_.compress, .progress = progress_});
    GrownTree made{assemble(ground_, partition, options_.rule), grown.recipe};
    made.recipe.layers = options_.layers;
    return made;
  }

  std::string file_of(std::uint32_t step) const {
    return fmt::format("{}-{:03}.thal", steps_to(), step);
  }

  // The highest step that has a file, up to the one wanted.
  std::optional<std::uint32_t> last_step() const {
    namespace fs = std::filesystem;
    const fs::path prefix = steps_to();
    const fs::path folder = prefix.parent_path();
    const std::string start = prefix.filename().string() + "-";
    std::optional<std::uint32_t> last;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, error)) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with(start) || !name.ends_with(".thal")) continue;
      const auto digits =
          std::string_view(name).substr(start.size(), name.size() - start.size() - 5);
      const auto step = TextReader::parse_number<std::uint32_t>(digits);
      if (!step || (folder / name) != fs::path(file_of(*step)) || !is_wanted(*step)) continue;
      last = std::max(last.value_or(0), *step);
    }
    return last;
  }

  void save(const GrownTree& grown) const {
    const Structure tree(natural_tree_kind(), job_.ready.ground, key_, grown);
    const std::string name =
        job_.settings.name.empty() ? full_tree_name(job_.metric, options_) : job_.settings.name;
    auto store = with_structure(base_, stored(tree, name, job_.metric));
    StoreFile(file_of(grown.recipe.steps)).replace(need(std::move(store)));
  }

  // Loads a saved step and checks that it belongs to this build.
  GrownTree open(std::uint32_t step) const {
    const std::string file = file_of(step);
    const Store store = need(load_store(file));
    const auto refuse = [&](const std::string& what) {
      throw Failure("'" + file + "' is of " + what +
                    ": name another --steps-to, or move its files away");
    };
    if (store.world.fingerprint() != job_.ready.world().fingerprint()) refuse("another world");
    if (store.structures.size() != 1) refuse("another kind");
    const StoredStructure& kept = store.structures.front();
    if (kept.header.ground != job_.ready.ground.fingerprint()) refuse("another metric");
    if (!is_same_recipe(kept.header.recipe, key_)) refuse("other settings");
    const Structure read = need(structure_of(kept, job_.ready.ground).in(file));
    const auto* tree = read.as<GrownTree>();
    if (tree == nullptr) refuse("another kind");
    if (tree->recipe.steps != step) refuse("other settings");
    return *tree;
  }

  const BuildJob& job_;
  NaturalOptions options_;
  std::string key_;  // of the saved trees
  NaturalGround ground_;
  Progress progress_ = terminal_progress();
  Store base_;  // of saved steps: the world and the metric
  Json notes_ = Json::object();
};

}  // namespace

BuildOutcome build_by_merging(const BuildJob& job) {
  const Stopwatch watch;
  NaturalOptions options = need(natural_options(job.spec));
  BuildOutcome made{.built = {}, .name = job.settings.name};
  GrownTree grown;
  if (job.settings.steps_to.empty()) {
    options.steps = job.settings.steps;
    options.progress = terminal_progress();
    grown = need(grown_tree(job.ready.ground, options));
  } else {
    MergingByFiles merging(job);
    grown = merging.run();
    made.notes = merging.notes();
  }
  if (made.name.empty()) made.name = tree_name(job.metric, options, job.settings.steps);
  made.notes["build_seconds"] = watch.seconds();
  made.built = Structure(natural_tree_kind(), job.ready.ground, need(planner_plan(job.spec)).key,
                         std::move(grown));
  return made;
}

}  // namespace thalweg::tool

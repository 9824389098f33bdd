// Builds the natural hierarchy, at once or step by step into files (thesis, appendix B.3).
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "build/build.hpp"
#include "common/names.hpp"
#include "common/output.hpp"
#include "common/partitioner.hpp"
#include "common/store_file.hpp"
#include "core/text.hpp"
#include "thalweg/papers/natural.hpp"
#include "thalweg/partition/compress.hpp"

namespace thalweg::tool {
namespace {

// A tree while it grows, and its recipe.
struct Growth {
  NaturalTree tree;
  NaturalRecipe recipe;
};

class NaturalBuild {
 public:
  explicit NaturalBuild(const BuildJob& job)
      : job_(job),
        options_(need(natural_options(job.spec))),
        ground_(need(NaturalGround::of(job.ready.ground))) {}

  BuildOutcome run() {
    Growth growth = steps_to().empty() ? grow_at_once() : grow_by_files();
    built_.notes["tree_bytes"] = growth.tree.bytes();
    const bool is_compressed = options_.grow == GrowRule::thesis && options_.layers != 0;
    if (is_compressed) growth = compressed(std::move(growth));
    StoredPartition outcome = stored(growth);
    if (job_.settings.name.empty()) {
      outcome.name = tree_name(job_.metric, options_, job_.settings.steps);
    }
    built_.what = std::move(outcome);
    return std::move(built_);
  }

 private:
  Growth compressed(Growth growth) const {
    const Partition full = growth.tree.partition();
    growth.tree = {};
    const Partition partition = compress(full, {.layers = options_.layers, .progress = progress_});
    growth.tree = assemble(ground_, partition, options_.rule);
    growth.recipe.layers = options_.layers;
    return growth;
  }

  const std::string& steps_to() const { return job_.settings.steps_to; }
  bool is_wanted(std::uint32_t step) const {
    return job_.settings.steps == 0 || step <= job_.settings.steps;
  }

  Growth start() const {
    return {assemble(ground_, Partition::of_single_nodes(job_.ready.graph()), options_.rule),
            {.rule = options_.rule,
             .tie_bits = options_.tie_bits,
             .most_children = options_.most_children,
             .grow = options_.grow,
             .base = options_.base}};
  }

  StoredPartition stored(const Growth& growth) const {
    return {.name = job_.settings.name.empty() ? full_tree_name(job_.metric, options_)
                                               : job_.settings.name,
            .metric = job_.metric,
            .metric_fingerprint = job_.ready.ground.fingerprint(),
            .natural = growth.recipe,
            .partition = growth.tree.partition(),
            .rests = rests_of(growth.tree)};
  }

  Growth grow_at_once() {
    Growth growth = start();
    Merged merged = merge(ground_, std::move(growth.tree),
                          {.steps = job_.settings.steps,
                           .tie_bits = options_.tie_bits,
                           .most_children = options_.most_children,
                           .grow = options_.grow,
                           .base = options_.base,
                           .progress = progress_});
    growth.tree = std::move(merged.tree);
    growth.recipe.steps = merged.report.steps;
    growth.recipe.is_done = merged.report.is_done;
    return growth;
  }

  // Merges step by step and saves each step; continues from the last saved one.
  Growth grow_by_files() {
    check_folder(steps_to());
    const std::optional<std::uint32_t> last = last_step();
    base_.world = job_.ready.world();
    base_ = need(with_metric(std::move(base_), job_.metric, job_.ready.ground));
    Growth growth = last ? open(*last) : start();
    if (!last) save(growth);
    built_.notes["resumed_from"] = last ? file_of(*last) : "the beginning";
    std::uint32_t made = last ? 0 : 1;
    const double first = job_.ready.graph().node_count();
    while (!growth.recipe.is_done && is_wanted(growth.recipe.steps + 1)) {
      report(progress_, "merging and saving steps", 1 - growth.tree.top_count() / first);
      Merged merged = merge(ground_, std::move(growth.tree),
                            {.steps = 1,
                             .tie_bits = growth.recipe.tie_bits,
                             .most_children = growth.recipe.most_children,
                             .grow = growth.recipe.grow,
                             .base = growth.recipe.base});
      growth.tree = std::move(merged.tree);
      growth.recipe.steps += merged.report.steps;
      growth.recipe.is_done = merged.report.is_done;
      save(growth);  // the last step again, now marked as the last
      made += merged.report.steps;
    }
    built_.notes["step_files_made"] = made;
    built_.notes["last_step"] = file_of(growth.recipe.steps);
    return growth;
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

  void save(const Growth& growth) const {
    auto store = with_partition(base_, stored(growth));
    StoreFile(file_of(growth.recipe.steps)).replace(need(std::move(store)));
  }

  // Loads a saved step and checks that it belongs to this build.
  Growth open(std::uint32_t step) const {
    const std::string file = file_of(step);
    const Store store = need(load_store(file));
    const auto refuse = [&](const std::string& what) {
      throw Failure("'" + file + "' is of " + what +
                    ": name another --steps-to, or move its files away");
    };
    if (store.world.fingerprint() != job_.ready.world().fingerprint()) refuse("another world");
    if (store.partitions.size() != 1) refuse("another kind");
    const StoredPartition& kept = store.partitions.front();
    if (kept.metric_fingerprint != job_.ready.ground.fingerprint()) refuse("another metric");
    const NaturalRecipe& recipe = kept.natural;
    if (recipe.rule != options_.rule || recipe.tie_bits != options_.tie_bits ||
        recipe.most_children != options_.most_children || recipe.grow != options_.grow ||
        recipe.base != options_.base || recipe.steps != step || recipe.layers != 0) {
      refuse("other settings");
    }
    return {need(natural_tree(kept, job_.ready.ground).in(file)), recipe};
  }

  const BuildJob& job_;
  NaturalOptions options_;
  NaturalGround ground_;
  Progress progress_ = terminal_progress();
  Store base_;  // of saved steps: the world and the metric
  BuildOutcome built_;
};

// The pyramid, grown at once.
BuildOutcome build_pyramid(const BuildJob& job) {
  refuse_steps(job);
  const PlannerPlan plan = need(planner_plan(job.spec));
  const Stopwatch watch;
  BuildOutcome built;
  built.what = StoredPyramid{
      .name = job.settings.name.empty()
                  ? hierarchy_name(*need(find_planner(job.spec.name)), job.metric, plan.key)
                  : job.settings.name,
      .recipe = plan.key,
      .metric = job.metric,
      .pyramid =
          std::get<Pyramid>(need(plan.build(job.ready.ground, build_tools(terminal_progress()))))};
  built.notes["build_seconds"] = watch.seconds();
  return built;
}

}  // namespace

BuildOutcome build_natural(const BuildJob& job) {
  const NaturalOptions options = need(natural_options(job.spec));
  return options.refine == NaturalRefine::whole ? build_pyramid(job) : NaturalBuild(job).run();
}

}  // namespace thalweg::tool

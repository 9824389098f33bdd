// thalweg build: builds what a planner needs beyond the world and its prices, and stores it.
#include "build/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "common/checks.hpp"
#include "common/names.hpp"
#include "common/options.hpp"
#include "common/output.hpp"
#include "common/partitioner.hpp"
#include "common/store_file.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/structures/kinds.hpp"

namespace thalweg::tool {
namespace {

struct BuildArguments {
  std::string input;
  std::string output;  // empty: the input itself
  std::string config;
  BuildSettings given;  // on the command line
  bool json = false;
};

// The planners that need something built.
std::vector<const PlannerDescriptor*> builders() {
  std::vector<const PlannerDescriptor*> all;
  for (const PlannerDescriptor& planner : planners()) {
    if (planner.builds != nullptr) all.push_back(&planner);
  }
  return all;
}

// Settings that only merging has are refused rather than ignored.
void refuse_steps(const BuildJob& job) {
  if (job.settings.steps == 0 && job.settings.steps_to.empty()) return;
  throw UsageError("steps and steps_to are for natural:refine=descent, not for " + job.spec.name);
}

BuildOutcome build(const BuildJob& job) {
  const PlannerPlan plan = need(planner_plan(job.spec));
  if (plan.builds == &natural_tree_kind()) return build_by_merging(job);
  refuse_steps(job);
  const Stopwatch watch;
  BuildOutcome made{need(plan.build(job.ready.ground, build_tools(terminal_progress()))),
                    job.settings.name};
  if (made.name.empty()) {
    made.name = hierarchy_name(*need(find_planner(job.spec.name)), job.metric, plan.key);
  }
  made.notes["build_seconds"] = watch.seconds();
  return made;
}

void check_builds(const PlannerSpec& spec) {
  const PlannerDescriptor* planner = need(find_planner(spec.name));
  if (planner->builds != nullptr || planner->choose != nullptr) return;
  std::vector<std::string_view> names;
  for (const PlannerDescriptor* builder : builders()) names.push_back(builder->name);
  throw UsageError(fmt::format("the planner {} needs nothing built; what can be built is {}",
                               spec.name, fmt::join(names, ", ")));
}

// `settings` of the file overridden by those of the command line. Options of the file are for its
// planner: another one on the command line does not get them.
BuildSettings overruled(BuildSettings settings, const Verb& verb, const BuildSettings& given) {
  if (verb.count("--for") > 0 && given.target != settings.target) settings.options.clear();
  for (const BuildSetting& setting : build_settings()) {
    if (verb.count(std::string(setting.option)) == 0) continue;
    std::visit([&](auto member) { settings.*member = given.*member; }, setting.member);
  }
  for (const PlannerSpec::Setting& option : given.options) {
    std::erase_if(settings.options, [&](const auto& old) { return old.option == option.option; });
    settings.options.push_back(option);
  }
  return settings;
}

// The settings of the file, which is created if there is none, and of the command line.
BuildSettings settings_of(const Verb& verb, const BuildArguments& options) {
  if (options.config.empty() && verb.count("--for") == 0) {
    throw UsageError(
        "say what to build: --for PLANNER, --graph NAME, or --config with a file that says it");
  }
  const BuildSettings given = need_option(with_plain_target(options.given));
  if (options.config.empty()) return given;
  if (std::filesystem::exists(options.config)) {
    const std::string text = need(read_file(options.config));
    return overruled(need(read_build_config(text).in(options.config)), verb, given);
  }
  need_option(spec_of(given));
  write_output(options.config, FileKind::toml, write_build_config(given));
  note("there was no '" + options.config + "': created with these settings, and comments");
  return given;
}

void check(const BuildSettings& settings) {
  for (const BuildSetting& setting : build_settings()) {
    const auto* member = std::get_if<std::string BuildSettings::*>(&setting.member);
    if (member == nullptr || setting.check == nullptr || (settings.**member).empty()) continue;
    need_option(setting.check(settings.**member));
  }
}

Profile profile_of(const BuildSettings& settings) {
  Profile profile = asked_profile(settings.profile);
  if (settings.base.empty()) return profile;
  const PriceBase base = need(named_base(settings.base));
  if (profile.base == base) return profile;
  profile.base = base;
  profile.name += "-" + settings.base;  // now a different profile
  return profile;
}

std::string built_as(const StoredStructure& stored) {
  const StructureHeader& header = stored.header;
  return header.steps ? fmt::format("{} after {} steps", header.recipe, *header.steps)
                      : header.recipe;
}

// Null where there is none of its kind and name.
const StoredStructure* same_name(const Store& store, const StoredStructure& stored) {
  const auto found = find_structure(store, stored.kind, stored.name);
  return found ? *found : nullptr;
}

// Says what `added` replaces, unless it is the same structure built again.
void note_replaced(const Store& store, const StoredStructure& added) {
  const StoredStructure* old = same_name(store, added);
  if (old == nullptr) return;
  const StructureHeader& before = old->header;
  if (before.metric == added.header.metric && before.steps == added.header.steps &&
      is_same_recipe(before.recipe, added.header.recipe)) {
    return;
  }
  note(fmt::format("'{}' was {} for {}: replaced", added.name, built_as(*old), before.metric));
}

// Says what is lost because its metric is priced again.
void note_dropped(const Store& before, const Store& now) {
  for (const StoredStructure& stored : before.structures) {
    if (same_name(now, stored) != nullptr) continue;
    note(fmt::format("'{}' was built from other prices called {}: dropped", stored.name,
                     stored.header.metric));
  }
}

// Refuses to lose what another program has stored in `file` since this one began.
void check_kept(const Store& theirs, const Store& ours, const std::filesystem::path& file) {
  for (const StoredStructure& stored : theirs.structures) {
    const StoredStructure* kept = same_name(ours, stored);
    if (kept != nullptr && built_as(*kept) == built_as(stored)) continue;
    throw Failure(fmt::format("'{}' was changed by another program while this one ran: '{}' "
                              "would be lost, and nothing was written",
                              file.string(), stored.name),
                  Exit::failed);
  }
}

// `theirs`, which the file holds now, with the graph and the prices of the job.
Store rebased(const BuildJob& job, const Store& theirs, const std::filesystem::path& file) {
  if (theirs.world.fingerprint() != job.store.world.fingerprint()) {
    throw Failure(fmt::format("'{}' was changed by another program while this one ran: it holds "
                              "another world now, and nothing was written",
                              file.string()),
                  Exit::failed);
  }
  return need(with_metric(theirs, job.metric, job.ready.ground));
}

// Saves what `add` makes of the job's store. Another build may have added to the file meanwhile: then
// it is added to that.
template <class Add>
void save(const BuildJob& job, const StoreFile& file, bool adds, Add add) {
  const StoreFile::Turn turn = file.take_turn();
  if (!turn.is_changed()) return file.save(add(job.store), turn);
  if (!adds) return file.refuse_changed();
  const Store theirs = need(load_store(file.path()));
  const Store ours = add(rebased(job, theirs, file.path()));
  check_kept(theirs, ours, file.path());
  file.save(ours, turn);
}

BuildJob job_of(const Store& store, BuildSettings settings, PlannerSpec spec) {
  const Profile profile = profile_of(settings);
  if (settings.graph.empty()) settings.graph = graph_for(spec, store.world);
  report(terminal_progress(), "building and pricing the graph", 0);
  ReadyGraph ready = ready_graph(store, settings.graph, profile);
  BuildJob job{.store = {},
               .ready = std::move(ready),
               .metric = metric_name(profile, settings.graph),
               .spec = std::move(spec),
               .settings = std::move(settings)};
  if (job.ready.space_bytes > 0) {
    throw UsageError("the graph '" + job.ready.name +
                     "' has a world of its own: nothing of it can be stored");
  }
  job.store = need(with_metric(store, job.metric, job.ready.ground));
  note_dropped(store, job.store);
  return job;
}

// A graph and its prices, for no planner in particular.
Json build_metric(const Verb& verb, const BuildArguments& options) {
  for (const char* option : {"--steps", "--steps-to", "--name"}) {
    if (verb.count(option) > 0) throw UsageError(std::string(option) + " goes with --for");
  }
  if (!options.given.options.empty()) {
    throw UsageError("'" + options.given.options.front().option + "' is an option for --for");
  }
  const Stopwatch watch;
  check(options.given);
  const StoreFile file(options.output.empty() ? options.input : options.output);
  const BuildJob job = job_of(need(load_store(options.input)), options.given, {});
  report(terminal_progress(), "saving", 0);
  save(job, file, options.output.empty(), [](const Store& store) { return store; });
  end_progress();
  Json out;
  out["metric"] = {{"name", job.metric}, {"stored", job.ready.was_stored}};
  out["graph"] = {{"name", job.ready.name},
                  {"nodes", job.ready.graph().node_count()},
                  {"arcs", job.ready.graph().arc_count()}};
  out["bytes"] = job.ready.bytes();
  out["wrote"] = file.path().string();
  out["seconds"] = watch.seconds();
  out["peak_mb"] = peak_megabytes();
  return out;
}

// Saves what was built; what is printed of it.
Json save_built(const BuildJob& job, const BuildOutcome& made, const StoreFile& file, bool adds) {
  const StoredStructure built = stored(made.built, made.name, job.metric);
  Json out;
  out[built.kind] = built.name;
  out["metric"] = {{"name", job.metric}, {"stored", job.ready.was_stored}};
  out["recipe"] = built.header.recipe;
  out.update(json_of(need(made.built.describe())));
  out.update(made.notes);
  save(job, file, adds, [&](const Store& store) {
    note_replaced(store, built);
    return need(with_structure(store, built));
  });
  return out;
}

Json run_build(const Verb& verb, const BuildArguments& options) {
  const bool is_for_a_planner = !options.config.empty() || verb.count("--for") > 0;
  if (!is_for_a_planner && verb.count("--graph") > 0) return build_metric(verb, options);
  const Stopwatch watch;
  const BuildSettings settings = settings_of(verb, options);
  check(settings);
  PlannerSpec spec = need(spec_of(settings));
  check_builds(spec);
  const bool adds = options.output.empty();  // to its own file
  const StoreFile file(adds ? options.input : options.output, {options.config});
  const bool is_chosen = need(find_planner(spec.name))->choose != nullptr;
  BuildJob job = job_of(need(load_store(options.input)), settings, std::move(spec));
  job.spec = chosen_planner(job.spec, job.ready.ground);
  Json out;
  if (is_chosen) out["planner"] = job.spec.name;
  if (need(find_planner(job.spec.name))->builds == nullptr) {
    note("here auto is " + job.spec.name + ", which needs nothing built: the prices are stored");
    out["metric"] = {{"name", job.metric}, {"stored", job.ready.was_stored}};
    save(job, file, adds, [](const Store& store) { return store; });
  } else {
    const BuildOutcome made = build(job);
    report(terminal_progress(), "saving", 0);
    out.update(save_built(job, made, file, adds));
  }
  end_progress();
  out["wrote"] = file.path().string();
  out["seconds"] = watch.seconds();
  out["peak_mb"] = peak_megabytes();
  return out;
}

void add_settings(Verb& verb, BuildSettings& settings) {
  for (const BuildSetting& setting : build_settings()) {
    const auto add = [&](auto member) {
      return verb.add_option(std::string(setting.option), settings.*member,
                             std::string(setting.help));
    };
    VerbOption* option = std::visit(add, setting.member);
    if (setting.most > 0) option->check(whole_number(0, setting.most));
  }
}

// --tie-bits for the option tie_bits, and so on for all options that shape what is built.
void add_planner_options(Verb& verb, BuildSettings& settings) {
  std::map<std::string_view, std::vector<std::string_view>> takers;  // [option]
  std::map<std::string_view, std::string_view> spelled;              // [earlier name] name
  for (const PlannerDescriptor* builder : builders()) {
    for (const OptionInfo& option : builder->options) {
      if (!option.is_in_key) continue;
      takers[option.name].push_back(builder->name);
      for (const std::string_view earlier : option.earlier_names) spelled[earlier] = option.name;
    }
  }
  const auto add = [&](std::string_view flag_name, std::string_view name, std::string help) {
    std::string flag = "--" + std::string(flag_name);
    std::ranges::replace(flag, '_', '-');
    const auto take = [&settings, option = std::string(name)](const std::string& value) {
      settings.options.push_back({option, value});
    };
    verb.add_option_function<std::string>(flag, take, std::move(help))
        ->group("Options of the planner");
  };
  for (const auto& [name, planners_of_it] : takers) {
    add(name, name, fmt::format("As with --for, of {}", fmt::join(planners_of_it, ", ")));
  }
  for (const auto& [earlier, name] : spelled) {
    add(earlier, name, fmt::format("The earlier spelling of --{}", name));
  }
}

std::string list_of_builders() {
  std::string text = "What can be built:\n";
  for (const PlannerDescriptor* builder : builders()) {
    text += fmt::format("  {:<9} {}\n", builder->name, builder->build_summary);
    for (const OptionInfo& option : builder->options) text += "    " + option_line(option) + "\n";
  }
  return text +
         "Without --for: the graph that --graph names, and its prices\n"
         "\nExamples: thalweg build valley.thal --graph terrain --profile hiker\n"
         "          thalweg build valley.thal --for natural:cap_base=8 --profile hiker\n"
         "          thalweg build rooms.thal --for hpa_star:size=10 --profile euclid\n"
         "          thalweg build valley.thal --for coarse --graph terrain\n"
         "          thalweg build valley.thal --for natural --steps-to step -o grown.thal\n"
         "          thalweg build valley.thal --for natural --config build.toml";
}

}  // namespace

void add_build(Verb& app) {
  auto* verb = app.add_verb("build", "Build a graph or what a planner needs, and store it");
  auto options = std::make_shared<BuildArguments>();
  verb->footer(list_of_builders());
  verb->add_option("FILE", options->input, "A .thal file")->required();
  verb->add_option("-o,--output", options->output,
                   "The .thal file to write (default: FILE itself)");
  add_settings(*verb, options->given);
  add_planner_options(*verb, options->given);
  verb->add_option("--config", options->config,
                   "A .toml file of settings; created, with comments, if there is none");
  verb->add_flag("--json", options->json, "Print JSON");
  add_force(*verb);
  add_common(*verb);
  verb->callback([verb, options] {
    const auto out = run_build(*verb, *options);
    options->json ? print_json(out) : print_text(out);
  });
}

}  // namespace thalweg::tool

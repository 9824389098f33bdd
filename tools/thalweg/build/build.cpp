// thalweg build: what a planner needs beyond the world and its prices, made once and stored.
#include "build/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "thalweg/core/file.hpp"
#include "thalweg/core/text.hpp"

namespace thalweg::tool {
namespace {

struct BuildArguments {
  std::string input;
  std::string output;  // empty: the input itself
  std::string config;
  BuildSettings given;  // on the command line
  bool json = false;
};

const Builder& find_builder(const std::string& name) {
  const auto found = std::ranges::find(builders(), name, &Builder::name);
  if (found != builders().end()) return *found;
  std::string names;
  for (const Builder& builder : builders()) {
    names += (names.empty() ? "" : ", ") + std::string(builder.name);
  }
  throw Failure("the planner " + name + " needs nothing built; what can be built is " + names);
}

// `settings` with all that the command line says.
BuildSettings overruled(BuildSettings settings, const CLI::App& verb, const BuildSettings& given) {
  for (const BuildSetting& setting : build_settings()) {
    if (setting.option.empty() || verb.count(std::string(setting.option)) == 0) continue;
    std::visit([&](auto member) { settings.*member = given.*member; }, setting.member);
  }
  return settings;
}

// The settings of the file, which is made where there is none, and of the command line.
BuildSettings settings_of(const CLI::App& verb, const BuildArguments& options) {
  if (options.config.empty() && verb.count("--for") == 0) {
    throw Failure("say what to build: --for PLANNER, or --config with a file that says it");
  }
  if (options.config.empty()) return options.given;
  if (std::filesystem::exists(options.config)) {
    const std::string text = need(read_file(options.config));
    return overruled(need(read_build_config(text).in(options.config)), verb, options.given);
  }
  need(write_file(options.config, write_build_config(options.given)));
  note("there was no '" + options.config + "': made with these settings, and comments");
  return options.given;
}

void check(const BuildSettings& settings) {
  for (const BuildSetting& setting : build_settings()) {
    const auto* member = std::get_if<std::string BuildSettings::*>(&setting.member);
    if (member == nullptr || setting.check == nullptr || (settings.**member).empty()) continue;
    need(setting.check(settings.**member));
  }
}

// Where --for does not name an option that the settings do, it is added.
PlannerSpec spec_of(const BuildSettings& settings) {
  PlannerSpec spec = need(parse_planner(settings.target));
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty() && spec.value(option, {}).empty()) spec.settings.push_back({option, value});
  };
  if (spec.name == "natural") {
    add("layers", settings.layers);
    add("rule", settings.rule);
  }
  return spec;
}

Profile profile_of(const BuildSettings& settings) {
  Profile profile = need(find_profile(settings.profile));
  if (settings.base.empty()) return profile;
  const PriceBase base = need(named_base(settings.base));
  if (profile.base == base) return profile;
  profile.base = base;
  profile.name += "-" + settings.base;  // it is another profile now
  return profile;
}

BuildJob job_of(Store store, BuildSettings settings, PlannerSpec spec) {
  const Profile profile = profile_of(settings);
  if (settings.graph.empty()) settings.graph = default_graph(store.world, spec.name);
  report(terminal_progress(), "building and pricing the graph", 0);
  ReadyGraph ready = ready_graph(store, settings.graph, profile);
  BuildJob job{.store = {},
               .ready = std::move(ready),
               .metric = metric_name(profile, settings.graph),
               .spec = std::move(spec),
               .settings = std::move(settings)};
  if (job.ready.space_bytes > 0) {
    throw Failure("the graph '" + job.ready.name +
                  "' has a world of its own: nothing of it can be stored");
  }
  job.store = need(with_metric(std::move(store), job.metric, job.ready.ground));
  return job;
}

Store with(Store store, StoredPartition partition) {
  return need(with_partition(std::move(store), std::move(partition)));
}
Store with(Store store, StoredHierarchy hierarchy) {
  return need(with_hierarchy(std::move(store), std::move(hierarchy)));
}

nlohmann::ordered_json run_build(const CLI::App& verb, const BuildArguments& options) {
  const Stopwatch watch;
  const BuildSettings settings = settings_of(verb, options);
  check(settings);
  PlannerSpec spec = spec_of(settings);
  const Builder& builder = find_builder(spec.name);
  const std::string output = options.output.empty() ? options.input : options.output;
  check_folder(output);
  const BuildJob job = job_of(need(load_store(options.input)), settings, std::move(spec));
  Built built = builder.build(job);
  report(terminal_progress(), "saving", 0);
  nlohmann::ordered_json out;
  std::visit(
      [&](auto& what) {
        out[built.what.index() == 0 ? "partition" : "hierarchy"] = what.name;
        out["metric"] = job.metric + (job.ready.was_stored ? " (stored)" : " (priced now)");
        out.update(describe(what));
        out.update(built.notes);
        need(save_store(with(job.store, std::move(what)), output));
      },
      built.what);
  end_progress();
  out["wrote"] = output;
  out["seconds"] = watch.seconds();
  out["peak_mb"] = peak_megabytes();
  return out;
}

void add_settings(CLI::App& verb, BuildSettings& settings) {
  for (const BuildSetting& setting : build_settings()) {
    if (setting.option.empty()) continue;
    const auto add = [&](auto member) {
      return verb.add_option(std::string(setting.option), settings.*member,
                             std::string(setting.help));
    };
    CLI::Option* option = std::visit(add, setting.member);
    if (setting.most > 0) option->check(CLI::Range(std::uint32_t{0}, setting.most));
  }
}

std::string list_of_builders() {
  std::string text = "What can be built:\n";
  for (const Builder& builder : builders()) {
    text += fmt::format("  {:<9} {}\n", builder.name, builder.summary);
    const auto info = std::ranges::find(planners(), builder.name, &PlannerInfo::name);
    for (const PlannerOption& option : info->options) {
      text += fmt::format("    :{}={}  {}\n", option.name, option.fallback, option.summary);
    }
  }
  return text +
         "\nExamples: thalweg build valley.thal --for natural:layers=10 --profile hiker\n"
         "          thalweg build rooms.thal --for hpa_star:size=10 --profile euclid\n"
         "          thalweg build valley.thal --for natural --steps-to step -o grown.thal\n"
         "          thalweg build valley.thal --for natural --config build.toml";
}

}  // namespace

std::span<const Builder> builders() {
  static constexpr std::array<Builder, 4> kBuilders = {{
      {"hpa_star", "sections of a grid, their gates and the ways across them", build_hierarchy},
      {"natural", "cells merged by what the ground costs, compressed to fewer layers",
       build_natural},
      {"rooms", "the same of rooms, or of sections of any graph", build_hierarchy},
      {"thpa_star", "the same of sections of a triangulation", build_hierarchy},
  }};
  return kBuilders;
}

void add_build(CLI::App& app) {
  auto* verb = app.add_subcommand("build", "Build what a planner needs, and store it");
  auto options = std::make_shared<BuildArguments>();
  verb->footer(list_of_builders());
  verb->add_option("FILE", options->input, "A .thal file")->required();
  verb->add_option("-o,--output", options->output,
                   "The .thal file to write (default: FILE itself)");
  add_settings(*verb, options->given);
  verb->add_option("--config", options->config,
                   "A .toml file of settings; made, with comments, where there is none");
  verb->add_flag("--json", options->json, "Print JSON");
  add_common(*verb);
  verb->callback([verb, options] {
    const auto out = run_build(*verb, *options);
    options->json ? print_json(out) : print_text(out);
  });
}

}  // namespace thalweg::tool

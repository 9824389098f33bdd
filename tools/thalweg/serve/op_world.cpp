// Worlds: the list of worlds, uploads, generated worlds, downloads; and what the server has to
// offer.
#include <fmt/format.h>

#include "common/ask.hpp"
#include "core/text.hpp"
#include "serve/operations.hpp"
#include "serve/scratch.hpp"
#include "thalweg/core/file.hpp"
#include "thalweg/core/parallel.hpp"
#include "thalweg/generate/grids.hpp"
#include "thalweg/generate/heights.hpp"
#include "thalweg/import/import.hpp"
#ifdef THALWEG_HAS_CGAL
#include "thalweg/triangulate/triangulate.hpp"
#endif

namespace thalweg::tool::serve {
namespace {

constexpr double kMostGenerated = 2049;  // samples or squares a side

Json option_json(const OptionInfo& option) {
  Json out = {{"name", option.name}, {"fallback", option.fallback}, {"range", option.range},
              {"unit", option.unit}, {"help", option.help},         {"choices", option.choices}};
  if (option.numbers) {
    out["least"] = option.numbers->least;
    out["most"] = option.numbers->most;
  }
  return out;
}

Json planners_json() {
  Json all = Json::array();
  for (const PlannerDescriptor& planner : planners()) {
    Json options = Json::array();
    for (const OptionInfo& option : planner.options) {
      const bool names_file = !option.numbers && option.choices.empty();
      if (!names_file) options.push_back(option_json(option));
    }
    all.push_back({{"name", planner.name},
                   {"summary", planner.summary},
                   {"exact", planner.is_exact},
                   {"builds", planner.build_summary},
                   {"options", std::move(options)}});
  }
  return all;
}

Json generators_json() {
  Json all = Json::array();
  for (const Generator& generator : generators()) {
    Json settings = Json::array();
    for (const GeneratorSetting& setting : generator.settings) {
      settings.push_back({{"name", setting.name},
                          {"help", setting.description},
                          {"initial", setting.initial},
                          {"least", setting.least},
                          {"most", setting.most},
                          {"whole", setting.is_whole}});
    }
    all.push_back({{"name", generator.name},
                   {"kind", to_string(generator.kind)},
                   {"summary", generator.description},
                   {"settings", std::move(settings)}});
  }
  return all;
}

// {"name", "summary"} of each.
template <class Named>
Json names_json(const Named& named) {
  Json all = Json::array();
  for (const auto& one : named) all.push_back({{"name", one.name}, {"summary", one.summary}});
  return all;
}

ImportOptions import_options(const Call& call) {
  ImportOptions options;
  options.progress = call.progress;
  options.terrain.method = *terrain_method(
      call.body.text("triangulate", "uniform") == "adaptive" ? "adaptive" : "uniform");
  options.use_recast = call.body.flag("recast", false);
#ifdef THALWEG_HAS_CGAL
  options.triangulator = constrained_delaunay;
#endif
  return options;
}

// The last part of a name without what file systems and pages might misread.
std::string plain_name(const std::string& name) {
  std::string plain;
  for (const char c : name.substr(std::min(name.find_last_of("/\\") + 1, name.size()))) {
    const bool is_plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '_';
    plain += is_plain ? c : '_';
  }
  if (plain.size() > 100) plain = plain.substr(plain.size() - 100);
  return plain;
}

// The world of a file, with what the importer noted.
struct TakenWorld {
  Store store;
  std::vector<std::string> notes;
};

TakenWorld taken_from(const ScratchFile& file, std::string_view bytes, const Call& call) {
  return file.naming([&]() -> TakenWorld {
    need_output(write_file(file.path(), bytes));
    call.check();
    if (file.path().extension() == ".thal") return {need(load_store(file.path())), {}};
    Imported imported = need(import_world(file.path(), import_options(call)));
    TakenWorld taken;
    taken.store.world = std::move(imported.world);
    for (std::string& note : imported.notes) taken.notes.push_back(file.shown(std::move(note)));
    return taken;
  });
}

// The reply after a world was put on the list of worlds.
HttpReply added(Call& call, const std::string& name, SnapshotPtr first,
                const std::vector<std::string>& notes = {}) {
  first->description();  // before anybody sees it: it takes long
  const SeenWorld seen = call.world_list.add(name, std::move(first));
  call.has_changed = true;
  Json out = seen.description();
  if (!notes.empty()) out["notes"] = notes;
  return json_reply(out);
}

HttpReply added(Call& call, const std::string& name, TakenWorld taken) {
  taken.store.world.name = name;
  return added(call, name, std::make_shared<const Snapshot>(std::move(taken.store)), taken.notes);
}

std::vector<SettingValue> settings_in(const Call& call) {
  std::vector<SettingValue> settings;
  if (!call.body.has("settings")) return settings;
  for (const Json& one : call.body.list("settings", 32)) {
    if (!one.is_array() || one.size() != 2 || !one[0].is_string() || !one[1].is_number()) {
      throw HttpFailure(400, "'settings' wants pairs: [\"name\", number]");
    }
    settings.push_back({one[0].text(), one[1].number()});
  }
  return settings;
}

// A generated world reaches the list of worlds as an imported file does.
std::string generated_file(const Call& call, const Generator& generator) {
  const auto size = static_cast<std::uint32_t>(call.body.whole("size", {2, kMostGenerated}, 257));
  const std::uint64_t seed = call.body.whole("seed", {0, 1e9}, 1);
  if (generator.kind == GeneratorKind::grid) {
    return write_map(need_option(generate_grid({.kind = std::string(generator.name),
                                                .width = size,
                                                .height = size,
                                                .seed = seed,
                                                .settings = settings_in(call)})));
  }
  const HeightField made = need_option(generate_heights({.kind = std::string(generator.name),
                                                         .width = size,
                                                         .height = size,
                                                         .seed = seed,
                                                         .settings = settings_in(call)}));
  const std::string png = need(write_png(need(encode_heights(made, HeightCode::grey))));
  return png;
}

// Some names are of two generators, one of heights and one of grids: `of` tells which.
const Generator& generator_in(const Call& call) {
  const std::string name = call.body.text("kind");
  const std::string of = call.body.text("of", "");
  for (const Generator& generator : generators()) {
    if (generator.name == name && (of.empty() || of == to_string(generator.kind))) return generator;
  }
  throw HttpFailure(400, "there is no generator of that name: see the catalog");
}

}  // namespace

HttpReply get_worlds(Call& call) {
  Json worlds = Json::array();
  for (const SeenWorld& world : call.world_list.see_all()) worlds.push_back(world.summary());
  return json_reply({{"worlds", std::move(worlds)}});
}

HttpReply get_world(Call& call) { return json_reply(call.world().description()); }

HttpReply get_health(Call& call) {
  const auto megabytes = [](std::uint64_t bytes) { return static_cast<double>(bytes) / 1e6; };
  return json_reply({{"ok", true},
                     {"version", THALWEG_VERSION},
                     {"peak_mb", peak_megabytes()},
                     {"kept_mb", megabytes(call.world_list.kept_bytes())},
                     {"most_kept_mb", megabytes(call.world_list.limits().server)}});
}

HttpReply get_openapi(Call&) { return text_reply(200, "application/json", openapi_text()); }

HttpReply get_catalog(Call&) {
  Json out;
  out["version"] = THALWEG_VERSION;
  out["planners"] = planners_json();
  out["profiles"] = names_json(named_profiles());
  out["graphs"] = names_json(space_graphs());
  out["shapes"] = names_json(named_shapes());
  out["generators"] = generators_json();
  out["formats"] = known_formats();
  out["threads"] = thread_count();
  return json_reply(out);
}

HttpReply upload_world(Call& call) {
  const std::string name = plain_name(call.body.text("name"));
  if (call.raw.empty()) throw HttpFailure(400, "the body is empty: send the file as it is");
  const ScratchFile file(call.scratch, name);
  return added(call, name, taken_from(file, call.raw, call));
}

HttpReply generate_world(Call& call) {
  const Generator& generator = generator_in(call);
  call.progress("generating", 0);
  const bool is_grid = generator.kind == GeneratorKind::grid;
  const ScratchFile file(call.scratch, std::string(generator.name) + (is_grid ? ".map" : ".png"));
  const std::string name =
      fmt::format("{}-{}-{}", generator.name, call.body.whole("size", {2, kMostGenerated}, 257),
                  call.body.whole("seed", {0, 1e9}, 1));
  return added(call, call.body.text("name", name),
               taken_from(file, generated_file(call, generator), call));
}

HttpReply remove_world(Call& call) {
  call.world_list.remove(call.body.text("world"));
  call.has_changed = true;
  return get_worlds(call);
}

HttpReply download_world(Call& call) {
  const auto where = call.snapshot();
  const ScratchFile file(call.scratch, "world.thal");
  return file.naming([&] {
    need_output(save_world(where->world(), file.path()));
    call.check();
    return text_reply(200, "application/octet-stream", need(read_file(file.path())));
  });
}

HttpReply copy_world(Call& call) {
  const auto where = call.snapshot();
  const std::string name = plain_name(call.body.text("name"));
  if (name.empty()) throw HttpFailure(400, "a world needs a name");
  return added(call, name, Snapshot::copied(*where, name));
}

}  // namespace thalweg::tool::serve

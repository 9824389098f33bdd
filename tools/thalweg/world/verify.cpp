// thalweg verify: checks every structure law of the parts of a .thal file.
#include <fmt/format.h>

#include <algorithm>

#include "common/common.hpp"
#include "thalweg/store/store.hpp"
#include "thalweg/store/structure_kind.hpp"

namespace thalweg::tool {
namespace {

void run_verify(const std::string& path, bool as_json) {
  const Stopwatch watch;
  const Store store = need(load_store(path));
  report(terminal_progress(), "checking every law", 0);
  const std::vector<std::string> broken = verify(store);
  end_progress();
  Json out;
  out["file"] = path;
  out["fingerprint"] = hex(store.world.fingerprint());
  out["metrics"] = store.metrics.size();
  for (const AnyStructureKind* kind : structure_kinds()) {
    out[std::string(kind->names().list)] =
        std::ranges::count(store.structures, kind->names().name, &StoredStructure::kind);
  }
  out["sound"] = broken.empty();
  out["broken_laws"] = broken;
  out["seconds"] = watch.seconds();
  if (as_json) {
    print_json(out);
  } else if (broken.empty()) {
    fmt::print("{} is sound: fingerprint {}, all laws hold ({:.2f} s)\n", path,
               hex(store.world.fingerprint()), watch.seconds());
  }
  if (!broken.empty()) throw Failure(path + ": " + broken.front());
}

}  // namespace

void add_verify(Verb& app) {
  auto* verb = app.add_verb("verify", "Check a .thal file against every law of its parts");
  auto path = std::make_shared<std::string>();
  auto as_json = std::make_shared<bool>(false);
  verb->footer("Example: thalweg verify valley.thal\nExits with 1 if a law is broken.");
  verb->add_option("FILE", *path, "A .thal file")->required();
  verb->add_flag("--json", *as_json, "Print JSON");
  add_common(*verb);
  verb->callback([=] { run_verify(*path, *as_json); });
}

}  // namespace thalweg::tool

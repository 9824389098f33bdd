// thalweg: the command line. One file per verb; this one gathers them.
#include <exception>

#include "common/common.hpp"
#include "common/memory.hpp"
#include "common/output.hpp"
#include "thalweg/core/memory.hpp"

namespace {

// One sentence on stderr; the exit code.
int refuse(std::string sentence) {
  using namespace thalweg;
  tool::end_progress();
  if (sentence.ends_with(out_of_memory().message)) {
    sentence += " within the limit of " + memory_text(memory_limit()) + " (--max-memory)";
  }
  std::fprintf(stderr, "thalweg: %s\n", sentence.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace thalweg::tool;
  CLI::App app{"Thalweg finds paths over navigation meshes and terrain.", "thalweg"};
  app.require_subcommand(1);
  app.set_version_flag("--version", THALWEG_VERSION);
  app.footer(
      "Try: thalweg generate valley -o valley.png\n"
      "     thalweg import valley.png --spacing 10 --height-scale 0.1 -o valley.thal\n"
      "     thalweg plan valley.thal --from 400,4700 --to 4700,450 --png path.png");
  add_generate(app);
  add_import(app);
  add_build(app);
  add_info(app);
  add_verify(app);
  add_render(app);
  add_plan(app);
  add_descend(app);
  add_refine(app);
  add_planners(app);
  add_batch(app);
  add_compare(app);
  add_wave(app);
  add_reproduce(app);
  int code = 0;
  try {
    limit_memory(thalweg::memory_limit());
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      // CLI11 prints help on stdout and errors on stderr, with its own exit codes.
      code = app.exit(error);
    }
    finish_stdout();
  } catch (const std::bad_alloc&) {
    code = refuse(thalweg::out_of_memory().message);
  } catch (const std::exception& error) {
    code = refuse(error.what());
  }
  return code;
}

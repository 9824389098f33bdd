// thalweg: the command line. One file per verb; this one gathers them.
#include <exception>

#include "common/common.hpp"

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
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // CLI11 prints help on stdout and errors on stderr, with its own exit codes.
    return app.exit(error);
  } catch (const std::exception& error) {
    end_progress();
    std::fprintf(stderr, "thalweg: %s\n", error.what());
    return 1;
  }
  return 0;
}

// thalweg: the command line. One file per verb; this one gathers them.
#include <fmt/format.h>

#include <exception>
#include <new>
#include <system_error>

#include "common/checks.hpp"
#include "common/common.hpp"
#include "common/memory.hpp"
#include "common/output.hpp"
#include "thalweg/core/memory.hpp"

namespace thalweg::tool {
namespace {

std::string footer() {
  std::string text =
      "Try: thalweg generate valley -o valley.png\n"
      "     thalweg import valley.png -o valley.thal\n"
      "     thalweg plan valley.thal --from 400,4700 --to 4700,450 --png path.png\n\n"
      "Exit codes:\n";
  for (const ExitMeaning& code : exit_meanings()) {
    text += fmt::format("  {}  {}\n", static_cast<int>(code.exit), code.meaning);
  }
  return text;
}

void add_verbs(CLI::App& app) {
  add_generate(app);
  add_import(app);
  add_build(app);
  add_info(app);
  add_verify(app);
  add_render(app);
  add_plan(app);
  add_descend(app);
  add_reveal(app);
  add_refine(app);
  add_planners(app);
  add_batch(app);
  add_compare(app);
  add_wave(app);
  add_reproduce(app);
  add_serve(app);
  add_view(app);
  add_completion(app);
  add_man(app);
  complete_checks(app);
}

int fail(Exit exit, std::string sentence) {
  end_progress();
  if (sentence.ends_with(out_of_memory().message)) {
    exit = Exit::failed;
    sentence += " within the limit of " + memory_text(memory_limit()) + " (--max-memory)";
  }
  fmt::print(stderr, "thalweg: {}\n", sentence);
  return static_cast<int>(exit);
}

// The help or the version, on stdout.
int print_help(const CLI::App& app, const CLI::ParseError& asked) try {
  app.exit(asked);
  finish_stdout();
  return static_cast<int>(Exit::done);
} catch (const Failure& failure) {
  return fail(failure.exit, failure.what());
}

int run(CLI::App& app, int argc, char** argv) {
  try {
    limit_memory(memory_limit());
    app.parse(argc, argv);
    finish_stdout();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return print_help(app, error);
    return fail(Exit::usage, usage_sentence(app, error, {argv + 1, argv + argc}));
  } catch (const Failure& failure) {
    return fail(failure.exit, failure.what());
  } catch (const std::bad_alloc&) {
    return fail(Exit::failed, out_of_memory().message);
  } catch (const std::system_error& error) {  // by fmt::print on a full disk
    return fail(Exit::failed, "cannot write the output: " + error.code().message());
  } catch (const std::exception& error) {
    return fail(Exit::failed, error.what());
  }
  return static_cast<int>(Exit::done);
}

}  // namespace
}  // namespace thalweg::tool

int main(int argc, char** argv) {
  using namespace thalweg::tool;
  CLI::App app{"Thalweg finds paths over navigation meshes and terrain.", "thalweg"};
  app.require_subcommand(1);
  app.set_version_flag("--version", THALWEG_VERSION);
  app.footer(footer());
  add_verbs(app);
  return run(app, argc, argv);
}

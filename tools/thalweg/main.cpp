// thalweg: the command line. One file per verb; this one gathers them.
#include <fmt/format.h>

#include <csignal>
#include <exception>
#include <new>
#include <system_error>

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

void add_verbs(Verb& tool) {
  add_generate(tool);
  add_import(tool);
  add_build(tool);
  add_info(tool);
  add_verify(tool);
  add_render(tool);
  add_plan(tool);
  add_descend(tool);
  add_reveal(tool);
  add_refine(tool);
  add_planners(tool);
  add_batch(tool);
  add_compare(tool);
  add_wave(tool);
  add_reproduce(tool);
  add_serve(tool);
  add_view(tool);
  add_completion(tool);
  add_man(tool);
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

// A file that may not grow further (ulimit -f) is an error of the write, not the end of the program.
void ignore_size_signal() {
#if defined(SIGXFSZ)
  std::signal(SIGXFSZ, SIG_IGN);
#endif
}

int run(Verb& tool, int argc, char** argv) {
  try {
    ignore_size_signal();
    limit_memory(memory_limit());
    tool.parse(argc, argv);
    finish_stdout();
  } catch (const CommandLineError& error) {
    return fail(Exit::usage, error.sentence);
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
  Verb tool("thalweg", "Thalweg finds paths over navigation meshes and terrain.", THALWEG_VERSION);
  tool.footer(footer());
  add_verbs(tool);
  return run(tool, argc, argv);
}

// thalweg completion and thalweg man: texts for shells and man, printed from the tree of verbs.
#include <fmt/format.h>

#include "about/tables.hpp"
#include "common/checks.hpp"
#include "common/common.hpp"

namespace thalweg::tool {
namespace {

std::string completion_for(const std::string& shell, const Verb& app) {
  const auto verbs = verb_rows(app);
  if (shell == "zsh") return zsh_completion(verbs);
  return shell == "fish" ? fish_completion(verbs) : bash_completion(verbs);
}

}  // namespace

void add_completion(Verb& app) {
  auto* verb = app.add_verb("completion", "Print the completion script for a shell");
  auto shell = std::make_shared<std::string>();
  verb->footer(
      "Examples: source <(thalweg completion bash)\n"
      "          thalweg completion fish > ~/.config/fish/completions/thalweg.fish");
  verb->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check(one_of("shell", {"bash", "zsh", "fish"}));
  verb->callback([&app, shell] { fmt::print("{}", completion_for(*shell, app)); });
}

void add_man(Verb& app) {
  auto* verb = app.add_verb("man", "Print the man page");
  verb->footer("Example: thalweg man | man -l -");
  verb->callback([&app] { fmt::print("{}", man_page(verb_rows(app))); });
}

}  // namespace thalweg::tool

// Completions for bash, zsh and fish.
#include <fmt/format.h>

#include "about/tables.hpp"

namespace thalweg::tool {
namespace {

std::string words_of(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

std::string verb_words(const std::vector<VerbRow>& verbs) {
  std::vector<std::string> names;
  for (const VerbRow& verb : verbs) names.push_back(verb.name);
  return words_of(names);
}

std::string flags_of(const VerbRow& verb) {
  std::string text;
  for (const OptionRow& option : verb.options) {
    if (!option.is_positional) text += (text.empty() ? "" : " ") + words_of(option.flags);
  }
  return text;
}

// What bash does for a value: sets `list`, `many` or `files`.
std::string bash_action(const OptionRow& option) {
  switch (option.completes) {
    case Completes::names: return fmt::format("list=\"{}\"", words_of(option.names));
    case Completes::list: return fmt::format("many=1 list=\"{}\"", words_of(option.names));
    case Completes::files: return "files=1";
    case Completes::nothing: break;
  }
  return ":";
}

std::string bash_verb(const VerbRow& verb) {
  std::string text = fmt::format("    {})\n      case $prev in\n", verb.name);
  std::string positional = "files=1";
  for (const OptionRow& option : verb.options) {
    if (option.is_positional) {
      if (option.completes == Completes::names) positional = bash_action(option);
    } else if (option.takes_value) {
      text += fmt::format("        {}) {} ;;\n", fmt::join(option.flags, "|"), bash_action(option));
    }
  }
  text += fmt::format("        *) if [[ $cur == -* ]]; then list=\"{}\"; else {}; fi ;;\n",
                      flags_of(verb), positional);
  return text + "      esac ;;\n";
}

// Text in single quotes of a shell.
std::string in_quotes(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// A description as part of an _arguments spec of zsh.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_action(const OptionRow& option) {
  switch (option.completes) {
    case Completes::names: {
      std::vector<std::string> words;
      for (const std::string& name : option.names) words.push_back(zsh_text(name));
      return "(" + words_of(words) + ")";
    }
    case Completes::list: return "_values -s , name " + zsh_text(words_of(option.names));
    case Completes::files: return "_files";
    case Completes::nothing: break;
  }
  return {};
}

// The specs of an option: one for each of its flags.
std::string zsh_specs(const OptionRow& option) {
  std::string value;
  if (option.takes_value) {
    value =
        ":" + zsh_text(option.value.empty() ? "value" : option.value) + ":" + zsh_action(option);
  }
  if (option.is_positional) {
    return " \\\n        " +
           in_quotes(":" + zsh_text(option.flags.front()) + ":" + zsh_action(option));
  }
  std::string text;
  for (const std::string& flag : option.flags) {
    text += " \\\n        " + in_quotes(flag + "[" + zsh_text(option.help) + "]" + value);
  }
  return text;
}

std::string fish_option(const VerbRow& verb, const OptionRow& option) {
  std::string text =
      fmt::format("complete -c thalweg -n '__fish_seen_subcommand_from {}'", verb.name);
  for (const std::string& flag : option.flags) {
    if (option.is_positional) continue;
    text += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
  }
  const bool has_names = !option.names.empty();
  if (option.takes_value && !option.is_positional) text += has_names ? " -x" : " -r";
  if (has_names) text += " -a " + in_quotes(words_of(option.names));
  return text + " -d " + in_quotes(option.help) + "\n";
}

}  // namespace

std::string bash_completion(const std::vector<VerbRow>& verbs) {
  std::string text =
      "# bash completion for thalweg, printed by: thalweg completion bash\n"
      "_thalweg() {\n"
      "  # The line itself: bash splits words at : and =, which planners contain.\n"
      "  local line=${COMP_LINE:0:COMP_POINT} cur prev list= many= files= words\n"
      "  cur=${line##*[[:space:]]}\n"
      "  read -ra words <<<\"${line%\"$cur\"}\"\n"
      "  prev=${words[${#words[@]} - 1]}\n"
      "  case ${words[1]:-} in\n";
  text += fmt::format("    '') list=\"{} --help --version\" ;;\n", verb_words(verbs));
  for (const VerbRow& verb : verbs) text += bash_verb(verb);
  text +=
      "  esac\n"
      "  COMPREPLY=()\n"
      "  if [ -n \"$files\" ]; then\n"
      "    compopt -o filenames 2>/dev/null\n"
      "    mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
      "    return\n"
      "  fi\n"
      "  local before=\n"
      "  if [ -n \"$many\" ]; then before=${cur%\"${cur##*,}\"}; fi\n"
      "  mapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$list\" -- \"${cur#\"$before\"}\")\n"
      "  if [[ ${COMPREPLY[0]:-} == *= ]]; then compopt -o nospace 2>/dev/null; fi\n"
      "  # Leave out what bash takes for earlier words.\n"
      "  local kept=${cur%\"${cur##*[:=]}\"}\n"
      "  COMPREPLY=(\"${COMPREPLY[@]#\"$kept\"}\")\n"
      "}\n"
      "complete -F _thalweg thalweg\n";
  return text;
}

std::string zsh_completion(const std::vector<VerbRow>& verbs) {
  std::string text =
      "#compdef thalweg\n"
      "# zsh completion for thalweg, printed by: thalweg completion zsh\n"
      "_thalweg() {\n"
      "  local -a verbs\n"
      "  verbs=(\n";
  for (const VerbRow& verb : verbs) {
    text += "    " + in_quotes(verb.name + ":" + zsh_text(verb.help)) + "\n";
  }
  text +=
      "  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe verb verbs\n"
      "    return\n"
      "  fi\n"
      "  local verb=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $verb in\n";
  for (const VerbRow& verb : verbs) {
    text += fmt::format("    {})\n      _arguments", verb.name);
    for (const OptionRow& option : verb.options) text += zsh_specs(option);
    text += " ;;\n";
  }
  return text +
         "  esac\n"
         "}\n"
         "if [ \"$funcstack[1]\" = _thalweg ]; then _thalweg \"$@\"; else compdef _thalweg "
         "thalweg; fi\n";
}

std::string fish_completion(const std::vector<VerbRow>& verbs) {
  std::string text = "# fish completion for thalweg, printed by: thalweg completion fish\n";
  for (const VerbRow& verb : verbs) {
    text += fmt::format("complete -c thalweg -f -n __fish_use_subcommand -a {} -d {}\n", verb.name,
                        in_quotes(verb.help));
  }
  for (const VerbRow& verb : verbs) {
    for (const OptionRow& option : verb.options) {
      if (!option.is_positional || !option.names.empty()) text += fish_option(verb, option);
    }
  }
  return text;
}

}  // namespace thalweg::tool

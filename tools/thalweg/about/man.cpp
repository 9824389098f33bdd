// The man page.
#include <fmt/format.h>

#include "about/tables.hpp"
#include "common/ask.hpp"
#include "common/options.hpp"
#include "thalweg/heuristics/heuristic.hpp"

namespace thalweg::tool {
namespace {

// Text of a roff page: hyphens that can be copied, no requests by accident.
std::string roff(std::string_view text) {
  std::string out;
  bool is_line_start = true;
  for (const char c : text) {
    if (is_line_start && (c == '.' || c == '\'')) out += "\\&";
    is_line_start = c == '\n';
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

std::string flags_text(const OptionRow& option) {
  std::string text;
  for (const std::string& flag : option.flags) {
    text += (text.empty() ? "" : ", ") + ("\\fB" + roff(flag) + "\\fR");
  }
  if (option.takes_value && !option.is_positional) {
    text += " \\fI" + roff(option.value.empty() ? "VALUE" : option.value) + "\\fR";
  }
  return text;
}

std::string option_text(const OptionRow& option) {
  std::string help = roff(option.help);
  if (!option.names.empty() && option.completes == Completes::names && !option.range.empty()) {
    help += fmt::format(" ({})", roff(fmt::format("{}", fmt::join(option.names, ", "))));
  } else if (!option.range.empty()) {
    help += " (" + roff(option.range) + ")";
  }
  return ".TP\n" + flags_text(option) + "\n" + help + "\n";
}

std::string synopsis(const VerbRow& verb) {
  std::string text = "\\fBthalweg " + roff(verb.name) + "\\fR";
  for (const OptionRow& option : verb.options) {
    if (!option.is_required) continue;
    const std::string value =
        " \\fI" + roff(option.is_positional ? option.flags.front() : option.value) + "\\fR";
    text += option.is_positional ? value : " \\fB" + roff(option.flags.front()) + "\\fR" + value;
  }
  return text + " [\\fIoptions\\fR]\n";
}

std::string verb_text(const VerbRow& verb) {
  std::string text =
      ".SS " + roff(verb.name) + "\n" + synopsis(verb) + ".PP\n" + roff(verb.help) + ".\n";
  for (const OptionRow& option : verb.options) text += option_text(option);
  if (!verb.footer.empty()) text += ".PP\n.nf\n" + roff(verb.footer) + "\n.fi\n";
  return text;
}

template <class Items>
std::string named_items(std::string_view title, const Items& items) {
  std::string text = fmt::format(".SH {}\n", title);
  for (const auto& item : items) {
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(item.name), roff(item.summary));
    if constexpr (requires { item.options; }) {
      for (const OptionInfo& option : item.options) {
        text += ".br\n" + roff(option_line(option)) + "\n";
      }
    }
  }
  return text;
}

std::string exit_codes() {
  std::string text = ".SH EXIT STATUS\n";
  for (const ExitMeaning& code : exit_meanings()) {
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", static_cast<int>(code.exit), roff(code.meaning));
  }
  return text;
}

}  // namespace

std::string man_page(const std::vector<VerbRow>& verbs) {
  std::string text = fmt::format(
      ".TH THALWEG 1 \"\" \"thalweg {}\" \"User Commands\"\n"
      ".SH NAME\n"
      "thalweg \\- paths over navigation meshes and terrain\n"
      ".SH SYNOPSIS\n"
      "\\fBthalweg\\fR \\fIverb\\fR [\\fIoptions\\fR]\n"
      ".SH DESCRIPTION\n"
      "Imports or generates worlds, stores them in \\&.thal files, builds what planners need, and "
      "finds paths. Results go to standard output; errors are one sentence on standard error. "
      "Every verb has \\fB\\-\\-help\\fR.\n"
      ".SH VERBS\n",
      roff(THALWEG_VERSION));
  for (const VerbRow& verb : verbs) text += verb_text(verb);
  text += named_items("PLANNERS", planners());
  text += named_items("GRAPHS", graphs());
  text += named_items("HEURISTICS", named_heuristics());
  text += named_items("PROFILES", named_profiles());
  text += named_items("SHAPES", named_shapes());
  return text + exit_codes();
}

}  // namespace thalweg::tool

// The command line by CLI11: the only file that includes its header.
#include "common/command_line.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>

#include "common/checks.hpp"

namespace thalweg::tool {
namespace {

CLI::Validator validator_of(const Check& check) {
  const auto refusal = [refuse = check.refusal](std::string& text) { return refuse(text); };
  return CLI::Validator(refusal, check.range);
}

bool any_verb(const CLI::App*) { return true; }

// Gives every option without a check that of its type. Flags take no value.
void complete_checks(CLI::App& app) {
  for (CLI::App* verb : app.get_subcommands(any_verb)) {
    for (CLI::Option* option : verb->get_options([](const CLI::Option*) { return true; })) {
      if (const auto check = check_of_type(option->get_type_name())) {
        option->check(validator_of(*check));
      }
      if (option->get_items_expected_max() == 0) option->disable_flag_override();
    }
    complete_checks(*verb);
  }
}

}  // namespace

VerbOption* VerbOption::required() {
  parsed_.required();
  return this;
}

VerbOption* VerbOption::check(const Check& check) {
  parsed_.check(validator_of(check));
  return this;
}

VerbOption* VerbOption::group(const std::string& name) {
  parsed_.group(name);
  return this;
}

VerbOption* VerbOption::description(const std::string& help) {
  parsed_.description(help);
  return this;
}

VerbOption* VerbOption::expected(int least, int most) {
  parsed_.expected(least, most);
  return this;
}

VerbOption* VerbOption::type_name(const std::string& name) {
  parsed_.type_name(name);
  return this;
}

VerbOption* VerbOption::one_value_each() {
  parsed_.allow_extra_args(false);
  return this;
}

VerbOption* VerbOption::delimiter(char between) {
  parsed_.delimiter(between);
  return this;
}

VerbOption* VerbOption::at_once() {
  parsed_.trigger_on_parse();
  return this;
}

VerbOption* VerbOption::excludes(VerbOption* other) {
  parsed_.excludes(&other->parsed_);
  return this;
}

OptionFacts VerbOption::facts() const {
  OptionFacts facts;
  facts.is_positional = parsed_.get_positional();
  facts.name = parsed_.get_name(facts.is_positional);
  facts.long_names = parsed_.get_lnames();
  facts.short_names = parsed_.get_snames();
  facts.is_required = parsed_.get_required();
  facts.takes_value = parsed_.get_items_expected_max() > 0 || facts.is_positional;
  facts.is_given = parsed_.count() > 0;
  facts.type = facts.takes_value ? parsed_.get_type_name() : std::string();
  facts.help = parsed_.get_description();
  facts.group = parsed_.get_group();
  return facts;
}

Verb::Verb(const std::string& name, const std::string& summary, const std::string& version)
    : owned_(std::make_unique<CLI::App>(summary, name)), parsed_(*owned_) {
  parsed_.require_subcommand(1);
  parsed_.set_version_flag("--version", version);
}

Verb::Verb(CLI::App& parsed) : parsed_(parsed) {}
Verb::~Verb() = default;

VerbOption* Verb::added(CLI::Option* option) {
  options_.push_back(std::make_unique<VerbOption>(*option));
  return options_.back().get();
}

Verb* Verb::add_verb(const std::string& name, const std::string& summary) {
  verbs_.push_back(std::unique_ptr<Verb>(new Verb(*parsed_.add_subcommand(name, summary))));
  return verbs_.back().get();
}

template <class T>
VerbOption* Verb::add_option(const std::string& names, T& value, const std::string& help) {
  return added(parsed_.add_option(names, value, help));
}

template <class T>
VerbOption* Verb::add_option_function(const std::string& names,
                                      const std::function<void(const T&)>& take,
                                      const std::string& help) {
  return added(parsed_.add_option_function<T>(names, take, help));
}

VerbOption* Verb::add_flag(const std::string& names, bool& value, const std::string& help) {
  return added(parsed_.add_flag(names, value, help));
}

VerbOption* Verb::add_flag_callback(const std::string& names, const std::function<void()>& take,
                                    const std::string& help) {
  return added(parsed_.add_flag_callback(names, take, help));
}

void Verb::footer(const std::string& text) { parsed_.footer(text); }
void Verb::callback(const std::function<void()>& run) { parsed_.callback(run); }
std::string Verb::name() const { return parsed_.get_name(); }
std::string Verb::summary() const { return parsed_.get_description(); }
std::string Verb::footer() const { return parsed_.get_footer(); }
std::size_t Verb::count(const std::string& option) const { return parsed_.count(option); }

std::vector<OptionFacts> Verb::options() const {
  std::vector<OptionFacts> all;
  for (const CLI::Option* option : std::as_const(parsed_).get_options()) {
    all.push_back(VerbOption(const_cast<CLI::Option&>(*option)).facts());
  }
  return all;
}

void Verb::parse(int argc, char** argv) try {
  complete_checks(parsed_);
  parsed_.parse(argc, argv);
} catch (const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) {
    parsed_.exit(error);
    return;
  }
  const auto named = parsed_.get_subcommands();
  const auto verb = std::ranges::find_if(verbs_, [&](const std::unique_ptr<Verb>& one) {
    return !named.empty() && &one->parsed_ == named.front();
  });
  const Refusal refusal{error.get_name(), error.what(), parsed_.remaining(true)};
  throw CommandLineError{usage_sentence(*this, verb == verbs_.end() ? nullptr : verb->get(),
                                        refusal, {argv + 1, argv + argc})};
}

// The types of values.
#define THALWEG_OPTION_OF(T) \
  template VerbOption* Verb::add_option<T>(const std::string&, T&, const std::string&)
THALWEG_OPTION_OF(std::string);
THALWEG_OPTION_OF(int);
THALWEG_OPTION_OF(unsigned);
THALWEG_OPTION_OF(unsigned long);
THALWEG_OPTION_OF(float);
THALWEG_OPTION_OF(double);
THALWEG_OPTION_OF(unsigned short);
THALWEG_OPTION_OF(std::filesystem::path);
THALWEG_OPTION_OF(std::optional<double>);
THALWEG_OPTION_OF(std::optional<unsigned long>);
THALWEG_OPTION_OF(std::vector<double>);
THALWEG_OPTION_OF(std::vector<std::string>);
#undef THALWEG_OPTION_OF
template VerbOption* Verb::add_option_function<int>(const std::string&,
                                                    const std::function<void(const int&)>&,
                                                    const std::string&);
template VerbOption* Verb::add_option_function<std::string>(
    const std::string&, const std::function<void(const std::string&)>&, const std::string&);

}  // namespace thalweg::tool

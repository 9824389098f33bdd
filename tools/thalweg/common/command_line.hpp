// The command line as a tree of verbs with options. Only command_line.cpp knows the parser, whose
// header takes longer to compile than a verb.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace thalweg::tool {

// Whether the value of an option will do.
struct Check {
  std::string range;  // for the help: "1 to 1024", "{grey,magnitudes}"; may be empty
  // What is wrong with a value: "wants a number above 0, not 'x'". Empty if nothing is.
  std::function<std::string(const std::string&)> refusal;
};

// What the help, the man page and completions say of an option.
struct OptionFacts {
  std::string name;                     // "--output", or of a positional "FILE"
  std::vector<std::string> long_names;  // "output", without dashes
  std::vector<std::string> short_names;
  bool is_positional = false;
  bool is_required = false;
  bool takes_value = false;
  bool is_given = false;  // on the command line
  std::string type;       // "UINT:1 to 1024"
  std::string help;
  std::string group;
};

// An option of a verb, as it is declared. Each function returns the option itself.
class VerbOption {
 public:
  explicit VerbOption(CLI::Option& parsed) : parsed_(parsed) {}

  VerbOption* required();
  VerbOption* check(const Check& check);
  VerbOption* group(const std::string& name);
  // Another help than it was declared with.
  VerbOption* description(const std::string& help);
  // How many values it takes each time: DEFAULT one.
  VerbOption* expected(int least, int most);
  // The name of its value in the help: DEFAULT by its type, as UINT.
  VerbOption* type_name(const std::string& name);
  // Of an option that may be given several times: one value each time.
  VerbOption* one_value_each();
  // Several values with this character between.
  VerbOption* delimiter(char between);
  // Takes effect in the order of the command line.
  VerbOption* at_once();
  VerbOption* excludes(VerbOption* other);

  OptionFacts facts() const;

 private:
  CLI::Option& parsed_;
};

// A verb of the tool, or the tool itself, which has verbs.
class Verb {
 public:
  // The tool.
  Verb(const std::string& name, const std::string& summary, const std::string& version);
  Verb(const Verb&) = delete;
  Verb& operator=(const Verb&) = delete;
  ~Verb();

  Verb* add_verb(const std::string& name, const std::string& summary);
  // "-o,--output" or "FILE". T: a string, a number, an optional or a vector of these (the list is at
  // the end of command_line.cpp). The value stays as it is if the option is not given.
  template <class T>
  VerbOption* add_option(const std::string& names, T& value, const std::string& help);
  // `take` is called with the value. T: int or std::string.
  template <class T>
  VerbOption* add_option_function(const std::string& names,
                                  const std::function<void(const T&)>& take,
                                  const std::string& help);
  VerbOption* add_flag(const std::string& names, bool& value, const std::string& help);
  VerbOption* add_flag_callback(const std::string& names, const std::function<void()>& take,
                                const std::string& help);
  // The text below the options in the help: examples.
  void footer(const std::string& text);
  // What the verb does, called by Program::parse.
  void callback(const std::function<void()>& run);

  std::string name() const;
  std::string summary() const;
  std::string footer() const;
  std::vector<OptionFacts> options() const;
  const std::vector<std::unique_ptr<Verb>>& verbs() const { return verbs_; }
  // How often an option is on the command line.
  std::size_t count(const std::string& option) const;

  // Reads the command line and runs the verb that it names. False if help or the version was asked
  // Reads the command line and runs the verb that it names, or prints the help or the version.
  // Throws CommandLineError, and what the verb throws.
  void parse(int argc, char** argv);

 private:
  explicit Verb(CLI::App& parsed);
  VerbOption* added(CLI::Option* option);

  std::unique_ptr<CLI::App> owned_;  // of the tool, which owns all
  CLI::App& parsed_;
  std::vector<std::unique_ptr<VerbOption>> options_;
  std::vector<std::unique_ptr<Verb>> verbs_;
};

// What is wrong with a command line.
struct CommandLineError {
  std::string sentence;
};

}  // namespace thalweg::tool

// What the verbs share: failures with a sentence, progress, points on the command line, files.
#pragma once

#include <chrono>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>
#include "common/command_line.hpp"
#include "common/json.hpp"

#include "thalweg/core/progress.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg::tool {

// The exit codes of all verbs: docs/reference/exit-codes.md
enum class Exit : std::uint8_t {
  done = 0,    // a path was found, a file written, all laws hold
  no = 1,      // the answer is no: there is no path, or a figure is missed
  usage = 2,   // the command line makes no sense
  input = 3,   // a file cannot be read, is malformed, or does not hold what was asked for
  failed = 4,  // a file cannot be written, memory ran out, or a result is wrong
};
struct ExitMeaning {
  Exit exit;
  std::string_view meaning;
};
std::span<const ExitMeaning> exit_meanings();

// Ends the verb: one sentence on stderr and an exit code.
struct Failure : std::runtime_error {
  explicit Failure(const std::string& sentence, Exit code = Exit::input)
      : std::runtime_error(sentence), exit(code) {}
  Exit exit;
};
// The command line makes no sense.
struct UsageError : Failure {
  explicit UsageError(const std::string& sentence) : Failure(sentence, Exit::usage) {}
};

// The value, or Failure with the sentence.
template <class T>
T need(Result<T> result, Exit exit = Exit::input) {
  if (!result) throw Failure(result.error(), exit);
  return std::move(result).value();
}
// The same for what the command line names: planners, profiles, graphs.
template <class T>
T need_option(Result<T> result) {
  return need(std::move(result), Exit::usage);
}
// The same for writing files.
template <class T>
T need_output(Result<T> result) {
  return need(std::move(result), Exit::failed);
}

// Options that every verb has.
void add_common(Verb& verb);

// A progress line on stderr when that is a terminal and --quiet is off; else nothing.
Progress terminal_progress();
// One sentence on stderr, unless --quiet.
void note(const std::string& sentence);
// Wipes the progress line.
void end_progress();

// "1,2" or "1,2,3" as a point.
Point parse_point(const std::string& text, const std::string& option);

// Several numbers with commas between.
std::vector<double> parse_numbers(const std::string& text, std::size_t count,
                                  const std::string& option);

// Failure if the folder of `path` does not exist.
void check_folder(const std::filesystem::path& path);

// Seconds since its construction.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The peak memory of this process in MB; 0 if the system does not report it.
double peak_megabytes();

// "1,234,567".
std::string with_commas(std::uint64_t number);

// A number for people: six digits, and at least three decimals of large numbers: "0.015", "5120720.4".
std::string number_text(double value);

// A hash as 16 hexadecimal digits.
std::string hex(std::uint64_t hash);

// What `world` holds, for info and import.
Json describe(const World& world);

// Prints the JSON with its keys, indented.
void print_json(const Json& json);
// Prints the JSON's fields as lines of text.
void print_text(const Json& json);

// The verbs, one file each.
void add_generate(Verb& app);
void add_build(Verb& app);
void add_import(Verb& app);
void add_info(Verb& app);
void add_verify(Verb& app);
void add_render(Verb& app);
void add_plan(Verb& app);
void add_descend(Verb& app);
void add_reveal(Verb& app);
void add_refine(Verb& app);
void add_planners(Verb& app);
void add_batch(Verb& app);
void add_compare(Verb& app);
void add_wave(Verb& app);
void add_reproduce(Verb& app);
void add_serve(Verb& app);
void add_view(Verb& app);
void add_completion(Verb& app);
void add_man(Verb& app);

}  // namespace thalweg::tool

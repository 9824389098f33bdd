// What the verbs share: failures with a sentence, progress, points on the command line, files.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "thalweg/core/progress.hpp"
#include "thalweg/core/result.hpp"
#include "thalweg/world/world.hpp"

namespace thalweg::tool {

// Ends the verb: one sentence on stderr, exit code 1.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The value, or Failure with the sentence.
template <class T>
T need(Result<T> result) {
  if (!result) throw Failure(result.error());
  return std::move(result).value();
}

// Options that every verb has.
void add_common(CLI::App& verb);

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

// A hash as 16 hexadecimal digits.
std::string hex(std::uint64_t hash);

// What `world` holds, for info and import.
nlohmann::ordered_json describe(const World& world);

// Prints the JSON with its keys, indented.
void print_json(const nlohmann::ordered_json& json);
// Prints the JSON's fields as lines of text.
void print_text(const nlohmann::ordered_json& json);

// The verbs, one file each.
void add_generate(CLI::App& app);
void add_build(CLI::App& app);
void add_import(CLI::App& app);
void add_info(CLI::App& app);
void add_verify(CLI::App& app);
void add_render(CLI::App& app);
void add_plan(CLI::App& app);
void add_descend(CLI::App& app);
void add_refine(CLI::App& app);
void add_planners(CLI::App& app);
void add_batch(CLI::App& app);
void add_compare(CLI::App& app);
void add_wave(CLI::App& app);
void add_reproduce(CLI::App& app);

}  // namespace thalweg::tool

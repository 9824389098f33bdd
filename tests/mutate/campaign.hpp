// One worker of the campaign: makes damaged files, gives them to the tool, and counts what happened.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "families.hpp"
#include "run.hpp"
#include "thalweg/core/random.hpp"
#include "thalweg/store/thal_file.hpp"

namespace thalweg::mutate {

// What happened, shared by all workers.
struct Tally {
  struct Row {
    std::array<char, 16> name;
    std::atomic<std::uint64_t> inputs, refused, loaded, commands;
  };
  std::array<Row, 32> rows;
  std::atomic<std::uint64_t> findings, slowest_ms, largest_bytes;
};

class Campaign {
 public:
  // Requires: the current folder holds the files that make_bases makes.
  Campaign(std::string tool, const std::string& source, std::uint64_t seed, Tally& tally);

  // Input number `number`, of any format but .thal.
  void try_input(std::uint64_t number);
  // A .thal file with changed sections and correct checksums.
  void try_thal(std::uint64_t number);

 private:
  void begin(std::size_t row, std::string file);
  void count(bool is_loaded);
  bool use(const Family& family, const std::vector<std::string>& options);
  bool import(std::vector<std::string> arguments);
  void use_world(const std::string& world);
  Ran command(std::vector<std::string> arguments);
  void report(const std::string& complaint, const std::vector<std::string>& arguments);

  std::string tool_;
  std::uint64_t seed_;
  Tally& tally_;
  std::vector<Family> families_;
  std::vector<std::vector<ThalSection>> stores_;
  std::size_t row_ = 0;
  std::uint64_t number_ = 0;
  std::string file_;
};

}  // namespace thalweg::mutate

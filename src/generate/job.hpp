// Job: the checked options that a generator works with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace thalweg {

// `settings` are in the order of the generator's table.
struct Job {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint64_t seed = 0;
  std::vector<double> settings;

  std::size_t size() const { return std::size_t{width} * height; }
  std::uint32_t whole(std::size_t setting) const {
    return static_cast<std::uint32_t>(settings[setting]);
  }
};

}  // namespace thalweg

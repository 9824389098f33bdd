// Generators: the table of everything that can be made from a seed, for people and tools to list.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/core/result.hpp"

namespace thalweg {

enum class GeneratorKind { heights, grid };

std::string_view to_string(GeneratorKind kind);

// One number that a generator can be given.
struct GeneratorSetting {
  std::string_view name;
  std::string_view description;
  double initial = 0;  // the value if none is given
  double least = 0;
  double most = 0;
  bool is_whole = false;
};

struct Generator {
  std::string_view name;
  GeneratorKind kind = GeneratorKind::heights;
  std::string_view description;  // one line
  std::span<const GeneratorSetting> settings;
};

// All generators, those of heights first.
std::span<const Generator> generators();

// The generator of that name and kind; if there is none, the error lists the names.
Result<const Generator*> find_generator(std::string_view name, GeneratorKind kind);

// A setting as a caller gives it.
struct SettingValue {
  std::string name;
  double value = 0;
};

// One value per setting of `generator`, in its order: the given value or else the initial one.
// Refused with a sentence: unknown names, values out of range.
Result<std::vector<double>> settle(const Generator& generator, std::span<const SettingValue> given);

// The longest side of anything generated, in samples or squares.
inline constexpr std::uint32_t kMaxGeneratedSide = 16384;

}  // namespace thalweg

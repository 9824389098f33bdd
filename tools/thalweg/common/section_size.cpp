// Planners over sections call their side `size`, in squares or in metres.
#include "common/section_size.hpp"

#include "core/text.hpp"
#include "thalweg/papers/registry.hpp"

namespace thalweg::tool {

double section_size(const std::string& recipe, const World& world) {
  const auto spec = parse_planner(recipe);
  if (!spec) return 0;
  const OptionInfo* size = (*find_planner(spec->name))->find_option("size");
  if (size == nullptr) return 0;
  const auto count = TextReader::parse_number<double>(spec->value("size", size->fallback));
  return count.value_or(0) * (size->unit == "squares" ? world.grid.spacing() : 1);
}

}  // namespace thalweg::tool

#include "reproduce.hpp"
namespace thalweg::tool {
void reproduce_natural(const ReproduceOptions&) {}
}  // namespace thalweg::tool

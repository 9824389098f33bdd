// The version that the library was compiled as.
#include "thalweg/core/version.hpp"

namespace thalweg {

Version library_version() { return kVersion; }

std::string to_string(const Version& version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
         std::to_string(version.patch);
}

}  // namespace thalweg

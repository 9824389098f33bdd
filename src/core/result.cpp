// value() of an error and error() of a value are bugs of the caller: a sentence, then abort.
#include "thalweg/core/result.hpp"

#include <cstdio>
#include <cstdlib>

namespace thalweg {

void fail_on_missing_value(const std::string& message) {
  std::fprintf(stderr, "thalweg: value() of a failed Result: %s\n", message.c_str());
  std::abort();
}

void fail_on_missing_error() {
  std::fprintf(stderr, "thalweg: error() of a Result that holds a value\n");
  std::abort();
}

}  // namespace thalweg

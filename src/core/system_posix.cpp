#include "core/system.hpp"

#if !defined(_WIN32)

#include <unistd.h>

namespace thalweg {

long process_number() { return static_cast<long>(::getpid()); }

}  // namespace thalweg

#endif

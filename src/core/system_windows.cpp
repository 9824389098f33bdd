#include "core/system.hpp"

#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>

namespace thalweg {

long process_number() { return static_cast<long>(::GetCurrentProcessId()); }

}  // namespace thalweg

#endif

// What differs from one operating system to another. system_posix.cpp and system_windows.cpp
// implement it; exactly one of them is compiled.
#pragma once

namespace thalweg {

// The number of this process. A child of fork has another one than its parent.
long process_number();

}  // namespace thalweg

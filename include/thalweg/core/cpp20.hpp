// Stops the compiler in one line where C++20 is off. Every header includes this one before anything
// that needs it.
#pragma once

#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) <= 201703L
// Compilers go on after #error and report hundreds of errors. They stop at a missing file.
#include "Thalweg needs C++20: compile with -std=c++20 (MSVC: /std:c++20)"
#endif

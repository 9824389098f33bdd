# thalweg_flags: how every target of the project is compiled.
add_library(thalweg_flags INTERFACE)
target_compile_options(thalweg_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
  -Wold-style-cast -Wcast-qual
  # Options structs are filled by designated initialisers; what is left out has its default.
  -Wno-missing-field-initializers
  # The same bits from every compiler: no fused multiply-add behind our back.
  -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # False alarms on std::string's operator+ in g++ 12 (GCC bug 105651).
  target_compile_options(thalweg_flags INTERFACE -Wno-restrict)
  # The compiler collects its garbage so often that it takes a tenth of the time, where there is memory
  # for all that it makes (docs/decisions/build-time.md).
  cmake_host_system_information(RESULT thalweg_memory QUERY TOTAL_PHYSICAL_MEMORY)  # MB
  cmake_host_system_information(RESULT thalweg_cores QUERY NUMBER_OF_LOGICAL_CORES)
  math(EXPR thalweg_memory_each "${thalweg_memory} / (${thalweg_cores} + 1)")
  if(thalweg_memory_each GREATER 2000)
    target_compile_options(thalweg_flags INTERFACE --param=ggc-min-heapsize=1000000)
  endif()
endif()
if(THALWEG_WERROR)
  target_compile_options(thalweg_flags INTERFACE -Werror)
endif()
if(THALWEG_SANITIZE)
  target_compile_options(thalweg_flags INTERFACE
    -fsanitize=${THALWEG_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(thalweg_flags INTERFACE -fsanitize=${THALWEG_SANITIZE})
endif()
if(THALWEG_STOPS)
  # Counts lines and functions for gcov, and calls bench_stops when a function is entered. Addresses of
  # functions are those of the file: addr2line reads them.
  target_compile_options(thalweg_flags INTERFACE
    --coverage -finstrument-functions -finstrument-functions-exclude-file-list=/usr/)
  target_compile_definitions(thalweg_flags INTERFACE THALWEG_STOPS=1)
  target_link_options(thalweg_flags INTERFACE --coverage -no-pie)
endif()

# thalweg_fuzzed: in addition, how the library and the fuzzers are compiled. Fuzzers read which
# branches of them were taken.
add_library(thalweg_fuzzed INTERFACE)
if(THALWEG_FUZZ STREQUAL ON)
  target_compile_options(thalweg_fuzzed INTERFACE -fsanitize=fuzzer-no-link)
endif()

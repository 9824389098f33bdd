// Timer: wall clock, and processor time over all threads, since the machine may be busy.
#pragma once

#include <chrono>
#include <ctime>

class Timer {
 public:
  double wall() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  double cpu() const { return static_cast<double>(std::clock() - cpu_) / CLOCKS_PER_SEC; }

 private:
  std::clock_t cpu_ = std::clock();  // read first: it takes half a microsecond
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Runs the tool on an input and judges what it did.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "families.hpp"

namespace thalweg::mutate {

constexpr double kMostSeconds = 10;
constexpr std::uint64_t kMaxMemory = 256'000'000;     // what the tool is told
constexpr std::uint64_t kMostResident = 330'000'000;  // with the program and its libraries
constexpr std::uint64_t kAddressSpace = 4'000'000'000;

struct Ran {
  int code = 0;  // -1: it was killed
  double seconds = 0;
  std::uint64_t resident = 0;  // peak bytes
  std::string out;
  std::string complaint;  // empty: it behaved
};

inline std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Starts the tool with its output in the files out and err. Returns the process.
inline pid_t start(const std::vector<std::string>& arguments) {
  const pid_t child = ::fork();
  if (child != 0) return child;
#ifndef THALWEG_IS_SANITIZED
  const rlimit space{kAddressSpace, kAddressSpace};
  ::setrlimit(RLIMIT_AS, &space);
#endif
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  ::dup2(::open("out", O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
  ::dup2(::open("err", O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
  std::vector<char*> pointers;
  for (const std::string& argument : arguments) {
    pointers.push_back(const_cast<char*>(argument.c_str()));
  }
  pointers.push_back(nullptr);
  ::execv(pointers.front(), pointers.data());
  ::_exit(127);
}

// Waits with a time limit, since a hang is a finding. False: it had to be killed.
inline bool wait_for(pid_t child, int& state, rusage& usage, double seconds) {
  const auto start = std::chrono::steady_clock::now();
  auto pause = std::chrono::microseconds(500);
  while (::wait4(child, &state, WNOHANG, &usage) == 0) {
    if (std::chrono::steady_clock::now() - start > std::chrono::duration<double>(seconds)) {
      ::kill(child, SIGKILL);
      ::wait4(child, &state, 0, &usage);
      return false;
    }
    std::this_thread::sleep_for(pause);
    if (pause < std::chrono::milliseconds(20)) pause *= 2;
  }
  return true;
}

// A refusal is one line "thalweg: ..." on stderr; a success says nothing there.
inline std::string complaint_about(const Ran& ran, const std::string& err) {
  if (ran.code < 0 || ran.code > 4) return "exit code " + std::to_string(ran.code);
  if (ran.code == 0) return err.empty() ? "" : "a success with words on stderr: " + err;
  const bool is_one_line = err.starts_with("thalweg: ") && err.find('\n') == err.size() - 1;
  return is_one_line ? "" : "a refusal that is not one sentence: " + err;
}

inline Ran run(const std::vector<std::string>& arguments) {
  Ran ran;
  int state = 0;
  rusage usage{};
  const auto began = std::chrono::steady_clock::now();
  const bool ended = wait_for(start(arguments), state, usage, kMostSeconds * slowness());
  ran.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  ran.resident = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  ran.out = content_of("out");
  ran.code = WIFEXITED(state) ? WEXITSTATUS(state) : -1;
  if (!ended) {
    ran.complaint = "it ran for over 10 s";
  } else if (WIFSIGNALED(state)) {
    ran.complaint = "signal " + std::to_string(WTERMSIG(state));
  } else if (ran.resident > kMostResident && slowness() == 1) {
    ran.complaint = "it took " + std::to_string(ran.resident / 1'000'000) + " MB";
  } else {
    ran.complaint = complaint_about(ran, content_of("err"));
  }
  return ran;
}

}  // namespace thalweg::mutate

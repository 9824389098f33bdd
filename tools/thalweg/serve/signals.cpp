#include "serve/signals.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <csignal>
#endif

namespace thalweg::tool::serve {

#if defined(__unix__) || defined(__APPLE__)

namespace {

sigset_t end_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

}  // namespace

void block_end_signals() {
  const sigset_t set = end_signals();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

EndSignals::EndSignals(std::function<void()> on_signal)
    : thread_([this, on_signal = std::move(on_signal)] {
        const sigset_t set = end_signals();
        for (int number = 0; ::sigwait(&set, &number) == 0 && !is_over_;) on_signal();
      }) {}

EndSignals::~EndSignals() {
  is_over_ = true;
  ::pthread_kill(thread_.native_handle(), SIGTERM);  // it waits for one
  thread_.join();
}

#else  // Ctrl-C ends the process

void block_end_signals() {}
EndSignals::EndSignals(std::function<void()>) {}
EndSignals::~EndSignals() = default;

#endif

}  // namespace thalweg::tool::serve

// sigwait on the main thread. Other systems than POSIX end the process on Ctrl-C.
#include "serve/signals.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#include <signal.h>
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

EndSignals::EndSignals() : waiter_(::pthread_self()) {}

void EndSignals::wait(const std::function<void()>& on_signal) {
  const sigset_t set = end_signals();
  for (int number = 0; ::sigwait(&set, &number) == 0 && !is_over_;) on_signal();
}

void EndSignals::end() {
  is_over_ = true;
  ::pthread_kill(waiter_, SIGTERM);  // it waits for one
}

#else  // Ctrl-C ends the process

void block_end_signals() {}
EndSignals::EndSignals() = default;
void EndSignals::wait(const std::function<void()>&) { is_over_.wait(false); }
void EndSignals::end() {
  is_over_ = true;
  is_over_.notify_all();
}

#endif

}  // namespace thalweg::tool::serve

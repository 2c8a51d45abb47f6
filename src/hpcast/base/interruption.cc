#include "hpcast/base/interruption.h"

#include <poll.h>

#include <atomic>
#include <csignal>
#include <iterator>

#include "hpcast/base/diagnostics.h"

namespace hpcast {

namespace {

constexpr int to_catch[] = {SIGINT, SIGTERM, SIGHUP};

// A signal handler reaches nothing else.
std::atomic<int> signal_caught{0};
struct sigaction before_catching[std::size(to_catch)];

sigset_t all_caught() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : to_catch) sigaddset(&signals, signal);
  return signals;
}

void note(int signal) {
  if (signal_caught.exchange(signal) == 0) return;
  std::signal(signal, SIG_DFL);
  raise(signal);
}

}  // namespace

Interruption::Interruption() {
  signal_caught = 0;
  struct sigaction action {};
  action.sa_handler = note;  // without SA_RESTART: what waits is to return
  sigfillset(&action.sa_mask);
  for (std::size_t i = 0; i < std::size(to_catch); ++i) {
    sigaction(to_catch[i], nullptr, &before_catching[i]);
    // Who started hpcast may have wanted it deaf to one of them (nohup, a shell's &).
    if (before_catching[i].sa_handler != SIG_IGN) sigaction(to_catch[i], &action, nullptr);
  }
}

Interruption::~Interruption() {
  for (std::size_t i = 0; i < std::size(to_catch); ++i)
    sigaction(to_catch[i], &before_catching[i], nullptr);
}

int Interruption::caught() const { return signal_caught.load(); }

void Interruption::throw_if_any() const {
  const int signal = signal_caught.load();
  if (signal != 0) throw InputError("interrupted; nothing was written").ending_with(128 + signal);
}

// Held back but for the wait itself, no signal can come between the look and the wait.
void Interruption::wait_readable(int fd) const {
  const sigset_t held = all_caught();
  sigset_t mask;
  pthread_sigmask(SIG_BLOCK, &held, &mask);
  pollfd file{fd, POLLIN, 0};
  if (signal_caught == 0) ::ppoll(&file, 1, nullptr, &mask);
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  throw_if_any();
}

}  // namespace hpcast

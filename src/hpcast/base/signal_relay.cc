#include "hpcast/base/signal_relay.h"

#include <atomic>
#include <cassert>
#include <csignal>
#include <iterator>

#include "hpcast/base/end_program.h"

namespace hpcast {

namespace {

constexpr int relayed[] = {SIGINT, SIGTERM, SIGHUP};

// A signal handler reaches nothing else.
std::atomic<pid_t> relay_target{-1};
std::atomic<int> pending{0};
std::atomic<int> signals_relayed{0};
struct sigaction before_relaying[std::size(relayed)];

void relay(int signal, siginfo_t* info, void*) {
  const bool first = signals_relayed.fetch_add(1) == 0;
  const pid_t target = relay_target.load();
  if (target > 0) {
    const bool reached_it = signal == SIGINT && info->si_code == SI_KERNEL;
    if (!first || !reached_it) kill(target, first ? signal : SIGKILL);
  } else if (first) {
    pending = signal;
  } else {
    std::signal(signal, SIG_DFL);
    raise(signal);
  }
}

}  // namespace

SignalRelay::SignalRelay() {
  pending = 0;
  signals_relayed = 0;
  struct sigaction action {};
  action.sa_sigaction = relay;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigfillset(&action.sa_mask);
  for (std::size_t i = 0; i < std::size(relayed); ++i) {
    sigaction(relayed[i], nullptr, &before_relaying[i]);
    // Who started hpcast may have wanted it deaf to one of them (nohup, a shell's &).
    if (before_relaying[i].sa_handler != SIG_IGN) sigaction(relayed[i], &action, nullptr);
  }
}

SignalRelay::~SignalRelay() {
  relay_target = -1;
  for (std::size_t i = 0; i < std::size(relayed); ++i)
    sigaction(relayed[i], &before_relaying[i], nullptr);
}

void SignalRelay::program_started(pid_t started) {
  relay_target = started;
  if (const int signal = pending.exchange(0)) kill(started, signal);
}

void SignalRelay::insist() {
  if (!interrupted()) return;
  const auto now = std::chrono::steady_clock::now();
  if (!told_) told_ = now;
  if (relay_target <= 0 || now < *told_ + time_to_end) return;
  kill_program(relay_target);
  told_ = now;
}

bool SignalRelay::interrupted() const { return signals_relayed.load() > 0; }

void SignalRelay::program_ended() { relay_target = -1; }

}  // namespace hpcast

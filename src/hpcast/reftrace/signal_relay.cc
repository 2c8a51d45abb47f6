#include "hpcast/reftrace/signal_relay.h"

#include <atomic>
#include <cassert>
#include <csignal>

namespace hpcast::reftrace {

namespace {

constexpr int relayed[] = {SIGINT, SIGTERM, SIGHUP};

// A signal handler reaches nothing else.
std::atomic<pid_t> program{-1};
std::atomic<int> pending{0};
std::atomic<int> received{0};
struct sigaction before[std::size(relayed)];

void relay(int signal, siginfo_t* info, void*) {
  const bool first = received.fetch_add(1) == 0;
  const pid_t target = program.load();
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
  received = 0;
  struct sigaction action {};
  action.sa_sigaction = relay;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigfillset(&action.sa_mask);
  for (std::size_t i = 0; i < std::size(relayed); ++i) {
    sigaction(relayed[i], nullptr, &before[i]);
    // Who started hpcast may have wanted it deaf to one of them (nohup, a shell's &).
    if (before[i].sa_handler != SIG_IGN) sigaction(relayed[i], &action, nullptr);
  }
}

SignalRelay::~SignalRelay() {
  program = -1;
  for (std::size_t i = 0; i < std::size(relayed); ++i) sigaction(relayed[i], &before[i], nullptr);
}

void SignalRelay::program_started(pid_t started) {
  program = started;
  if (const int signal = pending.exchange(0)) kill(started, signal);
}

bool SignalRelay::interrupted() const { return received.load() > 0; }

void SignalRelay::program_ended() { program = -1; }

}  // namespace hpcast::reftrace

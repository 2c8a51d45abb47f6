// What a trace would do on one machine after another: forecasts of a machine that is being edited.
#pragma once

#include <atomic>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "hpcast/forecast/memory/forecast.h"
#include "hpcast/forecast/memory/replay.h"

namespace hpcast::forecast {

// Its functions may be called by several threads at once.
class WhatIf {
 public:
  // A running answer() was given up: stop(), or nobody wanted it any more.
  struct Stopped : std::exception {
    const char* what() const noexcept override { return "the simulation was stopped"; }
  };
  struct Answer {
    MemoryForecast forecast;
    bool simulated = false;  // false: concluded from what an earlier simulation had counted
  };

  // `request` as for replay_memory(). Throws InputError where the trace cannot be replayed, or only
  // once (FIFOs).
  WhatIf(MemoryRequest request, std::string trace);

  // Throws InputError for a machine, as text, that answer() would refuse before its simulation.
  void check(const std::string& dat_text) const;

  // What replay_memory() answers for a machine file with this text, but for `run`: where nothing
  // was simulated, it is the run whose counts these are. One at a time, others wait. `wanted` is
  // asked now and again, while it waits too; once it says no, and after stop(), throws Stopped.
  // InputError for a machine that is none.
  Answer answer(const std::string& dat_text, const std::function<bool()>& wanted = {});

  // How far the simulation that is running is, 0 to 1; empty while there is none.
  std::optional<double> progress() const;
  // Ends what runs, and refuses what comes.
  void stop() { stopped_ = true; }

 private:
  struct Kept {
    std::string key;  // simulation_key()
    Replay replay;
  };
  // To and fro between a few machines costs no simulation.
  static constexpr std::size_t most_kept = 4;

  LoadedMachine load(const std::string& dat_text) const;
  std::unique_lock<std::timed_mutex> wait_for_turn(const std::function<bool()>& wanted);
  bool take_to_front(const std::string& key);
  void keep(Kept kept);
  Replay simulate(Stopwatch watch, const LoadedMachine& loaded,
                  const std::function<bool()>& wanted);

  MemoryRequest request_;
  std::string trace_;
  bool has_code_ = false;  // the trace tells what was executed
  std::timed_mutex answering_;
  std::deque<Kept> kept_;  // the latest used first
  std::atomic<bool> stopped_{false};
  std::atomic<double> progress_{-1};  // negative: nothing is simulated
};

}  // namespace hpcast::forecast

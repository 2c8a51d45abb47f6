#include "hpcast/forecast/memory/what_if.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/forecast/memory/answer.h"
#include "hpcast/forecast/memory/machine_input.h"
#include "hpcast/forecast/memory/simulation_key.h"
#include "hpcast/inputs/reftrace/trace_reader.h"

namespace hpcast::forecast {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_checks(100);

// Asks at most ten times a second, as asking may be a system call.
class CancellationCheck {
 public:
  CancellationCheck(const std::atomic<bool>& stopped, const std::function<bool()>& wanted)
      : stopped_(stopped), wanted_(wanted) {}

  void check() {
    if (stopped_) throw WhatIf::Stopped();
    if (!wanted_ || Clock::now() < next_) return;
    next_ = Clock::now() + between_checks;
    if (!wanted_()) throw WhatIf::Stopped();
  }

 private:
  const std::atomic<bool>& stopped_;
  const std::function<bool()>& wanted_;
  Clock::time_point next_;
};

// There is a progress to be shown while it lives.
class ProgressScope {
 public:
  explicit ProgressScope(std::atomic<double>& progress) : progress_(progress) { progress_ = 0; }
  ProgressScope(const ProgressScope&) = delete;
  ProgressScope& operator=(const ProgressScope&) = delete;
  ~ProgressScope() { progress_ = -1; }

 private:
  std::atomic<double>& progress_;
};

}  // namespace

WhatIf::WhatIf(MemoryRequest request, std::string trace)
    : request_(std::move(request)), trace_(std::move(trace)) {
  const reftrace::TraceReader reader(trace_);
  if (reader.live())
    throw InputError(trace_ + ": is being written, and can be read only once",
                     "let hpcast trace finish it first");
  check_replayable(reader, trace_, request_);
  has_code_ = reader.code() != nullptr;
}

LoadedMachine WhatIf::load(const std::string& dat_text) const {
  return machine_of_text(dat_text, request_.machine_path, request_.changes);
}

void WhatIf::check(const std::string& dat_text) const {
  const LoadedMachine loaded = load(dat_text);
  tell_warnings(loaded.warnings);
  // Dropped again: there is no second list of what is refused.
  prepare(Stopwatch(), request_, loaded, has_code_);
}

WhatIf::Answer WhatIf::answer(const std::string& dat_text, const std::function<bool()>& wanted) {
  const std::unique_lock lock = wait_for_turn(wanted);
  const Stopwatch watch;
  LoadedMachine loaded = load(dat_text);
  std::string key = simulation_key(loaded.machine, options_for(request_, loaded.machine),
                                   why_no_core_times(request_, loaded.machine, has_code_).empty());
  const bool simulates = !take_to_front(key);
  if (simulates) keep({std::move(key), simulate(watch, loaded, wanted)});
  const Replay& replay = kept_.front().replay;
  return {conclude(request_, std::move(loaded), replay.simulated, replay.subject), simulates};
}

std::unique_lock<std::timed_mutex> WhatIf::wait_for_turn(const std::function<bool()>& wanted) {
  CancellationCheck cancellation(stopped_, wanted);
  std::unique_lock lock(answering_, std::defer_lock);
  do cancellation.check();
  while (!lock.try_lock_for(between_checks));
  return lock;
}

bool WhatIf::take_to_front(const std::string& key) {
  const auto found =
      std::find_if(kept_.begin(), kept_.end(), [&](const Kept& known) { return known.key == key; });
  if (found == kept_.end()) return false;
  std::rotate(kept_.begin(), found, found + 1);
  return true;
}

void WhatIf::keep(Kept kept) {
  kept_.push_front(std::move(kept));
  if (kept_.size() > most_kept) kept_.pop_back();
}

Replay WhatIf::simulate(Stopwatch watch, const LoadedMachine& loaded,
                        const std::function<bool()>& wanted) {
  const ProgressScope scope(progress_);
  CancellationCheck cancellation(stopped_, wanted);
  reftrace::TraceReader reader(trace_);
  return replay_trace(request_, trace_, reader, prepare(watch, request_, loaded, has_code_),
                      [&](double fraction) {
                        progress_ = std::min(fraction, 1.0);
                        cancellation.check();
                      });
}

std::optional<double> WhatIf::progress() const {
  const double fraction = progress_;
  return fraction < 0 ? std::nullopt : std::optional(fraction);
}

}  // namespace hpcast::forecast

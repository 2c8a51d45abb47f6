#include "hpcast/forecast/what_if.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/forecast/conclude.h"
#include "hpcast/forecast/machine_input.h"
#include "hpcast/forecast/simulation_key.h"
#include "hpcast/reftrace/trace_reader.h"

namespace hpcast::forecast {

namespace {

using Clock = std::chrono::steady_clock;

// Asks at most ten times a second, as asking may be a system call.
class Patience {
 public:
  Patience(const std::atomic<bool>& stopped, const std::function<bool()>& wanted)
      : stopped_(stopped), wanted_(wanted) {}

  void check() {
    if (stopped_) throw WhatIf::Stopped();
    if (!wanted_ || Clock::now() < next_) return;
    next_ = Clock::now() + std::chrono::milliseconds(100);
    if (!wanted_()) throw WhatIf::Stopped();
  }

 private:
  const std::atomic<bool>& stopped_;
  const std::function<bool()>& wanted_;
  Clock::time_point next_;
};

// Shows a progress while it lives.
class Showing {
 public:
  explicit Showing(std::atomic<double>& progress) : progress_(progress) { progress_ = 0; }
  Showing(const Showing&) = delete;
  Showing& operator=(const Showing&) = delete;
  ~Showing() { progress_ = -1; }

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
}

LoadedMachine WhatIf::load(const std::string& dat_text) const {
  return machine_of_text(dat_text, request_.machine_path, request_.changes);
}

void WhatIf::check(const std::string& dat_text) const {
  const LoadedMachine loaded = load(dat_text);
  tell_warnings(loaded.warnings);
  prepare(Stopwatch(), request_, loaded.machine);
}

WhatIf::Answer WhatIf::answer(const std::string& dat_text, const std::function<bool()>& wanted) {
  const std::lock_guard lock(answering_);
  Patience(stopped_, wanted).check();
  const Stopwatch watch;
  LoadedMachine loaded = load(dat_text);
  std::string key = simulation_key(loaded.machine, options_for(request_, loaded.machine));
  if (take_to_front(key)) return conclude_from(kept_.front(), std::move(loaded), false);
  Kept kept{std::move(key), simulate(watch, loaded.machine, wanted), {}};
  Answer answer = conclude_from(kept, std::move(loaded), true);
  kept.run = answer.forecast.result.run;
  kept_.push_front(std::move(kept));
  if (kept_.size() > most_kept) kept_.pop_back();
  return answer;
}

bool WhatIf::take_to_front(const std::string& key) {
  const auto found =
      std::find_if(kept_.begin(), kept_.end(), [&](const Kept& known) { return known.key == key; });
  if (found == kept_.end()) return false;
  std::rotate(kept_.begin(), found, found + 1);
  return true;
}

WhatIf::Answer WhatIf::conclude_from(const Kept& kept, LoadedMachine loaded, bool simulated) const {
  Answer answer{conclude(request_, std::move(loaded), kept.replay.simulated, kept.replay.subject),
                simulated};
  if (!simulated) answer.forecast.result.run = kept.run;
  return answer;
}

Replay WhatIf::simulate(Stopwatch watch, const dat::Machine& machine,
                        const std::function<bool()>& wanted) {
  const Showing showing(progress_);
  Patience patience(stopped_, wanted);
  return replay_trace(request_, trace_, prepare(watch, request_, machine), [&](double fraction) {
    progress_ = std::min(fraction, 1.0);
    patience.check();
  });
}

std::optional<double> WhatIf::progress() const {
  const double fraction = progress_;
  return fraction < 0 ? std::nullopt : std::optional(fraction);
}

}  // namespace hpcast::forecast

#include "hpcast/meter/sampler.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

#include "hpcast/base/diagnostics.h"

namespace hpcast::meter {

namespace {

using Clock = std::chrono::steady_clock;

// Signals are for the threads that wait for them.
class AllSignalsBlocked {
 public:
  AllSignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~AllSignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  AllSignalsBlocked(const AllSignalsBlocked&) = delete;
  AllSignalsBlocked& operator=(const AllSignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

// Over the window, of all sensors of these parts; nothing where there is none, or one of them
// cannot tell.
std::optional<double> watts_of(std::initializer_list<Part> parts,
                               const std::vector<Sensor>& sensors,
                               const std::vector<double>& before, const std::vector<double>& now,
                               double seconds) {
  std::optional<double> sum;
  for (std::size_t i = 0; i < sensors.size(); ++i) {
    if (std::find(parts.begin(), parts.end(), sensors[i].part) == parts.end()) continue;
    std::optional<double> value = now[i];
    if (sensors[i].counts_energy) {
      value = growth(before[i], now[i], sensors[i].range);
      if (!value) return std::nullopt;
      *value /= seconds;
    }
    sum = sum.value_or(0) + *value * sensors[i].unit;
  }
  return sum;
}

}  // namespace

std::optional<double> growth(double before, double now, double range) {
  if (now >= before) return now - before;
  if (range <= 0) return std::nullopt;
  return std::max(0.0, now + range - before);
}

Sampler::Sampler(std::vector<Sensor> sensors, std::chrono::milliseconds period)
    : sensors_(std::move(sensors)), period_(period), begin_(Clock::now()), before_(read()) {
  const AllSignalsBlocked blocked;
  thread_ = std::thread([this] { run(); });
}

Sampler::~Sampler() { stop(); }

void Sampler::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

Sampled Sampler::finish(Clock::time_point zero) {
  stop();
  const double later_s = std::chrono::duration<double>(zero - begin_).count();
  for (Windows* const windows :
       {&sampled_.package, &sampled_.memory, &sampled_.node, &sampled_.parts})
    for (Window& window : *windows) {
      window.begin_s -= later_s;
      window.end_s -= later_s;
    }
  return std::move(sampled_);
}

std::vector<double> Sampler::read() const {
  std::vector<double> values;
  for (const Sensor& sensor : sensors_) values.push_back(read_number(sensor.path));
  return values;
}

void Sampler::add_reading() {
  const std::vector<double> now = read();
  const double now_s = std::chrono::duration<double>(Clock::now() - begin_).count();
  const auto add = [&](std::initializer_list<Part> parts, Windows& windows) {
    const auto watts = watts_of(parts, sensors_, before_, now, now_s - before_s_);
    if (watts) windows.push_back({before_s_, now_s, *watts});
  };
  add({Part::package}, sampled_.package);
  add({Part::memory}, sampled_.memory);
  add({Part::node}, sampled_.node);
  add({Part::package, Part::memory, Part::other}, sampled_.parts);
  before_ = now;
  before_s_ = now_s;
}

// A sensor that fails for once leaves a longer window behind; one that has gone, none.
void Sampler::run() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (bool last = false; !last;) {
    last = wake_.wait_for(lock, period_, [this] { return stopping_; });
    try {
      add_reading();
    } catch (const InputError& error) {
      if (sampled_.notes.empty()) sampled_.notes.emplace_back(error.what());
    }
  }
}

}  // namespace hpcast::meter

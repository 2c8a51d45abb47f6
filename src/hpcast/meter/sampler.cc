#include "hpcast/meter/sampler.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
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

// Over the window, of all sensors of the part; nothing where there is none, or one of them cannot
// tell.
std::optional<double> watts_of(Part part, const std::vector<Sensor>& sensors,
                               const std::vector<double>& before, const std::vector<double>& now,
                               double seconds) {
  std::optional<double> sum;
  for (std::size_t i = 0; i < sensors.size(); ++i) {
    if (sensors[i].part != part) continue;
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

Sampled Sampler::finish() {
  stop();
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
  for (const auto& [part, windows] :
       {std::pair{Part::package, &sampled_.package}, std::pair{Part::memory, &sampled_.memory},
        std::pair{Part::node, &sampled_.node}, std::pair{Part::other, &sampled_.other}}) {
    const auto watts = watts_of(part, sensors_, before_, now, now_s - before_s_);
    if (watts) windows->push_back({before_s_, now_s, *watts});
  }
  before_ = now;
  before_s_ = now_s;
}

// A sensor that fails for once leaves a longer window behind; one that has gone, none.
void Sampler::run() {
  std::unique_lock<std::mutex> lock(mutex_);
  bool told = false;
  for (auto next = begin_ + period_;; next += period_) {
    const bool last = wake_.wait_until(lock, next, [this] { return stopping_; });
    try {
      add_reading();
    } catch (const InputError& error) {
      if (!told) sampled_.notes.emplace_back(error.what());
      told = true;
    }
    if (last) return;
  }
}

}  // namespace hpcast::meter

#include "hpcast/inputs/meter/sampler.h"

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

std::vector<double> read_all(const std::vector<SensorTrack>& tracks) {
  std::vector<double> values;
  for (const SensorTrack& track : tracks) values.push_back(read_number(track.sensor().path));
  return values;
}

std::vector<SensorTrack> first_readings(const std::vector<Sensor>& sensors) {
  std::vector<SensorTrack> tracks;
  for (const Sensor& sensor : sensors) tracks.emplace_back(sensor, read_number(sensor.path));
  return tracks;
}

// Of all sensors of these parts; nothing where there is none, or one of them cannot tell.
std::optional<double> sum_of(std::initializer_list<Part> parts,
                             const std::vector<SensorTrack>& tracks,
                             const std::vector<std::optional<double>>& watts) {
  std::optional<double> sum;
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    if (std::find(parts.begin(), parts.end(), tracks[i].sensor().part) == parts.end()) continue;
    if (!watts[i]) return std::nullopt;
    sum = sum.value_or(0) + *watts[i];
  }
  return sum;
}

}  // namespace

Sampler::Sampler(const std::vector<Sensor>& sensors, std::chrono::milliseconds period)
    : tracks_(first_readings(sensors)), period_(period), begin_(Clock::now()) {
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
  return so_far(zero);
}

Sampled Sampler::so_far(Clock::time_point zero) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  Sampled sampled = sampled_;
  const double later_s = std::chrono::duration<double>(zero - begin_).count();
  for (Windows* const windows : {&sampled.package, &sampled.memory, &sampled.node, &sampled.parts})
    for (Window& window : *windows) {
      window.begin_s -= later_s;
      window.end_s -= later_s;
    }
  for (const SensorTrack& track : tracks_)
    for (std::string& note : track.notes()) sampled.notes.push_back(std::move(note));
  return sampled;
}

void Sampler::add_reading() {
  const std::vector<double> now = read_all(tracks_);
  const double now_s = std::chrono::duration<double>(Clock::now() - begin_).count();
  std::vector<std::optional<double>> watts_of;
  for (std::size_t i = 0; i < tracks_.size(); ++i)
    watts_of.push_back(tracks_[i].watts(now[i], now_s - before_s_));
  const auto add = [&](std::initializer_list<Part> parts, Windows& windows) {
    const auto watts = sum_of(parts, tracks_, watts_of);
    if (watts) windows.push_back({before_s_, now_s, *watts});
  };
  add({Part::package}, sampled_.package);
  add({Part::memory}, sampled_.memory);
  add({Part::node}, sampled_.node);
  add({Part::package, Part::memory, Part::other}, sampled_.parts);
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

// Sensors read over and over while something else runs.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "hpcast/inputs/meter/sensor_track.h"
#include "hpcast/inputs/meter/sensors.h"
#include "hpcast/inputs/meter/windows.h"

namespace hpcast::meter {

// Power over time; without windows where no sensor was of that part.
struct Sampled {
  Windows package, memory, node;
  Windows parts;  // package, memory and other together
  std::vector<std::string> notes;
};

class Sampler {
 public:
  // The first reading is made at once. Throws InputError where a sensor cannot be read then.
  Sampler(const std::vector<Sensor>& sensors, std::chrono::milliseconds period);
  ~Sampler();
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  // What has been read so far, in seconds since `zero`.
  Sampled so_far(std::chrono::steady_clock::time_point zero) const;
  // The last reading, and what all of them tell.
  Sampled finish(std::chrono::steady_clock::time_point zero);

 private:
  void run();
  void stop();
  // Throws InputError where a sensor cannot be read.
  void add_reading();

  std::vector<SensorTrack> tracks_;
  std::chrono::milliseconds period_;
  std::chrono::steady_clock::time_point begin_;
  double before_s_ = 0;
  Sampled sampled_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace hpcast::meter

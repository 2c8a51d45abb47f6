// Sensors read over and over while something else runs.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "hpcast/meter/sensors.h"
#include "hpcast/meter/windows.h"

namespace hpcast::meter {

// Power over time; without windows where no sensor was of that part.
struct Sampled {
  Windows package, memory, node;
  Windows parts;  // package, memory and other together
  std::vector<std::string> notes;
};

// What a count of energy has grown by, in the file's unit: it begins again at 0 behind its range.
// Nothing where it goes back without one, since then nobody knows.
std::optional<double> growth(double before, double now, double range);

class Sampler {
 public:
  // The first reading is made at once. Throws InputError where a sensor cannot be read then.
  Sampler(std::vector<Sensor> sensors, std::chrono::milliseconds period);
  ~Sampler();
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  // The last reading, and what all of them tell, in seconds since `zero`.
  Sampled finish(std::chrono::steady_clock::time_point zero);

 private:
  void run();
  void stop();
  // By sensor. Throws InputError.
  std::vector<double> read() const;
  void add_reading();

  std::vector<Sensor> sensors_;
  std::chrono::milliseconds period_;
  std::chrono::steady_clock::time_point begin_;
  double before_s_ = 0;
  std::vector<double> before_;
  Sampled sampled_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace hpcast::meter

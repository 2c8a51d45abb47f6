// One sensor's readings, one after the other, turned into power; those that cannot be are left out
// and told.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/inputs/meter/possible.h"
#include "hpcast/inputs/meter/sensors.h"

namespace hpcast::meter {

class SensorTrack {
 public:
  SensorTrack(Sensor sensor, double first) : sensor_(std::move(sensor)), before_(first) {}

  // W, on average since the reading before, `seconds` ago. Nothing where a count went back: whether
  // it began again behind its range or was reset, the reading is a tenth of a second, and a wrong
  // guess is megawatts. Nothing either where no machine takes so much.
  std::optional<double> watts(double value, double seconds);
  std::vector<std::string> notes() const;
  const Sensor& sensor() const { return sensor_; }

 private:
  // Where those `seconds` may hold what was taken over more of them.
  std::optional<double> possible(double watts, double seconds, double over_s);

  Sensor sensor_;
  double before_;
  std::size_t readings_ = 0, went_back_ = 0, impossible_ = 0;
  double worst_w_ = 0;  // of those that are impossible
  double since_growth_s_ = longest_delay_s;
  double still_s_ = 0, longest_still_s_ = 0;  // without a growth, while it was read
  bool moved_ = false;
};

}  // namespace hpcast::meter

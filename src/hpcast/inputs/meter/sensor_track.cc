#include "hpcast/inputs/meter/sensor_track.h"

#include <fmt/core.h>

#include <algorithm>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"

namespace hpcast::meter {

std::optional<double> SensorTrack::watts(double value, double seconds) {
  ++readings_;
  const double growth = value - before_;
  before_ = value;
  if (!sensor_.counts_energy) return possible(value * sensor_.unit, seconds, seconds);
  const double late_s = std::max(since_growth_s_ + seconds, shortest_delay_s);
  since_growth_s_ = growth == 0 ? since_growth_s_ + seconds : 0;
  still_s_ = growth == 0 ? still_s_ + seconds : 0;
  longest_still_s_ = std::max(longest_still_s_, still_s_);
  moved_ |= growth != 0;
  if (growth < 0) {
    ++went_back_;
    return std::nullopt;
  }
  return possible(growth * sensor_.unit / seconds, seconds, late_s);
}

std::optional<double> SensorTrack::possible(double watts, double seconds, double over_s) {
  const double most = sensor_.part == Part::node     ? most_watts_of_node
                      : sensor_.part == Part::memory ? most_watts_of_memory
                                                     : most_watts_of_part;
  if (watts * seconds <= most * over_s) return watts;
  ++impossible_;
  worst_w_ = std::max(worst_w_, watts * seconds / over_s);
  return std::nullopt;
}

std::vector<std::string> SensorTrack::notes() const {
  std::vector<std::string> notes;
  const auto note = [&](std::size_t count, const std::string& what) {
    notes.push_back(fmt::format("{}: {} in {} of {}, left out", sensor_.name, what, count,
                                counted(readings_, "reading")));
  };
  if (went_back_ > 0)
    note(went_back_, "its count went back (it began again behind its range, or was reset)");
  if (impossible_ > 0)
    note(impossible_, fmt::format("up to {}, which cannot be", format_scaled(worst_w_, "W")));
  if (moved_ && longest_still_s_ > longest_standstill_s)
    notes.push_back(fmt::format("{}: its count stood still for {}, though the machine ran",
                                sensor_.name, format_time(longest_still_s_)));
  return notes;
}

}  // namespace hpcast::meter

// Simulated time, in whole picoseconds, so that sums do not depend on their order.
#pragma once

#include <cmath>
#include <cstdint>

namespace hpcast::netsim {

using Time = std::int64_t;  // ps

// 26 days. Nothing is simulated beyond, and nothing takes longer than a little more than that, so
// that sums of two or three have room.
inline constexpr Time latest_time = std::int64_t{1} << 61;

inline Time to_picoseconds(double seconds) {
  return static_cast<Time>(std::llround(seconds * 1e12));
}
inline double to_seconds(Time time) { return static_cast<double>(time) * 1e-12; }

// Time by bytes, of a link or a processor, to a millionth of a picosecond.
class Rate {
 public:
  Rate() = default;  // no time at all
  explicit Rate(double bytes_per_second)
      : scaled_(static_cast<std::uint64_t>(std::llround(1e12 / bytes_per_second * unit))) {}
  // Rounded up: nothing that has a length takes no time.
  Time time(std::uint64_t bytes) const {
    __extension__ using Wide = unsigned __int128;
    const Wide time = (static_cast<Wide>(bytes) * scaled_ + (unit - 1)) >> shift;
    return time > latest_time ? latest_time + 1 : static_cast<Time>(time);
  }

 private:
  static constexpr int shift = 20;
  static constexpr std::uint64_t unit = std::uint64_t{1} << shift;
  std::uint64_t scaled_ = 0;
};

}  // namespace hpcast::netsim

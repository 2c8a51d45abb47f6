// A forecast's timeline, small enough for a page.
#pragma once

#include <cstdint>

#include "hpcast/answers/network/timeline.h"
#include "hpcast/forecast/network/forecast.h"

namespace hpcast::forecast {

struct TimelineBounds {
  std::uint64_t pieces = 250'000, infos = 60'000, messages = 40'000;
  std::uint32_t rows = 2048;
};

// Of a forecast that kept its timeline. Where it has more than the bounds allow, short pieces are
// merged, and ranks and messages are left out.
answers::NetworkTimeline network_timeline(const NetworkForecast& forecast,
                                          const TimelineBounds& bounds = {});

}  // namespace hpcast::forecast

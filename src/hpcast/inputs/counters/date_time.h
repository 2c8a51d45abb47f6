// Dates with times as meters and monitors write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hpcast::counters {

struct DateTime {
  double unix_s = 0;        // seconds since 1970 (UTC)
  bool local_zone = false;  // it named no zone: this host's was taken
};

enum class Zone : std::uint8_t { of_host, utc };
// "UTC" of a column "time (UTC)", in any letters.
bool names_utc(std::string_view word);

// "2026-11-24T09:30:00.25+09:00", "2026/11/24 09:30:00 UTC", "2026-11-24 09:30", which is of the
// zone `otherwise`; nothing if the text is no such thing.
std::optional<DateTime> date_time_in(std::string_view text, Zone otherwise = Zone::of_host);

}  // namespace hpcast::counters

#include "hpcast/inputs/counters/date_time.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <ctime>

namespace hpcast::counters {
namespace {

TEST(DateTimes, AreReadWithTheirZone) {
  constexpr double half_past_nine = 1795512600;  // date -u -d '2026-11-24 09:30:00' +%s
  for (const char* const text :
       {"2026-11-24T09:30:00Z", "2026-11-24 09:30:00Z", "2026/11/24 18:30:00+09:00",
        "2026-11-24T04:00-0530", "2026-11-24T09:30Z", "2026-11-24 09:30:00 UTC",
        "2026-11-24 09:30:00 GMT", "2026-11-24T10:30:00+01", "2026-11-24 10:30:00 +01:00"}) {
    const auto time = date_time_in(text);
    ASSERT_TRUE(time) << text;
    EXPECT_EQ(time->unix_s, half_past_nine) << text;
    EXPECT_FALSE(time->local_zone) << text;
  }
  EXPECT_NEAR(date_time_in("2026-11-24T09:30:00.125Z")->unix_s, half_past_nine + 0.125, 1e-6);
  EXPECT_NEAR(date_time_in("2026-11-24T09:30:59,5Z")->unix_s, half_past_nine + 59.5, 1e-6);
  EXPECT_EQ(date_time_in("1970-01-01T00:00:01Z")->unix_s, 1);
  EXPECT_EQ(date_time_in("2000-02-29T00:00:00Z")->unix_s, 951782400);
}

TEST(DateTimes, WithoutAZoneAreOfThisHosts) {
  std::tm parts{};
  parts.tm_year = 126;
  parts.tm_mon = 10;
  parts.tm_mday = 24;
  parts.tm_hour = 9;
  parts.tm_isdst = -1;
  const auto time = date_time_in("2026-11-24 09:00:00");
  ASSERT_TRUE(time);
  EXPECT_TRUE(time->local_zone);
  EXPECT_EQ(time->unix_s, static_cast<double>(std::mktime(&parts)));
  const auto utc = date_time_in("2026-11-24 09:30:00", Zone::utc);
  EXPECT_EQ(utc->unix_s, 1795512600);
  EXPECT_FALSE(utc->local_zone);
}

TEST(DateTimes, AreNothingElse) {
  for (const char* const text :
       {"", "2026", "2026-11-24", "2026-11-24T09", "2026-13-24T09:30Z", "2026-02-29T09:30Z",
        "2026-11-24T24:00Z", "2026-11-24T09:60Z", "2026-11-24T09:30:61Z", "2026-11/24T09:30Z",
        "2026-11-24T09:30:00.Z", "2026-11-24T09:30ZZ", "2026-11-24T09:30+9",
        "2026-11-24T09:30+01:", "2026-11-24 09:30 CET", "24.11.2026 09:30", "26-11-24T09:30Z",
        "2026-11-24T+9:30Z", "2026-11-24T09:30:00+09:0x"})
    EXPECT_FALSE(date_time_in(text)) << text;
}

}  // namespace
}  // namespace hpcast::counters

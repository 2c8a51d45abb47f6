#include "hpcast/base/units.h"

#include <gtest/gtest.h>

namespace hpcast {
namespace {

TEST(Units, ParsesQuantitiesToBaseUnits) {
  EXPECT_EQ(parse_quantity("51.2 GB/s", Dimension::bytes_per_second), 51.2e9);
  EXPECT_EQ(parse_quantity("51.2GB/s", Dimension::bytes_per_second), 51.2e9);
  EXPECT_EQ(parse_quantity(" 100 Gbit/s ", Dimension::bytes_per_second), 12.5e9);
  EXPECT_EQ(parse_quantity("175 ns", Dimension::seconds), 175e-9);
  EXPECT_EQ(parse_quantity("1.5 µs", Dimension::seconds), 1.5e-6);
  EXPECT_EQ(parse_quantity("1.5 us", Dimension::seconds), 1.5e-6);
  EXPECT_EQ(parse_quantity("2 min", Dimension::seconds), 120);
  EXPECT_EQ(parse_quantity("2.1 GHz", Dimension::hertz), 2.1e9);
  EXPECT_EQ(parse_quantity("3.2 TFLOP/s", Dimension::flops_per_second), 3.2e12);
  EXPECT_EQ(parse_quantity("128 GFLOPS", Dimension::flops_per_second), 128e9);
  EXPECT_EQ(parse_quantity("8 Ginst/s", Dimension::instructions_per_second), 8e9);
  EXPECT_EQ(parse_quantity("12.7 MW", Dimension::watts), 12.7e6);
  EXPECT_EQ(parse_quantity("1 kWh", Dimension::joules), 3.6e6);
  EXPECT_EQ(parse_quantity("1200 mV", Dimension::volts), 1.2);
  EXPECT_EQ(parse_quantity("-3", Dimension::none), -3);
  EXPECT_EQ(parse_quantity("4e9", Dimension::hertz), 4e9);
}

TEST(Units, TellsBinaryFromDecimalPrefixes) {
  EXPECT_EQ(parse_whole_quantity("32 KiB", Dimension::bytes), 32768U);
  EXPECT_EQ(parse_whole_quantity("32 kB", Dimension::bytes), 32000U);
  EXPECT_EQ(parse_whole_quantity("32 KB", Dimension::bytes), 32000U);
  EXPECT_EQ(parse_whole_quantity("1.5 MiB", Dimension::bytes), 1572864U);
  EXPECT_EQ(parse_whole_quantity("1.1 kB", Dimension::bytes), 1100U);
  EXPECT_EQ(parse_quantity("1 GiB/s", Dimension::bytes_per_second), 1073741824.0);
}

TEST(Units, RefusesOtherDimensionsAndNonsense) {
  for (const char* text : {"", "fast", "51.2 GB", "51.2 ns", "51.2 gb/s", "51.2 Gb/s", "1 GGB/s",
                           "inf GB/s", "nan", "1e400", "1 2 GB/s", "0x10"}) {
    EXPECT_EQ(parse_quantity(text, Dimension::bytes_per_second), std::nullopt) << text;
  }
  EXPECT_EQ(parse_quantity("2 kmin", Dimension::seconds), std::nullopt);
  EXPECT_EQ(parse_whole_quantity("1.5 B", Dimension::bytes), std::nullopt);
  EXPECT_EQ(parse_whole_quantity("-1 B", Dimension::bytes), std::nullopt);
  EXPECT_EQ(parse_whole_quantity("16 EiB", Dimension::bytes), std::nullopt);
}

TEST(Units, FormatsForPeople) {
  EXPECT_EQ(format_time(1.42), "1.42 s");
  EXPECT_EQ(format_time(0.0031), "3.1 ms");
  EXPECT_EQ(format_time(175e-9), "175 ns");
  EXPECT_EQ(format_time(0.9996), "1 s");
  EXPECT_EQ(format_time(12345), "12345 s");
  EXPECT_EQ(format_time(0), "0 s");
  EXPECT_EQ(format_bandwidth(51.2e9), "51.2 GB/s");
  EXPECT_EQ(format_bandwidth(409.6e9), "410 GB/s");
  EXPECT_EQ(format_bytes(0x1p31), "2.0 GiB");
  EXPECT_EQ(format_bytes(32768), "32 KiB");
  EXPECT_EQ(format_bytes(37.5 * 1024), "37.5 KiB");
  EXPECT_EQ(format_bytes(512), "512 B");
  EXPECT_EQ(format_count(12345678), "12.3 M");
  EXPECT_EQ(format_count(345), "345");
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_scaled(3.2e12, "FLOP/s"), "3.2 TFLOP/s");
  EXPECT_EQ(format_percent(0.74), "74 %");
  EXPECT_EQ(format_percent(0.074), "7.4 %");
  EXPECT_EQ(format_percent(0.0031), "0.31 %");
  EXPECT_EQ(format_percent(1), "100 %");
}

}  // namespace
}  // namespace hpcast

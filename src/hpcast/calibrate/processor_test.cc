#include "hpcast/calibrate/processor.h"

#include <gmock/gmock.h>

#include "hpcast/dat/generations.h"

namespace hpcast::calibrate {
namespace {

using testing::Optional;

TEST(CalibrateProcessorTest, FindsTheTableByFamilyAndModel) {
  EXPECT_THAT(generation_of("AuthenticAMD", 0x19, 0x01), Optional(std::string("zen3")));
  EXPECT_THAT(generation_of("AuthenticAMD", 0x19, 0x11), Optional(std::string("zen4")));
  EXPECT_THAT(generation_of("AuthenticAMD", 0x1a, 0x02), Optional(std::string("zen5")));
  EXPECT_THAT(generation_of("GenuineIntel", 6, 0x55), Optional(std::string("skylake")));
}

TEST(CalibrateProcessorTest, OthersHaveNone) {
  EXPECT_EQ(generation_of("GenuineIntel", 0x19, 0x01), std::nullopt);
  EXPECT_EQ(generation_of("AuthenticAMD", 0x19, 0xff), std::nullopt);
  EXPECT_EQ(generation_of("", 0, 0), std::nullopt);
}

TEST(CalibrateProcessorTest, EachTableIsThere) {
  for (unsigned family = 0; family < 0x20; ++family)
    for (unsigned model = 0; model < 0x100; ++model)
      for (const char* vendor : {"AuthenticAMD", "GenuineIntel"})
        if (const auto name = generation_of(vendor, family, model))
          EXPECT_TRUE(dat::is_generation(*name)) << *name;
}

}  // namespace
}  // namespace hpcast::calibrate

#include "hpcast/inputs/meter/sensor_track.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpcast::meter {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Sensor sensor_of(Part part, bool counts_energy) {
  Sensor sensor;
  sensor.name = name_of(part);
  sensor.part = part;
  sensor.counts_energy = counts_energy;
  return sensor;
}

SensorTrack package_from(double first) { return {sensor_of(Part::package, true), first}; }

TEST(SensorTrack, EnergyOverTime) {
  SensorTrack track = package_from(5e6);
  EXPECT_DOUBLE_EQ(*track.watts(15e6, 0.1), 100);
  EXPECT_DOUBLE_EQ(*track.watts(16e6, 0.1), 10);
  EXPECT_THAT(track.notes(), IsEmpty());
}

// 262 kJ in a tenth of a second would be 2.6 MW.
TEST(SensorTrack, ACountThatWentBackTellsNothingOfThatReading) {
  for (const double reset_to : {0.0, 30e6}) {
    SensorTrack track = package_from(260e9);
    EXPECT_TRUE(track.watts(262.1e9, 10));
    EXPECT_FALSE(track.watts(reset_to, 0.1));
    EXPECT_DOUBLE_EQ(*track.watts(reset_to + 10e6, 0.1), 100) << "from there on it counts again";
    EXPECT_THAT(track.notes(),
                ElementsAre(HasSubstr("processor: its count went back (it began again "
                                      "behind its range, or was reset) in 1 of 3")));
  }
}

TEST(SensorTrack, ACountThatLeapsTellsNothingEither) {
  SensorTrack track = package_from(1e6);
  EXPECT_TRUE(track.watts(11e6, 0.1));
  EXPECT_FALSE(track.watts(2011e6, 0.1)) << "20 kW";
  EXPECT_DOUBLE_EQ(*track.watts(2021e6, 0.1), 100);
  EXPECT_THAT(track.notes(),
              ElementsAre(HasSubstr("up to 20 kW, which cannot be in 1 of 3 readings")));
}

TEST(SensorTrack, MemoryTakesLess) {
  SensorTrack track(sensor_of(Part::memory, false), 1);
  EXPECT_DOUBLE_EQ(*track.watts(60e6, 0.1), 60);
  EXPECT_FALSE(track.watts(8e9, 0.1)) << "8 kW";
  EXPECT_THAT(track.notes(), ElementsAre(HasSubstr("memory: up to 8 kW, which cannot be")));
}

// Some count once a second, whoever reads them more often.
TEST(SensorTrack, EnergyThatComesLateIsTaken) {
  SensorTrack track = package_from(0);
  EXPECT_DOUBLE_EQ(*track.watts(500e6, 0.005), 100e3) << "of before it was read first";
  for (int i = 0; i < 199; ++i) EXPECT_EQ(track.watts(500e6, 0.005), 0);
  EXPECT_DOUBLE_EQ(*track.watts(1000e6, 0.005), 100e3);
  EXPECT_FALSE(track.watts(2001e6, 0.005)) << "not of before it was told last";
}

TEST(SensorTrack, TellsOfACountThatStoodStill) {
  SensorTrack track = package_from(0);
  track.watts(10e6, 0.1);
  for (int i = 0; i < 30; ++i) track.watts(10e6, 0.1);
  EXPECT_THAT(track.notes(), ElementsAre(HasSubstr("processor: its count stood still for 3 s")));
}

TEST(SensorTrack, PowerIsAsItIs) {
  SensorTrack track(sensor_of(Part::node, false), 1);
  EXPECT_DOUBLE_EQ(*track.watts(350e6, 0.1), 350);
  EXPECT_FALSE(track.watts(134e9, 0.1));
  EXPECT_DOUBLE_EQ(*track.watts(340e6, 0.1), 340);
  EXPECT_THAT(track.notes(), ElementsAre(HasSubstr("node: up to 134 kW, which cannot be")));
}

}  // namespace
}  // namespace hpcast::meter

#include "hpcast/inputs/meter/sensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/inputs/meter/fake_sys_for_tests.h"

namespace hpcast::meter {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> chosen_in(const FakeSys& sys, const std::vector<std::string>& names = {}) {
  std::vector<std::string> chosen;
  for (const Sensor& sensor : choose(find_sensors(sys.path()), names))
    chosen.push_back(sensor.name);
  return chosen;
}

const Sensor& sensor_named(const SensorSearch& search, const std::string& name) {
  for (const Sensor& sensor : search.sensors)
    if (sensor.name == name) return sensor;
  throw InputError("no sensor " + name);
}

// Cores and graphics are parts of their processor, the platform has it in it; memory is apart. The
// registers in memory tell the same once more.
TEST(Sensors, CountNothingOfRaplTwice) {
  FakeSys sys;
  for (const int socket : {0, 1}) {
    const std::string package = "intel-rapl:" + std::to_string(socket);
    sys.rapl(package, "package-" + std::to_string(socket), 1000 + socket);
    sys.rapl(package + ":0", "core", 500);
    sys.rapl(package + ":1", "dram", 200);
  }
  sys.rapl("intel-rapl:2", "psys", 9000);
  sys.rapl("intel-rapl-mmio:0", "package-0", 1000);
  EXPECT_THAT(chosen_in(sys),
              ElementsAre("package-0", "package-0/dram", "package-1", "package-1/dram"));
  const SensorSearch search = find_sensors(sys.path());
  EXPECT_EQ(search.sensors.size(), 7U);
  const Sensor& memory = sensor_named(search, "package-1/dram");
  EXPECT_EQ(memory.part, Part::memory);
  EXPECT_TRUE(memory.counts_energy);
  EXPECT_EQ(memory.unit, 1e-6);
  EXPECT_EQ(sensor_named(search, "psys").part, Part::other);
}

TEST(Sensors, TakeRegistersInMemoryWhereThereIsNothingElse) {
  FakeSys sys;
  sys.rapl("intel-rapl-mmio:0", "package-0", 1000);
  EXPECT_THAT(chosen_in(sys), ElementsAre("package-0"));
}

TEST(Sensors, DiesOfAPackageAddUp) {
  FakeSys sys;
  sys.rapl("intel-rapl:0", "package-0-die-0", 1);
  sys.rapl("intel-rapl:1", "package-0-die-1", 1);
  sys.rapl("intel-rapl:10", "package-1-die-0", 1);
  EXPECT_THAT(chosen_in(sys), ElementsAre("package-0-die-0", "package-0-die-1", "package-1-die-0"));
}

TEST(Sensors, HwmonsMeterOfTheNodeIsChosen) {
  FakeSys sys;
  sys.hwmon("hwmon0", "amdgpu", {{"power1_average", "35000000"}});
  sys.hwmon("hwmon2", "power_meter",
            {{"power1_average", "350000000"},
             {"power1_input", "351000000"},
             {"power1_average_interval", "300000"}});
  sys.hwmon("hwmon10", "ina226", {{"power1_input", "1500000"}, {"temp1_input", "40000"}});
  EXPECT_THAT(chosen_in(sys), ElementsAre("power_meter-hwmon2/power1"));
  EXPECT_THAT(chosen_in(sys, {"ina226-hwmon10/power1", "amdgpu-hwmon0/power1"}),
              ElementsAre("amdgpu-hwmon0/power1", "ina226-hwmon10/power1"));
  const SensorSearch search = find_sensors(sys.path());
  const Sensor& meter = sensor_named(search, "power_meter-hwmon2/power1");
  EXPECT_EQ(meter.part, Part::node);
  EXPECT_FALSE(meter.counts_energy);
  EXPECT_EQ(meter.unit, 1e-6);
  EXPECT_THAT(meter.path, HasSubstr("power1_average"));
  EXPECT_EQ(search.sensors.size(), 3U);
}

// amd_energy counts cores and sockets: the cores are in their sockets, and RAPL tells the same.
TEST(Sensors, EnergyOfSocketsByHwmonOnlyWithoutRapl) {
  FakeSys sys;
  sys.hwmon("hwmon1", "amd_energy",
            {{"energy1_input", "5"},
             {"energy1_label", "Ecore000"},
             {"energy2_input", "7"},
             {"energy2_label", "Esocket0"}});
  EXPECT_THAT(chosen_in(sys), ElementsAre("amd_energy-hwmon1/energy2"));
  sys.rapl("intel-rapl:0", "package-0", 1);
  EXPECT_THAT(chosen_in(sys), ElementsAre("package-0"));
}

TEST(Sensors, OfASocketAndOfItsDiesAreTheSame) {
  FakeSys sys;
  sys.rapl("intel-rapl:0", "package-0-die-0", 1);
  sys.rapl("intel-rapl:1", "package-0-die-1", 1);
  sys.hwmon("hwmon1", "amd_energy", {{"energy1_input", "3"}, {"energy1_label", "Esocket0"}});
  EXPECT_THAT(chosen_in(sys), ElementsAre("amd_energy-hwmon1/energy1"));
}

// A module has the processor in it, and that its cores and its ways in and out.
TEST(Sensors, OfGraceHoldOneAnother) {
  FakeSys sys;
  sys.grace("hwmon1", "Grace Power Socket 0", 150);
  sys.grace("hwmon2", "CPU Power Socket 0", 110);
  sys.grace("hwmon3", "SysIO Power Socket 0", 25);
  EXPECT_THAT(chosen_in(sys), ElementsAre("power_meter-hwmon1/power1"));
  sys.grace("hwmon4", "Module Power Socket 0", 260);
  EXPECT_THAT(chosen_in(sys),
              ElementsAre("power_meter-hwmon1/power1", "power_meter-hwmon4/power1"));
  const SensorSearch search = find_sensors(sys.path());
  EXPECT_EQ(search.doubt, "");
  EXPECT_EQ(sensor_named(search, "power_meter-hwmon1/power1").part, Part::package);
  EXPECT_EQ(sensor_named(search, "power_meter-hwmon4/power1").part, Part::node);
  EXPECT_THAT(search.sensors.front().path, HasSubstr("hwmon1/device/power1_average"));
  EXPECT_EQ(search.sensors.front().label, "Grace Power Socket 0");
}

TEST(Sensors, PartsAreTakenWhereNothingHoldsThem) {
  FakeSys sys;
  sys.grace("hwmon2", "CPU Power Socket 0", 110);
  sys.grace("hwmon3", "SysIO Power Socket 0", 25);
  EXPECT_THAT(chosen_in(sys),
              ElementsAre("power_meter-hwmon2/power1", "power_meter-hwmon3/power1"));
}

TEST(Sensors, OfSeveralModulesAddUpAndNoneMayLack) {
  FakeSys sys;
  sys.grace("hwmon1", "Grace Power Socket 0", 150);
  sys.grace("hwmon2", "Grace Power Socket 1", 150);
  sys.grace("hwmon3", "Module Power Socket 0", 260);
  EXPECT_THAT(find_sensors(sys.path()).doubt,
              HasSubstr("what power_meter-hwmon2/power1 takes is missing in what "
                        "'power_meter-hwmon3/power1' would tell"));
  sys.grace("hwmon4", "Module Power Socket 1", 260);
  EXPECT_EQ(find_sensors(sys.path()).doubt, "");
  EXPECT_EQ(chosen_in(sys).size(), 4U);
}

TEST(Sensors, OfTheNodeThatNothingTellsApart) {
  FakeSys sys;
  sys.hwmon("hwmon0", "power_meter", {{"power1_average", "350000000"}});
  EXPECT_EQ(find_sensors(sys.path()).doubt, "");
  sys.hwmon("hwmon1", "power_meter", {{"power1_average", "350000000"}});
  EXPECT_THAT(find_sensors(sys.path()).doubt, HasSubstr("nothing tells whether"));
}

TEST(Sensors, ThatHoldOneAnotherAreNotAddedUp) {
  FakeSys sys;
  sys.rapl("intel-rapl:0", "package-0", 1000);
  sys.rapl("intel-rapl:0:0", "core", 500);
  sys.rapl("intel-rapl:0:1", "dram", 500);
  sys.rapl("intel-rapl:1", "psys", 9000);
  sys.hwmon("hwmon0", "power_meter", {{"power1_average", "350000000"}});
  const auto fault = [&](const std::vector<std::string>& names) -> std::string {
    try {
      chosen_in(sys, names);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(fault({"package-0", "package-0/core"}),
              HasSubstr("package-0 has in it what package-0/core tells"));
  EXPECT_THAT(fault({"package-0/dram", "psys"}), HasSubstr("psys has in it"));
  EXPECT_EQ(fault({"package-0/dram", "package-0"}), "");
  EXPECT_EQ(fault({"power_meter-hwmon0/power1", "package-0"}), "") << "apart: the node's";
}

// The sum of all sockets or none.
TEST(Sensors, OfASocketThatCannotBeReadAreMissed) {
  FakeSys sys;
  sys.rapl("intel-rapl:0", "package-0", 1000);
  sys.put("class/powercap/intel-rapl:1/name", "package-1");
  EXPECT_THAT(find_sensors(sys.path()).doubt,
              HasSubstr("what package-1 takes is missing in what 'package-0' would tell ("));
  sys.hwmon("hwmon0", "power_meter", {{"power1_average", "350000000"}});
  EXPECT_EQ(find_sensors(sys.path()).doubt, "") << "the node's meter has it";
}

TEST(Sensors, OfCrayAreTheNodeAndItsParts) {
  FakeSys sys;
  for (const char* const name : {"energy", "cpu_energy", "memory_energy", "accel0_energy"})
    sys.put(std::string("cray/pm_counters/") + name, "26439567 J 1507210211372023 us");
  sys.put("cray/pm_counters/power", "236 W 1507210211372023 us");
  sys.rapl("intel-rapl:0", "package-0", 1000);
  EXPECT_THAT(chosen_in(sys), ElementsAre("cray/cpu_energy", "cray/energy", "cray/memory_energy"));
  const SensorSearch search = find_sensors(sys.path());
  EXPECT_EQ(sensor_named(search, "cray/energy").part, Part::node);
  EXPECT_EQ(read_number(sensor_named(search, "cray/energy").path), 26439567);
  EXPECT_EQ(sensor_named(search, "cray/energy").unit, 1);
}

TEST(Sensors, TellNoMoreThanAMachineTakes) {
  FakeSys sys;
  sys.hwmon("hwmon0", "power_meter", {{"power1_average", "350000000000"}});
  const SensorSearch search = find_sensors(sys.path());
  EXPECT_THAT(search.sensors, IsEmpty());
  EXPECT_THAT(search.found, ElementsAre(HasSubstr("350 kW are no node's")));
}

TEST(Sensors, ThatCannotBeReadAreNamed) {
  FakeSys sys;
  sys.rapl("intel-rapl:0", "package-0", 1000);
  sys.put("class/powercap/intel-rapl:1/name", "package-1");
  sys.put("class/powercap/intel-rapl:1/energy_uj", "");
  sys.put("class/powercap/intel-rapl:2/name", "package-2");
  sys.put("class/powercap/intel-rapl:2/energy_uj", "many");
  sys.put("class/powercap/intel-rapl:3/name", "package-3");
  const SensorSearch search = find_sensors(sys.path());
  EXPECT_EQ(search.sensors.size(), 1U);
  EXPECT_THAT(search.found, ElementsAre(HasSubstr("intel-rapl:1/energy_uj: it is empty"),
                                        HasSubstr("'many' is no number"),
                                        HasSubstr("intel-rapl:3/energy_uj: No such file")));
}

TEST(Sensors, ThatRootAloneMayReadAreNamed) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  FakeSys sys;
  sys.rapl("intel-rapl:0", "package-0", 1000);
  std::filesystem::permissions(sys.path() + "/class/powercap/intel-rapl:0/energy_uj",
                               std::filesystem::perms::none);
  const SensorSearch search = find_sensors(sys.path());
  EXPECT_THAT(search.sensors, IsEmpty());
  EXPECT_THAT(search.found, Contains(HasSubstr("Permission denied (root may read it)")));
}

TEST(Sensors, NamesThatNoneHas) {
  FakeSys sys;
  EXPECT_THAT(find_sensors(sys.path()).sensors, IsEmpty());
  EXPECT_THAT(find_sensors(sys.path() + "/nowhere").sensors, IsEmpty());
  sys.rapl("intel-rapl:0", "package-0", 1000);
  try {
    chosen_in(sys, {"package-9"});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("no sensor 'package-9'\n  there are 'package-0'"));
  }
}

}  // namespace
}  // namespace hpcast::meter

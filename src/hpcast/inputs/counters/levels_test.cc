#include "hpcast/inputs/counters/levels.h"

#include <gtest/gtest.h>

#include "hpcast/inputs/counters/samples_for_tests.h"

namespace hpcast::counters {
namespace {

TEST(Levels, HaveNames) {
  for (const char* name : {"cpu_temp",
                           "gpu_temp",
                           "temp1_input",
                           "Core 3 Temp",
                           "TEMP_CORE",
                           "freq_mhz",
                           "cpu.freq",
                           "gpu-util",
                           "fan2_rpm",
                           "cpu_percent",
                           "num_cpus",
                           "num_cores",
                           "num_packages",
                           "system_tsc_freq",
                           "tool/slots/",
                           "tool/num_dies/",
                           "hwmon_acpitz/temp1/",
                           "coretemp:::hwmon0:temp1_input",
                           "nvml:::Tesla_V100:device_0:power",
                           "node_watts",
                           "gpu_power_mw",
                           "ipc",
                           "load_avg",
                           "rss_kb"})
    EXPECT_TRUE(names_a_level(name)) << name;
  for (const char* name : {"cycles", "slots", "templates", "attempts", "tool/user_time/",
                           "freq_trans_cycles", "UNC_P_FREQ_MAX_OS_CYCLES", "unc_p_freq_trans",
                           "watt hours", "PM_FREQ_DOWN", "fanout", "powerups"})
    EXPECT_FALSE(names_a_level(name)) << name;
}

TEST(Levels, AreWhatMonitorsRead) {
  for (const char* name :
       {"mem_used_mb", "memory.used", "mem free", "MEM_AVAIL", "swap_used_kb", "heap_size",
        "queue_depth", "io-queue-depth", "runq_len", "nr_running", "procs_running", "procs_blocked",
        "gpu0_memory_free_mib", "llc_cache_occupancy", "disk_used_gb"})
    EXPECT_TRUE(names_a_reading(name)) << name;
  for (const char* name : {"energy_used_j",
                           "cpu_used",
                           "mem_read_bytes",
                           "memory_reads",
                           "TOR_OCCUPANCY",
                           "unc_cha_tor_occupancy.all",
                           "cycles_running",
                           "time_running",
                           "mm_page_free",
                           "kfree",
                           "kmem:kmem_cache_free",
                           "kmem_cache_free",
                           "bytes_free",
                           "message_size",
                           "size",
                           "mem_used_cycles",
                           "running",
                           "memory",
                           "depth_tests",
                           "mem_load_retired.l3_miss",
                           "cache_size_misses",
                           "threads_started",
                           "free",
                           "used"})
    EXPECT_FALSE(names_a_reading(name)) << name;
}

TEST(Levels, OfMonitorsAreNotAddedUp) {
  const Table table = table_in(
      "time_s,thread,cycles,mem_used_mb,memory.free [MiB],queue_depth,nr_running\n"
      "1,a,5,1000,30,4,2\n1,b,5,1000,30,5,2\n");
  EXPECT_EQ(table.columns.size(), 1U);
  EXPECT_TRUE(has_note(table, "mem_used_mb is a level, no count: left out"));
  EXPECT_TRUE(has_note(table, "memory.free is a level, no count: left out"));
  // Of perf it is an event.
  EXPECT_EQ(table_in("5,,queue_depth,1,100.00,,\n").columns.size(), 1U);
}

TEST(Levels, AreNotAddedUp) {
  const Table table = table_in(
      "time_s,thread,cycles,cpu_temp,freq_mhz,clock [MHz]\n1,a,5,60,2400,2400\n"
      "1,b,5,61,2500,2500\n");
  EXPECT_EQ(table.columns.size(), 2U);
  EXPECT_EQ(table.column("clock")->unit, Unit::hertz);
  EXPECT_TRUE(has_note(table, "freq_mhz is a level, no count: left out"));
  EXPECT_TRUE(has_note(table, "kept as means where their names tell the unit"));
}

// As perf prints Linux's sensors, and what it knows of the machine.
TEST(Levels, OfPerfAreLeftOut) {
  const Table table = table_in(
      "5,,cycles,1,100.00,,\n61.00,'C,hwmon_k10temp/tctl/,1,100.00,,\n"
      "1200,rpm,hwmon_nct/fan1/,1,100.00,,\n12.5,W,hwmon_amdgpu/power1/,1,100.00,,\n"
      "0.9,V,hwmon_amdgpu/in0/,1,100.00,,\n96,,num_cpus,1,100.00,,\n"
      "2400000000,,system_tsc_freq,1,100.00,,\n");
  EXPECT_EQ(table.columns.size(), 3U);
  EXPECT_EQ(table.column("hwmon_amdgpu/power1/")->unit, Unit::watts);
  EXPECT_EQ(table.column("hwmon_amdgpu/in0/")->unit, Unit::volts);
}

}  // namespace
}  // namespace hpcast::counters

#include "hpcast/inputs/counters/event_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/source_tree_for_tests.h"

namespace hpcast::counters {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

namespace fs = std::filesystem;

std::vector<EventSet> shipped_sets() {
  std::vector<EventSet> sets;
  for (const auto& entry : fs::directory_iterator(source_tree() + "/counters"))
    sets.push_back(read_event_set(entry.path().string()));
  return sets;
}

std::string set_for(const Processor& processor) {
  std::string names;
  for (const EventSet& set : shipped_sets())
    if (fits(set, processor)) names += set.name;
  return names;
}

const EventGroup& group_of(const EventSet& set, const std::string& name) {
  for (const EventGroup& group : set.groups)
    if (group.name == name) return group;
  throw InputError("no group " + name);
}

std::vector<std::string> events_of(const EventGroup& group) {
  std::vector<std::string> events;
  for (const CountedEvent& event : group.events) events.push_back(event.perf);
  return events;
}

TEST(EventSets, FitOneProcessorEach) {
  const auto x86 = [](const char* vendor, int family, int model) {
    return set_for({vendor, family, model, "", "", ""});
  };
  EXPECT_EQ(x86("GenuineIntel", 6, 0x55), "skylake-sp");
  EXPECT_EQ(x86("GenuineIntel", 6, 0x5e), "skylake");
  EXPECT_EQ(x86("GenuineIntel", 6, 0x6a), "icelake-sp");
  EXPECT_EQ(x86("GenuineIntel", 6, 0x8f), "sapphirerapids");
  EXPECT_EQ(x86("GenuineIntel", 6, 0x57), "knl");
  EXPECT_EQ(x86("AuthenticAMD", 23, 1), "zen1");
  EXPECT_EQ(x86("AuthenticAMD", 23, 0x31), "zen2");
  EXPECT_EQ(x86("AuthenticAMD", 25, 1), "zen3");
  EXPECT_EQ(x86("AuthenticAMD", 25, 0x11), "zen4");
  EXPECT_EQ(x86("AuthenticAMD", 26, 1), "");
  EXPECT_EQ(set_for({"", -1, -1, "0x46", "0x001", ""}), "a64fx");
}

TEST(EventSets, AreThatOfThePaperOnKnl) {
  const EventSet knl = read_event_set(source_tree() + "/counters/knl.json");
  std::vector<std::string> dram, memory_side;
  for (int i = 0; i < 6; ++i)
    dram.push_back("uncore_imc_" + std::to_string(i) + "/event=0x03,umask=0x03,name=CAS" +
                   std::to_string(i) + "/");
  for (int i = 0; i < 8; ++i)
    memory_side.push_back("uncore_edc_uclk_" + std::to_string(i) +
                          "/event=0x02,umask=0x1C,name=EDC" + std::to_string(i) + "-misses/");
  EXPECT_EQ(events_of(group_of(knl, "dram")), dram);
  EXPECT_TRUE(group_of(knl, "dram").system_wide);
  EXPECT_EQ(events_of(group_of(knl, "memory-side")), memory_side);
  EXPECT_TRUE(group_of(knl, "memory-side").system_wide);
  EXPECT_THAT(events_of(group_of(knl, "outstanding")),
              ElementsAre("cycles",
                          "cpu/event=0xB7,umask=0x01,offcore_rsp=0x4181800001,"
                          "name=OUTSTANDING_RD_DRAM/"));
  EXPECT_FALSE(group_of(knl, "outstanding").system_wide);
}

// What the latency model cannot do without, wherever the processor has it.
TEST(EventSets, CountWhatTheModelsNeed) {
  for (const EventSet& set : shipped_sets()) {
    std::set<std::string> counted;
    for (const EventGroup& group : set.groups)
      for (const CountedEvent& event : group.events)
        for (const auto& [counter, factor] : event.counters) counted.insert(counter);
    if (set.name == "software") continue;
    for (const char* counter : {"cycles", "instructions", "llc_misses", "loads", "stores"})
      EXPECT_EQ(counted.count(counter), 1U) << set.name << " " << counter;
    EXPECT_EQ(counted.count("dram_reads") + counted.count("dram_accesses") > 0, true) << set.name;
  }
}

TEST(EventSets, NameTheirEvents) {
  EXPECT_EQ((CountedEvent{"cpu/event=0x2e,name=A.B/", {}, false, {}}.printed_name()), "A.B");
  EXPECT_EQ((CountedEvent{"cpu/name=A,event=0x2e/", {}, false, {}}.printed_name()), "A");
  EXPECT_EQ((CountedEvent{"power/energy-pkg/", {}, false, {}}.printed_name()), "power/energy-pkg/");
}

std::string set_fault(const std::string& text) {
  try {
    event_set_in(text, "set.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(EventSets, AreChecked) {
  const auto with = [](const std::string& more) {
    return R"({"name": "a", "title": "b", "source": "c", )" + more + "}";
  };
  EXPECT_THAT(set_fault(with(R"("groups": [])")), HasSubstr("the set has no group"));
  EXPECT_THAT(set_fault(with(R"("groups": [{"name": "g", "events": []}])")),
              HasSubstr("the group counts nothing"));
  EXPECT_THAT(
      set_fault(with(
          R"("groups": [{"name": "g", "events": [{"perf": "x", "counters": {"cycle": 1}}]}])")),
      HasSubstr("did you mean 'cycles'"));
  EXPECT_THAT(
      set_fault(with(
          R"("groups": [{"name": "g", "events": [{"perf": "x", "counters": {"cycles": 0}}]}])")),
      HasSubstr("expected a positive factor"));
  EXPECT_THAT(set_fault(with(R"("processors": [{"family": 6}], "groups": [])")),
              HasSubstr("expected vendor or implementer"));
  EXPECT_THAT(set_fault("{"), HasSubstr("set.json"));
}

TEST(Processors, AreReadFromCpuinfo) {
  const Processor intel = processor_in(
      "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 85\nmodel name\t: "
      "Xeon\n"
      "\nprocessor\t: 1\nvendor_id\t: Other\n");
  EXPECT_EQ(describe(intel), "Xeon (GenuineIntel, family 6, model 85)");
  const Processor arm =
      processor_in("processor\t: 0\nCPU implementer\t: 0x46\nCPU part\t: 0x001\n");
  EXPECT_EQ(describe(arm), "implementer 0x46, part 0x001");
  EXPECT_EQ(describe(processor_in("")), "of a kind that /proc/cpuinfo does not tell");
}

}  // namespace
}  // namespace hpcast::counters

#include "hpcast/inputs/counters/aliases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/inputs/counters/samples_for_tests.h"

namespace hpcast::counters {
namespace {

using testing::HasSubstr;

std::string counter_of(std::string_view name) {
  const std::vector<Alias> found = Aliases().find(name);
  return found.empty() ? "" : found[0].counter;
}

TEST(Aliases, KnowWhatToolsWrite) {
  EXPECT_EQ(counter_of("PAPI_L2_TCM"), "l2_misses");
  EXPECT_EQ(counter_of("PAPI_L3_DCM"), "l3_misses");
  EXPECT_EQ(Aliases().find("PAPI_L3_DCM").at(1).counter, "llc_misses") << "where there is a third";
  EXPECT_EQ(counter_of("cache-misses:u"), "llc_misses");
  EXPECT_EQ(counter_of("cpu/cycles/"), "cycles");
  EXPECT_EQ(counter_of("cpu_core/cache-misses/u"), "llc_misses");
  EXPECT_EQ(counter_of("skx::LONGEST_LAT_CACHE:MISS"), "llc_misses");
  EXPECT_EQ(counter_of("offcore_requests_outstanding.l3_miss_demand_data_rd"),
            "outstanding_read_cycles");
  EXPECT_EQ(counter_of("CYCLE_ACTIVITY_STALLS_L3_MISS"), "memory_stall_cycles");
  EXPECT_EQ(counter_of("CAS5"), "dram_accesses");
  EXPECT_EQ(counter_of("EDC7-misses"), "memory_side_misses");
  EXPECT_EQ(counter_of("OUTSTANDING_RD_DRAM"), "outstanding_read_cycles");
  EXPECT_EQ(counter_of("uncore_imc_3/cas_count_write/"), "dram_writes");
  EXPECT_EQ(counter_of("BUS_READ_TOTAL_MEM"), "dram_reads");
  EXPECT_EQ(counter_of("L1D_CACHE_REFILL"), "l1d_misses");
  EXPECT_EQ(counter_of("power/energy-ram/"), "memory_energy");
  EXPECT_EQ(counter_of("llc_misses"), "llc_misses");
  EXPECT_EQ(counter_of("something else"), "");
  EXPECT_THAT(Aliases().find("bus_read_total_mem")[0].note, HasSubstr("256 bytes"));
  EXPECT_EQ(Aliases().find("fp_arith_inst_retired.512b_packed_double")[0].factor, 8);
}

TEST(Aliases, NameCountersOfTheCatalogueByKeysThatCanBe) {
  for (const KnownName& known : known_names()) {
    EXPECT_NE(find(known.counter), nullptr) << known.name;
    EXPECT_EQ(key_of(known.name, false), known.name);
  }
}

TEST(Aliases, OfAUserComeFirst) {
  for (const char* text :
       {"# ours\nname,counter,factor\ncache-misses,llc_read_misses,2\n",
        R"([{"name": "Cache-Misses", "counter": "llc_read_misses", "factor": 2}])"}) {
    const Aliases aliases = aliases_in(text, "aliases");
    const std::vector<Alias> found = aliases.find("cache-misses");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].counter, "llc_read_misses");
    EXPECT_EQ(found[0].factor, 2);
    EXPECT_EQ(aliases.find("cycles")[0].counter, "cycles");
  }
}

std::string alias_fault(const std::string& text) {
  try {
    aliases_in(text, "aliases");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Aliases, OfAUserAreChecked) {
  EXPECT_THAT(alias_fault("a,llc_mises\n"), HasSubstr("did you mean 'llc_misses'"));
  EXPECT_THAT(alias_fault("a\n"), HasSubstr("aliases:1: expected: name,counter["));
  EXPECT_THAT(alias_fault("a,cycles,-1\n"), HasSubstr("no positive number"));
  EXPECT_THAT(alias_fault(R"([{"name": "a", "counter": "b"}])"), HasSubstr("no counter 'b'"));
  EXPECT_THAT(alias_fault("a,cycles,1,per_hour\n"), HasSubstr("may be per_second only"));
  EXPECT_THAT(alias_fault(""), HasSubstr("the file is empty"));
}

// The table in the documentation is the catalogue.
TEST(Catalogue, IsDocumented) {
  std::ostringstream text;
  text << std::ifstream(source_tree() + "/docs/counters.md").rdbuf();
  std::string expected;
  for (const CounterInfo& info : catalogue())
    expected += "| `" + std::string(info.name) + "` | " + name_of(info.unit) + " | " +
                info.meaning + " |\n";
  EXPECT_THAT(text.str(), HasSubstr(expected));
}

}  // namespace
}  // namespace hpcast::counters

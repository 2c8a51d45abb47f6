#include "hpcast/inputs/counters/same_events.h"

#include <gtest/gtest.h>

#include "hpcast/inputs/counters/samples_for_tests.h"

namespace hpcast::counters {
namespace {

std::string counted(const char* value, const std::string& event) {
  return std::string(value) + ",," + event + ",1,100.00,,\n";
}

// Each of the same event, by two names.
TEST(SameEvents, AreCountedOnce) {
  for (const auto& [one, other] :
       {std::pair("FP_ARITH_INST_RETIRED.SCALAR_DOUBLE", "fp_arith_inst_retired.scalar_double"),
        std::pair("fp_arith_inst_retired.scalar_double", "fp_arith_inst_retired.scalar_double:u"),
        std::pair("fp_arith_inst_retired.scalar_double",
                  "cpu/fp_arith_inst_retired.scalar_double/"),
        std::pair("fp_arith_inst_retired.scalar_double",
                  "cpu_core/fp_arith_inst_retired.scalar_double/")}) {
    const Table table = table_in(counted("100", one) + counted("90", other));
    EXPECT_EQ(value_at(table, "dp_flops"), 100) << other;
    EXPECT_EQ(value_at(table, other), 90) << other;
    EXPECT_TRUE(has_note(table, "counts too; kept under its own name")) << other;
  }
}

// Whichever comes first: the one that counts just that.
TEST(SameEvents, OfWhichOneCountsOtherThingsToo) {
  const std::string all = counted("100", "fp_fixed_ops_spec");
  const std::string exact = counted("90", "fp_dp_fixed_ops_spec");
  for (const std::string& text : {all + exact, exact + all}) {
    EXPECT_EQ(value_at(table_in(text), "dp_flops"), 90);
    EXPECT_EQ(value_at(table_in(text), "fp_fixed_ops_spec"), 100);
  }
}

TEST(SameEvents, TheCountersOwnNameComesBeforeItsParts) {
  const std::string part = "fp_arith_inst_retired.scalar_double";
  for (const std::string& text :
       {"dp_flops," + part + "\n100,90\n", part + ",dp_flops\n90,100\n"}) {
    EXPECT_EQ(value_at(table_in(text), "dp_flops"), 100);
    EXPECT_EQ(value_at(table_in(text), part), 90);
  }
}

// The event as it is, not in user mode alone, is what counts.
TEST(SameEvents, ArePlainFirst) {
  const Table table = table_in(counted("90", "fp_arith_inst_retired.scalar_double:u") +
                               counted("100", "fp_arith_inst_retired.scalar_double"));
  EXPECT_EQ(value_at(table, "dp_flops"), 100);
}

TEST(SameEvents, OfOneMemoryAreCountedOnce) {
  for (const auto& [one, other] :
       {std::pair("unc_m_cas_count.rd", "uncore_imc/cas_count_read/"),
        std::pair("uncore_imc/cas_count_read/", "uncore_imc_0/cas_count_read/"),
        std::pair("unc_m_cas_count.rd", "unc_m_cas_count.rd [uncore_imc_0]"),
        std::pair("unc_m_cas_count.rd", "UNC_M_CAS_COUNT.RD"),
        std::pair("uncore_imc/data_reads/", "uncore_imc_free_running/data_read/")}) {
    const Table table = table_in(counted("100", one) + counted("50", other));
    EXPECT_EQ(value_at(table, "dram_reads"), 100) << other;
    EXPECT_EQ(value_at(table, other), 50) << other;
  }
}

TEST(SameEvents, AreNotPartsOfAWhole) {
  const std::string whole = counted("100", "cache-misses");
  const std::string part = counted("50", "l3_comb_clstr_state.request_miss");
  EXPECT_EQ(value_at(table_in(whole + part), "llc_misses"), 100);
  EXPECT_EQ(value_at(table_in(part + whole), "llc_misses"), 50);
}

// Of a sum that perf cannot count nothing is kept where another one counted.
TEST(SameEvents, ThatWereNotCountedLeaveTheOthers) {
  const Table table = table_in("<not supported>,,uncore_imc/cas_count_read/,0,100.00,,\n" +
                               counted("100", "unc_m_cas_count.rd"));
  EXPECT_EQ(value_at(table, "dram_reads"), 100);
}

TEST(SameEvents, OfDifferentPlacesAreAddedUp) {
  for (const auto& [one, other] :
       {std::pair("unc_m_cas_count.rd [uncore_imc_0]", "unc_m_cas_count.rd [uncore_imc_1]"),
        std::pair("uncore_imc_0/unc_m_cas_count.rd/", "uncore_imc_1/unc_m_cas_count.rd/"),
        std::pair("uncore_imc_0/cas_count_read/", "uncore_imc_11/cas_count_read/"),
        std::pair("amd_umc_0/umc_cas_cmd.rd/", "amd_umc_1/umc_cas_cmd.rd/"),
        std::pair("skx_unc_imc0::UNC_M_CAS_COUNT:RD", "skx_unc_imc1::UNC_M_CAS_COUNT:RD")}) {
    const Table table = table_in(counted("100", one) + counted("50", other));
    EXPECT_EQ(value_at(table, "dram_reads"), 150) << other;
    EXPECT_EQ(table.columns.size(), 1U) << other;
  }
}

// perf stat -A --no-merge: a socket's boxes stand at one of its CPUs.
TEST(SameEvents, OfBoxesStandAtACpuOfTheirSocket) {
  const auto at = [](const char* cpu, const char* value, const char* event) {
    return std::string(cpu) + "," + value + ",MiB," + event + ",1,100.00,,\n";
  };
  for (const auto& [one, other] :
       {std::pair("unc_m_cas_count.rd [uncore_imc_0]", "unc_m_cas_count.rd [uncore_imc_1]"),
        std::pair("uncore_imc_0/cas_count_read/", "uncore_imc_1/cas_count_read/")}) {
    const Table table = table_in(at("CPU0", "1.00", one) + at("CPU24", "2.00", one) +
                                 at("CPU0", "3.00", other) + at("CPU24", "4.00", other));
    EXPECT_EQ(value_at(table, "dram_reads", "CPU0"), 4 * 16384.0) << one;
    EXPECT_EQ(value_at(table, "dram_reads", "CPU24"), 6 * 16384.0) << one;
  }
}

// As AMD numbers them.
TEST(SameEvents, OfBoxesAreNumberedOverTheSockets) {
  const Table table = table_in(
      "1.000000000,CPU0,10,,amd_umc_0/umc_cas_cmd.rd/,1,100.00,,\n"
      "1.000000000,CPU96,20,,amd_umc_1/umc_cas_cmd.rd/,1,100.00,,\n"
      "2.000000000,CPU0,30,,amd_umc_0/umc_cas_cmd.rd/,1,100.00,,\n"
      "2.000000000,CPU96,<not counted>,,amd_umc_1/umc_cas_cmd.rd/,1,100.00,,\n");
  EXPECT_EQ(value_at(table, "dram_reads", "CPU0"), 10);
  EXPECT_EQ(value_at(table, "dram_reads", "CPU96"), 20);
  EXPECT_TRUE(std::isnan(value_at(table, "dram_reads", "CPU0", 1)));  // a part of the reads
  EXPECT_TRUE(std::isnan(value_at(table, "dram_reads", "CPU96", 1)));
}

// A column whose unit nobody knows is no box.
TEST(SameEvents, UnknownUnitsAreNoBoxes) {
  EXPECT_EQ(value_at(table_in("cycles [foo],loads\n1,2\n"), "cycles [foo]"), 1);
}

TEST(SameEvents, TheUsersNamesComeFirst) {
  ReadOptions options;
  options.aliases = aliases_in("ch#,dram_reads\n", "aliases");
  const Table table = table_in(
      counted("100", "unc_m_cas_count.rd") + counted("7", "ch0") + counted("8", "ch1"), options);
  EXPECT_EQ(value_at(table, "dram_reads"), 15);
  EXPECT_EQ(value_at(table, "unc_m_cas_count.rd"), 100);
}

TEST(SameEvents, TheUsersNameStandsForTheCountersOwn) {
  ReadOptions options;
  options.aliases = aliases_in("mine,cycles\n", "aliases");
  for (const std::string text : {"cycles,mine\n100,7\n", "mine,cycles\n7,100\n"}) {
    const Table table = table_in(text, options);
    EXPECT_EQ(value_at(table, "cycles"), 7);
    EXPECT_EQ(table.columns.size(), 1U);
    EXPECT_TRUE(has_note(table, "cycles is what mine counts too; left out"));
  }
}

}  // namespace
}  // namespace hpcast::counters

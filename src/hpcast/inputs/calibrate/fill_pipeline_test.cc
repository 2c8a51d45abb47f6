#include "hpcast/inputs/calibrate/fill_pipeline.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "hpcast/inputs/dat/generations.h"

namespace hpcast::calibrate {
namespace {

using TestedKind = InstructionKind;
using testing::HasSubstr;

constexpr unsigned any = 7, every = 0x7f;

InstructionBench bench(std::string name, Figure figure, TestedKind kind, const char* less = "",
                       unsigned widths = every) {
  InstructionBench b{std::move(name), figure};
  b.kind = kind;
  b.precisions = any;
  b.widths = widths;
  b.less = less;
  return b;
}

// Of a Zen 3, with what was measured on it.
struct Filled {
  dat::Pipeline told = *dat::generation("zen3").pipeline;
  dat::Pipeline pipeline = told;
  std::vector<Measurement> rows;

  Filled(const std::vector<InstructionBench>& benches, const std::vector<Loop>& loops,
         bool is_own = true) {
    Book book;
    fill_pipeline(pipeline, is_own, benches, loops, book);
    rows = book.take_rows();
  }
  const dat::Timing& timing(TestedKind kind, unsigned log2_width = 3) const {
    return pipeline.timing(kind, Precision::double_precision, log2_width);
  }
  int ports(TestedKind kind) const {
    return std::popcount(pipeline.units[timing(kind).units].ports);
  }
};

const InstructionBench full_width = bench("loads and additions", Figure::slot, TestedKind::move);
constexpr Loop six_a_cycle{1.0 / 6};

TEST(FillPipelineTest, WhatAgreesChangesNothing) {
  const Filled f({bench("add chained", Figure::both, TestedKind::integer),
                  bench("add", Figure::each, TestedKind::integer), full_width},
                 {{1.01}, {0.254}, six_a_cycle});
  EXPECT_EQ(f.pipeline.timings, f.told.timings);
  EXPECT_EQ(f.pipeline.units, f.told.units);
  EXPECT_EQ(f.pipeline.dispatch_width, 6U);
  for (const Measurement& row : f.rows) EXPECT_TRUE(row.used) << row.name;
}

TEST(FillPipelineTest, ALatencyThatContradictsIsTaken) {
  const Filled f(
      {bench("mulsd chained", Figure::both, TestedKind::float_multiply),
       bench("addsd chained", Figure::chained, TestedKind::float_add),
       bench("addsd and mulsd", Figure::latency, TestedKind::float_add, "mulsd chained")},
      {{4.02}, {2.01}, {7.0}});
  EXPECT_EQ(f.timing(TestedKind::float_multiply).latency, 4);
  EXPECT_EQ(f.timing(TestedKind::float_multiply).chained, 4);
  EXPECT_EQ(f.timing(TestedKind::float_add).chained, 2);
  EXPECT_EQ(f.timing(TestedKind::float_add).latency, 3);
}

TEST(FillPipelineTest, NoiseIsNotTaken) {
  const Filled f(
      {bench("mulsd chained", Figure::both, TestedKind::float_multiply),
       bench("addsd and mulsd", Figure::latency, TestedKind::float_add, "mulsd chained")},
      {{5.0, 1.2}, {9.0}});
  EXPECT_EQ(f.pipeline.timings, f.told.timings);
  for (const Measurement& row : f.rows) {
    EXPECT_FALSE(row.used);
    EXPECT_THAT(row.note, HasSubstr("noise"));
  }
}

TEST(FillPipelineTest, WhatIsNoWholeNumberOfCyclesIsNotTaken) {
  const Filled f({bench("shl chained", Figure::both, TestedKind::shift)}, {{2.4}});
  EXPECT_EQ(f.pipeline.timings, f.told.timings);
  EXPECT_THAT(f.rows[0].note, HasSubstr("no whole number of cycles"));
}

TEST(FillPipelineTest, MorePortsThanToldAreTaken) {
  const Filled f({bench("imul", Figure::each, TestedKind::multiply)}, {{0.5}});
  EXPECT_EQ(f.ports(TestedKind::multiply), 2);
  EXPECT_EQ(f.timing(TestedKind::multiply).cycles, 1);
  EXPECT_EQ(f.pipeline.ports.size(), f.told.ports.size() + 1);
}

TEST(FillPipelineTest, FewerPortsAreBelievedOfACoreThatWasAlone) {
  const std::vector<InstructionBench> benches = {bench("shl", Figure::each, TestedKind::shift),
                                                 full_width};
  EXPECT_EQ(Filled(benches, {{1.0}, six_a_cycle}).ports(TestedKind::shift), 1);
  const Filled shared(benches, {{1.0}, {0.25}});
  EXPECT_EQ(shared.ports(TestedKind::shift), 2);
  EXPECT_EQ(shared.pipeline.dispatch_width, 6U);
  EXPECT_THAT(shared.rows[0].note, HasSubstr("another thread"));
}

TEST(FillPipelineTest, ATableOfAnotherCoreIsNotBelieved) {
  const Filled f({bench("shl", Figure::each, TestedKind::shift), full_width}, {{1.0}, {0.25}},
                 false);
  EXPECT_EQ(f.ports(TestedKind::shift), 1);
  EXPECT_EQ(f.pipeline.dispatch_width, 4U);
}

TEST(FillPipelineTest, FewerPortsAreSomeOfThoseToldSoThatTheyStayShared) {
  const Filled f({bench("shl", Figure::each, TestedKind::shift), full_width}, {{1.0}, six_a_cycle});
  const std::uint64_t told =
      f.told.units[f.told.timing(TestedKind::shift, Precision::none, 3).units].ports;
  const std::uint64_t now = f.pipeline.units[f.timing(TestedKind::shift).units].ports;
  EXPECT_EQ(now & ~told, 0U);
}

TEST(FillPipelineTest, ADividerKeepsItsPortsAndChangesItsCycles) {
  const Filled f({bench("divsd", Figure::each, TestedKind::float_divide)}, {{3.0}});
  EXPECT_EQ(f.timing(TestedKind::float_divide).cycles, 6);
  EXPECT_EQ(f.ports(TestedKind::float_divide), 2);
}

TEST(FillPipelineTest, OnlyItsWidthsAreTouched) {
  const Filled f({bench("mulpd", Figure::both, TestedKind::float_multiply, "", 1 << 4)}, {{5.0}});
  EXPECT_EQ(f.timing(TestedKind::float_multiply, 4).latency, 5);
  EXPECT_EQ(f.timing(TestedKind::float_multiply, 3).latency, 3);
}

TEST(FillPipelineTest, OtherFiguresHaveTheirMembers) {
  const Filled f(
      {bench("load chained", Figure::both, TestedKind::load),
       bench("indexed load", Figure::indexed, TestedKind::load, "load chained"),
       bench("store and load", Figure::forward, TestedKind::load),
       bench("movaps store and load", Figure::vector_forward, TestedKind::load),
       bench("branches foreseen", Figure::help, TestedKind::branch),
       bench("branches by chance", Figure::refill, TestedKind::branch, "branches foreseen")},
      {{5.0}, {8.0}, {0.3}, {7.1}, {12.0}, {27.5}});
  EXPECT_EQ(f.timing(TestedKind::load).latency, 5);
  EXPECT_EQ(f.pipeline.indexed, 3U);
  EXPECT_EQ(f.pipeline.forward, 0U);
  EXPECT_EQ(f.pipeline.vector_forward, 7U);
  EXPECT_EQ(f.pipeline.refill, 16U);
  EXPECT_EQ(f.rows.size(), 5U);
}

TEST(FillPipelineTest, EachBenchOfThisProcessorTellsOfSomethingThatIsThere) {
  std::vector<std::string> names;
  for (const InstructionBench& b : instruction_benches()) {
    EXPECT_NE(b.precisions, 0U) << b.name;
    EXPECT_NE(b.widths, 0U) << b.name;
    EXPECT_NE(b.run, nullptr) << b.name;
    const bool first = std::find(names.begin(), names.end(), b.name) == names.end();
    EXPECT_TRUE(first) << b.name << " is there twice";
    if (*b.less != '\0') {
      EXPECT_THAT(names, testing::Contains(b.less)) << b.name;
    }
    names.push_back(b.name);
  }
}

TEST(InstructionBenchTest, LoopsEndAndTouchNothingElse) {
  Operands operands;
  for (const InstructionBench& b : instruction_benches()) {
    set_operands(operands, b.precisions);
    b.run(3, operands);
    EXPECT_EQ(operands.self, &operands) << b.name;
  }
}

TEST(InstructionBenchTest, CyclesOfOthersAreTakenOff) {
  std::vector<InstructionBench> benches = {
      bench("a", Figure::both, TestedKind::load), bench("b", Figure::both, TestedKind::load, "a"),
      bench("c", Figure::both, TestedKind::load, "d"), bench("d", Figure::both, TestedKind::load)};
  benches[3].others = 2;
  const auto told = told_cycles(benches, std::vector<double>{4, 9, 7, 12});
  EXPECT_EQ(told[0], 4);
  EXPECT_EQ(told[1], 5);
  EXPECT_TRUE(std::isnan(told[2]));
  EXPECT_EQ(told[3], 10);
}

}  // namespace
}  // namespace hpcast::calibrate

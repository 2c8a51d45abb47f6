#include "hpcast/forecast/memory/unused_change.h"

#include <gmock/gmock.h>

#include "hpcast/inputs/dat/generate.h"
#include "hpcast/inputs/dat/graph.h"

namespace hpcast::forecast {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::string unused_in(const dat::Machine& machine, const std::string& change,
                      bool has_core_times = true) {
  return why_unused_change(change, machine,
                           memsim::make_topology(machine, dat::Routes(machine), false),
                           {.cores = has_core_times});
}

TEST(UnusedChange, IsTheLatencyOfTheFirstCache) {
  dat::Machine machine = dat::generate("i7-7700k");
  EXPECT_THAT(unused_in(machine, "L1.latency=50e-9"), HasSubstr("the core's pipeline says"));
  EXPECT_THAT(unused_in(machine, "L2.latency=50e-9"), IsEmpty());
  EXPECT_THAT(unused_in(machine, "L1.capacity=65536"), IsEmpty());
  for (dat::CoreClass& core : machine.core_classes) core.pipeline.reset();
  EXPECT_THAT(unused_in(machine, "L1.latency=50e-9"), IsEmpty());
}

TEST(UnusedChange, IsEachLatencyWithoutCoreTimes) {
  const dat::Machine machine = dat::generate("i7-7700k");
  EXPECT_THAT(unused_in(machine, "L2.latency=50e-9", false), HasSubstr("nothing waits"));
  EXPECT_THAT(unused_in(machine, "L2.capacity=65536", false), IsEmpty());
}

TEST(UnusedChange, IsEachOfAPipelineWithoutCoreTimes) {
  const dat::Machine machine = dat::generate("i7-7700k");
  const std::string wider = "i7-7700K.pipeline.dispatch_width=8";
  EXPECT_THAT(unused_in(machine, wider, false), HasSubstr("the cores' own time is not known"));
  EXPECT_THAT(unused_in(machine, wider), IsEmpty());
}

TEST(UnusedChange, IsAHandOverWhereNobodyMeets) {
  const dat::Machine machine = dat::generate("i7-7700k");
  EXPECT_THAT(unused_in(machine, "L1.hand_over=50e-9"), HasSubstr("no two cores meet"));
  EXPECT_THAT(unused_in(machine, "L3.hand_over=50e-9"), IsEmpty());
  EXPECT_THAT(unused_in(machine, "ddr4-2400x2.hand_over=50e-9"), IsEmpty());
  EXPECT_THAT(unused_in(machine, "L3.hand_over=50e-9", false), HasSubstr("no thread's time"));
}

}  // namespace
}  // namespace hpcast::forecast

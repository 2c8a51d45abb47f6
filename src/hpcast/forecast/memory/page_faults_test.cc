#include "hpcast/forecast/memory/page_faults.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/forecast/memory/forecast.h"

namespace hpcast::forecast {
namespace {

const std::string example_folder = source_tree() + "/tests/golden/";

MemoryRequest request_with(std::vector<std::string> changes) {
  MemoryRequest request;
  request.machine_path = example_folder + "two-cores.dat.json";
  request.changes = std::move(changes);
  return request;
}

answers::MemoryAnswer forecast_with(const MemoryRequest& request) {
  return replay_memory(request, example_folder + "triad.trace").result;
}

const answers::CoreResult& core_of(const answers::MemoryAnswer& r, std::size_t index) {
  return *r.objects.at(index).core;
}

// Which pages the trace touches is in it.
double pages_of(const answers::MemoryAnswer& r, double page_fault_time) {
  return (*core_of(r, 0).time_page_faults + *core_of(r, 1).time_page_faults) / page_fault_time;
}

TEST(PageFaults, TakeTheirTimeByCoreOnTopOfAllElse) {
  const answers::MemoryAnswer without = forecast_with(request_with({}));
  const answers::MemoryAnswer with = forecast_with(request_with({"ddr.page_fault_time=1 s"}));
  EXPECT_FALSE(core_of(without, 0).time_page_faults);
  for (const std::size_t c : {0U, 1U}) {
    EXPECT_GT(*core_of(with, c).time_page_faults, 0);
    EXPECT_DOUBLE_EQ(with.objects[c].time_s,
                     without.objects[c].time_s + *core_of(with, c).time_page_faults);
  }
  const answers::MemoryAnswer twice = forecast_with(request_with({"ddr.page_fault_time=2 s"}));
  EXPECT_DOUBLE_EQ(pages_of(twice, 2), pages_of(with, 1));
}

TEST(PageFaults, AreWhatACoreIsLimitedBy) {
  const answers::MemoryAnswer r = forecast_with(request_with({"ddr.page_fault_time=1 s"}));
  EXPECT_EQ(r.bottleneck.kind, answers::Kind::core);
  EXPECT_NE(r.verdict.find("(core): page faults"), std::string::npos) << r.verdict;
}

TEST(PageFaults, AreNoneOfPMNets) {
  MemoryRequest request = request_with({"ddr.page_fault_time=1 s"});
  request.core_times = false;
  const answers::MemoryAnswer pmnet = forecast_with(request);
  EXPECT_EQ(pmnet.time_s, forecast_with(request_with({})).time_s);
  EXPECT_FALSE(core_of(pmnet, 0).time_page_faults);
}

}  // namespace
}  // namespace hpcast::forecast

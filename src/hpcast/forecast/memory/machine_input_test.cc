#include "hpcast/forecast/memory/machine_input.h"

#include <gmock/gmock.h>

#include "hpcast/base/json.h"
#include "hpcast/inputs/dat/generate.h"
#include "hpcast/inputs/dat/write.h"

namespace hpcast::forecast {
namespace {

const dat::Pipeline& pipeline_with(const Json& machine, const std::vector<std::string>& changes) {
  static LoadedMachine loaded;
  loaded = machine_of_text(machine.dump(), "m", changes);
  return *loaded.machine.core_classes[0].pipeline;
}

Json custom() { return Json::parse(dat::to_text(dat::generate_custom({"generation=zen4"}))); }

TEST(Changes, MayBeOfAPipeline) {
  const dat::Pipeline& pipeline =
      pipeline_with(custom(), {"core.pipeline.dispatch_width=9", "core.pipeline.clock=5 GHz"});
  EXPECT_EQ(pipeline.dispatch_width, 9U);
  EXPECT_EQ(pipeline.clock, 5e9);
  EXPECT_EQ(pipeline_with(custom(), {"core.pipeline.generation=zen5"}).generation, "zen5");
}

TEST(Changes, TakeAClassOfThatNameFirst) {
  Json machine = custom();
  machine["edge_class"].push_back({{"name", "core.pipeline"}});
  EXPECT_THROW(pipeline_with(machine, {"core.pipeline.dispatch_width=9"}), InputError);
  machine["edge_class"].erase(machine["edge_class"].size() - 1);
  EXPECT_EQ(pipeline_with(machine, {"core.pipeline.dispatch_width=9"}).dispatch_width, 9U);
}

TEST(Changes, OfALatencyThatACurveReplacesAreRefused) {
  Json machine = custom();
  Json& memory = machine["mem_class"][0];
  const std::string latency = memory["name"].get<std::string>() + ".latency=50 ns";
  const std::string no_curve = memory["name"].get<std::string>() + ".latency_curve=[]";
  EXPECT_NO_THROW(machine_of_text(machine.dump(), "m", {latency}));
  memory["latency_curve"] = {{{"bandwidth", 0}, {"latency", 1e-7}}};
  EXPECT_THROW(machine_of_text(machine.dump(), "m", {latency}), InputError);
  const LoadedMachine changed = machine_of_text(machine.dump(), "m", {latency, no_curve});
  EXPECT_EQ(changed.machine.mem_classes[0].latency, 50e-9);
}

}  // namespace
}  // namespace hpcast::forecast

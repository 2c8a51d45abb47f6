#include "hpcast/forecast/memory/what_if.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <future>
#include <string>
#include <thread>
#include <utility>

#include "hpcast/answers/answer_file.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/base/source_tree_for_tests.h"

namespace hpcast::forecast {
namespace {

using testing::HasSubstr;

const std::string golden = source_tree() + "/tests/golden/";
const std::string golden_trace = golden + "triad.trace";

Json golden_machine() { return Json::parse(read_file(golden + "two-cores.dat.json")); }

std::string machine_with(const std::string& pointer, const Json& value) {
  Json machine = golden_machine();
  machine[Json::json_pointer(pointer)] = value;
  return machine.dump(1);
}

std::string text_but_run(answers::MemoryAnswer r) {
  r.run = {};
  return answers::to_text(r);
}

// A file for the machine, so that both ways name it alike.
class WhatIfTest : public testing::Test {
 protected:
  WhatIfTest() {
    request_.machine_path = testing::TempDir() + "hpcast-what-if-" +
                            testing::UnitTest::GetInstance()->current_test_info()->name() +
                            ".dat.json";
  }
  ~WhatIfTest() override { std::filesystem::remove(request_.machine_path); }

  // Whether it was simulated; the answer is that of a fresh replay.
  bool simulates(WhatIf& what_if, const std::string& text) const {
    const WhatIf::Answer answer = what_if.answer(text);
    write_file_atomically(request_.machine_path, text);
    const MemoryForecast fresh = replay_memory(request_, golden_trace);
    EXPECT_EQ(text_but_run(answer.forecast.result), text_but_run(fresh.result));
    EXPECT_EQ(answer.forecast.result.run.references, fresh.result.run.references);
    EXPECT_EQ(dat::to_text(answer.forecast.machine, answer.forecast.objects),
              dat::to_text(fresh.machine, fresh.objects));
    EXPECT_FALSE(what_if.progress());
    return answer.simulated;
  }

  MemoryRequest request_;
};

TEST_F(WhatIfTest, SimulatesWhatDependsOnTheSimulation) {
  WhatIf what_if(request_, golden_trace);
  const std::string first = golden_machine().dump();
  EXPECT_TRUE(simulates(what_if, first));
  EXPECT_FALSE(simulates(what_if, first));
  EXPECT_FALSE(simulates(what_if, machine_with("/mem_class/0/read_bandwidth", 5e9)));
  EXPECT_FALSE(simulates(what_if, machine_with("/core_class/0/ips", 1e6)));
  EXPECT_TRUE(simulates(what_if, machine_with("/cache_class/1/capacity", 16384)));
  EXPECT_TRUE(simulates(what_if, machine_with("/cache_class/0/replacement", "random")));
  EXPECT_FALSE(simulates(what_if, first)) << "back again";
}

TEST_F(WhatIfTest, NamesAndClassesAreAnsweredAtOnce) {
  WhatIf what_if(request_, golden_trace);
  EXPECT_TRUE(simulates(what_if, golden_machine().dump()));
  Json machine = golden_machine();
  machine["cache_class"].push_back(machine["cache_class"][0]);
  machine["cache_class"].back()["name"] = "L1 of core 1";
  machine["cache_class"].back()["read_bandwidth"] = "1 GB/s";
  machine["cache_obj"][1]["class"] = "L1 of core 1";
  machine["core_obj"][0]["name"] = "first";
  machine["edge_obj"][0]["source"] = "first";
  machine["core_obj"][1]["num_inst"] = 1e9;
  machine["note"] = "of mine";
  EXPECT_FALSE(simulates(what_if, machine.dump()));
}

TEST_F(WhatIfTest, KeepsTheSimulationsUsedLast) {
  WhatIf what_if(request_, golden_trace);
  const auto l2_of = [](int kib) { return machine_with("/cache_class/1/capacity", kib * 1024); };
  for (const int kib : {8, 16, 32, 64}) EXPECT_TRUE(simulates(what_if, l2_of(kib)));
  EXPECT_FALSE(simulates(what_if, l2_of(8)));
  EXPECT_TRUE(simulates(what_if, l2_of(128)));
  EXPECT_FALSE(simulates(what_if, l2_of(8)));
  EXPECT_TRUE(simulates(what_if, l2_of(16))) << "the one that was longest not asked for";
}

TEST_F(WhatIfTest, PinsByTheNamesOfNow) {
  request_.pin = {"core1"};
  WhatIf what_if(request_, golden_trace);
  EXPECT_TRUE(simulates(what_if, golden_machine().dump()));
  Json machine = golden_machine();
  machine["core_obj"][0]["name"] = "core1";
  machine["core_obj"][1]["name"] = "core0";
  for (Json& edge : machine["edge_obj"])
    if (edge["source"] == "core0")
      edge["source"] = "core1";
    else if (edge["source"] == "core1")
      edge["source"] = "core0";
  EXPECT_TRUE(simulates(what_if, machine.dump())) << "it is another core";
}

TEST_F(WhatIfTest, TakesPartsOfTheRunAndOfTheMachine) {
  request_.only_phase = "triad";
  request_.simulation.sample = {memsim::SampleOptions::Kind::sets, 2, 1, 0, 0};
  request_.simulation.coherent = true;
  request_.changes = {"L2.read_bandwidth=1 GB/s"};
  WhatIf what_if(request_, golden_trace);
  EXPECT_TRUE(simulates(what_if, golden_machine().dump()));
  EXPECT_FALSE(simulates(what_if, machine_with("/cache_class/1/read_bandwidth", 7)));
  EXPECT_FALSE(simulates(what_if, machine_with("/mem_class/0/latency", "90 ns")));
}

TEST_F(WhatIfTest, SizesOfPagesThatAreNotUsedAreAnsweredAtOnce) {
  request_.page_bytes = 8192;
  WhatIf what_if(request_, golden_trace);
  EXPECT_TRUE(simulates(what_if, golden_machine().dump()));
  EXPECT_FALSE(simulates(what_if, machine_with("/mem_class/0/page_size", 16384)));
  request_.page_bytes.reset();
  WhatIf of_the_machine(request_, golden_trace);
  EXPECT_TRUE(simulates(of_the_machine, golden_machine().dump()));
  EXPECT_TRUE(simulates(of_the_machine, machine_with("/mem_class/0/page_size", 16384)));
}

TEST_F(WhatIfTest, RefusesWhatIsNoMachine) {
  WhatIf what_if(request_, golden_trace);
  const auto complaint = [&](const std::string& text) -> std::string {
    try {
      what_if.answer(text);
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_THAT(complaint("{"), HasSubstr(request_.machine_path + ":1: not valid JSON"));
  EXPECT_THAT(complaint(machine_with("/cache_class/1/capacity", 1000)),
              HasSubstr("/cache_class/1/capacity"));
  EXPECT_TRUE(simulates(what_if, golden_machine().dump())) << "and goes on";
  EXPECT_THROW(WhatIf(request_, "nowhere"), InputError);
  request_.only_phase = "none";
  EXPECT_THROW(WhatIf(request_, golden_trace), InputError);
}

TEST_F(WhatIfTest, RefusesOperationsOfOthersAtOnce) {
  const auto complaint = [&](const OperationRow& row) {
    request_.operations = {"o.csv", "", {row}};
    try {
      WhatIf(request_, golden_trace);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(complaint({7, {}}), HasSubstr("name thread 7, and the program had 2"));
  EXPECT_THAT(complaint({{}, "dot"}), HasSubstr("a phase 'dot' that the program did not mark"));
  EXPECT_THAT(complaint({{}, "dot"}), HasSubstr("'start', 'init', 'triad' or 'check'"));
  EXPECT_EQ(complaint({1, "triad"}), "");
  EXPECT_EQ(complaint({{}, "start"}), "");
  EXPECT_EQ(complaint({7, {}, ProgramPart::start_up}), "") << "start-up is left out";
}

TEST_F(WhatIfTest, GivesUpWhenNobodyWantsIt) {
  WhatIf what_if(request_, golden_trace);
  EXPECT_THROW(what_if.answer(golden_machine().dump(), [] { return false; }), WhatIf::Stopped);
  EXPECT_TRUE(simulates(what_if, golden_machine().dump()));
  what_if.stop();
  EXPECT_THROW(what_if.answer(golden_machine().dump()), WhatIf::Stopped);
}

// What cannot be concluded, of a sample that is too short say, is not simulated again either.
TEST_F(WhatIfTest, KeepsCountsThatNothingCanBeConcludedFrom) {
  const std::string trace = testing::TempDir() + "hpcast-what-if.trace";
  std::filesystem::remove_all(trace);
  std::filesystem::copy(golden_trace, trace);
  request_.simulation.sample = {memsim::SampleOptions::Kind::time, 1000, 1, 0, 0};
  WhatIf what_if(request_, trace);
  const auto complaint = [&] {
    try {
      what_if.answer(golden_machine().dump());
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(complaint(), HasSubstr("the run is too short"));
  std::filesystem::remove_all(trace);
  EXPECT_THAT(complaint(), HasSubstr("the run is too short")) << "without reading the trace";
}

TEST_F(WhatIfTest, GivesUpWhileItWaitsForAnother) {
  WhatIf what_if(request_, golden_trace);
  const std::string text = golden_machine().dump();
  std::promise<void> began, may_end;
  std::thread another([&] {
    bool simulates = false;
    what_if.answer(text, [&] {
      if (what_if.progress() && !std::exchange(simulates, true)) {
        began.set_value();
        may_end.get_future().wait();
      }
      return true;
    });
  });
  began.get_future().wait();
  int asked = 0;
  auto waiting = std::async(std::launch::async, [&] {
    EXPECT_THROW(what_if.answer(text, [&] { return ++asked < 3; }), WhatIf::Stopped);
  });
  EXPECT_EQ(waiting.wait_for(std::chrono::seconds(60)), std::future_status::ready);
  may_end.set_value();
  another.join();
  waiting.wait();
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace hpcast::forecast

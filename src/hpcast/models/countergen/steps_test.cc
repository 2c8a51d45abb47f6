#include "hpcast/models/countergen/steps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "hpcast/base/diagnostics.h"
#include "hpcast/models/countergen/sizes.h"

namespace hpcast::countergen {
namespace {

using countertrace::Event;
using testing::ElementsAre;
using testing::HasSubstr;
using Kind = Event::Kind;

template <class Function>
std::string step_complaint(const Function& function) {
  try {
    function();
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

// The paper's example: five metrics in three regions one in the other.
countertrace::Trace nested_regions() {
  countertrace::Trace trace;
  trace.ticks_a_second = 10;
  trace.regions = {"c", "b", "a"};
  trace.metrics = {{"PAPI_L1_DCM", "#"}};
  countertrace::Thread thread;
  const auto add = [&](std::uint64_t tick, double count, std::uint32_t region, Kind kind) {
    thread.events.push_back({tick, 0, Kind::metrics});
    thread.events.push_back({tick, region, kind});
    thread.values.push_back(count);
  };
  add(1, 0, 2, Kind::enter);
  add(2, 1052585, 1, Kind::enter);
  add(3, 1066146, 0, Kind::enter);
  add(4, 1066387, 0, Kind::leave);
  add(5, 1066393, 1, Kind::leave);
  add(7, 1066395, 2, Kind::leave);
  trace.threads = {thread};
  return trace;
}

TEST(Steps, AreGainsWhereTheThreadWas) {
  Names names;
  Stacks stacks;
  names.index_of("a");  // as an earlier run has numbered them
  const auto threads = steps_of(nested_regions(), {"PAPI_L1_DCM"}, names, stacks);
  ASSERT_EQ(threads.size(), 1U);
  EXPECT_THAT(threads[0].gains, ElementsAre(1052585, 13561, 241, 6, 2));
  EXPECT_THAT(names.all(), ElementsAre("a", "c", "b"));
  std::vector<std::vector<std::uint32_t>> regions;
  for (const Step& step : threads[0].steps) regions.push_back(stacks.regions(step.stack));
  EXPECT_THAT(regions, ElementsAre(ElementsAre(0U), ElementsAre(0U, 2U), ElementsAre(0U, 2U, 1U),
                                   ElementsAre(0U, 2U), ElementsAre(0U)));
  const Step& in_b = threads[0].steps[3];
  EXPECT_EQ(in_b.before, move_of(1, true));
  EXPECT_EQ(in_b.after, move_of(2, true));
  EXPECT_DOUBLE_EQ(threads[0].steps[4].seconds, 0.2);
  EXPECT_EQ(threads[0].steps[1].stack, threads[0].steps[3].stack);
}

TEST(Steps, WantTheirMetric) {
  Names names;
  Stacks stacks;
  EXPECT_THAT(step_complaint([&] { steps_of(nested_regions(), {"PAPI_L2_DCM"}, names, stacks); }),
              HasSubstr("the trace has no metric PAPI_L2_DCM\n  it has PAPI_L1_DCM"));
}

TEST(Sizes, AreReadOrRefused) {
  EXPECT_EQ(sizes_in("rows=1000,cols=2.5", "--size"), (Sizes{{"rows", 1000}, {"cols", 2.5}}));
  EXPECT_EQ(to_string(sizes_in("rows=1e5", "--size")), "rows=100000");
  for (const char* const bad :
       {"", "rows", "rows=", "=5", "rows=x", "rows=5x", "rows=0", "rows=-1", "rows=inf",
        "rows=1e31", "rows=nan", "rows=1,,cols=2", "../n=1", "a b=1", "{n}=1"})
    EXPECT_THAT(step_complaint([&] { sizes_in(bad, "--size"); }), HasSubstr("is no size")) << bad;
  EXPECT_THAT(step_complaint([&] { sizes_in("a=1,a=2", "--size"); }), HasSubstr("there twice"));
  EXPECT_THAT(step_complaint([&] {
                check_sizes({{{"a", 1}}, {{"b", 1}}});
              }),
              HasSubstr("other names"));
  EXPECT_THAT(step_complaint([&] {
                check_sizes({{{"a", 1}}, {{"a", 1}}});
              }),
              HasSubstr("the same size"));
  EXPECT_EQ(step_complaint([&] { check_sizes({{{"a", 1}}, {{"a", 2}}}); }), "none");
}

}  // namespace
}  // namespace hpcast::countergen

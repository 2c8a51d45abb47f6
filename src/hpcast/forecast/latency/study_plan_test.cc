#include "hpcast/forecast/latency/study_plan.h"

#include <gtest/gtest.h>

#include <functional>

#include "hpcast/base/diagnostics.h"

namespace hpcast::forecast {
namespace {

using Command = std::vector<std::string>;

std::string plan_complaint(const std::function<void()>& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.diagnostics().front().message;
  }
  return {};
}

TEST(StudyPlan, NamesValues) {
  const StudyAxis axis =
      axis_of("--case", {"matrix=a/watt_2.mtx.zst,stencil:3d7:40", "matrix=b.mtx,../odd"});
  ASSERT_EQ(axis.values.size(), 4u);
  EXPECT_EQ(axis.name, "matrix");
  EXPECT_EQ(axis.values[0].text, "a/watt_2.mtx.zst");
  EXPECT_EQ(axis.values[0].name, "watt_2");
  EXPECT_EQ(axis.values[1].name, "stencil:3d7:40");
  EXPECT_EQ(axis.values[1].file, "stencil-3d7-40");
  EXPECT_EQ(axis.values[2].name, "b");
  EXPECT_EQ(axis.values[3].file, "-.-odd");  // no way out of the folder
}

TEST(StudyPlan, RefusesWhatIsNoAxis) {
  const auto complaint = [](const Command& texts) {
    return plan_complaint([&] { axis_of("--case", texts); });
  };
  EXPECT_EQ(complaint({"m"}), "--case m: expected NAME=VALUE,VALUE,...");
  EXPECT_EQ(complaint({"m="}), "--case m=: expected NAME=VALUE,VALUE,...");
  EXPECT_EQ(complaint({"=a"}), "--case =a: expected NAME=VALUE,VALUE,...");
  EXPECT_EQ(complaint({"m=a,,b"}), "--case m=a,,b: one of the values is empty");
  EXPECT_EQ(complaint({"m=a,b,a"}), "--case: 'a' is there twice");
  EXPECT_EQ(complaint({"m=x/a.mtx,y/a.mtx"}),
            "--case: 'x/a.mtx' and 'y/a.mtx' would have the same name, 'a'");
  EXPECT_EQ(complaint({"m=a", "n=b"}), "--case: both 'm' and 'n'");
}

TEST(StudyPlan, FillsIn) {
  const StudyAxis panel = axis_of("--panel", {"format=CRS,ELL"});
  const StudyAxis cases = axis_of("--case", {"matrix=a,b"});
  EXPECT_EQ(filled_in({"./spmv", "-f={format}", "{matrix}{matrix}", "{a b}"}, panel, "ELL", cases,
                      "{format}"),
            Command({"./spmv", "-f=ELL", "{format}{format}", "{a b}"}));
}

TEST(StudyPlan, WantsPlaceholders) {
  const StudyAxis panel = axis_of("--panel", {"format=CRS,ELL"});
  const StudyAxis cases = axis_of("--case", {"matrix=a,b"});
  const auto complaint = [&](const Command& command) {
    return plan_complaint([&] { check_placeholders(command, panel, cases); });
  };
  EXPECT_EQ(complaint({"./spmv", "{format}", "x{matrix}"}), "");
  EXPECT_EQ(complaint({"./spmv", "{format}"}),
            "the program's arguments have no {matrix}: its runs would all be the same");
  EXPECT_EQ(complaint({"./spmv", "{fromat}", "{matrix}"}),
            "'{fromat}': neither --panel nor --case has values for {fromat}");
  EXPECT_EQ(plan_complaint([&] { check_placeholders({"./spmv"}, panel, panel); }),
            "--panel and --case have the same name, 'format'");
}

TEST(StudyPlan, WantsNoPlaceholderForOneValue) {
  check_placeholders({"./triad", "{elements}"}, axis_of("--panel", {"threads=64"}),
                     axis_of("--case", {"elements=10,20"}));
}

}  // namespace
}  // namespace hpcast::forecast

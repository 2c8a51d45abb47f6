#include "hpcast/inputs/dat/mess_curves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/base/diagnostics.h"

namespace hpcast::dat {
namespace {

MessCurves curve_of(std::string_view text) {
  MessCurves curves;
  add_mess_curve(text, "bwlat_60.txt", 60, curves);
  return curves;
}

// As published: beyond saturation less gets through, and without load the counters scatter.
TEST(MessCurves, AreReadFromTheLowestLoadOn) {
  const MessCurves curves =
      curve_of("90000\t204\n92500 167\n92000 161.5\n40000 80\n220 66\n-4.6 65.9\n50 66.1\n90 66\n");
  ASSERT_EQ(curves.points.size(), 5U);
  EXPECT_DOUBLE_EQ(curves.points[0].bandwidth, 90e6);
  EXPECT_DOUBLE_EQ(curves.points[0].latency, 66e-9);
  EXPECT_EQ(curves.points[0].read_percent, 60);
  EXPECT_DOUBLE_EQ(curves.points[1].bandwidth, 220e6);
  EXPECT_DOUBLE_EQ(curves.points[3].latency, 161.5e-9);
  EXPECT_DOUBLE_EQ(curves.points[4].bandwidth, 92.5e9);
  EXPECT_DOUBLE_EQ(curves.points[4].latency, 204e-9) << "the longest that was waited";
  EXPECT_EQ(curves.left_out, 3U);
  EXPECT_EQ(curves.curves, 1U);
}

TEST(MessCurves, AreReadInAnyOrder) {
  EXPECT_EQ(curve_of("220 66\n20000 70\n40000 80\n90000 204\n120 250\n").points.size(), 4U);
  EXPECT_EQ(curve_of("220 66\n20000 70\n40000 80\n0 80\n").points.size(), 3U);
  EXPECT_EQ(curve_of("1000 70\n\n2000 71\n3000 90\n").points.size(), 3U);
}

TEST(MessCurves, WhatIsNoCurveIsRefused) {
  EXPECT_THROW(curve_of(""), InputError);
  EXPECT_THROW(curve_of("-4 70\n"), InputError);
  EXPECT_THROW(curve_of("1000\n"), InputError);
  EXPECT_THROW(curve_of("1000 70 3\n"), InputError);
  EXPECT_THROW(curve_of("bandwidth latency\n1000 70\n"), InputError);
  EXPECT_THROW(curve_of("1000 -70\n"), InputError);
  EXPECT_THROW(curve_of("1e40 70\n"), InputError);  // more than a DAT may have
  EXPECT_THROW(curve_of("1e-40 70\n"), InputError);
  EXPECT_THROW(curve_of("1000 1e-30\n"), InputError);
  EXPECT_THROW(read_mess_curves("/nowhere"), InputError);
}

}  // namespace
}  // namespace hpcast::dat

#include "hpcast/inputs/meter/read_meter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/base/diagnostics.h"

namespace hpcast::meter {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Windows windows_in(const std::string& text) { return meter_in(text, "file").windows; }

std::string meter_fault(const std::string& text) {
  try {
    meter_in(text, "file");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Meter, TimesAreWhenWindowsEnd) {
  const Reading reading =
      meter_in("# of the rack\ntime,watts\n0,999\n60,100\n\n90,200.5\n", "file");
  EXPECT_FALSE(reading.absolute);
  EXPECT_THAT(reading.windows, ElementsAre(Window{0, 60, 100}, Window{60, 90, 200.5}));
}

TEST(Meter, MayTellWhenWindowsBegin) {
  EXPECT_THAT(windows_in("start,power\n0,100\n60,200\n90,999\n"),
              ElementsAre(Window{0, 60, 100}, Window{60, 90, 200}));
}

TEST(Meter, MayTellBothEnds) {
  const Windows expected{{0, 60, 100}, {70, 80, 200}};
  EXPECT_EQ(windows_in("start,end,watts\n0,60,100\n70,80,200\n"), expected);
  EXPECT_EQ(windows_in("start_s;duration_s;watts\n0;60;100\n70;10;200\n"), expected);
  EXPECT_EQ(windows_in("duration\tend\twatts\n60\t60\t100\n10\t80\t200\n"), expected);
}

TEST(Meter, UnitsStandInBrackets) {
  const Windows expected{{0, 1, 1500}};
  for (const char* const text :
       {"time,power [W]\n0,1\n1,1500\n", "time,power [kW]\n0,1\n1,1.5\n",
        "time,Power (mW)\n0,1\n1,1500000\n", "Time (s),P,power[\u00b5W]\n0,7,1\n1,7,1500000000\n",
        "time;watts\n0;1\n1;1500,0\n"})
    EXPECT_EQ(windows_in(text), expected) << text;
}

TEST(Meter, DatesAreAbsolute) {
  const Reading dates =
      meter_in("timestamp,watts\n2026-11-24T09:30:00Z,1\n2026-11-24T18:31:00+09:00,250\n", "file");
  EXPECT_TRUE(dates.absolute);
  EXPECT_THAT(dates.windows, ElementsAre(Window{1795512600, 1795512660, 250}));
  EXPECT_TRUE(dates.notes.empty());
  const Reading seconds = meter_in("time,watts\n1795512600,1\n1795512660.5,250\n", "file");
  EXPECT_TRUE(seconds.absolute);
  EXPECT_THAT(seconds.windows, ElementsAre(Window{1795512600, 1795512660.5, 250}));
  const Reading local = meter_in("time,watts\n2026-11-24 09:30,1\n2026-11-24 09:31,250\n", "file");
  EXPECT_THAT(local.notes, ElementsAre(HasSubstr("no time zone")));
}

TEST(Meter, ValuesMayLack) {
  EXPECT_THAT(windows_in("time,watts\n0,1\n60,\n120,200\n"), ElementsAre(Window{60, 120, 200}));
}

// nvidia-smi --query-gpu=timestamp,name,power.draw --format=csv -l 1
TEST(Meter, ReadsWhatNvidiaSmiWrites) {
  EXPECT_THAT(windows_in("timestamp, name, power.draw [W]\n"
                         "2026/11/24 09:30:00.000, NVIDIA A100, 61.30 W\n"
                         "2026/11/24 09:30:01.000, NVIDIA A100, 250.00 W\n"
                         "2026/11/24 09:30:02.000, NVIDIA A100, [N/A]\n"),
              ElementsAre(testing::Field(&Window::watts, 250)));
  EXPECT_THAT(windows_in("time,power\n0,1\n1,250 mW\n2,0.3 kW\n"),
              ElementsAre(Window{0, 1, 0.25}, Window{1, 2, 300}));
}

// nvidia-smi --query-gpu=timestamp,index,power.draw --format=csv -l 1
TEST(Meter, AddsUpGraphicsCards) {
  const std::string head = "timestamp, index, power.draw [W]\n";
  const Reading reading = meter_in(head +
                                       "2026/11/24 09:30:00.000, 0, 61.00 W\n"
                                       "2026/11/24 09:30:00.010, 1, 70.00 W\n"
                                       "2026/11/24 09:30:01.000, 0, 100.00 W\n"
                                       "2026/11/24 09:30:01.010, 1, 200.00 W\n"
                                       "2026/11/24 09:30:02.000, 0, 110.00 W\n"
                                       "2026/11/24 09:30:02.010, 1, 200.00 W\n",
                                   "file");
  ASSERT_EQ(reading.windows.size(), 2U);
  EXPECT_NEAR(reading.windows[0].end_s - reading.windows[0].begin_s, 1, 1e-6);
  EXPECT_NEAR(reading.windows[0].watts, 300, 1e-4);
  EXPECT_NEAR(reading.windows[1].watts, 310, 1e-4);
  EXPECT_THAT(reading.notes, testing::Contains("power is that of 2 graphics cards together"));
  // Times may be the same, and one card may not tell.
  EXPECT_THAT(windows_in("time,index,power.draw\n0,0,1\n0,1,1\n1,0,100\n1,1,200\n2,0,[N/A]\n"
                         "2,1,200\n3,0,150\n3,1,[N/A]\n4,0,120\n4,1,220\n"),
              ElementsAre(Window{0, 1, 300}, Window{3, 4, 340}));
  EXPECT_THAT(meter_fault("time,uuid,power.draw\n0,A,1\n0,B,[N/A]\n1,A,1\n1,B,[N/A]\n"),
              HasSubstr("file:3: the graphics card B tells no window's power\n  nvidia-smi -i"));
  // Another meter's index may count its lines.
  EXPECT_THAT(windows_in("index,time,watts\n0,0,1\n1,1,250\n"), ElementsAre(Window{0, 1, 250}));
}

// Each at its own times, or at the same ones.
TEST(Meter, AddsUpOutletsAndNodes) {
  const Reading outlets = meter_in(
      "time,outlet,watts\n0,1,200\n0.5,2,220\n1,1,200\n1.5,2,220\n2,1,200\n2.5,2,220\n3,1,200\n",
      "file");
  EXPECT_THAT(outlets.windows, ElementsAre(Window{1, 2, 420}));
  EXPECT_THAT(outlets.notes, testing::Contains("power is that of 2 outlets together"));
  EXPECT_THAT(windows_in("time,node,watts\n0,a,1\n0,b,1\n0,c,1\n1,a,200\n1,b,300\n1,c,100\n"),
              ElementsAre(Window{0, 1, 600}));
  EXPECT_THAT(windows_in("time,host,socket,watts\n0,a,0,1\n0,a,1,1\n1,a,0,200\n1,a,1,300\n"),
              ElementsAre(Window{0, 1, 500}));
  EXPECT_THAT(windows_in("time,gpu,power.draw [W]\n0,0,1\n0.1,1,1\n1,0,200\n1.1,1,200\n2,0,200\n"),
              ElementsAre(Window{0, 1, 400}));
  EXPECT_THAT(windows_in("time,host,watts\n0,a,1\n1,a,250\n"), ElementsAre(Window{0, 1, 250}));
  EXPECT_THAT(meter_fault("time,outlet,watts\n0,A,1\n0,B,\n1,A,1\n1,B,\n"),
              HasSubstr("file:3: the outlet B tells no window's power\n  leave its lines out"));
}

TEST(Meter, RefusesGraphicsCardsThatNothingTellsApart) {
  const auto fault = [](std::initializer_list<const char*> times) {
    std::string text = "timestamp, name, power.draw [W]\n";
    for (const char* time : times)
      text += std::string("2026-11-24 09:30:0") + time + "Z, NVIDIA A100, 61.00 W\n";
    return meter_fault(text);
  };
  constexpr const char* mend = "--query-gpu=timestamp,index,power.draw";
  EXPECT_THAT(fault({"0", "0", "1", "1"}), HasSubstr(mend));
  EXPECT_THAT(fault({"0", "0.003", "1", "1.003", "2", "2.003"}), HasSubstr(mend));
  EXPECT_THAT(fault({"0", "0.003", "0.006", "1", "1.003", "1.006", "7", "7.003", "7.006"}),
              HasSubstr(mend));
  EXPECT_EQ(fault({"0", "1", "2", "3", "4", "5"}), "");
  EXPECT_THAT(meter_in("time,power.draw\n0,1\n1,1\n", "file").notes,
              ElementsAre(HasSubstr("taken for those of one graphics card")));
}

// As counters are read.
TEST(Meter, TimesMayBeInOtherUnits) {
  for (const char* const text : {"time,watts\n1795512600000,1\n1795512660500,250\n",
                                 "timestamp_us,watts\n1795512600000000,1\n1795512660500000,250\n",
                                 "epoch,watts\n1795512600,1\n1795512660.5,250\n"}) {
    const Reading reading = meter_in(text, "file");
    EXPECT_TRUE(reading.absolute) << text;
    EXPECT_THAT(reading.windows, ElementsAre(Window{1795512600, 1795512660.5, 250})) << text;
  }
  EXPECT_THAT(windows_in("elapsed,timestamp,watts\n7,0,1\n8,1,250\n"),
              ElementsAre(Window{0, 1, 250}));
  EXPECT_THAT(windows_in("time [ms],watts\n0,1\n1500,250\n"), ElementsAre(Window{0, 1.5, 250}));
}

TEST(Meter, TimesOfAColumnInUtcAreSo) {
  const Reading reading =
      meter_in("time (UTC),watts\n2026-11-24 09:30:00,1\n2026-11-24 09:31:00,250\n", "file");
  EXPECT_THAT(reading.windows, ElementsAre(Window{1795512600, 1795512660, 250}));
  EXPECT_TRUE(reading.notes.empty());
}

TEST(Meter, SaysThatTheLastLineMayBeCut) {
  const Reading few = meter_in("time,name,watts\n0,a,1\n1,a,310\n2,a", "file");
  EXPECT_THAT(few.windows, ElementsAre(Window{0, 1, 310}));
  EXPECT_THAT(few.notes, ElementsAre(HasSubstr("the last line is cut, and left out")));
  const Reading all = meter_in("time,watts\n0,1\n1,310\n2,31", "file");
  EXPECT_THAT(all.windows, testing::SizeIs(2));
  EXPECT_THAT(all.notes, ElementsAre(HasSubstr("the last line has no end")));
}

// What comes after a pause is a reading of that moment, no mean over the pause.
TEST(Meter, LeavesOutPauses) {
  const Reading reading = meter_in("time,watts\n0,1\n1,100\n2,100\n900,300\n901,100\n", "file");
  EXPECT_THAT(reading.windows,
              ElementsAre(Window{0, 1, 100}, Window{1, 2, 100}, Window{900, 901, 100}));
  EXPECT_THAT(reading.notes,
              ElementsAre(HasSubstr("the meter paused 1 time: what is behind a pause "
                                    "of more than 5 s is left out")));
  EXPECT_THAT(windows_in("start,end,watts\n0,1,1\n1,2,1\n2,90,5\n"), testing::SizeIs(3))
      << "it says so itself";
}

TEST(Meter, LeavesOutWhatNoMachineTakes) {
  const Reading reading = meter_in("time,watts\n0,400\n1,410\n2,65535\n3,400\n4,0\n", "file");
  EXPECT_THAT(reading.windows, ElementsAre(Window{0, 1, 410}, Window{2, 3, 400}, Window{3, 4, 0}));
  EXPECT_THAT(reading.notes,
              ElementsAre(HasSubstr("up to 65.5 kW in 1 window, and usually 405 W: left out"),
                          HasSubstr("0 W in 1 window: if it failed there")));
  EXPECT_THAT(windows_in("time,watts\n0,1\n1,70000\n2,90000\n"), testing::SizeIs(2)) << "a rack";
}

TEST(Meter, RefusesWindowsOfYears) {
  EXPECT_THAT(meter_fault("start,duration,watts\n0,1795512600,1\n"),
              HasSubstr("a window of 1795512600 s"));
  EXPECT_THAT(meter_fault("time,watts\n2025-11-24T09:30:00Z,1\n2026-11-24T09:30:00Z,1\n"),
              HasSubstr("a window of 31536000 s"));
}

TEST(Meter, ThatWritesOnMayHaveWrittenHalfALine) {
  const auto growing = [](const std::string& text) {
    return meter_in(text, "file", Writing::goes_on);
  };
  EXPECT_THAT(growing("time,watts\n0,1\n1,200\n2,2").windows, ElementsAre(Window{0, 1, 200}));
  EXPECT_THAT(growing("time,watts\n").windows, testing::IsEmpty());
  EXPECT_THAT(growing("time,wa").windows, testing::IsEmpty());
  EXPECT_THAT(growing("").windows, testing::IsEmpty());
  EXPECT_THROW(growing("time,amps\n"), InputError);
  EXPECT_THROW(growing("1795512600,200\n1795512601,200\n"), InputError);
}

TEST(Meter, RefusesTimesThatDoNotMoveOn) {
  EXPECT_THAT(meter_fault("time,watts\n0,1\n60,1\n30,1\n"),
              HasSubstr("file:4: the time goes back"));
  EXPECT_THAT(meter_fault("time,watts\n0,1\n60,1\n60,1\n"), HasSubstr("file:4: the time does not"));
  EXPECT_THAT(meter_fault("start,watts\n0,1\n60,1\n60,1\n"), HasSubstr("the time does not"));
  EXPECT_THAT(meter_fault("start,end,watts\n0,60,1\n50,70,1\n"), HasSubstr("file:3: the window"));
  EXPECT_THAT(meter_fault("start,end,watts\n60,0,1\n"), HasSubstr("goes back"));
  EXPECT_THAT(meter_fault("start,duration,watts\n60,0,1\n"), HasSubstr("is no duration"));
  EXPECT_THAT(meter_fault("start_ms,end_ms,watts\n0,1000,1\n"), HasSubstr("is not read"));
  EXPECT_THAT(meter_fault("time_ms,duration_ms,watts\n0,1000,1\n"), HasSubstr("is not read"));
}

TEST(Meter, RefusesWhatIsNoPower) {
  EXPECT_THAT(meter_fault("time,watts\n0,1\n60,-5\n"), HasSubstr("file:3: -5 watts"));
  EXPECT_THAT(meter_fault("time,watts\n0,1\n60,5 J\n"), HasSubstr("'5 J' is no power"));
  EXPECT_THAT(meter_fault("time,watts\n0,1\n60,5 7\n"), HasSubstr("'5 7' is no power"));
  EXPECT_THAT(meter_fault("time,watts\n0,1\n60,1e10\n"), HasSubstr("more than any machine"));
  EXPECT_THAT(meter_fault("time,watts\n0,1\n60,nan\n"), HasSubstr("is no power"));
  EXPECT_THAT(meter_fault("time,watts\n0,1\n60,\"1,234\"\n"), HasSubstr("'1,234' is no power"));
}

TEST(Meter, RefusesUnitsThatNobodyCanTell) {
  EXPECT_THAT(meter_fault("time,power_mw\n0,1\n"), HasSubstr("milliwatts, or megawatts?"));
  EXPECT_THAT(meter_fault("time,mW\n0,1\n"), HasSubstr("power [mW]"));
  EXPECT_THAT(meter_fault("time,watts [mW]\n0,1\n"), HasSubstr("says watts, and then 'mW'"));
  EXPECT_THAT(meter_fault("time,power [J]\n0,1\n"), HasSubstr("'J' is none in watts"));
  EXPECT_THAT(meter_fault("time [W],watts\n0,1\n"), HasSubstr("times in 'W'"));
  EXPECT_THAT(meter_fault("start [ms],end [s],watts\n0,1,1\n"), HasSubstr("in different units"));
  EXPECT_THAT(meter_fault("end,duration [ms],watts\n0,1,1\n"), HasSubstr("durations in 'ms'"));
  EXPECT_THAT(meter_fault("time,watts\n5e9,1\n"), HasSubstr("none since 1970, nor of a run"));
  EXPECT_THAT(meter_fault("time,watts\n0,1\n1795512600,1\n"), HasSubstr("is a date"));
}

TEST(Meter, RefusesWhatIsNoTable) {
  EXPECT_THAT(meter_fault(""), HasSubstr("the file is empty"));
  EXPECT_THAT(meter_fault("# nothing\n"), HasSubstr("no line of names"));
  EXPECT_THAT(meter_fault("0,100\n60,100\n"), HasSubstr("names no column of times"));
  EXPECT_THAT(meter_fault("time,amps\n0,1\n"), HasSubstr("names no column of power"));
  EXPECT_THAT(meter_fault("time,watts,power\n0,1,1\n"), HasSubstr("two columns of power"));
  EXPECT_THAT(meter_fault("time,end,watts\n0,1,1\n"), HasSubstr("two columns tell the same"));
  EXPECT_THAT(meter_fault("start,duration,end,watts\n0,1,1,1\n"), HasSubstr("one too many"));
  EXPECT_THAT(meter_fault("time,watts\n0,1,2\n"), HasSubstr("3 values under 2 names"));
  EXPECT_THAT(meter_fault("time,watts\nnoon,1\n"), HasSubstr("'noon' is no time"));
  EXPECT_THAT(meter_fault("time,watts\n0,1\n"), HasSubstr("no window of the meter is complete"));
  EXPECT_THAT(meter_fault("time,watts\n0,1\n1,\n"),
              HasSubstr("no window of the meter is complete"));
}

}  // namespace
}  // namespace hpcast::meter

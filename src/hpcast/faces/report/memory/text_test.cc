#include "hpcast/faces/report/memory/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <sstream>

#include "hpcast/answers/memory/sample_for_tests.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {
namespace {

using answers::large_sample;
using answers::sample_with_core_time;
using answers::sample_with_page_faults;
using answers::sample_with_ranks;
using answers::sample_with_threads;
using answers::small_sample;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::size_t longest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) {
    longest = std::max(longest, display_width(line));
  }
  return longest;
}

TEST(TextReport, IsThisForASmallMachine) {
  EXPECT_EQ(text_report(small_sample(), {}),
            "2 s, limited by mem0 (memory), next L1_0 (50 % of it)\n"
            "T on small\n"
            "\n"
            "What limits          Time  Share  Worth  Without it\n"
            "mem0 (memory)         2 s  100 %    1 s  1 s, 2.0× faster\n"
            "L1_0 (cache)          1 s   50 %      -  -\n"
            "its rate of FLOPs  500 ms   25 %      -  -\n"
            "\n"
            "Object    Kind     Reads  Writes     Bytes    Hits    Time  Share\n"
            "mem0      memory      60       8   4.2 KiB       -     2 s  100 %  ████████\n"
            "L1_0      cache      950      50   7.8 KiB  94.0 %     1 s   50 %  ████\n"
            "core0     core       950      50   7.8 KiB       -  500 ms   25 %  ██\n"
            "Limiting nothing, all together:\n"
            "2 × wire  edge    1.01 k      58  12.1 KiB       -       -      -\n"
            "\n"
            "In phase  Instr.  Integer  Loads  Stores  DP FLOPs  SP FLOPs        Mostly\n"
            "solve         20       10      5       3        13         8  128-bit 48 %\n"
            "Left out: 7 instructions and 0 FLOPs of the start-up, before main\n"
            "Left out: 5 instructions of threads that spun, waiting for others\n"
            "\n"
            "Assumed\n"
            "  - one thread\n"
            "\n"
            "Not modelled\n"
            "  - latency\n"
            "\n"
            "1 k references of 1 thread simulated, offline\n");
}

TEST(TextReport, StaysWithinTheWidth) {
  for (const std::size_t width : {80u, 100u, 140u}) {
    TextOptions options;
    options.width = width;
    const std::string text = text_report(large_sample(), options);
    EXPECT_LE(longest_line(text.substr(text.find('\n') + 1)), width);  // the verdict is not broken
  }
}

TEST(TextReport, CollapsesWhatIsAlike) {
  const std::string text = text_report(large_sample(), {});
  EXPECT_THAT(text, HasSubstr("… 125 more like it (L1D_rome), ≤ "));
  EXPECT_THAT(text, Not(HasSubstr("1 more like it")));
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 60);
}

TEST(TextReport, ShowsPhasesOnlyWhenThereAreSeveral) {
  EXPECT_THAT(text_report(large_sample(), {}), HasSubstr("\nPhase"));
  EXPECT_THAT(text_report(small_sample(), {}), Not(HasSubstr("\nPhase")));
}

TEST(TextReport, TellsWhatLimits) {
  EXPECT_THAT(text_report(sample_with_core_time(), {}),
              HasSubstr("\nwaiting for memory      2.5 s   62 %     2 s  2 s, 2.0× faster\n"));
  EXPECT_THAT(text_report(large_sample(), {}), HasSubstr("  … and 2 more\n"));
}

TEST(TextReport, SaysWhatLimitsACoreInAPhase) {
  const answers::MemoryAnswer result = sample_with_core_time();
  answers::PhaseResult phase = result.phases[0];
  EXPECT_EQ(limit_words(result, phase), "core0: waiting for memory");
  phase.bottleneck = "mem0";
  EXPECT_EQ(limit_words(result, phase), "mem0");
  phase.bottleneck.clear();
  EXPECT_EQ(limit_words(result, phase), "nothing");
  phase = result.phases[0];
  phase.executing.reset();
  EXPECT_EQ(limit_words(result, phase), "core0");
}

TEST(TextReport, LeavesOutRunFactsOnDemand) {
  TextOptions options;
  options.run_facts = false;
  EXPECT_THAT(text_report(small_sample(), {}), HasSubstr("references of 1 thread simulated"));
  EXPECT_THAT(text_report(small_sample(), options), Not(HasSubstr("simulated")));
}

TEST(TextReport, ShowsWhatEachRankDid) {
  EXPECT_THAT(text_report(small_sample(), {}), Not(HasSubstr("Rank ")));
  EXPECT_THAT(
      text_report(sample_with_ranks(), {}),
      HasSubstr("Rank  On                  Threads  References  Memory read  Written  Alone  Lim"));
}

TEST(TextReport, SaysHowUnlikeTheRanksAre) {
  answers::MemoryAnswer result = sample_with_ranks();
  EXPECT_THAT(text_report(result, {}), HasSubstr("\nRank 0 moves most, 2.00 times the mean of "));
  result.ranks[1].bytes_read = result.ranks[0].bytes_read + result.ranks[0].bytes_write;
  EXPECT_THAT(text_report(result, {}), HasSubstr("\nAll ranks move about the same from and to "));
  result.ranks[0].bytes_read = result.ranks[0].bytes_write = result.ranks[1].bytes_read = 0;
  EXPECT_THAT(text_report(result, {}), Not(HasSubstr(" move")));
}

TEST(TextReport, SaysWhyItIsPartial) {
  answers::MemoryAnswer result = small_sample();
  result.partial = "the program was killed by signal 9";
  EXPECT_THAT(text_report(result, {}), HasSubstr("Partial: the program was killed by signal 9"));
}

TEST(TextReport, SaysThatAProgramFailed) {
  answers::MemoryAnswer result = small_sample();
  EXPECT_THAT(text_report(result, {}), Not(HasSubstr("Mind:")));
  result.run.exit_status = 3;
  EXPECT_THAT(text_report(result, {}), HasSubstr("\nMind: the program ended with status 3\n"));
}

TEST(TextReport, NamesCannotSteerTheTerminal) {
  answers::MemoryAnswer result = small_sample();
  result.objects[2].name = result.bottleneck.name = "mem\x1b[2J\xc2\x9b";
  EXPECT_THAT(text_report(result, {}), Not(HasSubstr("\x1b")));
  EXPECT_THAT(text_report(result, {}), HasSubstr("mem?[2J?"));
}

TEST(TextReport, OnlyItsOwnStylesReachATerminal) {
  const std::string text = styled("a\x1b[31m", Style::strong, true) + "\x1b";
  EXPECT_EQ(visible_but_styles(text, true), "\x1b[1ma\\x1b[31m\x1b[0m\\x1b");
  EXPECT_EQ(visible_but_styles(text, false), "\\x1b[1ma\\x1b[31m\\x1b[0m\\x1b");
}

TEST(TextReport, ColoursOnlyOnDemand) {
  TextOptions options;
  options.colour = true;
  EXPECT_THAT(text_report(small_sample(), options), HasSubstr("\x1b[1m"));
  EXPECT_THAT(text_report(small_sample(), {}), Not(HasSubstr("\x1b")));
}

TEST(TextOptions, APipeGetsPlainTextOf80Columns) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const TextOptions options = options_for(ends[1]);
  EXPECT_FALSE(options.colour);
  EXPECT_EQ(options.width, 80u);
  close(ends[0]);
  close(ends[1]);
}

TEST(ComparisonReport, BeginsWithTheHeadline) {
  answers::MemoryAnswer faster = large_sample();
  faster.time_s /= 2;
  for (answers::ObjectResult& object : faster.objects) object.time_s /= 2;
  const std::string text = text_report(compare(large_sample(), faster), {});
  EXPECT_THAT(text, StartsWith("B is 2.0× faster"));
  EXPECT_THAT(text, HasSubstr("\nmemory  "));
  EXPECT_THAT(text, HasSubstr("more that change less"));
  EXPECT_LE(longest_line(text), 110u);  // the headline is not broken
}

TEST(Table, CutsTheFirstColumnToFit) {
  Table table({{"Object", Align::left}, {"Time"}});
  table.row({"a_rather_long_name", "1 s"});
  EXPECT_EQ(table.text(16, false), "Object      Time\na_rather_…   1 s\n");
}

TEST(Table, CountsCharactersNotBytes) {
  EXPECT_EQ(display_width("µs ≤ é"), 6u);
  EXPECT_EQ(shortened("ééééé", 3), "éé…");
}

TEST(Table, WrapsAtBlanks) { EXPECT_EQ(wrapped("one two three", 7, "  "), "one two\n  three"); }

TEST(Bar, FillsInEighths) {
  EXPECT_EQ(bar(0, 4), "");
  EXPECT_EQ(bar(0.5, 4), "██");
  EXPECT_EQ(bar(0.53125, 4), "██▏");
  EXPECT_EQ(bar(7, 2), "██");
  EXPECT_EQ(bar(std::nan(""), 4), "");
}

TEST(TextReport, SaysHowLongThreadsWait) {
  const std::string text = text_report(sample_with_threads(), {});
  EXPECT_THAT(text, HasSubstr("     3  core0    1 s    4 s  thread 0"));
  EXPECT_THAT(text_report(sample_with_page_faults(), {}), Not(HasSubstr("Longest for")));
}

}  // namespace
}  // namespace hpcast::report

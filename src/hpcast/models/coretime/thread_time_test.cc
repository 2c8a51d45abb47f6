#include "hpcast/models/coretime/thread_time.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>

#include "hpcast/inputs/blocks/sample_for_tests.h"
#include "hpcast/models/coretime/core_for_tests.h"

namespace hpcast::coretime {
namespace {

using blocks::Sampled;
using blocks::SamplingPlan;
using blocks::Word;
using blocks::testing::description;
using testing::reg;
using Kind = InstructionKind;
using reftrace::Op;

Word read(std::uint64_t address, unsigned bytes, unsigned answerer = 0) {
  return blocks::answered(
      reftrace::reference(address, static_cast<unsigned>(std::countr_zero(bytes)), Op::read),
      answerer);
}

class Threads : public ::testing::Test {
 protected:
  static constexpr std::uint32_t fast = 1, slow = 2, loads = 3, string = 4, branch = 5, twice = 6;

  void SetUp() override {
    code.blocks[fast] = description({{Kind::float_add, {reg(1)}, {{1, 0}}, {}}}, {}, 0x1000);
    code.blocks[slow] = description({{Kind::divide, {reg(1)}, {{1, 0}}, {}}}, {}, 0x2000);
    // A load that may be absent, a range, and one more.
    code.blocks[loads] =
        description({{Kind::load, {}, {}, {{Op::read, {reg(9)}, 8, true}}},
                     {Kind::other, {}, {}, {{Op::read, {reg(9)}, 64, false, true}}},
                     {Kind::load, {}, {{1, 2}}, {{Op::read, {reg(1)}}}}},
                    {}, 0x3000);
    code.blocks[string] =
        description({{Kind::string, {reg(1)}, {{1, 0}}, {{Op::read, {reg(1)}, 1}}}}, {}, 0x4000);
    code.blocks[branch] =
        description({{Kind::branch, {}, {}, {}}, {Kind::divide, {reg(1)}, {{1, 1}}, {}}},
                    {blocks::exit_word(0, true, true, 0)}, 0x5000);
    code.blocks[twice] = description({{Kind::jump_indirect, {}, {}, {}}}, {}, 0x6000);
  }

  // Cycles, by `perfect`; told in spans of so many words.
  std::vector<double> times(const std::vector<Word>& words, std::size_t piece,
                            const SamplingPlan& plan, const std::vector<Perfect>& perfect) {
    const blocks::Table table(code);
    CodeTable codes(table, pipeline);
    ThreadTime thread(codes, pipeline, memory, perfect);
    blocks::Sampler sampler(table, plan);
    const std::vector<Word> kept = blocks::testing::sample(sampler, words);
    for (std::size_t i = 0; i < kept.size();) {
      const std::size_t size = std::min(piece, kept.size() - i);
      thread.follow(std::span(kept).subspan(i, size));
      i += size;
    }
    thread.finish();
    return thread.times();
  }
  double time(const std::vector<Word>& words, std::size_t piece = ~std::size_t{0},
              const SamplingPlan& plan = {}, Perfect perfect = {}) {
    return times(words, piece, plan, {perfect})[0];
  }
  static std::vector<Word> repeated(const std::vector<Word>& words, int times) {
    std::vector<Word> all;
    for (int i = 0; i < times; ++i) all.insert(all.end(), words.begin(), words.end());
    return all;
  }

  blocks::testing::TestCode code;
  dat::Pipeline pipeline = testing::small_core();
  MemoryView memory = testing::small_memory();
};

TEST_F(Threads, TakeWhatTheirBlocksTake) {
  EXPECT_NEAR(time(repeated({reftrace::executed(fast, 0)}, 1000)), 2 * 1000, 10);
  EXPECT_NEAR(time(repeated({reftrace::executed(slow, 0)}, 1000)), 20 * 1000, 30);
}

TEST_F(Threads, TheLastBlockCountsWhenNothingFollows) {
  const blocks::Table table(code);
  CodeTable codes(table, pipeline);
  ThreadTime thread(codes, pipeline, memory, {{}});
  const std::vector<Word> words{blocks::begins(Sampled::measure), reftrace::executed(slow, 0)};
  thread.follow(words);
  EXPECT_EQ(thread.times()[0], 0);
  thread.finish();
  EXPECT_EQ(thread.times()[0], 21);
}

TEST_F(Threads, OfBlocksThatAreNotDescribedNothingIsKnown) {
  const std::vector<Word> unknown{reftrace::executed(77, 0), read(0x1000, 8, 2)};
  EXPECT_EQ(time(repeated(unknown, 100)), 0);
  EXPECT_EQ(time({reftrace::executed(fast, 9), read(0x1000, 8, 2)}), 0);  // no such exit
}

// The last load waits for its own last round's: what comes before it must not take its place.
TEST_F(Threads, AbsentReferencesAndRangesTakeTheirPlace) {
  const std::vector<Word> all{reftrace::executed(loads, 0), read(0x10000, 8), read(0x20000, 32),
                              read(0x20020, 32), read(0x30000, 8, 1)};
  EXPECT_NEAR(time(repeated(all, 100)), 10 * 100, 20);
  const std::vector<Word> absent{reftrace::executed(loads, 0), reftrace::absent_reference,
                                 read(0x20000, 32), read(0x20020, 32), read(0x30000, 8, 1)};
  EXPECT_NEAR(time(repeated(absent, 100)), 10 * 100, 20);
  std::vector<Word> another = all;  // were the last one not the load's, it would wait for none
  another.erase(another.begin() + 1);
  EXPECT_LT(time(repeated(another, 100)), 10 * 90);
}

TEST_F(Threads, StepsOfAStringInOnePieceAreOne) {
  std::vector<Word> copied;
  for (std::uint64_t i = 0; i < 3200; ++i) {
    copied.push_back(reftrace::executed(string, 0));
    copied.push_back(read(0x10000 + i, 1));
  }
  EXPECT_NEAR(time(copied), (4 + 1) * 100, 20);  // 32 bytes: a load, a step that waits for it
  std::vector<Word> strided;
  for (std::uint64_t i = 0; i < 100; ++i) {
    strided.push_back(reftrace::executed(string, 0));
    strided.push_back(read(0x10000 + 64 * i, 1));
  }
  EXPECT_NEAR(time(strided), (4 + 1) * 100, 20);
}

TEST_F(Threads, AnExitEndsWhatIsExecuted) {
  EXPECT_NEAR(time(repeated({reftrace::executed(branch, 1)}, 1000)), 20 * 1000, 50);
  EXPECT_LT(time(repeated({reftrace::executed(branch, 0)}, 1000)), 2 * 1000);
}

TEST_F(Threads, BranchesAreMissedWhereTheyAreRandom) {
  std::mt19937 random(1);
  std::vector<Word> words;
  pipeline.timing(Kind::divide, Precision::none, 3) = {1, 1, 1, 1, 0};
  for (int i = 0; i < 4000; ++i) words.push_back(reftrace::executed(branch, random() % 2));
  const double perfect = time(words, ~std::size_t{0}, {}, {.branches = true});
  // Half of them, 12 cycles from dispatch to dispatch.
  EXPECT_NEAR(time(words), 4000 * 12 / 2.0, 4000);
  EXPECT_LT(perfect, 4000 * 2);
}

TEST_F(Threads, JumpsAreMissedWhereTheyLeadElsewhere) {
  const std::vector<Word> same{reftrace::executed(twice, 0), reftrace::executed(fast, 0)};
  EXPECT_LT(time(repeated(same, 1000)), 4 * 1000);
  std::mt19937 random(1);
  std::vector<Word> words;
  for (int i = 0; i < 1000; ++i) {
    words.push_back(reftrace::executed(twice, 0));
    words.push_back(reftrace::executed(random() % 2 == 0 ? fast : branch, 0));
  }
  EXPECT_GT(time(words), 1000 * 12 / 3.0);
}

TEST_F(Threads, TheTimeIsTheSameInPiecesOfAnySize) {
  std::mt19937 random(1);
  std::vector<Word> words;
  for (int i = 0; i < 3000; ++i) {
    const std::uint32_t block = 1 + random() % 7;  // the last one is not described
    words.push_back(reftrace::executed(block, block == branch ? random() % 2 : 0));
    const std::uint64_t at = 0x10000 + 8 * (random() % 4096);
    if (block == string) words.push_back(read(at, 1));
    if (block != loads) continue;
    words.push_back(random() % 2 == 0 ? reftrace::absent_reference : read(at, 8, random() % 3));
    for (unsigned part = 0; part < 4; ++part) words.push_back(read(at + 16 * part, 16));
    words.push_back(read(at, 8, random() % 3));
  }
  const SamplingPlan sampled{1000, 5, 500, 100, 50, 200};
  const double whole = time(words, ~std::size_t{0}, sampled);
  EXPECT_GT(whole, 3000);
  for (const std::size_t piece : {1U, 2U, 7U, 100U}) EXPECT_EQ(time(words, piece, sampled), whole);
}

// Windows that take turns beside the first one say what they would have, had they always run.
TEST_F(Threads, OfASteadyStreamASampleIsEnough) {
  std::vector<Word> words;
  for (std::uint64_t i = 0; i < 200'000; ++i) {
    words.push_back(reftrace::executed(i % 10 == 0 ? slow : fast, 0));
    if (i % 4 != 0) continue;
    words.push_back(reftrace::executed(loads, 0));
    for (unsigned r = 0; r < 4; ++r)
      words.push_back(read(0x10000 + 64 * i, r % 3 == 0 ? 8 : 32, r == 3 ? 2 : 0));
  }
  const std::vector<Perfect> perfect{{}, {.caches = true}, {.branches = true}, {.units = true}};
  const std::vector<double> whole = times(words, ~std::size_t{0}, {.one_in = 1}, perfect);
  const std::vector<double> sampled = times(words, 1000, {.whole = 10'000}, perfect);
  EXPECT_LT(whole[1], 0.9 * whole[0]);
  for (std::size_t i = 0; i < perfect.size(); ++i) EXPECT_NEAR(sampled[i] / whole[i], 1, 0.01) << i;
}

TEST_F(Threads, WhatIsLeftOutTakesAsLongAsWhatWasMeasured) {
  const std::vector<Word> words{blocks::begins(Sampled::measure), reftrace::executed(slow, 0),
                                reftrace::executed(slow, 0), blocks::begins(Sampled::skip),
                                blocks::left_out(100)};
  const blocks::Table table(code);
  CodeTable codes(table, pipeline);
  ThreadTime thread(codes, pipeline, memory, {{}, {.units = true}});
  thread.follow(std::span(words).first(3));
  thread.finish();
  const std::vector<double> measured = thread.times();
  thread.follow(std::span(words).subspan(3));
  EXPECT_DOUBLE_EQ(thread.times()[0], measured[0] * 51);
  EXPECT_DOUBLE_EQ(thread.times()[1], measured[1] * 51);
}

// More of them, in turn, than a TLB holds, but not more than it meets where it sees samples alone.
TEST_F(Threads, PagesThatSamplesLeaveOutAreKnown) {
  memory.translation = {12, 32, 100, 1};
  std::vector<Word> words;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    words.push_back(reftrace::executed(loads, 0));
    words.push_back(reftrace::absent_reference);
    for (unsigned r = 0; r < 2; ++r) words.push_back(read(0x10000 + 32 * r, 32));
    words.push_back(read(0x20000 + 4096 * (i % 64), 8));
  }
  const std::vector<Perfect> perfect{{}, {.branches = true}, {.units = true}};
  const std::vector<double> whole = times(words, ~std::size_t{0}, {.one_in = 1}, perfect);
  const SamplingPlan plan{1000, 20, 500, 60, 30, 30};
  const std::vector<double> sampled = times(words, ~std::size_t{0}, plan, perfect);
  EXPECT_GT(whole[0], 100 * 20'000);
  for (std::size_t i = 0; i < perfect.size(); ++i) EXPECT_NEAR(sampled[i] / whole[i], 1, 0.03) << i;
}

// Whether a window that does not run in that stretch does what the part waits for.
TEST_F(Threads, APartThatBeginsWithinAStretchGoesThroughAllWindows) {
  const std::vector<Word> far{reftrace::executed(loads, 0), reftrace::absent_reference,
                              read(0x20000, 32), read(0x20020, 32), read(0x30000, 8, 2)};
  const std::vector<Perfect> perfect{{}, {.branches = true}, {.caches = true}, {.units = true}};
  for (const Sampled begun : {Sampled::fill, Sampled::measure}) {
    const blocks::Table table(code);
    CodeTable codes(table, pipeline);
    ThreadTime thread(codes, pipeline, memory, perfect);
    std::vector<Word> before{blocks::begins(Sampled::measure), reftrace::executed(slow, 0),
                             blocks::begins(Sampled::skip),    blocks::left_out(100),
                             blocks::begins(Sampled::fill),    reftrace::executed(fast, 0)};
    if (begun == Sampled::measure) before.push_back(blocks::begins(Sampled::measure));
    before.push_back(reftrace::executed(fast, 0));
    thread.follow(before);
    const std::vector<double> then = thread.times();
    thread.enter(1);
    if (begun == Sampled::fill) thread.follow(std::vector{blocks::begins(Sampled::measure)});
    thread.follow(repeated(far, 100));
    thread.finish();
    const std::vector<double>& now = thread.times();
    EXPECT_LT(now[2] - then[2], 0.5 * (now[0] - then[0])) << static_cast<int>(begun);
  }
}

// Parts that take turns, each of which takes another time.
TEST_F(Threads, PartsAreSampledByThemselves) {
  const blocks::Table table(code);
  CodeTable codes(table, pipeline);
  ThreadTime thread(codes, pipeline, memory, {{}});
  blocks::Sampler sampler(table, {1000, 20, 500, 200, 100, 100});
  const std::vector<Word> of_part[2] = {repeated({reftrace::executed(fast, 0)}, 700),
                                        repeated({reftrace::executed(slow, 0)}, 700)};
  double before = 0, sums[2] = {0, 0};
  for (std::uint32_t i = 0; i < 400; ++i) {
    thread.enter(i % 2);
    sampler.enter(i % 2);
    thread.follow(blocks::testing::sample(sampler, of_part[i % 2]));
    const double now = thread.times()[0];
    sums[i % 2] += now - before;
    before = now;
  }
  EXPECT_NEAR(sums[0] / (200 * 700 * 2), 1, 0.02);
  EXPECT_NEAR(sums[1] / (200 * 700 * 20), 1, 0.02);
}

}  // namespace
}  // namespace hpcast::coretime

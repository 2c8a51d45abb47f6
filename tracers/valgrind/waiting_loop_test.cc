// SPDX-License-Identifier: GPL-2.0-or-later
#include "waiting_loop.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "hpcast/inputs/blocks/describe_for_tests.h"

namespace hpcast::tracer {
namespace {

using blocks::Kind;
using blocks::testing::description;
using blocks::testing::reg;
using blocks::testing::TestInstruction;
using reftrace::CodeTable;
using reftrace::Op;

constexpr unsigned flags_register = 16;
const Word flag = reftrace::reference(0x1000, 2, Op::read);
const Word other_flag = reftrace::reference(0x2000, 2, Op::read);

// Superblocks by number: 1 looks at what lies at r0, 2 at what lies at r1, 3 pauses, 4 adds up.
class Loop : public testing::Test {
 protected:
  Loop() : code_(static_cast<CodeTable*>(std::calloc(1, sizeof(CodeTable)))) {
    describe(look(0));
    describe(look(1));
    describe({{Kind::other, {}, {}, {}}});
    describe(
        {{Kind::integer, {reg(5)}, {{5, 0}}, {{Op::read, {reg(0)}}}}, {Kind::branch, {0}, {}, {}}});
  }
  ~Loop() override { std::free(code_); }

  static std::vector<TestInstruction> look(unsigned base) {
    return {{Kind::load, {}, {{2, 0}}, {{Op::read, {reg(base)}}}},
            {Kind::integer, {0, reg(3)}, {{flags_register, 1}}, {}},
            {Kind::branch, {1}, {}, {}}};
  }
  void describe(const std::vector<TestInstruction>& instructions, std::vector<Word> exits = {}) {
    const std::vector<Word> words = description(instructions, std::move(exits));
    code_->describe(code_->claim(), words.data(), static_cast<std::uint32_t>(words.size()));
  }

  // The thread executes these words, the last superblock of which goes back; whether the turn is
  // to be taken out.
  bool turn(std::uint32_t block, const std::vector<Word>& words) {
    for (const Word w : words) *cursor_++ = w;
    executed_.instructions += 3;
    if (!look_.ends_turn(block, cursor_)) return false;
    const bool waits = look_.goes_back(*code_, block, cursor_);
    if (waits) {
      look_.take_out(executed_, spun_);
      cursor_ = look_.begin();
    }
    look_.begin_turn(cursor_, executed_);
    return waits;
  }
  std::vector<bool> turns(std::uint32_t block, const std::vector<Word>& words, unsigned count) {
    std::vector<bool> taken_out;
    for (unsigned i = 0; i < count; ++i) taken_out.push_back(turn(block, words));
    return taken_out;
  }
  static Word executed(std::uint32_t block, unsigned exit = 0) {
    return reftrace::executed(block, exit);
  }

  CodeTable* code_;
  WaitingLoop look_{};
  Word batch_[1024] = {};
  Word* cursor_ = batch_;
  OperationCounts executed_{}, spun_{};
};

using Taken = std::vector<bool>;

TEST_F(Loop, TurnsAsTheOneBeforeAreTakenOut) {
  EXPECT_EQ(turns(1, {executed(1), flag}, 5), (Taken{false, false, true, true, true}));
  EXPECT_EQ(cursor_ - batch_, 4);
  EXPECT_EQ(executed_.instructions, 6U);
  EXPECT_EQ(spun_.instructions, 9U);
  EXPECT_EQ(spun_.loads, 3U);
}

TEST_F(Loop, AnotherAddressIsAnotherTurn) {
  turns(1, {executed(1), flag}, 3);
  EXPECT_EQ(turns(1, {executed(1), other_flag}, 2), (Taken{false, true}));
}

TEST_F(Loop, WhatWorksStays) {
  EXPECT_EQ(turns(4, {executed(4), flag}, 5), (Taken(5, false)));
  EXPECT_EQ(cursor_ - batch_, 10);
  EXPECT_EQ(spun_.instructions, 0U);
}

TEST_F(Loop, MayTakeSeveralSuperblocks) {
  EXPECT_EQ(turns(2, {executed(1), flag, executed(2), other_flag}, 4),
            (Taken{false, false, true, true}));
  EXPECT_EQ(turns(2, {executed(4), flag, executed(2), other_flag}, 4), Taken(4, false))
      << "one of them works";
}

// `do pause(); while (!a && !b)` goes back from both ends; a compiler may unroll that.
TEST_F(Loop, MayGoBackFromSeveral) {
  unsigned taken_out = 0;
  for (unsigned i = 0; i < 10; ++i) {
    taken_out += turn(3, {executed(3)}) ? 1 : 0;
    taken_out += turn(1, {executed(1), flag}) ? 1 : 0;
    taken_out += turn(2, {executed(2), other_flag}) ? 1 : 0;
  }
  EXPECT_GE(taken_out, 6U);
  EXPECT_LT(cursor_ - batch_, 25);
}

TEST_F(Loop, AnotherLoopFollows) {
  turns(1, {executed(1), flag}, 3);
  EXPECT_TRUE(turns(2, {executed(2), other_flag}, 12).back());
  EXPECT_TRUE(turns(1, {executed(1), flag}, 12).back());
}

TEST_F(Loop, MayBeCountedAsWork) {
  turns(1, {executed(1), flag}, 3);
  look_.count_as_work();
  EXPECT_EQ(turns(1, {executed(1), flag}, 3), Taken(3, false));
}

TEST_F(Loop, AnEmptiedBatchEndsATurnThatIsUnderWay) {
  turns(1, {executed(1), flag}, 3);
  *cursor_++ = executed(1);
  look_.leave_batch(cursor_, batch_);
  cursor_ = batch_;
  EXPECT_EQ(turns(1, {flag}, 1), (Taken{false}));
  EXPECT_EQ(turns(1, {executed(1), flag}, 2), (Taken{true, true})) << "the loop is known";
  look_.leave_batch(cursor_, batch_ + 100);
  cursor_ = batch_ + 100;
  EXPECT_TRUE(turn(1, {executed(1), flag})) << "it was emptied between two turns";
}

TEST_F(Loop, LongTurnsStay) {
  std::vector<Word> words(65, flag);
  words[0] = executed(1);
  EXPECT_EQ(turns(1, words, 4), Taken(4, false));
}

TEST_F(Loop, AnotherThreadMayHaveHadTheBatch) {
  turns(1, {executed(1), flag}, 3);
  look_.leave_batch(cursor_, batch_ + 100);
  look_.enter_batch(batch_ + 200);
  cursor_ = batch_ + 200;
  EXPECT_TRUE(turn(1, {executed(1), flag}));
  look_.forget();
  look_.enter_batch(batch_);
  EXPECT_EQ(look_.begin(), nullptr) << "it is in no loop";
}

// Superblock 5 looks twice, each time with a way out.
TEST_F(Loop, IsLeftAtTheBranchThatGoesAnotherWay) {
  std::vector<TestInstruction> both = look(0);
  both.insert(both.end(),
              {{Kind::load, {}, {{2, 3}}, {{Op::read, {reg(1)}}}}, {Kind::branch, {3}, {}, {}}});
  describe(both, {blocks::exit_word(2, true, true, 1), blocks::exit_word(4, true, true, 2)});
  const std::vector<Word> words{executed(1), flag, executed(5, 2), flag, other_flag};
  Turn turn{};
  turn.assign(words.data(), words.data() + words.size());
  const auto left_at = [&](const std::vector<Word>& by) {
    return turn.left_at(*code_, by.data(), by.data() + by.size());
  };
  EXPECT_EQ(left_at({executed(1), flag, executed(5, 0), flag}), 0x1000U + 4 * 2);
  EXPECT_EQ(left_at({executed(1), flag, executed(5, 1), flag, other_flag}), 0x1000U + 4 * 4);
  EXPECT_EQ(left_at({executed(1), flag, executed(2)}), 0U) << "it went on elsewhere";
  EXPECT_EQ(left_at({executed(1), other_flag}), 0U);
  EXPECT_EQ(left_at({executed(1), flag}), 0U) << "it is not known yet";
  EXPECT_EQ(left_at(words), 0U) << "it has not been left";
  turn.words[2] = executed(99, 2);
  EXPECT_EQ(left_at({executed(1), flag, executed(99, 0)}), 0U) << "not described";
}

}  // namespace
}  // namespace hpcast::tracer

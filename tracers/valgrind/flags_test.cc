// SPDX-License-Identifier: GPL-2.0-or-later
#include "flags.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "hpcast/blocks/describe_for_tests.h"
#include "memory.h"

namespace hpcast::tracer {
namespace {

using reftrace::Op;
using Strings = std::vector<std::string>;

constexpr std::uint64_t flag_address = 0x1000, other_address = 0x2000;
Word read_of(std::uint64_t address) { return reftrace::reference(address, 2, Op::read); }
Word write_of(std::uint64_t address) { return reftrace::reference(address, 2, Op::write); }
const Word block = reftrace::executed(1, 0);

// What is told, in words: "3" words, "signal 0", "wait 0:2" for the second write of thread 0.
class Teller {
 public:
  void put(const Word*, std::uint64_t count) { told.push_back(std::to_string(count)); }
  void signal(std::uint64_t object) { told.push_back("signal " + writer_in(object)); }
  void wait(std::uint64_t object, std::uint64_t count) {
    told.push_back("wait " + writer_in(object) + ":" + std::to_string(count));
  }
  Strings told;

 private:
  static std::string writer_in(std::uint64_t object) { return std::to_string(object & 0xffff); }
};

class FlagsOfThreads : public testing::Test {
 protected:
  FlagsOfThreads() : flags_(zeroed<Flags>("test", 1)) { flags_->open(8, nullptr); }
  ~FlagsOfThreads() override { release(flags_); }

  Strings tell(std::uint32_t thread, const std::vector<Word>& words, bool spun = false) {
    Teller teller;
    const Word* const begin = words.data();
    const Word* const end = begin + words.size();
    flags_->tell({begin, end, spun ? begin : end, end, thread}, teller);
    return teller.told;
  }
  Strings write(std::uint32_t thread) { return tell(thread, {block, write_of(flag_address)}); }
  Strings read(std::uint32_t thread) { return tell(thread, {block, read_of(flag_address)}); }
  Strings end_spin(std::uint32_t thread) {
    return tell(thread, {block, read_of(flag_address)}, true);
  }
  void watch(std::uint32_t thread) { flags_->watch(read_of(flag_address), thread); }
  void look_in_vain(std::uint32_t thread) { flags_->look_in_vain(read_of(flag_address), thread); }

  Flags* flags_;
};

TEST_F(FlagsOfThreads, SignalsBehindTheSuperblockThatWrites) {
  watch(1);
  EXPECT_TRUE(flags_->watches(read_of(flag_address)));
  EXPECT_FALSE(flags_->watches(read_of(other_address)));
  const Strings told = tell(
      0, {block, write_of(flag_address), read_of(other_address), block, write_of(other_address)});
  EXPECT_EQ(told, (Strings{"3", "signal 0", "2"}));
  EXPECT_EQ(tell(0, {block, write_of(other_address)}), (Strings{"2"}));
}

TEST_F(FlagsOfThreads, WaitsBeforeTheSuperblockThatReads) {
  watch(1);
  write(0);
  const Strings told =
      tell(1, {block, read_of(other_address), block, read_of(other_address), read_of(flag_address)},
           true);
  EXPECT_EQ(told, (Strings{"2", "wait 0:1", "3"}));
  EXPECT_EQ(end_spin(1), (Strings{"2"})) << "it has waited for that";
}

TEST_F(FlagsOfThreads, WaitsForTheFirstWriteThatItHasNotLookedAt) {
  watch(1);
  write(0);
  write(0);
  look_in_vain(1);
  write(0);
  write(0);
  EXPECT_EQ(end_spin(1), (Strings{"wait 0:3", "2"})) << "the writer may be far ahead";
  EXPECT_EQ(end_spin(1), (Strings{"wait 0:4", "2"}));
}

TEST_F(FlagsOfThreads, WaitsForThatTooWhichWasSetBeforeItCame) {
  watch(1);
  write(0);
  EXPECT_EQ(read(1), (Strings{"wait 0:1", "2"}));
}

// As each round of two threads that take turns is told before the next begins, none is lost.
TEST_F(FlagsOfThreads, StrictAlternation) {
  watch(0);
  watch(1);
  for (std::uint64_t round = 1; round <= 30; ++round) {
    EXPECT_EQ(write(0), (Strings{"2", "signal 0"}));
    EXPECT_EQ(end_spin(1), (Strings{"wait 0:" + std::to_string(round), "2"}));
    look_in_vain(0);
    EXPECT_EQ(write(1), (Strings{"2", "signal 1"}));
    EXPECT_EQ(end_spin(0), (Strings{"wait 1:" + std::to_string(round), "2"}));
    look_in_vain(1);
  }
}

TEST_F(FlagsOfThreads, EachWriterByItself) {
  watch(2);
  write(0);
  write(1);
  EXPECT_EQ(end_spin(2), (Strings{"wait 0:1", "wait 1:1", "2"}));
  EXPECT_EQ(read(0), (Strings{"wait 1:1", "2"})) << "its own write is no news";
}

TEST_F(FlagsOfThreads, ItsOnlyReaderWritesForNobody) {
  watch(1);
  EXPECT_EQ(write(1), (Strings{"2"}));
  watch(0);
  EXPECT_EQ(write(1), (Strings{"2", "signal 1"}));
}

// An exchange in a superblock that is not known is a lock's, maybe: who finds it free without
// spinning waits for nobody, now and later.
TEST_F(FlagsOfThreads, LocksAreWaitedForBySpinningOnly) {
  watch(1);
  tell(0, {block, read_of(flag_address), write_of(flag_address)});
  write(0);
  EXPECT_EQ(read(1), (Strings{"2"}));
  write(0);
  EXPECT_EQ(end_spin(1), (Strings{"wait 0:3", "2"}));
}

// Compilers store atomically by exchanges, after which nobody asks for what was there.
TEST_F(FlagsOfThreads, ExchangesMayBeStores) {
  using blocks::Kind;
  const blocks::testing::TestInstruction exchange{
      Kind::atomic, {}, {{0, 0}}, {{Op::read}, {Op::write}}};
  const blocks::testing::TestInstruction ask{Kind::branch, {0}, {}, {}};
  auto* const code = zeroed<reftrace::CodeTable>("test", 1);
  for (const auto& instructions : {std::vector{exchange}, std::vector{exchange, ask}}) {
    const std::vector<Word> words = blocks::testing::description(instructions);
    code->describe(code->claim(), words.data(), static_cast<std::uint32_t>(words.size()));
  }
  flags_->open(8, code);
  watch(1);
  const Word storing = reftrace::executed(1, 0), taking = reftrace::executed(2, 0);
  tell(0, {storing, read_of(flag_address), write_of(flag_address)});
  EXPECT_EQ(read(1), (Strings{"wait 0:1", "2"}));
  tell(0, {taking, read_of(flag_address), write_of(flag_address)});
  EXPECT_EQ(read(1), (Strings{"2"}));
  release(code);
}

TEST_F(FlagsOfThreads, PartOfAFlagIsTheFlag) {
  flags_->watch(reftrace::reference(flag_address, 3, Op::read), 1);
  EXPECT_EQ(tell(0, {block, write_of(flag_address + 4)}), (Strings{"2", "signal 0"}));
  EXPECT_EQ(tell(0, {block, write_of(flag_address + 8)}), (Strings{"2"}));
}

TEST_F(FlagsOfThreads, TheOldestOfTooManyIsForgotten) {
  watch(1);
  write(0);
  for (unsigned i = 0; i < 256; ++i) flags_->watch(read_of(other_address + 8 * i), 1);
  EXPECT_FALSE(flags_->watches(read_of(flag_address)));
  EXPECT_EQ(write(0), (Strings{"2"}));
  EXPECT_EQ(end_spin(1), (Strings{"2"})) << "nobody signals it any more";
  EXPECT_EQ(tell(0, {block, write_of(other_address)}), (Strings{"2", "signal 0"}));
}

}  // namespace
}  // namespace hpcast::tracer

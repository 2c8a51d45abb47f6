// SPDX-License-Identifier: GPL-2.0-or-later
#include "flags.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "memory.h"

namespace hpcast::tracer {
namespace {

using reftrace::Op;
using Strings = std::vector<std::string>;

constexpr std::uint64_t flag_address = 0x1000, other_address = 0x2000;
Word read_of(std::uint64_t address) { return reftrace::reference(address, 2, Op::read); }
Word write_of(std::uint64_t address) { return reftrace::reference(address, 2, Op::write); }
const Word block = reftrace::executed(1, 0);

// What is told, in words: "3" words, "signal 0" by thread 0.
class Teller {
 public:
  explicit Teller(const std::map<std::uint64_t, std::uint64_t>& memory) : memory_(memory) {}
  void put(const Word*, std::uint64_t count) { told.push_back(std::to_string(count)); }
  void signal(std::uint64_t object) { told.push_back("signal " + std::to_string(object & 0xffff)); }
  std::uint64_t value(std::uint64_t address, std::uint32_t) const { return memory_.at(address); }
  Strings told;

 private:
  const std::map<std::uint64_t, std::uint64_t>& memory_;
};

class FlagsOfThreads : public testing::Test {
 protected:
  FlagsOfThreads() : flags_(zeroed<Flags>("test", 1)) { flags_->open(8); }
  ~FlagsOfThreads() override { release(flags_); }

  Strings tell(std::uint32_t thread, const std::vector<Word>& words, std::size_t later = 0) {
    Teller teller(memory_);
    const Word* const end = words.data() + words.size();
    flags_->tell({words.data(), end - later, end}, thread, teller);
    return teller.told;
  }
  Strings write(std::uint32_t thread, std::uint64_t value) {
    memory_[flag_address] = value;
    return tell(thread, {block, write_of(flag_address)});
  }
  void watch(std::uint32_t thread) {
    flags_->watch(read_of(flag_address), thread, memory_[flag_address]);
  }
  void look_in_vain(std::uint32_t thread) {
    flags_->look_in_vain(read_of(flag_address), thread, memory_[flag_address]);
  }
  // What the thread waits for that goes on where the flag is at least so much: "0:2" the second
  // write of thread 0.
  std::string pass(std::uint32_t thread, std::uint64_t least) {
    const Flags::Wait wait = flags_->pass(flags_->find(flag_address, 4), thread,
                                          [&](std::uint64_t value) { return value >= least; });
    if (wait.object == 0) return "";
    return std::to_string(wait.object & 0xffff) + ":" + std::to_string(wait.count);
  }

  Flags* flags_;
  std::map<std::uint64_t, std::uint64_t> memory_{{flag_address, 0}, {other_address, 0}};
};

TEST_F(FlagsOfThreads, SignalsBehindTheSuperblockThatWrites) {
  watch(1);
  EXPECT_TRUE(flags_->watches(read_of(flag_address)));
  EXPECT_FALSE(flags_->watches(read_of(other_address)));
  const Strings told = tell(
      0, {block, write_of(flag_address), read_of(other_address), block, write_of(other_address)});
  EXPECT_EQ(told, (Strings{"3", "signal 0", "2"}));
}

TEST_F(FlagsOfThreads, WaitsForTheFirstWriteThatLetsItGoOn) {
  watch(1);
  for (std::uint64_t i = 1; i <= 5; ++i) write(0, i);
  EXPECT_EQ(pass(1, 3), "0:3") << "the writer may be far ahead";
  EXPECT_EQ(pass(1, 4), "0:4");
}

// A monitor, a reader of a seqlock, a producer with room left.
TEST_F(FlagsOfThreads, WhoCouldGoOnBeforeDoesNotWait) {
  watch(1);
  write(0, 5);
  EXPECT_EQ(pass(1, 1), "0:1");
  for (std::uint64_t i = 6; i <= 50; ++i) write(0, i);
  EXPECT_EQ(pass(1, 5), "");
  EXPECT_EQ(pass(1, 50), "0:46");
}

TEST_F(FlagsOfThreads, ItHasNotWaitedForWhatItLookedAtInVain) {
  watch(1);
  write(0, 7);
  memory_[flag_address] = 0;
  write(2, 0);
  look_in_vain(1);
  write(0, 7);
  EXPECT_EQ(pass(1, 7), "0:2");
}

TEST_F(FlagsOfThreads, KnowsWhatItHasWrittenItself) {
  watch(0);
  watch(1);
  EXPECT_EQ(write(0, 1), (Strings{"2", "signal 0"}));
  EXPECT_EQ(pass(0, 1), "");
}

TEST_F(FlagsOfThreads, ItsOnlyReaderWritesForNobody) {
  watch(1);
  EXPECT_EQ(write(1, 1), (Strings{"2"}));
  watch(0);
  EXPECT_EQ(write(1, 2), (Strings{"2", "signal 1"}));
}

TEST_F(FlagsOfThreads, CountersAreKnownInBetween) {
  watch(1);
  memory_[flag_address] = 4;
  const Word w = write_of(flag_address);
  tell(0, {block, w, block, w, block, w, block, w});
  EXPECT_EQ(pass(1, 3), "0:3");
}

TEST_F(FlagsOfThreads, AValueThatIsWrittenLaterIsNotTheOneBefore) {
  watch(1);
  memory_[flag_address] = 9;
  tell(0, {block, write_of(flag_address), block, write_of(flag_address)}, 2);
  tell(0, {block, write_of(flag_address)});
  EXPECT_EQ(pass(1, 9), "0:1") << "not known: it may be";
}

TEST_F(FlagsOfThreads, AThreadKnowsWhatItsCreatorDid) {
  watch(1);
  write(0, 3);
  flags_->inherit(2, 0);
  EXPECT_EQ(pass(2, 3), "");
}

TEST_F(FlagsOfThreads, PartOfAFlagIsTheFlag) {
  flags_->watch(reftrace::reference(flag_address, 3, Op::read), 1, 0);
  EXPECT_EQ(tell(0, {block, write_of(flag_address + 4)}), (Strings{"2", "signal 0"}));
  EXPECT_EQ(tell(0, {block, write_of(flag_address + 8)}), (Strings{"2"}));
}

TEST_F(FlagsOfThreads, WhatIsUnmappedIsForgotten) {
  watch(1);
  flags_->forget(flag_address & ~0xfffULL, 0x1000);
  EXPECT_FALSE(flags_->watches(read_of(flag_address)));
  EXPECT_EQ(write(0, 1), (Strings{"2"}));
}

TEST_F(FlagsOfThreads, TheOldestOfTooManyIsForgotten) {
  watch(1);
  for (unsigned i = 0; i < 256; ++i) flags_->watch(read_of(other_address + 8 * i), 1, 0);
  EXPECT_FALSE(flags_->watches(read_of(flag_address)));
  EXPECT_TRUE(flags_->watches(read_of(other_address)));
}

}  // namespace
}  // namespace hpcast::tracer

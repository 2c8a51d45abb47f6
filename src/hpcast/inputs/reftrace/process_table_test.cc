#include "hpcast/inputs/reftrace/process_table.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace hpcast::reftrace {
namespace {

struct TestSystem {
  static void yield() { std::this_thread::yield(); }
  static bool is_alive(std::uint32_t process) { return dead.count(process) == 0; }
  static inline std::set<std::uint32_t> dead;
};

Rank rank_of(std::vector<const char*> entries) {
  entries.push_back(nullptr);
  return rank_in(const_cast<char* const*>(entries.data()));
}

TEST(RankIn, IsWhatTheStarterTells) {
  const Rank open_mpi = rank_of({"HOME=/", "OMPI_COMM_WORLD_RANK=3", "OMPI_COMM_WORLD_SIZE=8"});
  EXPECT_EQ(open_mpi.rank, 3U);
  EXPECT_EQ(open_mpi.ranks, 8U);
  const Rank mpich = rank_of({"PMI_SIZE=2", "PMI_RANK=0"});
  EXPECT_EQ(mpich.rank, 0U);
  EXPECT_EQ(mpich.ranks, 2U);
  EXPECT_EQ(rank_of({"MV2_COMM_WORLD_RANK=1", "MV2_COMM_WORLD_SIZE=2"}).rank, 1U);
}

TEST(RankIn, IsNoneWithoutAStarterOrWhereItMakesNoSense) {
  EXPECT_EQ(rank_in(nullptr).ranks, 0U);
  EXPECT_EQ(rank_of({}).ranks, 0U);
  EXPECT_EQ(rank_of({"PMI_RANK=0"}).ranks, 0U);
  EXPECT_EQ(rank_of({"PMI_RANK=2", "PMI_SIZE=2"}).ranks, 0U);
  EXPECT_EQ(rank_of({"PMI_RANK=", "PMI_SIZE=2"}).ranks, 0U);
  EXPECT_EQ(rank_of({"PMI_RANK=-1", "PMI_SIZE=2"}).ranks, 0U);
  EXPECT_EQ(rank_of({"PMI_RANK=0", "PMI_SIZE=2x"}).ranks, 0U);
  EXPECT_EQ(rank_of({"PMI_RANK=0", "PMI_SIZE=4294967298"}).ranks, 0U);
  EXPECT_EQ(rank_of({"PMI_RANKS=0", "XPMI_SIZE=2", "PMI_RANK=0"}).ranks, 0U);
}

class ProcessTableTest : public testing::Test {
 protected:
  ProcessTableTest() : header_(std::make_unique<ChannelHeader>()), slots_(4) {
    TestSystem::dead.clear();
    header().max_threads = 4;
    header().several = 1;
  }
  ChannelHeader& header() { return *header_; }
  ThreadSlot* slots() { return slots_.data(); }
  std::uint32_t claim(std::uint32_t process, Rank rank = {}, const char* program = "program") {
    return claim_process<TestSystem>(header(), slots(), process, rank, program);
  }
  using Ended = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // process, its threads
  Ended ended_before(std::uint32_t index) {
    Ended found;
    each_ended_before(header(), index, [&](std::uint32_t process, std::uint32_t threads) {
      found.emplace_back(process, threads);
    });
    return found;
  }

 private:
  std::unique_ptr<ChannelHeader> header_;
  std::vector<ThreadSlot> slots_;
};

TEST_F(ProcessTableTest, EachProcessHasAnEntry) {
  EXPECT_EQ(claim(100, {1, 2}), 0U);
  EXPECT_EQ(claim(200, {0, 2}), 1U);
  EXPECT_EQ(header().process_count.load(), 2U);
  EXPECT_EQ(header().processes[0].id, 100U);
  EXPECT_EQ(header().processes[0].rank, 1U);
  EXPECT_EQ(header().processes[1].ranks, 2U);
  EXPECT_EQ(header().lock.load(), 0U);
}

TEST_F(ProcessTableTest, AProcessThatBecameAnotherProgramHasTwo) {
  claim(100);
  claim(200);
  slots()[1].process = 0;
  slots()[1].state = ThreadState::blocked;
  slots()[2].process = 1;
  slots()[2].state = ThreadState::running;
  EXPECT_EQ(claim(100), 2U);
  EXPECT_EQ(header().processes[0].state.load(), ProcessState::replaced);
  EXPECT_EQ(header().processes[1].state.load(), ProcessState::running);
  EXPECT_EQ(slots()[1].state.load(), ThreadState::ended);
  EXPECT_EQ(slots()[2].state.load(), ThreadState::running);
}

TEST_F(ProcessTableTest, WhatBeginsAloneHasAPhaseOfItsOwn) {
  header().phases.count = 1;
  claim(100, {}, "a");
  claim(200, {}, "b");  // beside it
  header().processes[0].phase = 7;
  header().processes[0].state = ProcessState::finished;
  claim(300, {}, "c");
  EXPECT_EQ(header().processes[1].phase.load(), 0U);
  EXPECT_EQ(header().processes[2].phase.load(), 0U);
  TestSystem::dead = {200};
  header().processes[2].state = ProcessState::replaced;
  claim(400, {}, "bin/d");
  claim(500, {}, "e");
  for (const int process : {3, 4}) EXPECT_EQ(header().processes[process].phase.load(), 1U);
  EXPECT_STREQ(header().phases.names[1], "d");
}

TEST_F(ProcessTableTest, ProgramsOfOneNameHavePhasesApart) {
  header().phases.count = 1;
  for (std::uint32_t i = 0; i < 12; ++i) {
    header().processes[claim(100 + i, {}, "bin/a")].state = ProcessState::finished;
    EXPECT_EQ(header().processes[i].phase.load(), i);
  }
  EXPECT_STREQ(header().phases.names[1], "a");
  EXPECT_STREQ(header().phases.names[2], "a (2)");
  EXPECT_STREQ(header().phases.names[11], "a (11)");
}

TEST_F(ProcessTableTest, AProcessComesAfterThoseThatHadEnded) {
  claim(100);
  claim(200);
  header().processes[0].threads = 3;
  header().processes[0].state = ProcessState::finished;
  EXPECT_EQ(ended_before(claim(300)), (Ended{{0, 3}}));
}

TEST_F(ProcessTableTest, WhatEndsLaterRanBeside) {
  header().phases.count = 1;
  claim(100);
  const std::uint32_t second = claim(200);
  header().processes[0].state = ProcessState::finished;
  EXPECT_EQ(header().processes[second].phase.load(), 0U);
  EXPECT_EQ(ended_before(second), Ended{});
}

TEST_F(ProcessTableTest, OfThreadsThatNeverBeganNobodyWaitsForTheEnd) {
  const std::uint32_t killed = claim(100);
  for (const bool begins : {true, true, false}) {
    ThreadSlot& slot = slots()[ready_slot(header(), slots(), killed)];
    announce_thread(header(), slot);
    if (begins) note_stream_begun(header(), slot);
  }
  TestSystem::dead = {100};
  EXPECT_EQ(ended_before(claim(200)), (Ended{{0, 2}}));
}

TEST_F(ProcessTableTest, AsManyProcessesAsThereMayBeComeAfterOneAnother) {
  for (std::uint32_t i = 0; i < max_processes; ++i) {
    EXPECT_EQ(ended_before(claim(i + 1)).size(), i);
    header().processes[i].state = ProcessState::finished;
  }
}

TEST_F(ProcessTableTest, RanksOfOneProgramRunAtOnce) {
  header().phases.count = 1;
  claim(100, {0, 2});
  header().processes[0].state = ProcessState::finished;
  claim(200, {1, 2});
  EXPECT_EQ(header().processes[1].phase.load(), 0U);
  EXPECT_EQ(ended_before(1), Ended{});
  header().processes[1].state = ProcessState::finished;
  claim(300, {0, 3});  // of another one
  EXPECT_EQ(header().processes[2].phase.load(), 1U);
}

TEST_F(ProcessTableTest, WhatIsTooManyIsCounted) {
  for (std::uint32_t i = 0; i < max_processes; ++i) EXPECT_EQ(claim(i + 1), i);
  EXPECT_EQ(claim(1000), max_processes);
  EXPECT_EQ(header().programs_refused.load(), 1U);
}

TEST_F(ProcessTableTest, OneAloneWhereNotSeveralAreWanted) {
  header().several = 0;
  EXPECT_EQ(claim(100), 0U);
  EXPECT_EQ(claim(100), max_processes);
  EXPECT_EQ(header().programs_refused.load(), 1U);
}

TEST_F(ProcessTableTest, AKilledOwnerLosesTheLock) {
  header().lock = 666;
  TestSystem::dead = {666};
  { const ChannelLock<TestSystem> lock(header(), 100); }
  EXPECT_EQ(header().lock.load(), 0U);
}

TEST_F(ProcessTableTest, TheLockIsHeldByOneAtATime) {
  std::vector<std::thread> threads;
  std::uint64_t count = 0;  // no atomic
  for (std::uint32_t id = 1; id <= 4; ++id)
    threads.emplace_back([&, id] {
      for (int i = 0; i < 1000; ++i) {
        const ChannelLock<TestSystem> lock(header(), id);
        ++count;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(count, 4000U);
}

TEST_F(ProcessTableTest, AChildIsKnownByTheLastProgramThatItBecame) {
  note_child(header(), 7, "a");
  note_child(header(), 8, "/bin/sh");
  note_child(header(), 7, "/bin/ls");
  note_child(header(), 0, "sh");
  note_child(header(), 0, "sh");
  ASSERT_EQ(header().child_count.load(), 4U);
  EXPECT_STREQ(header().children[0].program, "/bin/ls");
  EXPECT_STREQ(header().children[1].program, "/bin/sh");
  EXPECT_STREQ(header().children[3].program, "sh");
}

TEST_F(ProcessTableTest, AForkedChildIsThereBeforeItHasRun) {
  const std::uint32_t first = announce_child(header(), "a");
  const std::uint32_t second = announce_child(header(), "a");
  ASSERT_EQ(header().child_count.load(), 2U);
  EXPECT_EQ(header().children[first].id.load(), 0U);
  EXPECT_STREQ(header().children[first].program, "a");
  enter_child(header(), second, 7, "a");
  note_child(header(), 7, "/bin/ls");
  EXPECT_EQ(header().child_count.load(), 2U);
  EXPECT_STREQ(header().children[second].program, "/bin/ls");
}

TEST_F(ProcessTableTest, AForkThatFailsIsTakenBack) {
  withdraw_child(header(), announce_child(header(), "a"));
  EXPECT_EQ(header().children[0].id.load(), no_child);
  for (std::uint32_t i = 0; i < max_children; ++i) announce_child(header(), "a");
  withdraw_child(header(), announce_child(header(), "a"));
  EXPECT_EQ(header().child_count.load(), max_children + 1);
}

TEST_F(ProcessTableTest, MoreChildrenThanAreToldByNameAreCounted) {
  for (std::uint32_t i = 1; i <= max_children + 5; ++i) note_child(header(), i, "a");
  EXPECT_EQ(header().child_count.load(), max_children + 5);
}

TEST_F(ProcessTableTest, ALongNameIsCut) {
  note_child(header(), 7, std::string(2 * max_name, 'x').c_str());
  EXPECT_EQ(std::string(header().children[0].program), std::string(max_name - 1, 'x'));
}

TEST_F(ProcessTableTest, ASlotThatAKilledProcessWasTakingIsFree) {
  header().threads_created = 3;
  slots()[0].state = ThreadState::running;
  slots()[0].thread = 2;
  EXPECT_FALSE(is_free(header(), slots()[0]));
  slots()[0].thread = 3;
  EXPECT_TRUE(is_free(header(), slots()[0]));
  slots()[0].state = ThreadState::ended;
  EXPECT_FALSE(is_free(header(), slots()[0]));
}

TEST_F(ProcessTableTest, ThreadsTakeSlotsInTheOrderOfTheirNumbers) {
  slots()[0].state = ThreadState::ended;
  slots()[1].core = 7;
  slots()[1].counters.line_crossings[0] = 7;
  slots()[1].tail = 40;
  for (std::uint32_t thread = 0; thread < 3; ++thread) {
    const std::uint32_t slot = ready_slot(header(), slots(), 5);
    ASSERT_EQ(slot, thread + 1);
    EXPECT_EQ(slots()[slot].state.load(), ThreadState::free);
    announce_thread(header(), slots()[slot]);
    EXPECT_EQ(slots()[slot].state.load(), ThreadState::running);
    EXPECT_EQ(slots()[slot].thread, thread);
    EXPECT_EQ(slots()[slot].process, 5U);
  }
  EXPECT_EQ(header().threads_created.load(), 3U);
  EXPECT_EQ(slots()[1].core, 0U);
  EXPECT_EQ(slots()[1].counters.line_crossings[0], 0U);
  EXPECT_EQ(slots()[1].tail.load(), 40U);
  EXPECT_EQ(ready_slot(header(), slots(), 5), header().max_threads);
}

TEST_F(ProcessTableTest, TheSameFileHasTheSameNumber) {
  EXPECT_EQ(shared_file_number(header(), {1, 10}), 1U);
  EXPECT_EQ(shared_file_number(header(), {2, 10}), 2U);
  EXPECT_EQ(shared_file_number(header(), {1, 10}), 1U);
  for (std::uint64_t i = 2; i < max_shared_files; ++i) shared_file_number(header(), {3, i});
  EXPECT_EQ(shared_file_number(header(), {4, 4}), 0U);
  EXPECT_EQ(shared_file_number(header(), {3, max_shared_files - 1}), max_shared_files);
}

}  // namespace
}  // namespace hpcast::reftrace

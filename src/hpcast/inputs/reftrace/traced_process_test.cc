#include "hpcast/inputs/reftrace/traced_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/program.h"
#include "hpcast/inputs/reftrace/elf_note.h"
#include "hpcast/inputs/reftrace/process_table.h"

namespace hpcast::reftrace {
namespace {

using testing::HasSubstr;

ProgramExit run(Channel& channel, const std::vector<std::string>& command) {
  TracedProcess process(channel, command);
  for (;;) {
    if (const auto exit = process.poll()) return *exit;
    channel.wait_for_data(channel.header().data_ready.load(), std::chrono::milliseconds(1));
  }
}

TEST(TracedProcess, HandsOnTheExitStatus) {
  Channel channel({.max_threads = 1, .ring_words = 4096});
  EXPECT_EQ(run(channel, {"sh", "-c", "exit 7"}).status, 7);
}

TEST(TracedProcess, TellsTheSignal) {
  Channel channel({.max_threads = 1, .ring_words = 4096});
  const ProgramExit exit = run(channel, {"sh", "-c", "kill -9 $$"});
  EXPECT_EQ(exit.signal, 9);
  EXPECT_EQ(exit.status, 137);
}

TEST(TracedProcess, SaysThatAnOrdinaryProgramIsNotTraced) {
  Channel channel({.max_threads = 1, .ring_words = 4096});
  TracedProcess process(channel, {"true"});
  while (!process.poll()) std::this_thread::yield();
  EXPECT_THAT(process.incomplete(), HasSubstr("no program compiled with hpcast-cc"));
}

TEST(TracedProcess, TellsWhatItHasNotSeen) {
  Channel channel({.max_threads = 1, .ring_words = 4096});
  const TracedProcess process(channel, {"true"});
  EXPECT_TRUE(process.unseen().empty());
  ChannelHeader& header = channel.header();
  for (const char* const program : {"/bin/ls", "a", "ls", "\x1b[31m", "\xff"})
    note_child(header, 0, program);
  header.refused_mapping = std::uint64_t{3} << 30;
  const std::vector<std::string> unseen = process.unseen();
  ASSERT_EQ(unseen.size(), 2U);
  EXPECT_THAT(unseen[0], HasSubstr("what 5 child processes did, not traced: ls (2), a, "));
  EXPECT_EQ(unseen[0].find('\x1b'), std::string::npos);
  EXPECT_EQ(unseen[0].find('\xff'), std::string::npos);
  EXPECT_THAT(unseen[1], HasSubstr("a mapping of 3 GiB, which failed"));
}

TEST(TracedProcess, AChildThatIsTracedByItselfIsNoneUnseen) {
  Channel channel({.max_threads = 1, .ring_words = 4096});
  const TracedProcess process(channel, {"true"});
  ChannelHeader& header = channel.header();
  header.process_count = 1;
  header.processes[0].id = 77;
  note_child(header, 77, "/bin/ls");
  EXPECT_TRUE(process.unseen().empty());
  EXPECT_THAT(process.incomplete(), HasSubstr("became another one (exec of ls)"));
}

TEST(TracedProcess, KillsAProgramThatNobodyReadsAnyMore) {
  Channel channel({.max_threads = 1, .ring_words = 4096});
  const auto begin = std::chrono::steady_clock::now();
  { const TracedProcess process(channel, {"sleep", "30"}); }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST(TracedProcess, SetsTheEnvironment) {
  Channel channel({.max_threads = 1, .ring_words = 4096});
  TracedProcess process(channel,
                        {"sh", "-c", "test $OMP_NUM_THREADS = 5 && test -n \"$HPCAST_CHANNEL\""},
                        {.tracer = {}, .openmp_threads = 5});
  while (!process.poll()) std::this_thread::yield();
  EXPECT_EQ(process.poll()->status, 0);
}

TEST(TracedProcess, RefusesWhatCannotBeRun) {
  Channel channel({.max_threads = 1, .ring_words = 4096});
  const auto message = [&](const std::string& program) -> std::string {
    try {
      TracedProcess process(channel, {program});
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(message("./nowhere"), HasSubstr("cannot run './nowhere': No such file"));
  EXPECT_THAT(message("no-such-command"), HasSubstr("cannot run 'no-such-command': No such file"));
  EXPECT_THAT(message("/etc/passwd"), HasSubstr("cannot run '/etc/passwd': Permission denied"));
  EXPECT_THAT(message("/"), HasSubstr("Permission denied"));
}

TEST(ElfNote, IsNotInOrdinaryProgramsAndScripts) {
  EXPECT_FALSE(tracer_note(find_program("sh")));
  const std::string script = testing::TempDir() + "script.sh";
  std::ofstream(script) << "#!/bin/sh\n";
  EXPECT_FALSE(tracer_note(script));
  EXPECT_THROW(tracer_note("./nowhere"), InputError);
}

}  // namespace
}  // namespace hpcast::reftrace

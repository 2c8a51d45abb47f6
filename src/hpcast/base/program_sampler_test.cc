#include "hpcast/base/program_sampler.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <filesystem>

#include "hpcast/base/start_program.h"

namespace hpcast {
namespace {

ProgramStart busy_shell(const std::string& script) {
  return {"/bin/sh", {"sh", "-c", script}, own_environment()};
}

std::string executable_of(pid_t process) {
  return std::filesystem::read_symlink("/proc/" + std::to_string(process) + "/exe");
}

constexpr const char* counting = "i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done";

// ns of CPU time; by the program's own file, of the process or of others.
struct Sampled {
  std::uint64_t own = 0, others = 0;
};

std::optional<Sampled> sampled_run(const std::string& script) {
  ProgramSampler sampler;
  ProgramStart start = busy_shell(script);
  start.before_exec = [&](pid_t process) { sampler.attend(process); };
  const pid_t process = start_program(start);
  waitpid(process, nullptr, 0);
  const auto profile = sampler.finish();
  if (!profile) return {};
  const std::string shell = std::filesystem::canonical("/bin/sh");
  Sampled seen;
  for (const auto& [place, in_it] : profile->places())
    if (place.file == shell)
      (place.process == static_cast<std::uint32_t>(process) ? seen.own : seen.others) += in_it.time;
  return seen;
}

TEST(StartProgram, WaitsForWhoeverWantsToSeeItsBeginning) {
  ProgramStart start = busy_shell("exit 7");
  std::string before;
  start.before_exec = [&](pid_t process) { before = executable_of(process); };
  const pid_t process = start_program(start);
  int status = 0;
  waitpid(process, &status, 0);
  EXPECT_EQ(before, executable_of(getpid()));
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

TEST(ProgramSampler, SeesInWhichFileAProgramWorks) {
  const auto seen = sampled_run(counting);
  if (!seen) GTEST_SKIP() << "perf events are not permitted here";
  EXPECT_GT(seen->own, 5'000'000U);
  EXPECT_EQ(seen->others, 0U);
}

TEST(ProgramSampler, SeesWhatAProgramStarts) {
  const auto seen = sampled_run(std::string("(") + counting + ") & wait");
  if (!seen) GTEST_SKIP() << "perf events are not permitted here";
  EXPECT_GT(seen->others, 5'000'000U);
}

TEST(ProgramSampler, HasNothingToTellOfNoProgram) { EXPECT_FALSE(ProgramSampler().finish()); }

}  // namespace
}  // namespace hpcast

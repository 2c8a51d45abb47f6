#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/inputs/mpitrace/profiles_for_tests.h"
#include "hpcast/inputs/mpitrace/read.h"

namespace hpcast::mpitrace {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Of one rank, in few words: "isend 3 8", "wait 2", "compute 5".
std::vector<std::string> goal_calls(const Profile& profile, std::size_t rank) {
  std::vector<std::string> calls;
  for (const Operation& operation : profile.ranks[rank].operations) {
    const std::string amount = " " + std::to_string(operation.amount);
    if (operation.kind == Kind::compute)
      calls.push_back("compute" + amount);
    else if (operation.kind == Kind::wait)
      calls.push_back("wait " + std::to_string(operation.count));
    else
      calls.push_back(profile.functions[operation.function].substr(4) + " " +
                      std::to_string(operation.peer) + amount);
  }
  return calls;
}

Profile goal(const std::string& text) {
  Profile profile = profile_in(text, "s.goal");
  expect_sound(profile);
  return profile;
}

std::string goal_fault(const std::string& text) {
  return fault_in([&] { profile_in(text, "s.goal"); });
}

// What stands in rank 0 of two ranks.
std::string first_rank(const std::string& text) {
  return "num_ranks 2\nrank 0 {\n" + text + "\n}\n";
}

TEST(Goal, OneAfterAnother) {
  const Profile profile = goal(R"(// a comment
/* and
another */
num_ranks 2

rank 0 {
l1: calc 100 cpu 0
l2: send 8b to 1 tag 5
l2 requires l1
l3: calc 7
l3 requires l2
}
rank 1 {
  recv 8 b from -1 tag -1 cpu 0 nic 0
}
)");
  EXPECT_THAT(goal_calls(profile, 0), ElementsAre("compute 100000", "Send 1 8", "compute 7000"));
  EXPECT_THAT(goal_calls(profile, 1), ElementsAre("Recv -1 8"));
  EXPECT_EQ(profile.ranks[1].operations[0].tag, any_tag);
  EXPECT_TRUE(profile.not_modelled.empty());
}

TEST(Goal, WaitsRightBeforeWhatRequires) {
  const Profile profile = goal(first_rank(R"(a: recv 1b from 1
b: recv 2b from 1 tag 1
c: calc 10
d: send 3b to 1
d requires a
d requires b
d requires c
e: send 4b to 1
e irequires d)"));
  EXPECT_THAT(goal_calls(profile, 0), ElementsAre("Irecv 1 1", "Irecv 1 2", "compute 10000",
                                                  "wait 2", "Isend 1 3", "Isend 1 4", "wait 2"));
  EXPECT_TRUE(profile.not_modelled.empty());
}

TEST(Goal, StartsWhatNeedsNoWaitFirst) {
  const Profile profile = goal(first_rank(R"(a: recv 1b from 1
b: send 2b to 1
b requires a
c: send 3b to 1 tag 1
d: calc 4 cpu 2)"));
  EXPECT_THAT(goal_calls(profile, 0), ElementsAre("Irecv 1 1", "Isend 1 3", "compute 4000",
                                                  "wait 1", "Isend 1 2", "wait 2"));
  EXPECT_TRUE(notes(profile, "operations on CPUs other than the first"));
}

TEST(Goal, TellsWhereTheScheduleLeavesTheOrderOpen) {
  const Profile open = goal(first_rank(R"(a: recv 1b from 1
b: recv 1b from 1 tag 1
c: calc 1
c requires a
d: calc 1
d requires b)"));
  EXPECT_TRUE(notes(open, "could be waited for first, taken in the text's order: 1"));
  const Profile same = goal(first_rank(R"(a: recv 1b from 1
c: calc 1
c requires a
d: send 1b to 1
d requires a)"));
  EXPECT_TRUE(same.not_modelled.empty());
}

TEST(Goal, RefusesCycles) {
  EXPECT_THAT(goal_fault(first_rank("a: calc 1\nb: calc 2\na requires b\nb requires a")),
              HasSubstr("s.goal:3: rank 0: this operation requires itself"));
  EXPECT_THAT(goal_fault(first_rank("a: calc 1\na irequires a")), HasSubstr("requires itself"));
}

TEST(Goal, RefusesOtherTexts) {
  EXPECT_THAT(goal_fault("num_ranks 0"), HasSubstr("expected at least one rank"));
  EXPECT_EQ(goal_fault("num_ranks 0\nrank 0 {\n}"), "s.goal:1: expected at least one rank");
  EXPECT_EQ(goal_fault("num_ranks -1"),
            "s.goal:1: expected a number of ranks, a whole number up to 16777216, found '-1'");
  EXPECT_THAT(goal_fault("// a comment\nrank 0 {\n}"), HasSubstr("no communication profile"));
  EXPECT_THAT(goal_fault("num_ranks x"), HasSubstr("expected a number of ranks"));
  EXPECT_THAT(goal_fault("num_ranks 1\nnum_ranks 2"), HasSubstr("second num_ranks"));
  EXPECT_THAT(goal_fault("num_ranks 1\nrank 1 {\n}"), HasSubstr("s.goal:2: expected a rank"));
  EXPECT_THAT(goal_fault("num_ranks 1\nrank 0 {\n}\nrank 0 {\n}"), HasSubstr("is there twice"));
  EXPECT_THAT(goal_fault("num_ranks 1\nrank 0 {\n"), HasSubstr("s.goal:2: rank 0 is never closed"));
  EXPECT_THAT(goal_fault("num_ranks 1\nrank 0\n"), HasSubstr("expected '{', found the line's end"));
  EXPECT_THAT(goal_fault("num_ranks 1\n}"), HasSubstr("no rank to be closed"));
  EXPECT_THAT(goal_fault("num_ranks 1\ncalc 1"), HasSubstr("expected 'rank'"));
  EXPECT_THAT(goal_fault("num_ranks 1\n/* "), HasSubstr("never closed"));
  EXPECT_THAT(goal_fault(first_rank("a: calc 1\na: calc 2")), HasSubstr("two operations"));
  EXPECT_THAT(goal_fault(first_rank("a: calc 1\na requires b")),
              HasSubstr("s.goal:4: no operation of this rank is called 'b'"));
  EXPECT_THAT(goal_fault(first_rank("a: calc 1\na requires")), HasSubstr("expected the label"));
  EXPECT_THAT(goal_fault(first_rank("a: work 1")), HasSubstr("expected 'calc', 'send' or 'recv'"));
  EXPECT_THAT(goal_fault(first_rank("send 8b to 2")), HasSubstr("a whole number up to 1"));
  EXPECT_THAT(goal_fault(first_rank("send 8b to -1")), HasSubstr("expected a rank"));
  EXPECT_THAT(goal_fault(first_rank("send 8b from 1")), HasSubstr("expected 'to'"));
  EXPECT_THAT(goal_fault(first_rank("send 8 to 1")), HasSubstr("expected 'b'"));
  EXPECT_THAT(goal_fault(first_rank("calc 8 tag 1")), HasSubstr("expected 'tag'"));
  EXPECT_THAT(goal_fault(first_rank("calc 99999999999999999999")), HasSubstr("nanoseconds"));
}

TEST(Goal, ReadsARealSchedule) {
  const std::string path = source_tree() + "/../shared/data/mpi-traces/goal/binary_tree_32.goal";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there";
  const Profile profile = read_profile(path);
  expect_sound(profile);
  expect_matched(profile);
  EXPECT_EQ(profile.ranks.size(), 32U);
  EXPECT_EQ(totals_of(profile).messages, 31U);
  EXPECT_THAT(goal_calls(profile, 2),
              ElementsAre("Recv 0 1", "Isend 6 1", "Isend 10 1", "Isend 18 1", "wait 3"));
  EXPECT_TRUE(profile.not_modelled.empty());
}

}  // namespace
}  // namespace hpcast::mpitrace

#include "hpcast/inputs/reftrace/text_lackey.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/base/file.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/inputs/reftrace/text_samples_for_tests.h"

namespace hpcast::reftrace {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

Read lackey(std::string_view text) { return read_text(TextFormat::lackey, text); }

TEST(Lackey, LoadsStoresAndModifies) {
  const Read read = lackey(
      "I  0401ab70,3\n"
      " L 1fff000718,8\n"
      "I  0401ab73,5\n"
      " M 04e0f1a4,4\n"
      " S 1fff000710,16\n");
  EXPECT_EQ(read.complaint, "");
  EXPECT_THAT(read.references(), ElementsAre(at(0x1fff000718, 3, Op::read, 0x401ab70),
                                             at(0x4e0f1a4, 2, Op::read, 0x401ab73),
                                             at(0x4e0f1a4, 2, Op::write, 0x401ab73),
                                             at(0x1fff000710, 4, Op::write, 0x401ab73)));
  EXPECT_THAT(read.notes, ElementsAre("2 instructions were counted, not recorded"));
}

TEST(Lackey, TheStreamHasAStartAndAnEnd) {
  const std::vector<Word> words = lackey(" L 10,1\n L 11,1\n").words.at(0);
  ASSERT_EQ(words.size(), 7U);
  EXPECT_EQ(words[0], event_head(Event::thread_start, 2));
  EXPECT_EQ(words[1], 0U);
  EXPECT_EQ(words[5], event_head(Event::thread_end, 1));
  EXPECT_EQ(words[6], 2U);
}

TEST(Lackey, OddSizesBecomePieces) {
  EXPECT_THAT(lackey(" M 103c,10\n").references(),
              ElementsAre(at(0x103c, 2, Op::read, 0), at(0x1040, 2, Op::read, 0),
                          at(0x1044, 1, Op::read, 0), at(0x103c, 2, Op::write, 0),
                          at(0x1040, 2, Op::write, 0), at(0x1044, 1, Op::write, 0)));
}

TEST(Lackey, AnUnalignedScalarStaysOneWord) {
  EXPECT_EQ(lackey(" L 103c,8\n").references().size(), 1U);
  EXPECT_EQ(lackey(" L 103c,32\n").references().size(), 1U);
  EXPECT_EQ(lackey(" L 103c,512\n").references().size(), 1 + 15 + 3U);
}

TEST(Lackey, TheProgramsOwnLinesAreSkipped) {
  const Read read = lackey(
      "hello, world\n"
      " L 10,8\n"
      "I  agree\n"
      " Summary follows, 3\n"
      "\n"
      " L 0x10,8\n"
      "SB 04001234\n");
  EXPECT_EQ(read.references().size(), 1U);
  EXPECT_THAT(read.notes[1],
              HasSubstr("skipped what is not lackey's but, it seems, the program's own output: 5 "
                        "lines, from line 1 on"));
}

// Valgrind's next line stands behind what the program wrote without ending its line.
TEST(Lackey, ALineBehindTheProgramsOutputIsRead) {
  const Read read = lackey("progress: 10%I  0493f350,6\n L 1,2, 3 L 1000,8\n L 123I  0493f356,6\n");
  EXPECT_THAT(read.references(), ElementsAre(at(0x1000, 3, Op::read, 0x493f350)));
  EXPECT_THAT(read.notes[0], StartsWith("2 instructions"));
  EXPECT_THAT(read.notes[1], HasSubstr("3 lines"));
}

TEST(Lackey, ALineThatBeginsAsLackeysMustEndAsOne) {
  EXPECT_EQ(lackey(" L 1000,8\n L 1000,x\n S 1000,\nI  1000,8 8\n").complaint,
            "in:2: ' L 1000,x' begins as a line of lackey's and does not end as one\n"
            "  valgrind --log-file=FILE keeps lackey's lines apart from the program's\n"
            "in:3: ' S 1000,' begins as a line of lackey's and does not end as one\n"
            "in:4: 'I  1000,8 8' begins as a line of lackey's and does not end as one");
}

TEST(Lackey, RefusesWhatIsNoAccess) {
  EXPECT_EQ(
      lackey(" L 1000,0\n L 1000,4097\n L ffffffffffff,2\n L 11112222333344445,1\n").complaint,
      "in:1: an access of 0 bytes\n"
      "  one access has from 1 to 4096 bytes\n"
      "in:2: an access of more than 4096 bytes\n"
      "in:3: the address is beyond 48 bits\n"
      "  programs have addresses up to 0xffffffffffff\n"
      "in:4: the address is beyond 48 bits");
  EXPECT_EQ(lackey(" L ffffffffffff,1\n L 1000,4096\n").complaint, "");
}

TEST(Lackey, ValgrindTellsTheCommand) {
  const Read read = lackey(
      "==12== Lackey, an example Valgrind tool\n"
      "==12== Command: ./a x\\ y b\\\\c\n"
      " L 10,8\n"
      "==12== Exit code:       0\n");
  EXPECT_THAT(read.manifest.command, ElementsAre("./a", "x y", "b\\c"));
  EXPECT_EQ(read.manifest.reason, "");
  EXPECT_FALSE(read.manifest.exit_status.has_value());
  EXPECT_EQ(read.notes.size(), 1U);
}

TEST(Lackey, ValgrindTellsOfADeadlySignal) {
  const Read read = lackey(
      " L 10,8\n"
      "==12== Process terminating with default action of signal 11 (SIGSEGV)\n");
  EXPECT_EQ(read.manifest.signal, 11);
  EXPECT_EQ(read.manifest.reason, "the program was ended by a signal (Segmentation fault)");
}

TEST(Lackey, SaysWhereTheInputWasCut) {
  EXPECT_THAT(lackey("==12== Lackey, an example\n L 10,8\n").manifest.reason,
              HasSubstr("valgrind's last lines are missing"));
  const Read read = lackey(" L 10,8\n L 1fff00,1");
  EXPECT_EQ(read.manifest.reason, "the input ends within a line");
  EXPECT_EQ(read.references().size(), 1U);
  EXPECT_EQ(lackey(" L 10,8\nbye").manifest.reason, "");
}

TEST(Lackey, SaysThatProcessesAreMixed) {
  const Read read =
      lackey("==12== Command: sh\n L 10,8\n==00:00:00:01.234 12== \n==13== Command: ./a\n");
  EXPECT_THAT(read.notes.back(), HasSubstr("several processes"));
  EXPECT_THAT(read.manifest.command, ElementsAre("sh"));
  EXPECT_EQ(lackey("==12== a\n L 10,8\n==00:00:00:01.234 12== b\n").notes.size(), 1U);
}

TEST(Lackey, TheSampleAsValgrindPrintsIt) {
  const Read read = lackey(read_file(source_tree() + "/tests/golden/sweep.lackey"));
  EXPECT_EQ(read.complaint, "");
  EXPECT_EQ(read.references().size(), 4 + 4 + 2 * 4 + 3U);
  EXPECT_EQ(read.manifest.reason, "");
}

}  // namespace
}  // namespace hpcast::reftrace

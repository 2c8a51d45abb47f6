#include "hpcast/inputs/reftrace/text_plain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/inputs/reftrace/text_samples_for_tests.h"

namespace hpcast::reftrace {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

Read plain(std::string_view text) { return read_text(TextFormat::text, text); }

TEST(PlainText, FieldsMayBeWrittenInManyWays) {
  const Read read = plain(
      "# a comment\n"
      "0x1000 8 R\n"
      "\t4104,8,w,0\n"
      "\n"
      "  0X10aB , 0x4 , Load # half\n"
      "16 1 store\r\n"
      "16 1 L,0x0\n"
      "16 1 s#\n"
      "16 1 READ\n"
      "16 1 Write");
  EXPECT_EQ(read.complaint, "");
  EXPECT_THAT(read.references(),
              ElementsAre(reference(0x1000, 3, Op::read), reference(0x1008, 3, Op::write),
                          reference(0x10ab, 2, Op::read), reference(16, 0, Op::write),
                          reference(16, 0, Op::read), reference(16, 0, Op::write),
                          reference(16, 0, Op::read), reference(16, 0, Op::write)));
}

TEST(PlainText, ThreadsAreNumberedAsTheyAppear) {
  const Read read = plain("1 1 R 70000\n2 1 R 3\n3 1 W 70000\n4 1 R\n5 1 R 67\n6 1 R 3\n");
  ASSERT_EQ(read.words.size(), 4U);
  EXPECT_EQ(read.words.at(0)[2], 70000U) << "thread_start tells the text's number";
  EXPECT_THAT(read.references(0),
              ElementsAre(reference(1, 0, Op::read), reference(3, 0, Op::write)));
  EXPECT_THAT(read.references(1),
              ElementsAre(reference(2, 0, Op::read), reference(6, 0, Op::read)));
  EXPECT_EQ(read.words.at(2)[2], 0U) << "no number is number 0";
  EXPECT_EQ(read.words.at(3)[2], 67U);
  EXPECT_THAT(read.manifest.not_traced.front(), StartsWith("which thread waited"));
}

TEST(PlainText, MoreReferencesThanABufferHolds) {
  std::string text;
  for (int i = 0; i < 10'000; ++i)
    text += std::to_string(i) + " 1 R " + std::to_string(i % 3) + "\n";
  const Read read = plain(text);
  ASSERT_EQ(read.words.size(), 3U);
  for (std::uint32_t thread = 0; thread < 3; ++thread) {
    const std::vector<Word> words = read.references(thread);
    for (std::size_t i = 0; i < words.size(); ++i)
      ASSERT_EQ(words[i], reference(3 * i + thread, 0, Op::read));
    EXPECT_EQ(read.words.at(thread).back(), words.size());
  }
}

TEST(PlainText, SaysWhichFieldIsWrong) {
  EXPECT_EQ(plain("deadbeef 8 R\n").complaint,
            "in:1: address 'deadbeef' is no number\n  hexadecimal addresses begin with 0x");
  EXPECT_EQ(plain("address,size,op\n").complaint,
            "in:1: address 'address' is no number\n"
            "  a line is ADDRESS SIZE R|W [THREAD]; # begins a comment");
  EXPECT_THAT(plain("0x 8 R\n").complaint, HasSubstr("address '0x' is no number"));
  EXPECT_THAT(plain("1 8b R\n").complaint, HasSubstr("size '8b' is no number"));
  EXPECT_THAT(plain("1 -8 R\n").complaint, HasSubstr("size '-8' is no number"));
  EXPECT_THAT(plain("1 8 RW\n").complaint, HasSubstr("'RW' is neither a read nor a write"));
  EXPECT_THAT(plain("1 8 R t1\n").complaint, HasSubstr("thread 't1' is no number"));
  EXPECT_THAT(plain("1 8 R 99999999999999999999\n").complaint, HasSubstr("is no number"));
  EXPECT_THAT(plain("1 8 R 1 2\n").complaint, HasSubstr("'2' is more than belongs to"));
  EXPECT_THAT(plain("1 8\n").complaint, HasSubstr("the line ends before the reference is whole"));
  EXPECT_THAT(plain("1\r\n").complaint, HasSubstr("the line ends before the reference is whole"));
  EXPECT_THAT(plain("1,,8 R\n").complaint, HasSubstr("the line ends"));
}

TEST(PlainText, WhatIsNotPrintableIsNotPrinted) {
  EXPECT_THAT(plain(std::string("\x1b[2J\0x 8 R\n", 10)).complaint,
              HasSubstr("address '?[2J?x' is no number"));
  EXPECT_THAT(plain(std::string(1000, 'x') + "\n").complaint,
              HasSubstr("address '" + std::string(60, 'x') + "…' is no number"));
}

TEST(PlainText, TooManyFaultsEndTheReading) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "x\n";
  const Read read = plain(text);
  EXPECT_THAT(read.complaint, HasSubstr("and 8 more like it"));
  EXPECT_THAT(read.complaint, testing::Not(HasSubstr("in:11: ")));
  EXPECT_THAT(read.complaint, HasSubstr("in: too many faults, the rest was not read"));
}

TEST(PlainText, TooManyThreads) {
  std::string text;
  for (unsigned i = 0; i < max_threads + 5; ++i) text += "8 8 R " + std::to_string(i) + "\n";
  EXPECT_EQ(plain(text).complaint,
            "in:1025: more than 1024 threads\n  the fourth number of a line is the thread's");
}

}  // namespace
}  // namespace hpcast::reftrace

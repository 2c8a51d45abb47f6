#include "hpcast/base/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpcast {
namespace {

using testing::ElementsAre;

TEST(Split, KeepsEmptyParts) {
  EXPECT_THAT(split("a,bc", ','), ElementsAre("a", "bc"));
  EXPECT_THAT(split("a,,b,", ','), ElementsAre("a", "", "b", ""));
  EXPECT_THAT(split("", ','), ElementsAre(""));
}

TEST(Trimmed, HasNoBlanksAtItsEnds) {
  EXPECT_EQ(trimmed(" \ta b\t \r"), "a b");
  EXPECT_EQ(trimmed("ab"), "ab");
  EXPECT_EQ(trimmed(" \t"), "");
}

TEST(Counted, OneIsNotSeveral) {
  EXPECT_EQ(counted(0, "rank"), "0 ranks");
  EXPECT_EQ(counted(1, "rank"), "1 rank");
  EXPECT_EQ(counted(64, "rank"), "64 ranks");
  EXPECT_EQ(counted(2, "switch"), "2 switches");
}

TEST(AddItem, PutsTheSeparatorBetween) {
  std::string list;
  add_item(list, "a");
  EXPECT_EQ(list, "a");
  add_item(list, "b");
  add_item(list, "c", " and ");
  EXPECT_EQ(list, "a, b and c");
}

TEST(Visible, ShowsWhatCouldSteerATerminal) {
  EXPECT_EQ(visible("\x1b]0;title\a\x7f\r"), "\\x1b]0;title\\x07\\x7f\\x0d");
  EXPECT_EQ(visible(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(visible("\xC2\x9b"
                    "2J"),
            "\\xc2\\x9b2J");  // U+009B
  EXPECT_EQ(visible("\x9b"
                    "2J \xE2\x82"),
            "\\x9b2J \\xe2\\x82");  // no UTF-8
}

TEST(Visible, ShowsWhatTurnsDirections) {
  EXPECT_EQ(visible("a\xE2\x80\xAE"
                    "b\xD8\x9C"),
            "a\\xe2\\x80\\xaeb\\xd8\\x9c");  // U+202E, U+061C
  for (const std::string last : {"\x80\x8E", "\x80\x8F", "\x80\xA8", "\x81\xA6", "\x81\xA9"})
    EXPECT_EQ(visible("\xE2" + last).find('\xE2'), std::string::npos);
  for (const std::string last : {"\x80\x8D", "\x80\x90", "\x80\xAF", "\x81\xA5", "\x82\xAC"})
    EXPECT_EQ(visible("\xE2" + last), "\xE2" + last);
}

TEST(Visible, LeavesLettersLinesAndTabs) {
  const std::string text = "1 \xC2\xB5s\t\xE2\x82\xAC \xF0\x9F\x98\x80\n";
  EXPECT_EQ(visible(text), text);
}

TEST(IsUtf8, RefusesHalvesOfLetters) {
  EXPECT_TRUE(is_utf8("1 \xC2\xB5s"));
  EXPECT_FALSE(is_utf8("1 \xC2"));
  EXPECT_FALSE(is_utf8("\xFF"));
}

}  // namespace
}  // namespace hpcast

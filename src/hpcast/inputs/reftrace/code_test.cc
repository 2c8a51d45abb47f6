#include "hpcast/inputs/reftrace/code.h"

#include <gmock/gmock.h>

#include "hpcast/base/file.h"
#include "hpcast/inputs/reftrace/channel_host.h"
#include "hpcast/inputs/reftrace/scratch_for_tests.h"

namespace hpcast::reftrace {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<Word> description_of(std::uint32_t words) {
  std::vector<Word> description(words, 7);
  description[0] = Word{words} << 16;
  return description;
}

class CodeTest : public TraceTest {
 protected:
  CodeTest() : channel_(options()) {}
  static ChannelOptions options() {
    ChannelOptions options;
    options.max_threads = 1;
    options.code = true;
    return options;
  }
  // The tracer's view of it.
  CodeTable& table() { return const_cast<CodeTable&>(*channel_.code()); }

  Channel channel_;
};

TEST_F(CodeTest, ComesBackFromTheChannelAndFromTheFile) {
  const std::uint32_t first = table().claim(), second = table().claim(), third = table().claim();
  const std::vector<Word> short_one = description_of(3), long_one = description_of(40);
  table().describe(third, long_one.data(), 40);
  table().describe(first, short_one.data(), 3);
  const TracedCode traced(*channel_.code());
  EXPECT_EQ(traced.end(), 4U);
  EXPECT_EQ(traced.undescribed(), 1U);
  const CodePlaces places = {{first, {"main", "a b/c.c", 12}}, {third, {"f\tg\n", "", 0}}};
  write_code(path("code"), traced, places);
  const RecordedCode recorded(path("code"));
  EXPECT_EQ(recorded.end(), 4U);
  EXPECT_EQ(recorded.places(),
            (CodePlaces{{first, {"main", "a b/c.c", 12}}, {third, {"f g ", "", 0}}}));
  for (const Code* code : std::initializer_list<const Code*>{&traced, &recorded}) {
    EXPECT_THAT(code->description(first), ElementsAreArray(short_one));
    EXPECT_THAT(code->description(second), IsEmpty());
    EXPECT_THAT(code->description(third), ElementsAreArray(long_one));
    EXPECT_THAT(code->description(undescribed_block), IsEmpty());
    EXPECT_THAT(code->description(1000), IsEmpty());
  }
}

TEST_F(CodeTest, WhatFindsNoRoomIsUndescribed) {
  table().used.store(max_code_words - 5);
  const std::uint32_t fits = table().claim(), does_not = table().claim();
  table().describe(fits, description_of(5).data(), 5);
  table().describe(does_not, description_of(5).data(), 5);
  table().blocks.store(max_code_blocks - 1);
  EXPECT_EQ(table().claim(), undescribed_block);
  const TracedCode traced(*channel_.code());
  EXPECT_EQ(traced.description(fits).size(), 5U);
  EXPECT_THAT(traced.description(does_not), IsEmpty());
}

TEST_F(CodeTest, WhatTheProgramHasOverwrittenIsNoDescription) {
  const std::uint32_t block = table().claim();
  table().describe(block, description_of(3).data(), 3);
  const TracedCode traced(*channel_.code());
  table().begin[block].store(max_code_words + 1);
  EXPECT_THAT(traced.description(block), IsEmpty());
  table().begin[block].store(max_code_words);
  table().words[max_code_words - 1] = Word{2} << 16;
  EXPECT_THAT(traced.description(block), IsEmpty());
}

TEST_F(CodeTest, FilesThatAreNoneAreRefused) {
  table().describe(table().claim(), description_of(300).data(), 300);
  write_code(path("code"), TracedCode(*channel_.code()), {});
  const std::string whole = read_file(path("code"));
  const auto complaint_about = [&](const std::string& bytes) {
    write_file_atomically(path("bad"), bytes);
    return complaint([&] { const RecordedCode code(path("bad")); });
  };
  EXPECT_THAT(complaint_about(""), HasSubstr("bad: truncated"));
  EXPECT_THAT(complaint_about(whole.substr(0, 45)), HasSubstr("impossible numbers"));
  EXPECT_THAT(complaint_about("x" + whole.substr(1)), HasSubstr("not a description of code"));
  std::string other = whole;
  other[8] = 9;
  EXPECT_THAT(complaint_about(other), HasSubstr("version 9"));
  other = whole;
  other[12] = 5;  // blocks
  EXPECT_THAT(complaint_about(other), HasSubstr("fewer blocks than its header says"));
  other[12] = 1;
  EXPECT_THAT(complaint_about(other), HasSubstr("more blocks than its header says"));
  other = whole;
  other[whole.size() - 1] ^= 1;
  EXPECT_THAT(complaint_about(other), HasSubstr("cannot be decompressed"));
  EXPECT_THAT(complaint([&] { const RecordedCode code(path("none")); }), HasSubstr("none"));
}

}  // namespace
}  // namespace hpcast::reftrace

#include "hpcast/inputs/blocks/sampler.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "hpcast/inputs/blocks/describe_for_tests.h"
#include "hpcast/inputs/blocks/sample_for_tests.h"

namespace hpcast::blocks {
namespace {

using reftrace::executed;
using reftrace::Op;
using testing::description;
using ::testing::ElementsAre;

class Samplers : public ::testing::Test {
 protected:
  static constexpr std::uint32_t two = 1, string = 2, unknown = 3;

  void SetUp() override {
    code.blocks[two] = description({{Kind::integer, {}, {}, {}}, {Kind::integer, {}, {}, {}}});
    code.blocks[string] = description({{Kind::string, {}, {}, {{Op::write, {}, 8}}}});
  }

  testing::TestCode code;
  Table table{code};
  testing::Kept kept;
};

TEST_F(Samplers, TellHowMuchTheyLeaveOut) {
  Sampler sampler(table, {.whole = 4, .one_in = 20, .stretch = 10, .before = 0, .earlier = 0});
  for (int i = 0; i < 100; ++i) sampler.code(executed(two, 0), kept);
  sampler.tell(kept);
  std::uint64_t told = 0;
  for (const Word word : kept.words) {
    if (reftrace::event_of(word) == reftrace::Event::block) told += 2;
    if (reftrace::event_of(word) == reftrace::Event::instructions)
      told += instructions_left_out(word);
  }
  EXPECT_EQ(told, 200U);
  EXPECT_EQ(sampler.instructions(), 200U);
  EXPECT_LT(kept.words.size(), 50U);
}

TEST_F(Samplers, KeepReferencesOfWhatIsTimed) {
  Sampler sampler(table, {.whole = 2, .one_in = 1000});
  EXPECT_FALSE(sampler.keeps_references());  // nothing was executed yet
  sampler.code(executed(two, 0), kept);
  EXPECT_TRUE(sampler.keeps_references());
  sampler.code(reftrace::absent_reference, kept);
  EXPECT_THAT(kept.words,
              ElementsAre(begins(Sampled::measure), executed(two, 0), reftrace::absent_reference));
  sampler.code(executed(two, 0), kept);
  sampler.code(reftrace::absent_reference, kept);
  EXPECT_FALSE(sampler.keeps_references());
  EXPECT_EQ(kept.words.size(), 4U);  // and that it is left out from here on
}

// 32 bytes are moved at once, whatever the step; what is not described is nothing.
TEST_F(Samplers, CountPiecesOfStrings) {
  Sampler sampler(table);
  for (int i = 0; i < 40; ++i) sampler.code(executed(string, 0), kept);
  EXPECT_EQ(sampler.instructions(), 10U);
  sampler.code(executed(unknown, 0), kept);
  sampler.code(executed(two, 5), kept);  // no such exit
  EXPECT_EQ(sampler.instructions(), 10U);
}

// Without references nobody else could tell which steps are one.
TEST_F(Samplers, ToldToThePredictorEachPieceOfAStringIsOnce) {
  Sampler sampler(table, {0, 1000, 500, 20, 10, 100'000});
  for (int i = 0; i < 40; ++i) sampler.code(executed(string, 0), kept);
  const auto steps = std::count(kept.words.begin(), kept.words.end(), executed(string, 0));
  EXPECT_EQ(kept.words.front(), begins(Sampled::teach));
  EXPECT_EQ(steps, 10);
}

TEST_F(Samplers, TellOfPagesWhereTheyAreOthers) {
  Sampler sampler(table);
  const auto at = [](std::uint64_t address) { return reftrace::reference(address, 3, Op::read); };
  for (const std::uint64_t address : {0x5000, 0x5ff8, 0x6000, 0x5000})
    sampler.page(at(address), kept);
  EXPECT_THAT(kept.words, ElementsAre(answered(at(0x5000), 0), answered(at(0x6000), 0),
                                      answered(at(0x5000), 0)));
}

}  // namespace
}  // namespace hpcast::blocks

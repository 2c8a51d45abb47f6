#include "hpcast/inputs/blocks/block.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/blocks/describe_for_tests.h"

namespace hpcast::blocks {
namespace {

using testing::description;
using testing::reg;
using testing::TestInstruction;

std::string complaint(const std::vector<Word>& words) {
  try {
    block_from(words);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

// r1 = [r2 + r3]; r1 += 1; if not equal leave; [r1] = r4
const std::vector<TestInstruction> load_add_store = {
    {Kind::load, {}, {{1, 0}}, {{reftrace::Op::read, {reg(2), reg(3)}}}},
    {Kind::integer, {0}, {{1, 1}, {16, 1}}, {}},
    {Kind::branch, {1}, {}, {}},
    {Kind::store, {reg(4)}, {}, {{reftrace::Op::write, {1}, 4}}}};

TEST(Block, ADescriptionIsReadAsItIsWritten) {
  const Block block = block_from(description(load_add_store, {exit_word(2, true, true, 1)}));
  ASSERT_EQ(block.instructions.size(), 4U);
  EXPECT_EQ(block.instructions[0].kind, Kind::load);
  EXPECT_EQ(block.instructions[3].address, 0x100cU);
  EXPECT_THAT(block.values_of(block.instructions[1]), ::testing::ElementsAre(0));
  ASSERT_EQ(block.operands.size(), 2U);
  EXPECT_EQ(block.operands[0].address_count, 2U);
  EXPECT_EQ(block.operands[0].address[1], reg(3));
  EXPECT_EQ(block.operands[1].instruction, 3U);
  EXPECT_EQ(block.operands[1].bytes, 4U);
  EXPECT_EQ(block.operands_of(block.instructions[3]).size(), 1U);
}

TEST(Block, APlaceOfItsOwnChangesNothingElse) {
  std::vector<Word> words = description(load_add_store);
  const Block block = block_from(words);
  words.insert(words.begin() + 1, 0x7000);
  words[0] += (Word{1} << reftrace::description_shift) | has_place;
  const Block placed = block_from(words);
  EXPECT_EQ(placed.instructions[3].address, block.instructions[3].address);
  EXPECT_EQ(placed.operands.size(), block.operands.size());
  EXPECT_EQ(first_instruction(words.data()) - words.data(), 2);
}

// What registers hold where the block is left in its midst is what had been done until then.
TEST(Block, EachWayOutKnowsItsRegisters) {
  std::vector<TestInstruction> instructions = load_add_store;
  instructions.push_back({Kind::move, {}, {{1, reg(7)}}, {}});
  const Block block = block_from(description(instructions, {exit_word(2, true, true, 1)}));
  ASSERT_EQ(block.exits.size(), 2U);
  EXPECT_TRUE(block.exits[0].branch && block.exits[0].taken);
  EXPECT_EQ(block.exits[0].operands, 1U);
  ASSERT_EQ(block.exits[0].registers.size(), 2U);
  EXPECT_EQ(block.exits[0].registers[0].reg, 1U);
  EXPECT_EQ(block.exits[0].registers[0].value, 1U);
  EXPECT_EQ(block.exits[1].registers[0].value, reg(7));
  EXPECT_EQ(block.exits[1].operands, 2U);
}

TEST(Block, WhatMakesNoSenseIsRefused) {
  const std::vector<Word> good = description(load_add_store);
  EXPECT_EQ(complaint(good), "none");
  EXPECT_THAT(complaint({}), ::testing::HasSubstr("it ends too soon"));
  for (std::size_t length = 1; length < good.size(); ++length)
    EXPECT_THAT(complaint({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length)}),
                ::testing::HasSubstr("makes no sense"))
        << length;
  std::vector<Word> longer = good;
  longer.push_back(0);
  EXPECT_THAT(complaint(longer), ::testing::HasSubstr("it does not end"));
  EXPECT_THAT(complaint(description({{Kind::integer, {1}, {}, {}}, {}})),
              ::testing::HasSubstr("from the future"));
  EXPECT_THAT(complaint(description({{static_cast<Kind>(60), {}, {}, {}}})),
              ::testing::HasSubstr("unknown kind"));
  EXPECT_THAT(complaint(description(load_add_store, {exit_word(2, true, true, 2)})),
              ::testing::HasSubstr("between other operands"));
  EXPECT_THAT(complaint(description(load_add_store, {exit_word(9, true, true, 2)})),
              ::testing::HasSubstr("behind its end"));
}

}  // namespace
}  // namespace hpcast::blocks

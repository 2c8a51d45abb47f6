// SPDX-License-Identifier: GPL-2.0-or-later
#include "instruction.h"

#include <gtest/gtest.h>

#include <vector>

namespace hpcast::tracer {
namespace {

bool adds(const std::vector<std::uint8_t>& bytes) {
  return adds_constant(decode(bytes.data(), static_cast<unsigned>(bytes.size())));
}

TEST(Instruction, AddsAConstant) {
  EXPECT_TRUE(adds({0x48, 0x83, 0xc0, 0x01})) << "add $1,%rax";
  EXPECT_TRUE(adds({0x81, 0xe9, 0x00, 0x01, 0x00, 0x00})) << "sub $256,%ecx";
  EXPECT_TRUE(adds({0x48, 0x05, 0x00, 0x01, 0x00, 0x00})) << "add $256,%rax";
  EXPECT_TRUE(adds({0x48, 0xff, 0xc3})) << "inc %rbx";
  EXPECT_TRUE(adds({0x83, 0xe8, 0x01})) << "sub $1,%eax";
  EXPECT_TRUE(adds({0x48, 0x8d, 0x50, 0x01})) << "lea 1(%rax),%rdx";
}

TEST(Instruction, AddsNoConstant) {
  EXPECT_FALSE(adds({0x48, 0x01, 0xd8})) << "add %rbx,%rax";
  EXPECT_FALSE(adds({0x48, 0x83, 0x00, 0x01})) << "addq $1,(%rax)";
  EXPECT_FALSE(adds({0x48, 0xff, 0x03})) << "incq (%rbx)";
  EXPECT_FALSE(adds({0x83, 0xe0, 0x01})) << "and $1,%eax";
  EXPECT_FALSE(adds({0x83, 0xf8, 0x01})) << "cmp $1,%eax";
  EXPECT_FALSE(adds({0x48, 0x8d, 0x44, 0x80, 0x01})) << "lea 1(%rax,%rax,4),%rax";
  EXPECT_FALSE(adds({0x48, 0xd1, 0xe8})) << "shr %rax";
  EXPECT_FALSE(adds({0x48, 0x6b, 0xc0, 0x05})) << "imul $5,%rax";
}

}  // namespace
}  // namespace hpcast::tracer

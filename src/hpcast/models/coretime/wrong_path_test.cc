#include "hpcast/models/coretime/wrong_path.h"

#include <gtest/gtest.h>

#include "hpcast/models/coretime/core_for_tests.h"

namespace hpcast::coretime {
namespace {

using testing::reg;
using testing::small_core;
using testing::small_memory;
using testing::TestBlock;
using testing::TestInstruction;
using Kind = InstructionKind;

// A load from memory takes 100 cycles and some: one after the other twice that.
constexpr double one_load = 150, two_loads = 200;

constexpr std::uint64_t jump = 0x1004, behind = 0x1008;

// At that address; the loads among them come from memory.
struct Piece {
  std::uint64_t address;
  std::vector<TestInstruction> instructions;
};

TestInstruction load_by(unsigned number) {
  blocks::testing::TestOperand operand;
  operand.address = {reg(number)};
  return {Kind::load, {}, {{10, 0}}, {operand}};
}

TestInstruction change(unsigned number) { return {Kind::integer, {}, {{number, 0}}, {}}; }

class Paths {
 public:
  // Jumped from there before, to that address.
  void know_jump(std::uint64_t end, std::uint64_t target) {
    execute({end - 4, {{Kind::jump, {}, {}, {}}}}, target, {});
  }
  // The jump that is to be predicted wrongly now was taken before, to that address.
  void know_target(std::uint64_t target) { decide(Kind::branch, 0, target, {}); }

  // Cycles of a jump that waits for memory and is mispredicted, and of what comes next.
  double cycles(std::uint64_t next, const std::vector<Piece>& pieces, Kind kind = Kind::branch) {
    const Cycle before = window_.now();
    decide(kind, 2, next, Steps(2));
    for (const Piece& piece : pieces) execute(piece, piece.address, {});
    return static_cast<double>(window_.now() - before);
  }

 private:
  void decide(Kind kind, std::uint16_t answerer, std::uint64_t next, const Steps& mispredicted) {
    const TestBlock block({load_by(0), {kind, {0}, {}, {}}}, pipeline_, {}, 1, jump - 4);
    window_.execute(block.code(), block.end(), std::vector{reference(answerer)}, mispredicted,
                    next);
  }
  void execute(const Piece& piece, std::uint64_t next, const Steps& mispredicted) {
    const TestBlock block(piece.instructions, pipeline_, {}, 2, piece.address);
    std::vector<Reference> references;
    if (!block.code().accesses.empty()) references.push_back(reference(2));
    window_.execute(block.code(), block.end(), references, mispredicted, next);
  }
  Reference reference(std::uint16_t answerer) { return {address_ += 0x10000, 8, 0, answerer}; }

  const dat::Pipeline pipeline_ = small_core();
  const MemoryView memory_ = small_memory();
  Window window_{pipeline_, memory_};
  std::uint64_t address_ = 0;
};

TEST(WrongPath, AsksForLinesThatTheRightOneWantsToo) {
  Paths paths;
  paths.know_target(0x0f00);  // a loop, left
  EXPECT_LT(paths.cycles(behind, {{behind, {load_by(5)}}}), one_load);
}

TEST(WrongPath, LeadsNowhereThatIsKnownWhereTheJumpWasNeverTaken) {
  Paths paths;
  EXPECT_GT(paths.cycles(behind, {{behind, {load_by(5)}}}), two_loads);
}

TEST(WrongPath, MeetsTheRightOneBehindTheLoop) {
  const auto cycles = [](const std::vector<Piece>& pieces) {
    return Paths().cycles(0x0f00, pieces);  // another turn
  };
  EXPECT_GT(cycles({{0x0f00, {load_by(5)}}}), two_loads);
  EXPECT_LT(cycles({{0x0f00, {change(5)}}, {behind, {load_by(6)}}}), one_load);
  EXPECT_GT(cycles({{0x0f00, {change(5)}}, {behind, {load_by(5)}}}), two_loads);
}

TEST(WrongPath, MeetsTheRightOneBehindWhatIsJumpedOver) {
  const auto cycles = [](const std::vector<Piece>& pieces) {
    Paths paths;
    paths.know_target(0x1020);
    return paths.cycles(behind, pieces);  // not jumped over
  };
  EXPECT_GT(cycles({{behind, {load_by(5)}}}), two_loads);
  EXPECT_LT(cycles({{behind, {change(5)}}, {0x1020, {load_by(6)}}}), one_load);
  EXPECT_GT(cycles({{behind, {change(5)}}, {0x1020, {load_by(5)}}}), two_loads);
}

TEST(WrongPath, MeetsTheRightOneWhereTheOtherWayJumpsTo) {
  const std::vector<Piece> pieces{{0x1020, {change(5)}}, {0x1030, {load_by(5)}}};
  EXPECT_LT(Paths().cycles(0x1020, pieces), one_load);
  Paths either;
  either.know_jump(0x1020, 0x1030);  // 0x1020 is the other of two ways
  EXPECT_GT(either.cycles(0x1020, pieces), two_loads);
  EXPECT_LT(either.cycles(0x1020, {{0x1020, {change(5)}}, {0x1030, {load_by(6)}}}), one_load);
}

TEST(WrongPath, MeetsTheRightOneBehindACallToElsewhere) {
  const Piece function{0x2000, {change(5), {Kind::ret, {}, {}, {}}}};
  EXPECT_GT(Paths().cycles(0x2000, {{0x2000, {load_by(6)}}}, Kind::call_indirect), two_loads);
  EXPECT_LT(Paths().cycles(0x2000, {function, {behind, {load_by(6)}}}, Kind::call_indirect),
            one_load);
}

TEST(WrongPath, GoesNoFurtherThanThereIsRoom) {
  const auto cycles = [](unsigned moves) {
    const std::vector<TestInstruction> between(moves, {Kind::move, {}, {}, {}});
    return Paths().cycles(0x1020, {{0x1020, between}, {0x2000, {load_by(5)}}});
  };
  EXPECT_LT(cycles(60), one_load);
  EXPECT_GT(cycles(64), two_loads);
}

}  // namespace
}  // namespace hpcast::coretime

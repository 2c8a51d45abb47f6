#include "hpcast/inputs/calibrate/machine_code.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace hpcast::calibrate {
namespace {

// A loop that counts its turns where it is told, with so many no-ops.
MachineCode counting_loop(std::size_t no_ops) {
  MachineCode code;
  code.align(60);
  code.begin_loop();
  code.add({0x48, 0xff, 0x06});  // inc qword [rsi]
  code.add(no_ops, {0x90});
  code.end_loop();
  return code;
}

TEST(MachineCode, LoopsAsOftenAsItIsTold) {
  for (const std::size_t no_ops : {0U, 119U, 120U, 121U, 122U, 5000U}) {  // near jumps and far ones
    const RunnableCode runnable(counting_loop(no_ops));
    if (runnable.function() == nullptr) GTEST_SKIP() << "no code can be made here";
    const std::array<double, 2> two{};
    runnable.function()(1000, two.data());
    std::uint64_t turns = 0;
    std::memcpy(&turns, two.data(), sizeof turns);
    EXPECT_EQ(turns, 1000U) << no_ops;
  }
}

TEST(MachineCode, BeginsWhereItIsTold) {
  EXPECT_EQ(counting_loop(0).bytes()[59], 0x90);
  EXPECT_EQ(counting_loop(0).bytes()[60], 0x48);
}

}  // namespace
}  // namespace hpcast::calibrate

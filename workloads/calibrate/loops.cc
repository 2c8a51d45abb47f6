// The loops that hpcast calibrate times instructions by, each as a phase of its own: what does a
// forecast say of them? loops TURNS
#include <cstdlib>

#include "hpcast.h"
#include "hpcast/inputs/calibrate/instruction_bench.h"

int main(int argc, char** argv) {
  using namespace hpcast::calibrate;
  const unsigned long turns = argc == 2 ? std::strtoul(argv[1], nullptr, 10) : 0;
  if (turns == 0) return 2;
  static Operands operands;
  for (const InstructionBench& bench : instruction_benches()) {
    set_operands(operands, bench.precisions);
    bench.run(turns, operands);  // caches and branches are warm then, as they are when it is timed
    hpcast_phase(bench.name.c_str());
    bench.run(turns, operands);
    hpcast_phase("");
  }
}

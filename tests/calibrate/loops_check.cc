// Are loops of instructions forecast to take what the machine's table of cores says?
//     loops_check MACHINE RESULT TURNS
// RESULT: of workloads/calibrate/loops.cc. calibrate judges the forecast times as if they were
// measured, and should find the table that they were forecast by.
#include <fmt/core.h>

#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "hpcast/answers/answer_file.h"
#include "hpcast/answers/memory/answer.h"
#include "hpcast/inputs/calibrate/fill_pipeline.h"
#include "hpcast/inputs/dat/read.h"

namespace {

using namespace hpcast;
using namespace hpcast::calibrate;

constexpr double most_off = 0.05, most_cycles_off = 0.1;
// A mispredicted branch costs the refill and some two cycles more: in which it executes, and in
// which what comes behind it begins to. Whether predictors miss half of four
// thousand outcomes or some hundred more or less is chance, too.
constexpr double beside_refill = 2, most_by_chance_off = 0.1;

const answers::PhaseResult& phase_of(const answers::MemoryAnswer& result, const std::string& name) {
  for (const answers::PhaseResult& phase : result.phases)
    if (phase.name == name) return phase;
  throw std::runtime_error("no phase '" + name + "'");
}

bool is_as_told(const Measurement& row) {
  const bool is_chance = row.name == "branches by chance";
  const double told = *row.told + (is_chance ? beside_refill : 0);
  const double off = std::abs(row.value - told);
  const bool is =
      off <= (is_chance ? most_by_chance_off : most_off) * told || off <= most_cycles_off;
  fmt::print("{:<36} {:8.2f} {:8.2f}{}\n", row.name, row.value, told, is ? "" : "  off");
  return is;
}

int check(const dat::Machine& machine, const answers::MemoryAnswer& result, double turns) {
  dat::Pipeline pipeline = machine.core_classes[0].pipeline.value();
  const std::vector<InstructionBench> benches = instruction_benches();
  std::vector<Loop> loops;
  for (const InstructionBench& bench : benches)
    loops.push_back({phase_of(result, bench.name).executing.value().time_s * pipeline.clock /
                     (turns * bench.per_turn)});
  Book book;
  fill_pipeline(pipeline, true, benches, loops, book);
  int off = 0;
  for (const Measurement& row : book.take_rows()) off += is_as_told(row) ? 0 : 1;
  fmt::print("{} loops, {} off\n", benches.size(), off);
  return benches.empty() || off > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  return check(dat::read_machine(argv[1]), answers::read_answer<answers::MemoryAnswer>(argv[2]),
               std::atof(argv[3]));
}

// Superblocks as a core sees them: instructions with what they ask of its units.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "hpcast/inputs/blocks/table.h"
#include "hpcast/inputs/dat/pipeline.h"

namespace hpcast::coretime {

// A load or store that an instruction makes.
struct Access {
  std::uint64_t ports = 0;
  std::uint16_t latency = 0;  // of a load that the first cache answers, cycles
  std::uint16_t forward = 0;  // of one that an earlier store answers, from its data on
  std::uint8_t values = 0;    // of the address:
  blocks::Value address[blocks::max_address_values]{};
  reftrace::Op op = reftrace::Op::read;
};

// Where an instruction's result waits until that is final.
enum class RegisterFile : std::uint8_t { none, general, vector };

struct Step {
  std::uint64_t ports = 0;  // that serve it; 0: it needs none
  std::uint64_t address = 0;
  std::uint64_t end = 0;   // address of what lies behind it
  std::uint64_t line = 0;  // of code (fetch_line) that it ends in, with a branch that is fused
  std::uint16_t latency = 0, chained = 0, cycles = 0;  // dat::Timing
  std::uint8_t slots = 0;
  InstructionKind kind = InstructionKind::other;
  bool calls_or_returns = false;
  bool scheduled = false;  // waits in a scheduler
  bool vector = false;     // in the vector scheduler
  RegisterFile result = RegisterFile::none;
  bool taken = false;                              // a branch: so where the block is left there
  std::uint16_t first_value = 0, end_value = 0;    // of Code::values
  std::uint16_t first_access = 0, end_access = 0;  // of Code::accesses
  std::uint8_t loads = 0, stores = 0;
};

struct Code {
  std::uint32_t number = 0;  // of the block, for what is kept by block
  const blocks::Block* block = nullptr;
  std::vector<Step> steps;
  std::vector<blocks::Value> values;
  std::vector<Access> accesses;  // by operand of the block
};

Code code_of(const blocks::Block& block, std::uint32_t number, const dat::Pipeline& pipeline);

// The code of a run on one kind of core, by number, made as it is asked for.
class CodeTable {
 public:
  // Both outlive this.
  CodeTable(const blocks::Table& blocks, const dat::Pipeline& pipeline)
      : blocks_(blocks), pipeline_(pipeline) {}

  // Null where the block is not described. Stays valid. Several host threads may call it at once.
  const Code* code(std::uint32_t block);

 private:
  const blocks::Table& blocks_;
  const dat::Pipeline& pipeline_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<const Code>> known_;  // by number
};

}  // namespace hpcast::coretime

// Loops of x86-64 made as they are asked for, as long as they shall be: a function of how many
// turns, and of two doubles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace hpcast::calibrate {

class MachineCode {
 public:
  using Bytes = std::initializer_list<std::uint8_t>;

  void add(Bytes instruction) { code_.insert(code_.end(), instruction); }
  void add(std::size_t times, Bytes instruction) {
    for (std::size_t i = 0; i < times; ++i) add(instruction);
  }
  // No-ops until so many bytes behind a multiple of 64.
  void align(std::size_t offset);
  // What comes next is repeated, until end_loop().
  void begin_loop() { loop_ = code_.size(); }
  // So often as the function is told; returns from it.
  void end_loop();
  std::span<const std::uint8_t> bytes() const { return code_; }

 private:
  std::vector<std::uint8_t> code_;
  std::size_t loop_ = 0;
};

// Code that can be run, in pages of its own. Null where the system lets nobody make some, or the
// processor has other instructions.
class RunnableCode {
 public:
  using Function = void (*)(std::uint64_t turns, const double* two);

  explicit RunnableCode(const MachineCode& code);
  ~RunnableCode();
  RunnableCode(const RunnableCode&) = delete;
  RunnableCode& operator=(const RunnableCode&) = delete;

  Function function() const { return reinterpret_cast<Function>(pages_); }

 private:
  void* pages_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace hpcast::calibrate

// Whether a loop does nothing but wait for what others write: of one turn of it, by descriptions.
// Freestanding: the tracers include it.
//
// Such a loop stores nothing and calls nothing. Every turn loads from the same addresses (who has
// the references compares them), and what the loop carries from turn to turn is at most counters,
// each a register that only constants are added to and which no address is made of. Whether it
// ends is asked of what it has loaded; of counters by themselves too, where it waits so long only.
#pragma once

#include <cstdint>

#include "hpcast/inputs/blocks/description.h"

namespace hpcast::blocks {

class WaitingTurn {
 public:
  // Members are set where they are used: there are many.
  WaitingTurn() {
    for (unsigned r = 0; r < registers; ++r) {
      held_[r] = {{}, false, false, true};
      held_[r].from.add(r);
    }
  }

  // Whether that block, left by that exit, may be a whole turn as far as kinds of instructions
  // tell: soon said of most that are none.
  static bool may_wait(const Word* description, unsigned exit) {
    const unsigned exits = exits_in(description[0]);
    if (exit >= exits) return false;
    const Word* const ways_out =
        description + reftrace::words_of_description(description[0]) - exits;
    bool loads = false;
    const Word* next = first_instruction(description);
    for (unsigned i = 0; i <= instruction_in(ways_out[exit]); ++i) {
      const auto kind = static_cast<Kind>(kind_in(next[0]));
      if (!is_allowed(kind, results_in(next[1]))) return false;
      const Word* const following = next_instruction(next);
      for (const Word* operand = following - operands_in(next[1]); operand != following;
           ++operand) {
        loads |= op_in(*operand) == reftrace::Op::read;
        if (op_in(*operand) != reftrace::Op::read && kind != Kind::atomic) return false;
      }
      next = following;
    }
    return loads;
  }

  // The turn goes on with that block, which is left by that exit.
  void pass(const Word* description, unsigned exit) {
    const unsigned exits = exits_in(description[0]);
    if (exit >= exits) {
      refused_ = true;
      return;
    }
    ways_out_ = description + reftrace::words_of_description(description[0]) - exits;
    exit_ = exit;
    const unsigned last = instruction_in(ways_out_[exit]);
    done_ = 0;
    for (unsigned r = 0; r < registers; ++r) entered_[r] = held_[r];
    const Word* next = first_instruction(description);
    for (unsigned i = 0; i <= last; ++i) next = instruction(i, next);
  }

  // A branch that asks for what was loaded, and which way it went.
  struct Look {
    std::uint64_t address;
    bool taken;
  };
  // Looks of a longer turn are not told.
  static constexpr unsigned most_looks = 16;
  unsigned looks() const { return looks_; }
  const Look& look(unsigned i) const { return look_[i]; }

  // The turn is over.
  bool waits() const {
    RegisterSet carried{};
    for (unsigned r = 0; r < registers; ++r)
      if ((used_.has(r) || addressed_.has(r)) && !held_[r].is(r)) carried.add(r);
    for (unsigned r = 0; r < registers; ++r)
      if (carried.has(r) && !held_[r].counts(r)) return false;
    return !refused_ && asks_loaded_ && !addressed_.meets(carried) && !asked_.meets(carried);
  }

 private:
  struct RegisterSet {
    std::uint64_t bits[registers / 64];
    void add(unsigned r) { bits[r / 64] |= std::uint64_t{1} << r % 64; }
    bool has(unsigned r) const { return (bits[r / 64] >> r % 64 & 1) != 0; }
    bool meets(const RegisterSet& other) const {
      return ((bits[0] & other.bits[0]) | (bits[1] & other.bits[1])) != 0;
    }
    RegisterSet& operator|=(const RegisterSet& more) {
      for (unsigned i = 0; i < registers / 64; ++i) bits[i] |= more.bits[i];
      return *this;
    }
    bool is_only(unsigned r) const {
      RegisterSet one{};
      one.add(r);
      return bits[0] == one.bits[0] && bits[1] == one.bits[1];
    }
  };
  // What a value is made from: registers as the turn began, and what it has loaded.
  struct Made {
    RegisterSet from;
    bool loaded;
    bool changed;  // it is no register's value as the turn began
    bool simply;   // by adding constants
    bool is(unsigned r) const { return !changed && from.is_only(r); }
    bool counts(unsigned r) const { return simply && !loaded && from.is_only(r); }
  };
  // The stack pointer's number, as tracers count x86's registers.
  static constexpr unsigned stack_pointer = 4;

  // Of what is not made yet nothing is known.
  const Made& made(unsigned value) const {
    if (value >= first_register) return entered_[value - first_register];
    return value < done_ ? results_[value] : unknown_;
  }

  static bool is_allowed(Kind kind, unsigned results) {
    switch (kind) {
      case Kind::move:
      case Kind::integer:
      case Kind::shift:
      case Kind::bit_count:
      case Kind::load:
      case Kind::jump:
      case Kind::branch:
      case Kind::atomic:
      case Kind::fence:
        return true;
      default:
        return kind == Kind::other && results == 0;  // x86's pause
    }
  }

  const Word* instruction(unsigned index, const Word* next) {
    const bool adds = adds_constant_in(*next);
    const std::uint64_t address = *next & reftrace::address_mask;
    const auto kind = static_cast<Kind>(kind_in(*next++));
    const Word counts = *next++;
    const unsigned sources = sources_in(counts), results = results_in(counts);
    refused_ |= !is_allowed(kind, results);
    Made sum{{}, false, true, true};
    for (unsigned i = 0; i < sources; ++i) add(sum, made(value_in(next, i)));
    const Word* const written = next + words_for(sources);
    const Word* const operands = written + words_for(results);
    for (unsigned i = 0; i < operands_in(counts); ++i) operand(kind, operands[i], sum);
    sum.simply &= adds && sources == 1;
    results_[index] = sum;
    done_ = index + 1;
    if (kind == Kind::branch) ask(sum, {address, is_taken(index)});
    for (unsigned i = 0; i < results; ++i) {
      const unsigned result = value_in(written, i);
      held_[register_of(result)] = made(value_of(result));
    }
    return operands + operands_in(counts);
  }

  static unsigned value_in(const Word* values, unsigned i) {
    return values[i / 4] >> 16 * (i % 4) & 0xffff;
  }

  void add(Made& sum, const Made& source) {
    sum.from |= source.from;
    used_ |= source.from;
    sum.loaded |= source.loaded;
    sum.simply &= source.simply;
  }

  // Compilers' fences on x86 change nothing at the top of the stack, atomically.
  void operand(Kind kind, Word word, Made& sum) {
    const bool at_top = address_values_in(word) == 1 && kind == Kind::atomic &&
                        made(address_value_in(word, 0)).is(stack_pointer);
    refused_ |= may_be_absent_in(word) || is_range_in(word);
    if (kind == Kind::atomic || op_in(word) != reftrace::Op::read) refused_ |= !at_top;
    for (unsigned i = 0; i < address_values_in(word); ++i)
      addressed_ |= made(address_value_in(word, i)).from;
    sum.loaded |= op_in(word) == reftrace::Op::read && !at_top;
  }

  // The block's branch, on the way to its exit.
  bool is_taken(unsigned branch) const {
    for (unsigned e = 0; e < exit_; ++e)
      if (instruction_in(ways_out_[e]) == branch) return !is_taken_in(ways_out_[e]);
    return is_taken_in(ways_out_[exit_]);
  }

  void ask(const Made& condition, const Look& look) {
    if (!condition.loaded) return;
    asks_loaded_ = true;
    if (looks_ < most_looks) look_[looks_++] = look;
    asked_ |= condition.from;
  }

  Made held_[registers];            // by register
  Made entered_[registers];         // as the block was entered
  Made results_[max_instructions];  // of the block's instructions, as many as are done_
  unsigned done_ = 0;
  Made unknown_{{}, false, true, false};
  // Registers, as the turn began, that are computed with; that addresses are made of; that branches
  // look at together with what was loaded.
  RegisterSet used_{}, addressed_{}, asked_{};
  const Word* ways_out_ = nullptr;  // of the block
  unsigned exit_ = 0;
  Look look_[most_looks];
  unsigned looks_ = 0;
  bool asks_loaded_ = false;
  bool refused_ = false;
};

}  // namespace hpcast::blocks

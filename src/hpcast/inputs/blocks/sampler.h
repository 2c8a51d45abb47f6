// What of a thread's executed superblocks is kept to be timed: stretches of it (sampling.h), with
// words between them that say what was left out (executed.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hpcast/inputs/blocks/executed.h"
#include "hpcast/inputs/blocks/sampling.h"
#include "hpcast/inputs/blocks/table.h"

namespace hpcast::blocks {

class Sampler {
 public:
  // `table` outlives this.
  explicit Sampler(const Table& table, SamplingPlan plan = {}) : table_(&table), sampling_(plan) {}

  // What comes next is of that part of the run, each of which is sampled by itself.
  void enter(std::uint32_t part) { sampling_.enter(part); }
  // Event::block or Event::absent: what of it is kept, and what that follows, is pushed.
  template <class Words>
  void code(Word event, Words& kept) {
    if (reftrace::event_of(event) == reftrace::Event::absent) {
      if (keeps_references()) kept.push(event);
      return;
    }
    const Sampled does = sampling_.does();
    if (does != does_) change(does, kept);
    const unsigned instructions = instructions_of(event);
    // Which steps of a string are one, only their references tell.
    if (does == Sampled::skip)
      left_out_ += instructions;
    else if (instructions > 0 || keeps_references())
      kept.push(event);
    instructions_ += instructions;
    sampling_.pass(instructions);
  }
  // Of the block that came last.
  bool keeps_references() const { return does_ >= Sampled::fill; }
  // A reference that is not kept (keeps_references()), but for its page where that is another one.
  template <class Words>
  void page(Word reference, Words& kept) {
    const std::uint64_t page = reftrace::address_of(reference) >> reftrace::log2_page;
    if (page == page_) return;
    page_ = page;
    kept.push(answered(reference, 0));
  }
  // What has been left out so far is told.
  template <class Words>
  void tell(Words& kept) {
    for (; left_out_ > most_left_out; left_out_ -= most_left_out)
      kept.push(left_out(most_left_out));
    if (left_out_ != 0) kept.push(left_out(left_out_));
    left_out_ = 0;
  }
  // Executed so far, as far as they are described.
  std::uint64_t instructions() const { return instructions_; }

 private:
  template <class Words>
  void change(Sampled does, Words& kept) {
    tell(kept);
    kept.push(begins(does));
    does_ = does;
  }
  unsigned instructions_of(Word event) {
    const Known& known = known_[event >> reftrace::block_shift & (entries - 1)];
    return known.event == event ? known.instructions : look_up(event);
  }
  unsigned look_up(Word event);
  unsigned steps_of_string(const Block& block);

  static constexpr std::size_t entries = 1024;
  struct Known {
    Word event = 0;
    unsigned instructions = 0;
  };

  const Table* table_;
  Sampling sampling_;
  Sampled does_ = Sampled::skip;
  std::uint64_t left_out_ = 0, instructions_ = 0;
  std::uint64_t page_ = 0;                                  // that a reference not kept was to
  std::vector<Known> known_ = std::vector<Known>(entries);  // by block, of one exit
  std::uint32_t string_bytes_ = 0;  // moved by steps that count with the next one
};

}  // namespace hpcast::blocks

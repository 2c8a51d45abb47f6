// Which stretches of what it executes a thread tells hpcast of, where it simulates its private
// caches itself (Thread::samples): chosen as blocks/sampler.h does. The stream has the pieces of
// code of a stretch, the references they make with who has answered them, and how much was left out
// in between.
#pragma once

#include "hpcast/inputs/blocks/sampling.h"
#include "hpcast/inputs/reftrace/record.h"

namespace hpcast::tracer {

struct Thread;

// Of the pages that a thread refers to, those that hpcast may not have heard of lately.
class ToldPages {
 public:
  // At most so many others between two times that it hears of the same one; 0: it wants none.
  explicit ToldPages(std::uint32_t most) : most_(most), left_(most) {}

  bool is_new(std::uint64_t address) {
    if (most_ == 0) return false;
    const std::uint64_t page = (address >> reftrace::log2_page) + 1;
    std::uint64_t& known = told_[page % count];
    if (known == page) return false;
    if (left_-- == 0) forget();
    known = page;
    return true;
  }

 private:
  static constexpr unsigned count = 256;
  void forget() {
    left_ = most_;
    for (std::uint64_t& page : told_) page = 0;
  }

  std::uint32_t most_, left_;
  std::uint64_t told_[count]{};  // pages, and 1, by the last bits
};

struct Stretches {
  Stretches(const blocks::SamplingPlan& plan, std::uint32_t most_pages)
      : sampling(plan), pages(most_pages) {}

  blocks::Sampling sampling;
  blocks::Sampled does = blocks::Sampled::skip;  // of the last piece
  std::uint64_t counted = 0;   // __hpcast_counts.instructions, as far as they are among `executed`
  std::uint64_t executed = 0;  // instructions of the thread
  std::uint64_t left_out = 0;  // of them, that the stream does not tell yet
  ToldPages pages;

  bool keeps_references() const { return does >= blocks::Sampled::fill; }
  bool tells() const { return does != blocks::Sampled::skip && does == sampling.does(); }
  bool skips() const {
    return does == blocks::Sampled::skip && sampling.does() == blocks::Sampled::skip;
  }
};

void begin_stretches(Thread& thread);
// The thread is in that phase from here on.
void enter_phase(Thread& thread, std::uint32_t phase);

// An instruction of the runtime's own, which the program has not counted.
void count_own(Thread& thread);
// The last so many instructions that are counted the thread executes next: true where they are
// told.
bool tells_next(Thread& thread, std::uint64_t executed);
// So many instructions until the next stretch may begin, as long as the thread skips.
std::uint64_t instructions_left();
// What has been counted so far is of what is done now.
void pass_counted(Thread& thread);

// What the stream has before such an event.
void tell_before(Thread& thread, reftrace::Event event);

// Where the stream tells of references: refers to the private caches, and is true. While Busy.
bool refer_and_tell(Thread& thread, reftrace::Word reference);

}  // namespace hpcast::tracer

// Which stretches of what it executes a thread tells hpcast of, where it simulates its private
// caches itself (Thread::samples): chosen as blocks/sampler.h does. The stream has the pieces of
// code of a stretch, the references they make with who has answered them, and how much was left out
// in between.
#pragma once

#include "hpcast/blocks/sampling.h"
#include "hpcast/reftrace/record.h"

namespace hpcast::tracer {

struct Thread;

struct Stretches {
  explicit Stretches(const blocks::SamplingPlan& plan) : sampling(plan) {}

  blocks::Sampling sampling;
  blocks::Sampled does = blocks::Sampled::skip;  // of the last piece
  bool tells_pages = false;
  std::uint64_t counted = 0;   // __hpcast_counts.instructions, as far as they are among `executed`
  std::uint64_t executed = 0;  // instructions of the thread
  std::uint64_t left_out = 0;  // of them, that the stream does not tell yet
  std::uint64_t page = 0;      // that it has told of last

  bool keeps_references() const { return does >= blocks::Sampled::fill; }
  bool skips() const {
    return does == blocks::Sampled::skip && sampling.does() == blocks::Sampled::skip;
  }
};

void begin_stretches(Thread& thread);
// The thread is in that phase from here on.
void enter_phase(Thread& thread, std::uint32_t phase);

// The last so many instructions that are counted the thread executes next: true where they are told.
bool tells_next(Thread& thread, std::uint64_t executed);
// So many instructions until the next stretch may begin, as long as the thread skips.
std::uint64_t instructions_left();
// What has been counted since the last piece was in none.
void pass_counted(Thread& thread);

// What the stream has before such an event.
void tell_before(Thread& thread, reftrace::Event event);

// A reference, into the private caches. While Busy.
void refer(Thread& thread, reftrace::Word reference);

}  // namespace hpcast::tracer

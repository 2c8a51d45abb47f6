// What a thread has executed and who answered its references, as words: superblocks and absent
// references as tracers write them (Event::block, Event::absent), references with the answerer's
// number in place of their instruction's hash. What a core's time is made from.
#pragma once

#include "hpcast/reftrace/record.h"

namespace hpcast::blocks {

using reftrace::Word;

// Of a reference that nobody has answered yet; answerers' numbers are below.
inline constexpr unsigned unanswered = static_cast<unsigned>(reftrace::site_mask);

constexpr Word answered(Word reference, unsigned answerer) {
  return (reference & ((Word{1} << reftrace::site_shift) - 1)) | Word{answerer}
                                                                     << reftrace::site_shift;
}
constexpr unsigned answerer_of(Word reference) {
  return static_cast<unsigned>(reftrace::site_of(reference));
}

}  // namespace hpcast::blocks

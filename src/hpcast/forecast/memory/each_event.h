// The events among a thread's words.
#pragma once

#include <span>

#include "hpcast/models/memsim/stream.h"

namespace hpcast::forecast {

// f(event) for each event that is whole; none is cut by the end of a span that TraceReader gives.
template <class F>
void each_event(std::span<const reftrace::Word> words, F&& f) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (reftrace::op_of(words[i]) != reftrace::Op::event) continue;
    const unsigned size = memsim::words_of_event(words[i]);
    if (i + size > words.size()) return;
    f(&words[i]);
    i += size - 1;
  }
}

}  // namespace hpcast::forecast

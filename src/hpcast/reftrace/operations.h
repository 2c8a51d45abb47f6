// Operation counts in a stream (Event::operations). Freestanding.
#pragma once

#include "hpcast/base/operation_counts.h"
#include "hpcast/reftrace/record.h"

namespace hpcast::reftrace {

static_assert(operation_count_words + 2 <= max_event_payload);

// What Event::operations counts: all since the thread's event of that kind before.
enum class ProgramPart : std::uint64_t {
  main = 0,      // the program
  start_up = 1,  // before its main function: dynamic linking, initialisation
};

}  // namespace hpcast::reftrace

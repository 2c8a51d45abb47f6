// Operation counts in a stream (Event::operations). Freestanding.
#pragma once

#include "hpcast/base/operation_counts.h"
#include "hpcast/inputs/reftrace/record.h"

namespace hpcast::reftrace {

static_assert(operation_count_words + 2 <= max_event_payload);

// What Event::operations counts: all of that part since the thread's event of that kind before.
// Only what is of the main part, or of the start-up, is in the stream.
using hpcast::ProgramPart;

}  // namespace hpcast::reftrace

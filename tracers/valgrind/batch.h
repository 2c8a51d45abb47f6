// References on their way from the translated code to the rings. Valgrind runs one thread at a
// time, so all of them share one batch, small enough to stay in the processor's cache.
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "hpcast/inputs/reftrace/record.h"

namespace hpcast::tracer {

using reftrace::Word;

inline constexpr unsigned batch_words = 8192;
// What one superblock may write after it has looked at the limit.
inline constexpr unsigned superblock_words = 8192;

struct Batch {
  Word* cursor;  // the translated code writes here, and moves it on
  Word* untold;  // what lies before is in the ring
  Word* begin;   // of what it holds: it is full the sooner, the later that is
  Word words[batch_words + superblock_words];
};
extern Batch batch;

inline const Word* batch_limit() { return batch.words + batch_words; }

}  // namespace hpcast::tracer

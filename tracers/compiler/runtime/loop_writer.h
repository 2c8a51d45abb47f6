// Loops that are told as a whole, for who wants every reference and every piece of code in the
// stream (Thread::follows_code).
#pragma once

#include "loop_table.h"

namespace hpcast::tracer {

struct ToldLoop {
  Stream* streams;
  const LoopTable& table;
  std::uint64_t iterations;     // complete ones, and
  const LoopTable::Exit& exit;  // one more as far as that
  const std::uint64_t* kept;    // values of each iteration; null: nothing is kept
  const void* site;
};

void write_loop(Thread& thread, const ToldLoop& loop);

}  // namespace hpcast::tracer

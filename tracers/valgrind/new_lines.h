// What a thread does in a call that waits for other processes (MPI_Recv): its library moves data,
// and between that it looks again and again whether something has come. Each line counts once in
// such a call, or again where the table had to forget it: what is moved is there, how long it
// waited is not.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

#include "batch.h"
#include "hpcast/inputs/reftrace/key_set.h"

namespace hpcast::tracer {

class NewLines {
 public:
  // A call begins: no line is known.
  void forget() { known_.clear(); }
  // Of `count` words, moves the references that stay to the front and returns how many. The code
  // that makes them is left out.
  std::uint64_t filter(Word* words, std::uint64_t count);

 private:
  bool is_new(Word reference);

  reftrace::KeySet known_;  // lines, read and written
};

}  // namespace hpcast::tracer

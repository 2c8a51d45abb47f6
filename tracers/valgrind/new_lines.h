// What a thread does in a call that waits for other processes (MPI_Recv): its library moves data,
// and between that it looks again and again whether something has come. Each line counts once in
// such a call, or again where the table had to forget it: what is moved is there, how long it
// waited is not.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

#include "batch.h"

namespace hpcast::tracer {

class NewLines {
 public:
  // A call begins: no line is known.
  void forget() { __builtin_memset(known_, 0, sizeof known_); }
  // Of `count` words, moves the references that stay to the front and returns how many. What they
  // depend on is left out.
  std::uint64_t filter(Word* words, std::uint64_t count);

 private:
  bool is_new(Word reference);

  static constexpr unsigned log2_entries = 12;
  std::uint64_t known_[1 << log2_entries];  // by a hash of the line; 0: none
};

}  // namespace hpcast::tracer

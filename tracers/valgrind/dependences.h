// Which load made a value: dataflow through a superblock's temporaries, and through the registers
// between superblocks, whose origins lie in Valgrind's shadow registers. What goes through memory
// need not be followed: the load that brings it back is the one asked for.
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "builder.h"

namespace hpcast::tracer {

class Dependences {
 public:
  Dependences(Builder& builder, const VexGuestLayout* layout);
  ~Dependences();
  Dependences(const Dependences&) = delete;
  Dependences& operator=(const Dependences&) = delete;

  // The number (Batch::clock) of the latest load that `expression` was made from; null: none.
  IRExpr* origin(const IRExpr* expression);
  // `temporary` holds what load number `clock` read.
  void loaded(IRTemp temporary, IRExpr* clock) { origins_[temporary] = clock; }
  // To be called for each statement of the program's, after it.
  void follow(const IRStmt* statement);

 private:
  IRExpr* later(IRExpr* a, IRExpr* b);
  Int shadow_of(Int register_offset) const;

  Builder& builder_;
  Int shadows_;       // offset of the shadow registers
  IRExpr** origins_;  // by temporary of the program's
  Int temporaries_;
};

}  // namespace hpcast::tracer

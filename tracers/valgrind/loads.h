// Loads that belong together: VEX splits the operand of a vector instruction into lanes.
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "core.h"

namespace hpcast::tracer {

// What the load in statement `first` of a superblock stands for: itself and the loads of the same
// instruction that take up where it ends.
class LoadMerger {
 public:
  explicit LoadMerger(const IRSB* block);
  ~LoadMerger();
  LoadMerger(const LoadMerger&) = delete;
  LoadMerger& operator=(const LoadMerger&) = delete;

  // Bytes read by the load in statement `index`, with all that were merged into it; 0 when it has
  // been merged into one before.
  unsigned bytes(Int index) const { return bytes_[index]; }

 private:
  struct Address {
    IRTemp base;
    ULong offset;
  };
  void follow(const IRStmt* statement);
  Address address_of(const IRExpr* expression) const;
  void merge(Int from, Int to);

  const IRSB* block_;
  Address* addresses_;  // by temporary
  unsigned* bytes_;     // by statement
};

}  // namespace hpcast::tracer

// The other processes of this hpcast, where mpirun has started several.
#pragma once

#include <optional>

#include "hpcast/models/netsim/wire.h"

namespace hpcast::cli {

// Joins MPI while it lives. Throws InputError where hpcast cannot.
class JoinedWire {
 public:
  JoinedWire();
  ~JoinedWire();
  JoinedWire(const JoinedWire&) = delete;
  JoinedWire& operator=(const JoinedWire&) = delete;
  int rank() const { return wire_ == nullptr ? 0 : wire_->rank; }
  bool is_first() const { return rank() == 0; }
  // The lowest rank of those that say that they have failed; to be called by all.
  std::optional<int> first_to_fail(bool failed) const;
  // Null: this process is the only one.
  const hpcast_wire* wire() const { return wire_; }

 private:
  const hpcast_wire* wire_ = nullptr;
};

}  // namespace hpcast::cli

// The other processes of this hpcast, where mpirun has started several.
#pragma once

#include "hpcast/netsim/wire.h"

namespace hpcast::cli {

// Joins MPI while it lives. Throws InputError where hpcast cannot.
class JoinedWire {
 public:
  JoinedWire();
  ~JoinedWire();
  JoinedWire(const JoinedWire&) = delete;
  JoinedWire& operator=(const JoinedWire&) = delete;
  // Null: this process is the only one.
  const hpcast_wire* wire() const { return wire_; }

 private:
  const hpcast_wire* wire_ = nullptr;
};

}  // namespace hpcast::cli

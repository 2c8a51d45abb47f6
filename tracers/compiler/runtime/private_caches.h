// The seam to the simulation of the private caches (Payload::requests).
#pragma once

#include <cstdint>

#include "hpcast/models/memsim/private_core.h"

namespace hpcast::tracer {

struct Thread;

// Puts requests into the thread's ring.
struct RingSink {
  Thread* thread;
  inline void emit(reftrace::Word request);  // ring.h
};

using PrivateCaches = memsim::PrivateCore<RingSink>;

}  // namespace hpcast::tracer

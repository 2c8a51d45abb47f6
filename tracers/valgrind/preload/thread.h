// What the preload library knows about a thread; the tool knows the rest.
#pragma once

#include <cstdint>

#include "hpcast/inputs/reftrace/channel.h"

#define HPCAST_EXPORT extern "C" __attribute__((visibility("default")))
#define HPCAST_TLS __attribute__((tls_model("initial-exec")))

namespace hpcast::tracer {

using reftrace::Event;
using reftrace::ThreadState;

struct Team;  // sync.h

struct Thread {
  reftrace::ThreadSlot* slot;
  Team* team;
  void* (*routine)(void*);  // what pthread_create was asked to run
  void* argument;
  bool in_library;  // sync.h, InLibrary
};

// Null: the thread is not traced.
Thread* current_thread();

}  // namespace hpcast::tracer

// What the runtime knows about a traced thread. The hooks touch only `hot`; the rest is cold.
#pragma once

#include <cstdint>

#include "hpcast/inputs/reftrace/channel.h"
#include "hpcast/inputs/reftrace/private_config.h"
#include "hpcast/models/memsim/interval.h"
#include "private_caches.h"
#include "stretches.h"

#define HPCAST_EXPORT extern "C" __attribute__((visibility("default")))
// Called by keeping.S.
#define HPCAST_BEHIND extern "C"
#define HPCAST_TLS __attribute__((tls_model("local-exec")))

// The compiler may turn loops and initialisations here into calls; these must not be traced
// (the linker's --wrap). The same device as glibc's symbol-hacks.h.
__asm__(
    "memset = __real_memset\n"
    "memcpy = __real_memcpy\n"
    "memmove = __real_memmove");

namespace hpcast::tracer {

using reftrace::Event;
using reftrace::Op;
using reftrace::ThreadState;
using reftrace::Word;

struct Team;  // sync.h

// A function that has been entered and not left: its address as it was told, and where in the stack
// the call lies that told it.
struct OpenFunction {
  Word address;
  std::uint64_t place;
};

struct Thread {
  reftrace::ThreadSlot* slot;
  Word* ring;
  std::uint64_t ring_mask;
  std::uint64_t tail;           // words written; slot->tail is the same, published
  std::uint64_t limit;          // tail may reach it without a look at the reader or the phase
  std::uint64_t event_words;    // of `tail`, not references
  std::uint64_t clock;          // references made, as of update_clock()
  std::uint64_t references[3];  // by Op; with Payload::references
  // Where references and requests say that they are in the ring: slot->tail, or nowhere, as long as
  // pieces of code are told of.
  std::atomic<std::uint64_t>* told;
  std::atomic<std::uint64_t> nowhere;
  // The last piece's word in the ring, which may change until another one comes: it
  // and what follows is not published. Null: there is none.
  Word* open;
  std::uint64_t falls_to;  // the piece where it goes on by its second exit
  // As long as __hpcast_counts.instructions are fewer, hooks may write pieces themselves.
  std::uint64_t written_until;
  bool follows_code;           // the stream tells all that is executed (code_pieces.h)
  bool simulated;              // Payload::requests
  bool samples;                // likewise, and stretches of what is executed (stretches.h)
  std::uint64_t counts_begin;  // __hpcast_counts.instructions, as of begin_counts()
  std::uint64_t loads_told, stores_told;  // by Event::operations
  std::uint32_t phase;                    // the last one written
  std::uint32_t maps;                     // changes of the process's shared memory written
  // The file where the function lies that was entered last.
  std::uint64_t module_begin, module_end;
  OpenFunction* functions;  // outermost first; null: none are recorded
  std::uint32_t open_functions;
  bool holds;              // has written ThreadSlot::held, since its last word
  bool reader_woken;       // for the present filling of more than half a ring
  bool stopped;            // must be granted to go on before its next reference
  std::uint32_t stops;     // how often that was so
  std::uint64_t* l1_tags;  // Hot's, where a hit in the first cache needs nothing more
  std::uint32_t l1_ways;   // likewise
  std::uint64_t quota;     // Payload::requests: of Hot::references
  // Payload::requests: PrivateCounters::references as of the last mark.
  std::uint64_t counted[3][memsim::ReferencesLeft::classes];
  Word* own_caches;  // storage of `caches` where another thread has the core's
  RingSink sink;
  PrivateCaches caches;
  Stretches stretches;  // (samples)
  Team* team;
  void* (*routine)(void*);  // what pthread_create was asked to run
  void* argument;
  bool in_library;  // sync.h, InLibrary
};

// Read and written at every access, so it lies in the thread's own storage, one load away.
struct Hot {
  // First level's tags where the most recent line of a set stands first (memsim::Cache with LRU);
  // otherwise one set that matches nothing. Null: the thread is not traced.
  std::uint64_t* l1_tags;
  std::uint64_t l1_mask;  // sets - 1
  std::uint32_t l1_ways;
  std::uint32_t log2_line;
  memsim::ReferencesLeft references;  // Payload::requests
  Thread* thread;
  volatile std::uint32_t busy;  // inside the ring or the caches: a signal handler must stay out
};

extern __thread Hot hot __attribute__((tls_model("local-exec"), visibility("hidden")));

// Guards ring and caches against a signal handler's accesses, which are dropped meanwhile.
class Busy {
 public:
  Busy() : entered_(hot.busy == 0) { hot.busy = 1; }
  ~Busy() {
    if (entered_) hot.busy = 0;
  }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;
  bool entered() const { return entered_; }

 private:
  bool entered_;
};

}  // namespace hpcast::tracer

// The private caches of all cores, simulated in hpcast from reference streams: the bound phase.
//
// Turns a thread's references into the same stream of requests and events that a tracer's runtime
// writes when it simulates them itself (reftrace::Payload::requests).
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "hpcast/inputs/blocks/dependences.h"
#include "hpcast/inputs/blocks/sampler.h"
#include "hpcast/models/memsim/counts.h"
#include "hpcast/models/memsim/interval.h"
#include "hpcast/models/memsim/private_core.h"
#include "hpcast/models/memsim/sample.h"
#include "hpcast/models/memsim/shared_side.h"
#include "hpcast/models/memsim/stream.h"
#include "hpcast/models/memsim/topology.h"

namespace hpcast::memsim {

// What Observer wants to know of a thread.
struct ObservedReferences {
  PrivateCounters counters{};  // since its start
  bool tells_reads = false;    // Event::read
  // What CoreClock is to be told, and what of it has not been yet, with blocks::cut where the
  // thread's counters or Event::cut were told; references that no private cache answers are
  // unanswered.
  std::optional<blocks::Sampler> sampler;
  WordBuffer untimed;
  std::uint64_t reads = 0;  // that missed the first cache
  // What each of the last references' data wait for: a read, by its number from 1 (0: none), and so
  // many first hits behind it.
  struct Origin {
    std::uint64_t read = 0;
    std::uint32_t hits = 0;
  };
  static constexpr std::size_t remembered = 4096;  // references: as many as no window holds
  std::vector<Origin> origin = std::vector<Origin>(remembered);
  // Lines that a read brings in, by a hash of their address: who hits such a line waits as well.
  struct Coming {
    std::uint64_t line = ~std::uint64_t{0};
    std::uint64_t read = 0;
  };
  std::vector<Coming> coming = std::vector<Coming>(1024);
  std::uint64_t depends = 0;  // of the next reference: how many before it the load is
  // (tells_reads) Where the stream tells what is executed; older ones tell by Event::depends and
  // instructions.
  std::optional<blocks::Dependences> code;
  // Instructions told of so far, and how densely references lay among the last of them.
  std::uint64_t instructions = 0, instructions_clock = 0;
  double instructions_per_reference = 3;  // usual, as long as nothing is known
  std::uint64_t latest = 0;               // instruction told to the observer

  Origin& origin_of(std::uint64_t clock) { return origin[clock % remembered]; }
  // What the next reference, at that clock, waits for; forgets `depends`.
  Origin take_origin(std::uint64_t clock);
  Coming& coming_of(std::uint64_t line) { return coming[(line * 0x9E3779B97F4A7C15ULL) >> 54]; }
  // Event::block or Event::absent.
  void take_code(Word event);
  // A reference is nothing but one to caches.
  bool is_unheard() const { return !tells_reads && !(sampler && sampler->keeps_references()); }
  // The reference of that clock, before take_origin().
  void follow(Word reference, std::uint64_t clock);
  // `executed` more by that clock.
  void tell_instructions(std::uint64_t clock, std::uint64_t executed);
  // Executed before the reference of that clock: as densely as lately where it is not known.
  std::uint64_t instruction_at(std::uint64_t clock);
  // Executed in all by that clock, when what comes next is no reference of the same instruction.
  std::uint64_t executed_by(std::uint64_t clock);
};

// One thread's references on their way to becoming requests.
struct Production {
  WordBuffer input;         // references and events as recorded
  std::uint64_t clock = 0;  // references made
  ReferencesLeft left{};    // of the present interval
  std::uint32_t phase = 0;
  std::uint64_t mark = 0;                        // the clock when the present interval began
  std::uint64_t used = 0;                        // words of the stream
  std::unique_ptr<ObservedReferences> observed;  // null where nobody observes
};

// By an Observer: counters go to the output (observer.h), not to add_counts_to(). `code`: what is
// executed is kept, for a CoreClock. `reads`: so do reads. `regions`: and counters also where
// threads enter and leave these, and where they meet.
struct Observed {
  bool code = false, reads = false, regions = false;
  blocks::SamplingPlan timed;  // what of the code
  bool any() const { return code || reads || regions; }
};

class PrivateSide {
 public:
  // `sample`: what to simulate; null: all.
  PrivateSide(const Topology& topology, std::uint64_t interval, const SamplePlan* sample = nullptr,
              Observed observed = {});

  // What the streams' Event::block name. `code` outlives this.
  void know(const reftrace::Code& code) { code_ = std::make_unique<blocks::Table>(code); }

  // The core's caches are simulated by a thread of the program, there.
  void lend(std::uint32_t core, Word* storage);

  struct Limits {
    std::uint32_t marks;                // stop after that many
    std::size_t words;                  // stop when the output holds that many
    std::uint64_t used;                 // stop when so many words of the stream are used
    std::optional<std::uint64_t> stop;  // at reftrace::stops_at() this; empty: run ahead
  };

  // Words from some place on that a loop has passed: how far, and references among them.
  struct Passed {
    const Word* end;
    std::uint64_t references;
  };

  // Reads from `source` what it needs. True when a limit was reached, false when words ran out.
  // Safe for threads of different cores at once.
  bool produce(std::uint32_t core, Production& production, WordSource& source, WordBuffer& output,
               const Limits& limits);
  // Passes on the events before the thread's first reference, which need no core yet; at most until
  // so many words of the stream are used.
  void produce_prologue(Production& production, WordSource& source, WordBuffer& output,
                        std::uint64_t used);
  // The thread has written all before this wait, and is blocked: as if the event were there. `core`
  // is null before the first reference.
  void anticipate_wait(const std::uint32_t* core, Production& production, WordSource& source,
                       WordBuffer& output, std::uint64_t object, std::uint64_t count);

  // What other cores and inclusive caches took from this core's caches; flushes go to `output`.
  // Counted with the `counters` of that index (SharedSide::enter()) or, where it is observed, in
  // snooped(). False where they had nothing of it.
  bool apply(std::uint32_t core, std::uint32_t counters, const std::vector<Snoop>& snoops,
             WordBuffer& output);

  // (observed) What the last apply() has counted.
  const PrivateCounters& snooped() const { return snooped_; }

  // By the same index.
  void add_counts_to(std::vector<PhaseCounts>& counts) const;
  std::uint64_t state_bytes() const { return storage_bytes_; }

 private:
  struct Sink {
    WordBuffer* output = nullptr;
    void emit(Word request) { output->push(request); }
  };
  class Pages;
  struct Core {
    std::unique_ptr<std::uint64_t[]> storage;  // null where it is lent
    Sink sink;
    std::unique_ptr<PrivateCore<Sink>> caches;
    std::deque<PrivateCounters> counters;  // by phase; of a sample, by phase and slot
    std::shared_ptr<Pages> pages;          // of a sample
  };

  Core& core(std::uint32_t index);
  PrivateCounters& counters(Core& core, std::uint32_t index);
  PrivateCounters& counters_of(Core& core, const Production& production);
  // The references from `w` on, until `end`, an event, or the end of the interval: interval_over.
  Passed pass_words(Core& core, Production& production, const Word* w, const Word* end,
                    bool& interval_over);
  const Word* pass_references(Core& core, Production& production, const Word* w, const Word* end,
                              bool& interval_over);
  // References and code: as long as the listener wants no more than that of it.
  template <class Listener>
  static Passed pass_with_code(Core& core, PrivateCounters& counts, ReferencesLeft& references_left,
                               const Word* w, const Word* end, bool& interval_over,
                               Listener&& listener);
  // Until references are told of again.
  static Passed pass_unheard(Core& core, Production& production, const Word* w, const Word* end,
                             bool& interval_over);
  template <class SlotOf>
  void pass_sample(Core& core, const Word* w, const Word* stop, SlotOf&& slot_of,
                   PrivateCounters* const* slots);
  const Word* pass_sampled_sets(Core& core, Production& production, const Word* w, const Word* end,
                                bool& interval_over);
  const Word* leave_out(Core& core, Production& production, const Word* w, const Word* end,
                        bool& interval_over);
  std::shared_ptr<Pages> new_pages() const;
  static void forget(Pages& pages, AddressRange range);
  const Word* pass_observed(Core& core, Production& production, const Word* w, const Word* end,
                            bool& interval_over);
  // The first level that answers it; one more than there are where none does.
  static unsigned reference_and_tell(Core& core, ObservedReferences& observed, Word w);
  static void keep(Core& core, ObservedReferences& observed, Word w, unsigned level,
                   std::uint64_t clock);
  static void tell_page(Core& core, ObservedReferences& observed, Word w);
  static void observe_reference(Core& core, Production& production, Word w, std::uint64_t clock);
  static void push_instructions(const Production& production, WordBuffer& output);
  // The thread's counters so far, before what ends here.
  static void push_counters(const Production& production, WordBuffer& output);
  // Where the thread meets others: what it executed before is timed apart.
  static void push_cut(const Production& production, WordBuffer& output);
  // What has to be told before such an event.
  void tell_before(reftrace::Event kind, const Production& production, WordBuffer& output) const;
  bool wants_counters_before(reftrace::Event kind) const;
  void observe(Production& production) const;
  static bool keeps_references(const Production& production);
  // The word that comes next is no reference: of code.
  void take_code(Production& production);
  // The event that comes next, whole.
  void pass_event(Core& core, Production& production, unsigned words, WordBuffer& output);
  // Its caches lose what is given back.
  void give_back(Core& core, const Production& production, AddressRange range);
  void begin_interval(Core& core, Production& production);
  static void enter_phase(Production& production);
  static bool fetch(Production& production, WordSource& source);
  static void move_event(Production& production, unsigned words, WordBuffer& output);

  const Topology& topology_;
  std::uint64_t quota_;  // ReferencesLeft
  const SamplePlan* sample_;
  Observed observed_;
  std::unique_ptr<blocks::Table> code_;
  PrivateCounters snooped_{};
  std::vector<Core> cores_;
  std::uint64_t storage_bytes_ = 0;
};

}  // namespace hpcast::memsim

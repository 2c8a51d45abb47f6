// The weave: brings the threads' requests into one order and lets the shared side serve them.
//
// Threads are merged by virtual time (references made), aligned at synchronisation: in rounds of
// one interval, in passes over the threads by ascending number, each going on until its clock
// reaches the round's end, or a wait whose signals have not been woven yet. Nothing depends on how
// the host scheduled anybody, except where a live thread must be set aside (MergeLog).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hpcast/models/memsim/core_turns.h"
#include "hpcast/models/memsim/finished_run.h"
#include "hpcast/models/memsim/merge_log.h"
#include "hpcast/models/memsim/observer.h"
#include "hpcast/models/memsim/private_side.h"
#include "hpcast/models/memsim/shared_side.h"
#include "hpcast/models/memsim/stream.h"
#include "hpcast/models/memsim/sync_counters.h"
#include "hpcast/models/memsim/worker_pool.h"

namespace hpcast::memsim {

struct WeaveOptions {
  std::uint64_t interval = 8192;  // references: granularity of the merge
  unsigned host_threads = 1;
  // A live run that will be replayed from its streams and log(): threads that come to share a core
  // must then not have run ahead of each other.
  bool replayable = false;
  // Thread k starts on the k-th; empty: all cores in order. The ranks of an MPI program divide
  // them.
  std::vector<std::uint32_t> core_order;
  const SamplePlan* sample = nullptr;  // what of the references is simulated; null: all
  Observer* observer = nullptr;        // looks on; not of a sample
};

class Weaver {
 public:
  // `bounded`: shared side and private caches talk back and forth (coherence, inclusive caches), so
  // that no thread may be simulated further than one interval ahead of the others.
  Weaver(const Topology& topology, SharedSide& shared, PrivateSide& private_side, bool bounded,
         WeaveOptions options);

  // Until every thread has ended. With `replayed`, decisions are taken from there; otherwise they
  // are in log() afterwards.
  void run(Feed& feed, const MergeLog* replayed = nullptr);

  const MergeLog& log() const { return log_; }
  std::uint32_t threads() const { return static_cast<std::uint32_t>(threads_.size()); }
  std::uint64_t references() const;
  // Waits whose signal never came (a trace cut off, synchronisation that was not traced).
  std::uint64_t unmet_waits() const { return unmet_waits_; }
  // What the threads said they had executed, as it was woven.
  const std::vector<ThreadOperations>& operations() const { return operations_; }
  std::vector<FinishedThread> finished_threads() const;
  // By thread in order of their start: the core it ran on.
  const std::vector<std::uint32_t>& thread_cores() const { return thread_cores_; }

 private:
  // absent: in a replay, the recorded run did not know of it yet.
  enum class State { absent, fresh, running, waiting, aside, ended };
  struct Thread {
    std::uint32_t id = 0;
    bool requests = false;
    State state = State::fresh;
    bool has_core = false;
    std::uint32_t core = 0;
    std::uint32_t block = 0;    // of turns_
    std::uint32_t process = 0;  // its number, where there are several
    bool of_several = false;
    bool leads = false;  // the process's first
    std::unique_ptr<WordSource> source;
    Production production;
    WordBuffer output;                    // requests and events
    std::uint64_t woven = 0;              // words of it
    std::uint64_t clock = 0;              // references, as of the last event woven
    std::uint64_t mark = 0;               // clock of the last mark
    std::uint64_t offset = 0;             // virtual time = offset + clock
    std::uint64_t object = 0, count = 0;  // State::waiting
    Word wait_kind = 0;                   // likewise: any_signal, before_lock
    std::uint32_t phase = 0;
    bool excused = false;  // this pass goes on without it: blocked, and rightly so
    // Where in_pieces(): places where it stops (reftrace::stops_at()) woven since the last grant,
    // that grant's limit, and (private caches simulated here) whether the next such place has been
    // produced.
    std::uint32_t stops = 1;
    std::uint64_t limit = 0;  // references
    bool piece_done = false;
    WordBuffer executed;             // (requests, observed) that CoreClock is to be told
    PrivateCounters counted{};       // (requests, observed) as of the last counters event
    std::uint64_t instructions = 0;  // (observed) likewise
    std::optional<Answer> answer;    // (observed) of the read that the next event tells of
    std::optional<Answer> asked;     // (observed) of the reference that Event::asked tells of
    // (observed) Lines from behind that shared cache, of all requests.
    std::array<std::uint64_t, max_shared_levels> fetches{};
    bool stopped() const { return stops != 0; }
    bool may_hear() const {  // of others' writes
      return state == State::ended || (state == State::running && !excused);
    }
    std::uint64_t virtual_time() const { return offset + clock; }
  };
  enum class Step { pass_done, starved };
  static constexpr std::size_t request_chunk = 16384;  // words read from a request stream at once
  static constexpr std::uint64_t never = SyncCounters::never;

  // Threads that share a core's private caches take turns too.
  bool in_pieces(const Thread& thread) const {
    return bounded_ || options_.replayable || replayed_ != nullptr ||
           (thread.has_core && turns_.load(thread.core) > 1);
  }
  void begin_pass();
  void admit_new_threads();
  void take_up_again();
  bool all_stopped() const;
  void let_hear();
  void begin_horizon();
  void deliver_snoops();
  void deliver_snoops_to(std::uint32_t core);
  bool all_served(std::uint32_t core) const;
  void read_met_wait(Thread& thread);
  bool is_alone(const Thread& thread) const {
    return thread.requests || turns_.load(thread.core) == 1;
  }
  void grant(Thread& thread);
  void produce();
  void produce_for(Thread& thread);
  void finish_piece(Thread& thread);
  void weave_pass();
  void weave_thread(Thread& thread);
  Step weave_available(Thread& thread);
  Step take_event(Thread& thread);
  bool weave_event(Thread& thread, const Word* event);
  void serve(Thread& thread, std::uint64_t words);
  std::uint64_t words_used(const Thread& thread) const {
    return thread.requests ? thread.woven : thread.production.used;
  }
  const MergeDecision* next_aside(const Thread& thread) const;
  std::uint64_t words_until_aside(const Thread& thread) const;
  static bool at_reference(const Thread& thread);
  bool refill(Thread& thread);
  bool leave_starving(Thread& thread);
  void start(Thread& thread);
  void enter(const Thread& thread);
  void signal(const Thread& thread, std::uint64_t object);
  void end(Thread& thread);
  bool end_last_waits();
  bool take_last_events(Thread& thread);
  bool take_last_events(const Thread& thread, WordBuffer& words);
  void set_aside(Thread& thread);
  void follow_aside(Thread& thread);
  [[noreturn]] void refuse_log() const;
  bool has_more(Thread& thread);
  void take_up(Thread& thread);
  void follow_log();
  void resume(Thread& thread);
  void release(Thread& thread);
  void log(const Thread& thread, std::uint64_t pass, bool resumes);
  bool go_on(Thread& thread);
  bool somebody_appears();
  std::uint64_t next_time(const Thread& thread) const;
  void end_pass();
  void begin_round(std::uint64_t time);
  void end_idle_pass(Thread* waiter, bool absent);
  bool end_is_due(std::uint64_t object) const;
  Thread* past_its_wait();
  bool done() const;
  void take_counters(Thread& thread, const PrivateCounters& now);
  void take_last_counters(Thread& thread);
  Observer::Piece piece(const Thread& thread) const;  // of its work that ends here
  void admit_request_thread(Thread& thread, Word* caches);
  bool is_observed(const Thread& thread, std::uint64_t count) const;
  void serve_unobserved(Thread& thread, std::uint64_t count);
  void serve_observed(Thread& thread, std::uint64_t count);
  void finish_observed(Thread& thread);
  bool tells_regions() const {
    return options_.observer != nullptr && options_.observer->tells_regions();
  }
  void tell_region(const Thread& thread, const Word* event);
  void join_intervals();
  void time_executed();
  void enter_process(Thread& thread, const Word* event);

  const Topology& topology_;
  SharedSide& shared_;
  PrivateSide& private_;
  WeaveOptions options_;
  WorkerPool pool_;
  Feed* feed_ = nullptr;
  std::vector<std::unique_ptr<Thread>> threads_;  // all there ever were
  std::vector<Thread*> alive_;                    // those not ended yet, by ascending number
  SyncCounters sync_;
  WordBuffer flushes_;
  bool bounded_;  // private caches are told of others' writes: nobody may run past the horizon
  CoreTurns turns_;
  std::vector<std::uint32_t> thread_cores_;
  std::vector<ThreadOperations> operations_;
  std::vector<bool> known_processes_;
  std::uint64_t round_end_;
  std::uint64_t horizon_ = 0;    // virtual time to which private caches may be simulated
  std::uint64_t ahead_ = 1;      // intervals from one horizon to the next
  bool caches_changed_ = false;  // by snoops, since the last horizon
  bool progress_ = false;        // something happened in this pass
  std::uint64_t pass_ = 0;
  std::uint64_t unmet_waits_ = 0;
  MergeLog log_;
  const MergeLog* replayed_ = nullptr;
  std::unordered_map<std::uint32_t, MergeLog> asides_;  // by thread: where that set it aside
  std::size_t replayed_next_ = 0;
};

}  // namespace hpcast::memsim

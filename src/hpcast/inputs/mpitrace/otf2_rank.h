// One rank's events in an OTF2 archive become its operations.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "hpcast/inputs/mpitrace/builder.h"
#include "hpcast/inputs/mpitrace/otf2_definitions.h"
#include "hpcast/inputs/mpitrace/otf2_sizes.h"
#include "hpcast/inputs/mpitrace/profile.h"

namespace hpcast::mpitrace {

// What all ranks together left out, for Profile::not_modelled.
struct TraceNotes {
  std::map<std::string, std::uint64_t> without_records;  // calls, by function
  std::map<std::string, std::uint64_t> not_understood;   // by the recorder
  std::uint64_t receives = 0, tests = 0, tested = 0, cancelled = 0, unfinished = 0;
  std::uint64_t without_counts = 0, handles = 0, atomics = 0, inter_collectives = 0;
  std::uint64_t flushes = 0, pauses = 0, unknown_requests = 0, group_syncs = 0, locks = 0;
};

struct TraceAttributes {
  std::optional<std::int32_t> source, tag;
  std::optional<std::uint32_t> communicator, element;
  std::optional<std::uint64_t> bytes, amount;
  std::optional<std::uint8_t> mode, collective;
};

struct TraceMessage {
  std::uint32_t peer = 0, communicator = 0, tag = 0;  // as the archive has them
  std::uint64_t bytes = 0;
};

struct TraceCollective {
  std::optional<Collective> kind;  // none: a handle is made or freed
  std::uint32_t communicator = 0, root = 0;
  CollectiveSizes sizes;
};

// Events come in their order. Throws a std::string that says what is wrong.
class RankEvents {
 public:
  RankEvents(const TraceDefinitions& definitions, TraceCommunicators& communicators,
             FunctionTable& functions, TraceNotes& notes, std::uint32_t rank, RankTrace& trace,
             bool wildcards_as_recorded = false)
      : definitions_(definitions),
        communicators_(communicators),
        functions_(functions),
        notes_(notes),
        self_(rank),
        trace_(trace),
        builder_(trace),
        wildcards_as_recorded_(wildcards_as_recorded) {}

  void at(std::uint64_t time);  // before each event
  void enter(std::uint32_t region, const TraceAttributes& attributes);
  void leave(std::uint32_t region);
  void pause();  // recording stops; resume() when it goes on
  void resume();
  void flushed(std::uint64_t until);  // the recorder was busy with itself

  void send(const TraceMessage& message, const TraceAttributes& attributes);
  void isend(const TraceMessage& message, std::uint64_t request, const TraceAttributes& attributes);
  void receive(const TraceMessage& message, const TraceAttributes& attributes);
  void ireceive(std::uint64_t request, const TraceAttributes& attributes);
  void complete(std::uint64_t request);
  void complete(std::uint64_t request, const TraceMessage& message);
  void tested() {
    ++notes_.tests;
    call_.explained = true;
  }
  void cancelled(std::uint64_t request);

  void collective(const TraceCollective& call, const TraceAttributes& attributes);
  void icollective(std::uint64_t request);
  void complete(std::uint64_t request, const TraceCollective& call,
                const TraceAttributes& attributes);
  void count(std::uint64_t value);
  void repeat(std::uint64_t times);
  void not_understood(const std::string& function) {
    ++notes_.not_understood[function];
    call_.explained = true;
  }

  void one_sided(Kind kind, std::uint32_t window, std::uint32_t target, std::uint64_t bytes);
  void atomic() { ++notes_.atomics; }
  void window_collective(std::uint32_t window);
  void window_complete() { call_.completes_window = true; }
  void group_sync() {
    ++notes_.group_syncs;
    call_.explained = true;
  }
  void lock() {
    ++notes_.locks;
    call_.explained = true;
  }

  void finish();

 private:
  struct Part {
    Operation operation;
    bool opens = false;
    bool source_posted = false, tag_posted = false, described = false;
    std::uint64_t request = 0;
    std::vector<std::uint64_t> counts;  // of a collective, where it opens
  };
  struct Open {
    std::uint32_t number = 0;  // of the builder
    std::size_t operation = 0;
    Kind kind = Kind::isend;
    bool source_posted = false, tag_posted = false, described = false;
    std::vector<std::uint64_t> counts;
  };
  // A call of MPI that the rank is in.
  struct Call {
    std::uint32_t region = 0;
    std::string function;
    std::vector<Part> parts;
    std::vector<std::uint64_t> completed;
    bool explained = false;  // though it has none of both
    bool completes_window = false;
  };

  Picoseconds clock() const;
  void end_compute();
  void begin_call(const std::string& function);
  void end_call();
  void end_lone_event();
  void join_sendreceive(std::vector<std::uint64_t>& own);
  void emit(const Part& part);
  void emit_waits(const std::vector<std::uint64_t>& own);
  void note_empty_call();
  void drop(std::size_t operation);
  void drop_if_unknown(std::uint64_t request);
  Part& add(Kind kind);
  Operation message(Kind kind, const TraceMessage& message);
  void apply_posted(Part& part, const TraceAttributes& attributes, std::uint32_t communicator);
  // Instead of what was posted.
  bool stands(const TraceMessage& received) const {
    return wildcards_as_recorded_ && received.peer != no_reference;
  }
  void fill(Operation& operation, const TraceCollective& call, const TraceAttributes& attributes);
  void take_counts(Operation& operation, const CollectivePlace& place);
  Open* find_open(std::uint64_t request);
  const std::string& function_of(const Part& part) const;

  const TraceDefinitions& definitions_;
  TraceCommunicators& communicators_;
  FunctionTable& functions_;
  TraceNotes& notes_;
  std::uint32_t self_;
  RankTrace& trace_;
  RankBuilder builder_;
  bool wildcards_as_recorded_;

  bool started_ = false, recording_ = true, paused_once_ = false;
  std::uint64_t first_tick_ = 0, now_ = 0;
  Picoseconds outside_since_ = 0;
  std::uint32_t depth_ = 0;  // of regions of MPI or the recorder
  Call call_;
  bool moves_data_ = false;  // by puts and gets that nothing has completed yet
  std::vector<std::uint64_t> counts_;
  std::unordered_map<std::uint64_t, Open> open_;
  std::vector<bool> dropped_;  // by operation
};

// What the notes say to people.
std::vector<std::string> not_modelled_of(const TraceNotes& notes, bool is_own_recorder);

}  // namespace hpcast::mpitrace

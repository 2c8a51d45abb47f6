// What `hpcast memory` answers, as plain data. docs/result.md explains every field;
// schemas/result.schema.json is the same contract for other programs.
//
// Units: bytes, seconds; occupancy and share are fractions of the forecast, 0 to 1.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/answers/answer.h"
#include "hpcast/base/operation_table.h"

namespace hpcast::answers {

enum class Kind : std::uint8_t { core, cache, memory, router, edge };
WordList words_of(Kind);
const char* name_of(Kind kind);  // "core", "cache", …

// The object that limits the most time over the phases.
struct Bottleneck {
  std::string name;  // empty: nothing in the machine was occupied
  Kind kind = Kind::memory;
  double occupancy = 0;  // its time / the forecast
  bool operator==(const Bottleneck&) const = default;
};
std::string to_string(const Bottleneck& bottleneck);  // "mem0 (memory)", "nothing"

struct CacheCounts {
  std::uint64_t read_hits = 0, read_misses = 0, write_hits = 0, write_misses = 0;
  std::uint64_t writebacks = 0;     // dirty lines sent down, by eviction or coherence
  std::uint64_t invalidations = 0;  // lines lost to coherence or to an inclusive cache below
  std::uint64_t prefetched = 0;     // lines that its prefetcher brought
  std::uint64_t in_vain = 0;        // lines of its that were lost before anybody had asked for them
  bool operator==(const CacheCounts&) const = default;
};

// How long a core took for what it executed, and of that what would be saved: were what it loads
// always in its first cache; branches always predicted; its units never busy. Savings overlap. What
// the operating system takes for the first touches of pages overlaps with nothing. A part of what
// caches would save is due to load: saved if all answered as if nothing else used them.
struct CoreTime {
  double time_s = 0;
  double caches_s = 0, branches_s = 0, units_s = 0;
  std::optional<double> page_faults_s = {};  // empty: not known
  std::optional<double> load_s = {};         // empty: nothing has a latency_curve
  bool operator==(const CoreTime&) const = default;
};

inline constexpr const char* waiting_for_memory = "waiting for memory";
inline constexpr const char* loaded_memory = "waiting for loaded memory";
inline constexpr const char* mispredicted_branches = "mispredicted branches";
inline constexpr const char* busy_units = "busy units";
inline constexpr const char* its_instructions = "its instructions";
inline constexpr const char* page_faults = "page faults";

// All 0 without operation counts.
struct CoreResult {
  double num_dp_flops = 0, num_sp_flops = 0, num_inst = 0;
  double time_flops = 0;                        // s; FLOPs / FLOPS
  double time_inst = 0;                         // s; instructions / IPS
  std::optional<double> time_page_faults = {};  // s; empty: not known
  std::optional<CoreTime> executing = {};       // where it is known what was executed
  bool operator==(const CoreResult&) const = default;
};

// Times of a core by its rates are about those of what it executes at best: a rate limits where its
// time is so many times as long.
inline constexpr double clearly_longer = 1.1;
// The one of its class's rates by which a core takes longer: "its rate of instructions", "its rate
// of FLOPs".
const char* rate_of(const CoreResult& core);
// By which of its class's rates (`ips`; `dp_flops`, `sp_flops`) a core takes clearly longer than
// for what it executes; null: by none.
const char* limiting_rate(const CoreResult& core);

struct EdgeTraffic {
  std::string source, target;        // names of objects
  std::uint64_t bytes_forward = 0;   // source to target
  std::uint64_t bytes_backward = 0;  // target to source
  bool operator==(const EdgeTraffic&) const = default;
};

// Half the widths of 95 % confidence intervals, where the counts come from a sample.
struct Margin {
  double bytes = 0;   // read and written
  double time_s = 0;  // of ObjectResult::time_s
  bool operator==(const Margin&) const = default;
};

struct ObjectResult {
  std::string name;
  Kind kind = Kind::core;
  std::string class_name;
  int numa_node = 0;
  int level = 0;  // hops from the nearest core; an edge has that of its end nearer to a core
  std::uint64_t num_read = 0, num_write = 0, bytes_read = 0, bytes_write = 0;
  double time_s = 0;     // occupancy time, summed over the phases; in the DAT's words `time`
  double occupancy = 0;  // time_s / the forecast
  std::optional<CacheCounts> cache;
  std::optional<CoreResult> core;
  std::optional<EdgeTraffic> edge;
  std::optional<Margin> margin = {};
  std::uint64_t num_prefetch = 0, bytes_prefetch = 0;  // of what was read: prefetchers asked
  bool operator==(const ObjectResult&) const = default;
};

// What each object of a class does at most, as the DAT has it: the ceilings of a roofline.
struct ClassCeilings {
  Kind kind = Kind::core;  // core, cache or memory
  std::string class_name;
  double dp_flops = 0, sp_flops = 0;               // cores: FLOP/s; 0: not limited
  double read_bandwidth = 0, write_bandwidth = 0;  // others: bytes/s
  bool half_duplex = false;                        // reads and writes share the time
  bool operator==(const ClassCeilings&) const = default;
};

// What one phase did to one object.
struct PhaseTraffic {
  std::uint32_t object = 0;  // index into MemoryAnswer::objects
  std::uint64_t num_read = 0, num_write = 0, bytes_read = 0, bytes_write = 0;
  double time_s = 0;
  bool operator==(const PhaseTraffic&) const = default;
};

// What a thread did in a phase: s.
struct ThreadTime {
  std::uint32_t thread = 0;
  std::string core;                         // name of the object
  double worked_s = 0;                      // waiting for memory and page faults included
  double waited_s = 0;                      // for what others did in the phase
  std::optional<std::uint32_t> waited_for;  // the thread for which longest; empty: for none
  bool operator==(const ThreadTime&) const = default;
};

enum class LimitKind : std::uint8_t {
  core,     // what a core takes for its instructions
  latency,  // what it waits for memory
  faults,   // of pages
  cache,
  memory,
  router,
  edge,
  wait  // threads that wait for each other
};
WordList words_of(LimitKind);
const char* name_of(LimitKind kind);  // "core", "latency", "page_faults", …

// One of what a phase's time comes of (limits.h).
struct Limit {
  LimitKind kind = LimitKind::core;
  std::string name;    // of a class of objects ("ddr4"), else in words ("busy units")
  double time_s = 0;   // a class: its busiest object's; else what it adds to the time of a core
  double worth_s = 0;  // by how much the time falls were this alone to cost nothing
  std::string object = {};  // of a class: the only one that is occupied; empty: there are several
  std::uint32_t count = 0;  // of a class: objects about as busy as the busiest, that one among them
  bool operator==(const Limit&) const = default;
};

struct PhaseResult {
  std::string name;
  double time_s = 0;
  std::string bottleneck;  // name of an object; empty when the phase occupied nothing
  double share = 0;        // of the forecast
  std::uint64_t references = 0;
  std::vector<PhaseTraffic> objects;       // those with traffic or time only
  std::optional<CoreTime> executing = {};  // of the core that took longest
  double threads_s = 0;                    // threads, working and waiting for each other
  std::vector<ThreadTime> threads = {};    // those that did; empty where that is not known
  std::vector<Limit> limits = {};          // what is worth most first
  bool operator==(const PhaseResult&) const = default;
};

// What threads that wait for each other add to the time of the object that limits.
double waiting_s(const PhaseResult& phase);

// One rank of an MPI program: what its processes did on their cores.
struct RankResult {
  std::uint32_t rank = 0;
  std::vector<std::string> cores;  // names of objects, in the order of its threads
  std::uint32_t threads = 0;
  std::uint64_t references = 0;
  std::uint64_t bytes_read = 0, bytes_write = 0;  // from and to memories
  double time_s = 0;       // the forecast, did the other ranks not load the machine
  std::string bottleneck;  // name of the object that limits that; empty: nothing was occupied
  bool operator==(const RankResult&) const = default;
};

// Which part of the run stands for all of it.
struct Sample {
  std::string kind;          // "sets", "time"
  std::uint32_t one_in = 0;  // groups of sets, or stretches of references
  std::uint64_t seed = 0;    // of the choice
  double fraction = 0;       // of these groups, or of the references, that was measured
  std::uint32_t replicates = 0;
  std::optional<double> margin_s;  // half the 95 % interval of the forecast; empty: too few samples
  bool operator==(const Sample&) const = default;
};

// How far forecasts of its kind are off (typical_error.h).
struct TypicalError {
  std::string of;    // their class
  double share = 0;  // of the time
  std::uint32_t cases = 0;
  std::string date;         // of the measurement
  bool calibrated = false;  // this machine, as theirs was; else it is more
  bool operator==(const TypicalError&) const = default;
};

// What a library took of this host that hpcast-cc has not compiled.
struct LibraryTime {
  std::string name;  // of its file
  double cpu_s = 0;  // of all threads
  bool operator==(const LibraryTime&) const = default;
};

// What the forecast lacks of a program of hpcast-cc, in this host's time, by samples (libraries.h).
struct LibraryTimes {
  std::uint64_t samples = 0;      // in libraries
  double longest_thread_s = 0;    // of the thread that was in them for longest
  std::vector<LibraryTime> each;  // the longest first
  bool operator==(const LibraryTimes&) const = default;
};

// What differs from run to run though the forecast does not.
struct Run {
  double wall_s = 0;
  double cpu_s = 0;
  std::string host;
  std::string date;  // ISO 8601
  std::uint64_t references = 0;
  double references_per_s = 0;
  std::uint32_t threads = 0;                   // of the traced program
  std::string tracer;                          // "compiler", "valgrind"
  std::vector<std::string> command;            // of the traced program
  std::optional<int> exit_status;              // of the traced program
  std::string mode;                            // "online", "offline"
  std::optional<LibraryTimes> libraries = {};  // empty: not known, or the tracer tells of all
  bool operator==(const Run&) const = default;
};

// The same run, were a few members of the machine's classes others.
struct Variant {
  std::vector<std::string> changes;  // "CLASS.FIELD=VALUE"
  double time_s = 0;
  std::string limited_by;     // limit_words()
  std::vector<Limit> limits;  // what is worth most first
  bool operator==(const Variant&) const = default;
};

struct MemoryAnswer : Answer {
  static constexpr AnswerKind kind = {"hpcast-memory-answer", "hpcast memory", "docs/result.md",
                                      "objects", "result.schema.json"};
  double time_s = 0;  // the forecast: the sum over the phases of what takes longest in each
  Bottleneck bottleneck;
  std::vector<Limit> limits;  // summed over the phases; what is worth most first
  std::vector<ObjectResult> objects;
  std::vector<ClassCeilings> classes;              // empty: not known
  std::vector<PhaseResult> phases;                 // empty or one: the program marked none
  OperationTable operations;                       // by thread and phase; empty: not counted
  std::vector<RankResult> ranks;                   // by ascending rank; empty: no MPI program
  std::vector<Variant> variants;                   // as they were asked for
  std::optional<TypicalError> typical_error = {};  // empty: not known
  std::optional<Sample> sample;                    // where not all was simulated
  Run run;
  bool operator==(const MemoryAnswer&) const = default;
};
// What it consists of in files.
void describe(Mapping& m, MemoryAnswer& result);

double waiting_s(const MemoryAnswer& result);  // summed over the phases

}  // namespace hpcast::answers

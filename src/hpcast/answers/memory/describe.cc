// What a forecast of memory consists of in files.
#include "hpcast/answers/memory/answer.h"
#include "hpcast/answers/memory/limits.h"

namespace hpcast::answers {

static void describe(Mapping& m, CacheCounts& counts) {
  m("read_hits", counts.read_hits, "Caches");
  m("read_misses", counts.read_misses, "Caches");
  m("write_hits", counts.write_hits, "Caches");
  m("write_misses", counts.write_misses, "Caches");
  m("writebacks", counts.writebacks, "Caches: dirty lines sent down, by eviction or coherence");
  m("invalidations", counts.invalidations,
    "Caches: lines lost to coherence or to an inclusive cache");
  const bool prefetches = counts.prefetched > 0 || counts.in_vain > 0;
  m.when(prefetches, "prefetched", counts.prefetched,
         "Caches: lines that its prefetcher brought; missing: 0");
  m.when(prefetches, "in_vain", counts.in_vain,
         "Caches: such lines lost before anybody had asked for them; one that came before the "
         "phases that count may be among them");
}

static void describe(Mapping& m, CoreTime& core) {
  m.type("core_time",
         "How long a core takes for what it executes (of a phase: the one that takes longest); "
         "missing: that is not known. Savings overlap");
  m("time_s", core.time_s, "Waiting for memory and page faults included");
  m("caches_s", core.caches_s, "Of it saved if the first cache had all");
  m("branches_s", core.branches_s, "Of it saved if every branch were predicted");
  m("units_s", core.units_s, "Of it saved if units were never busy");
  m("page_faults_s", core.page_faults_s,
    "Of it, the operating system's at first touches of pages; missing: not known");
  m("load_s", core.load_s,
    "Of it saved if memories, and all on the way to them, answered as if nothing else used them, "
    "a part of caches_s; missing: nothing has a latency_curve");
}

static void describe(Mapping& m, CoreResult& core) {
  m.optional("num_dp_flops", core.num_dp_flops,
             "Cores: double-precision operations; missing: 0 or not counted");
  m.optional("num_sp_flops", core.num_sp_flops,
             "Cores: single-precision operations; missing: 0 or not counted");
  m.optional("num_inst", core.num_inst, "Cores: instructions; missing: 0 or not counted");
  m("time_flops_s", core.time_flops, About("Cores: FLOPs / FLOPS").formerly("time_flops"));
  m("time_inst_s", core.time_inst, About("Cores: instructions / IPS").formerly("time_inst"));
  m("time_page_faults_s", core.time_page_faults,
    About("Cores: first touches of pages x page_fault_time; missing: not known")
        .formerly("time_page_faults"));
  m("executing", core.executing);
}

static void describe(Mapping& m, EdgeTraffic& edge) {
  m("source", edge.source, "Edges: name of one end");
  m("target", edge.target, "Edges: name of the other end");
  m("bytes_forward", edge.bytes_forward, "Edges: bytes from source to target");
  m("bytes_backward", edge.bytes_backward, "Edges: bytes from target to source");
}

static void describe(Mapping& m, Margin& margin) {
  m("bytes_margin", margin.bytes,
    "Samples: half the 95 % confidence interval of bytes_read + bytes_write");
  m("time_margin_s", margin.time_s, About("Samples: half that of time_s").formerly("time_margin"));
}

// Objects and the traffic of a phase have these in common.
template <class Counted>
static void describe_traffic(Mapping& m, Counted& counted) {
  m("num_read", counted.num_read, "Read requests that arrived");
  m("num_write", counted.num_write, "Write requests that arrived, write-backs among them");
  m("bytes_read", counted.bytes_read, "Bytes");
  m("bytes_write", counted.bytes_write, "Bytes, write-backs among them");
}

static void describe(Mapping& m, ObjectResult& object) {
  m.type("object", "One object of the machine");
  m("name", object.name, "Unique");
  m("kind", object.kind);
  m("class", object.class_name, "Name of its class in the DAT");
  m("numa_node", object.numa_node);
  m("level", object.level,
    "Hops from the nearest core; of an edge, that of its end nearer to a core");
  describe_traffic(m, object);
  m.when(object.num_prefetch > 0, "num_prefetch", object.num_prefetch,
         "Of the requests to read, those of prefetchers; missing: 0");
  m.when(object.num_prefetch > 0, "bytes_prefetch", object.bytes_prefetch,
         "Of the bytes read, those; missing: 0");
  m.part("source", object.edge);
  m.part("read_hits", object.cache);
  m.part(About("time_flops_s").formerly("time_flops"), object.core);
  m("time_s", object.time_s, About("It is occupied, over all phases").formerly("time"));
  m("occupancy", object.occupancy, "time_s / forecast");
  m.part("bytes_margin", object.margin);
}

enum class Duplex : std::uint8_t { half, full };
static WordList words_of(Duplex) {
  static constexpr const char* words[] = {"half", "full"};
  return words;
}

static void describe(Mapping& m, ClassCeilings& c) {
  m.type("class", "Ceilings of each object of a class, as the DAT has them");
  m("kind", c.kind, "core, cache or memory");
  m("class", c.class_name, "Its name in the DAT");
  const bool core = c.kind == Kind::core;
  m.when(core, "dp_flops", c.dp_flops, "Cores: double-precision FLOP/s; 0: not limited");
  m.when(core, "sp_flops", c.sp_flops, "Cores: single-precision FLOP/s; 0: not limited");
  m.when(!core, "read_bandwidth", c.read_bandwidth, "Caches and memories: bytes/s");
  m.when(!core, "write_bandwidth", c.write_bandwidth, "Caches and memories: bytes/s");
  Duplex duplex = c.half_duplex ? Duplex::half : Duplex::full;
  m.when(!core, "duplex", duplex, "half: reads and writes share the time");
  c.half_duplex = duplex == Duplex::half;
}

static void describe(Mapping& m, ThreadTime& thread, const Names& objects) {
  m("thread", thread.thread);
  m.named("core", thread.core, objects, "object", "Name of the core that it ran on");
  m("worked_s", thread.worked_s, "Waiting for memory and page faults among it");
  m("waited_s", thread.waited_s, "For what other threads did in this phase");
  m("waited_for", thread.waited_for,
    "The thread for which it waited longest; missing where it waited for none");
}

static void describe(Mapping& m, Limit& limit, const Names& objects) {
  m.type("limit",
         "A class of objects, something that a core spends its time on, or threads that wait for "
         "each other");
  m("kind", limit.kind);
  m("name", limit.name, "cache, memory, router, edge: of a class in the DAT; else in words");
  m("time_s", limit.time_s,
    "cache, memory, router, edge: the occupancy of the class's busiest object; else what it adds "
    "to the time of the core, or of the threads");
  m("worth_s", limit.worth_s,
    "By which the time falls if this alone costs nothing: down to what limits then");
  m.optional("object", limit.object,
             "cache, memory, router, edge: name of the only one that is occupied; missing where "
             "several are");
  m.check_named("object", limit.object, objects, "object");
  m.optional("count", limit.count,
             "cache, memory, router, edge: objects of the class about as busy as its busiest "
             "(within 5 %), that one among them");
}

static void describe_limits(Mapping& m, std::vector<Limit>& limits, const Names& objects) {
  m.list_when(
      true, "limits", limits, [&](Limit& limit) { describe(m, limit, objects); },
      "What the time comes of, what is worth most first; of a run summed over its phases. "
      "What takes less than 1 % is left out. Missing in the first files of "
      "schema_version 1");
}

static void describe(Mapping& m, PhaseTraffic& traffic, const Names& objects) {
  m.index("name", traffic.object, objects, "object", "Of the object");
  describe_traffic(m, traffic);
  m("time_s", traffic.time_s, About().formerly("time"));
}

static void describe(Mapping& m, PhaseResult& phase, const Names& objects) {
  m.type("phase", "A phase of the program");
  m("name", phase.name, "As the program marked it");
  m("time_s", phase.time_s, "The longest occupancy in this phase, or threads_s if that is longer");
  m("share", phase.share, "time_s / forecast");
  m.named("bottleneck", phase.bottleneck, objects, "object",
          "The object that is occupied longest; empty: none");
  describe_limits(m, phase.limits, objects);
  m("references", phase.references, "Made in it");
  m("executing", phase.executing);
  m.optional("threads_s", phase.threads_s,
             "Threads, working and waiting for each other; missing where it is not known");
  m.list_when(
      !phase.threads.empty(), "threads", phase.threads,
      [&](ThreadTime& thread) { describe(m, thread, objects); },
      "What each thread did in this phase; missing where it is not known");
  m.list(
      "objects", phase.objects, [&](PhaseTraffic& traffic) { describe(m, traffic, objects); },
      "Objects with traffic or time in this phase");
}

// In the order of operation_names.
static constexpr const char* operation_meanings[operation_count_words] = {
    "Executed; each repetition of a string instruction is one",
    "Integer operations; of a vector instruction, its elements",
    "References that read",
    "References that write",
    "Double-precision operations of scalar instructions; a fused multiply-add is two",
    "Double-precision operations of 128-bit vector instructions; a fused multiply-add is two",
    "Double-precision operations of 256-bit vector instructions; a fused multiply-add is two",
    "Double-precision operations of 512-bit vector instructions; a fused multiply-add is two",
    "Single-precision operations of scalar instructions; a fused multiply-add is two",
    "Single-precision operations of 128-bit vector instructions; a fused multiply-add is two",
    "Single-precision operations of 256-bit vector instructions; a fused multiply-add is two",
    "Single-precision operations of 512-bit vector instructions; a fused multiply-add is two",
    "Floating-point operations of the x87 unit"};

static void describe_row(Mapping& m, OperationRow& row) {
  m.type("operations_row", "Counts of one thread in one phase; those that are missing are 0");
  m("thread", row.thread, "In order of creation; missing: all threads together");
  m("phase", row.phase,
    "As the program marked it, or start before the first mark; missing: the whole run");
  m.when(true, "part", row.part,
         "start-up: before main; spinning: in loops that only waited for other threads, but for "
         "their first turns. Default: main, which alone is part of the forecast");
  for (unsigned i = 0; i < operation_count_words; ++i)
    m.optional(operation_names[i], hpcast::words_of(row.counts)[i], operation_meanings[i]);
}

static void describe(Mapping& m, RankResult& rank) {
  m("rank", rank.rank);
  m("cores", rank.cores,
    "Names of the objects that its threads ran on, in the order of their start");
  m("threads", rank.threads);
  m("references", rank.references);
  m("bytes_read", rank.bytes_read, "From memories");
  m("bytes_write", rank.bytes_write, "To memories");
  m("time_s", rank.time_s, "The forecast if the other ranks did not load the machine");
  m("bottleneck", rank.bottleneck, "The object that limits that; empty when nothing was occupied");
}

static void describe(Mapping& m, Variant& variant, const Names& objects) {
  m.type("variant");
  m("changes", variant.changes, "CLASS.FIELD=VALUE");
  m("time_s", variant.time_s);
  m("limited_by", variant.limited_by, "As the verdict has it");
  describe_limits(m, variant.limits, objects);
}

static void describe(Mapping& m, TypicalError& error) {
  m("of", error.of, "The class of kernels that this was measured of: core, memory, threads");
  m("share", error.share,
    "Of the time: geometric mean of max(r, 1/r), less 1, r being forecast / native");
  m("cases", error.cases);
  m("date", error.date, "Of the measurement");
  m.when(true, "calibrated", error.calibrated,
         "The machine is calibrated, as the one was that this was measured on; else forecasts are "
         "off by more");
}

static void describe(Mapping& m, Sample& sample) {
  m("kind", sample.kind, "sets or time");
  m("one_in", sample.one_in,
    positive("Of the groups of sets, or of the stretches of references, one in so many"));
  m("seed", sample.seed, "Of the choice");
  m("fraction", sample.fraction, "Of the groups, or of the references, that was measured");
  m("replicates", sample.replicates, "Parts of the sample whose counts were kept apart");
  m("time_margin_s", sample.margin_s,
    "The forecast's 95 % confidence interval is so much to each side; missing where the samples "
    "are too few, or none is of some phase");
}

static void describe(Mapping& m, LibraryTimes& libraries) {
  m("samples", libraries.samples, "That were taken there");
  m("longest_thread_s", libraries.longest_thread_s,
    "CPU time of the thread that was there for longest");
  m.list(
      "each", libraries.each,
      [&](LibraryTime& library) {
        m("name", library.name, "Of the library's file");
        m("cpu_s", library.cpu_s, "All threads");
      },
      "The longest first");
}

static void describe(Mapping& m, Run& run) {
  m("wall_s", run.wall_s, "Of hpcast");
  m("cpu_s", run.cpu_s, "Of hpcast and the traced program");
  m("host", run.host, "Its name");
  m("date", run.date, "ISO 8601");
  m("references", run.references, "Memory references simulated");
  m("references_per_s", run.references_per_s, "references / wall_s");
  m("threads", run.threads, "Of the traced program, that made references");
  m("tracer", run.tracer, "compiler or valgrind");
  m("command", run.command, "The traced program and its arguments");
  m("exit_status", run.exit_status, "Of the traced program; missing when it did not run");
  m("libraries", run.libraries,
    "What libraries that the compiler tracer tells nothing of took on this host, by samples: the "
    "forecast lacks it. Missing where the tracer tells of all, of traces, and where the kernel "
    "lets nobody look");
  m("mode", run.mode, "online or offline");
}

static void describe_objects(Mapping& m, std::vector<ObjectResult>& objects) {
  m.list("objects", objects, [&](ObjectResult& object) { describe(m, object); });
}

static Names names_of(Mapping& m, const std::vector<ObjectResult>& objects) {
  Names names;
  for (const ObjectResult& object : objects)
    if (!names.add(object.name) && m.reads())
      m.fault("objects", "object '" + object.name + "' is here twice");
  return names;
}

static void describe(Mapping& m, Bottleneck& bottleneck, const Names& objects) {
  m.named("name", bottleneck.name, objects, "object", "Empty when nothing was occupied");
  m("kind", bottleneck.kind);
  m("occupancy", bottleneck.occupancy, "Its time / forecast");
}

void describe(Mapping& m, MemoryAnswer& r) {
  describe_head(m, MemoryAnswer::kind, r);
  m("time_s", r.time_s, "The forecast");
  if (m.reads()) describe_objects(m, r.objects);  // the others name them
  const Names objects = names_of(m, r.objects);
  m.object(
      "bottleneck", [&] { describe(m, r.bottleneck, objects); },
      "The object that limits the most time over the phases");
  describe_limits(m, r.limits, objects);
  m.list_when(
      !r.variants.empty(), "variants", r.variants,
      [&](Variant& variant) { describe(m, variant, objects); },
      "The same run with a few members of the machine's classes changed; missing: nothing "
      "was varied");
  if (!m.reads()) describe_objects(m, r.objects);
  m.optional("classes", r.classes,
             "What each object of a class of cores, caches or memories does at most; missing in "
             "the first files of schema_version 1");
  m.list("phases", r.phases, [&](PhaseResult& phase) { describe(m, phase, objects); });
  m.list_when(
      !r.operations.empty(), "operations", r.operations,
      [&](OperationRow& row) { describe_row(m, row); },
      "What the program executed, by thread and phase; missing where nobody counted");
  m.optional("ranks", r.ranks, "Only there of an MPI program: what each rank did");
  describe_tail(m, r);
  m("typical_error", r.typical_error,
    "How far forecasts of its kind are off; only there where it is known what cores execute");
  m("sample", r.sample, "Only there when a part of the run was simulated and stands for all of it");
  m("run", r.run, "What differs from run to run though the forecast does not");
  if (m.reads() && r.limits.empty() && !r.objects.empty()) put_limits(r);  // a file of before
}

}  // namespace hpcast::answers

// Runs a program in a channel, drains the rings as they fill and prints what came, one "key value"
// line each: references by kind and size, events by kind, threads; and of regions "region NUMBER
// OUTER > INNER" with how often they were entered. For tests and measurements.
//
//   count_stream [--requests [--caches KIND]] [--regions] [--valgrind] [--code] [--words N]
//                PROGRAM...
//
// The exit status is the program's.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hpcast/base/instruction_names.h"
#include "hpcast/inputs/blocks/dependences.h"
#include "hpcast/inputs/blocks/mix.h"
#include "hpcast/inputs/reftrace/operations.h"
#include "hpcast/inputs/reftrace/region_names.h"
#include "hpcast/inputs/reftrace/traced_process.h"
#include "hpcast/models/memsim/private_core.h"

using namespace hpcast::reftrace;

namespace {

const char* const event_names[] = {"",
                                   "thread_start",
                                   "thread_end",
                                   "phase",
                                   "signal",
                                   "wait",
                                   "region_enter",
                                   "region_exit",
                                   "mark",
                                   "counters",
                                   "operations",
                                   "",
                                   "process",
                                   "shared_map",
                                   "",
                                   "",
                                   "block",
                                   "absent",
                                   "asked",
                                   "unmapped",
                                   "",
                                   "locked"};
constexpr unsigned event_kinds = sizeof event_names / sizeof *event_names;
const char* const op_names[] = {"read", "write", "nontemporal"};

struct Counts {
  std::uint64_t references[3][8] = {};
  std::uint64_t events[event_kinds] = {};
  std::uint64_t requests = 0;
  std::uint64_t sequence = 0;  // a hash of what is referred to, or asked for, at fixed_place
  std::uint64_t set = 0;       // the same whatever its order
  std::uint64_t clock_faults = 0;
  std::uint64_t unsatisfied_waits = 0;
  std::map<std::uint64_t, std::uint64_t> signals;
  std::map<std::uint64_t, std::uint64_t> waits;  // highest count waited for
  std::map<std::uint64_t, std::uint64_t> by_phase;
  std::map<std::uint64_t, std::uint64_t> distances;  // of dependences
  hpcast::blocks::Mix mix;
  std::uint64_t instructions = 0;        // of the code that was executed
  std::uint64_t undescribed = 0;         // blocks
  std::uint64_t stray = 0;               // references that none of their block's operands makes
  std::uint64_t unmade = 0;              // operands without a reference
  hpcast::OperationCounts operations{};  // as the threads tell
  std::map<std::string, std::uint64_t> regions;  // entered, by those that they are in
  std::uint64_t unended_regions = 0;             // ended by one that they are in
  std::uint64_t unbegun_regions = 0;
};

// Where programs map memory whose references are to be compared (programs/loops.c).
constexpr std::uint64_t fixed_place = 0x1000'0000'0000, fixed_bytes = 1 << 24;

void remember(Word word, std::uint64_t address, Counts& counts) {
  if (address < fixed_place || address - fixed_place >= fixed_bytes) return;
  counts.sequence = (counts.sequence ^ word) * 0x9e3779b97f4a7c15ULL;
  counts.sequence ^= counts.sequence >> 29;
  const std::uint64_t mixed = word * 0x9e3779b97f4a7c15ULL;
  counts.set += (mixed ^ mixed >> 32) * 0xbf58476d1ce4e5b9ULL;
}

// The operands of the block that a thread is in, one after the other.
class Operands {
 public:
  void enter(const hpcast::blocks::Block* block, unsigned exit, Counts& counts) {
    if (block_ != nullptr) counts.unmade += end_ - next_;
    block_ = block != nullptr && exit < block->exits.size() ? block : nullptr;
    counts.undescribed += block_ == nullptr ? 1 : 0;
    next_ = 0;
    left_ = 0;
    end_ = block_ == nullptr ? 0 : block->exits[exit].operands;
  }
  void skip() { next_ += next_ < end_ ? 1 : 0; }
  void take(Word reference, Counts& counts) {
    if (next_ == end_) {
      ++counts.stray;
      return;
    }
    const hpcast::blocks::Operand& operand = block_->operands[next_];
    counts.stray += operand.op == op_of(reference) ? 0 : 1;
    if (operand.range && left_ == 0) left_ = operand.bytes;
    left_ -= std::min(left_, size_of(reference));
    next_ += left_ == 0 ? 1 : 0;
  }

 private:
  const hpcast::blocks::Block* block_ = nullptr;
  unsigned next_ = 0, end_ = 0;
  std::uint32_t left_ = 0;  // bytes, of a range
};

// Takes one slot's words apart; an event may arrive in two spans.
struct SlotParser {
  std::uint64_t clock = 0;
  std::uint64_t phase = 0;
  std::vector<Word> event;
  std::uint64_t missing = 0;
  std::uint64_t process = 0;
  std::vector<std::string> regions;  // that it is in
  const hpcast::blocks::Table* table = nullptr;
  std::optional<hpcast::blocks::Dependences> code;
  Operands operands;
};

void enter(const std::string& region, SlotParser& parser, Counts& counts) {
  parser.regions.push_back(region);
  std::string path;
  for (const std::string& name : parser.regions) path += (path.empty() ? "" : " > ") + name;
  ++counts.regions[path];
}

void leave(const std::string& region, SlotParser& parser, Counts& counts) {
  std::vector<std::string>& open = parser.regions;
  const auto found = std::find(open.rbegin(), open.rend(), region);
  if (found == open.rend()) {
    ++counts.unbegun_regions;
    return;
  }
  counts.unended_regions += found - open.rbegin();
  open.erase(std::prev(found.base()), open.end());
}

void finish_event(SlotParser& parser, Counts& counts, bool references, RegionNames& names) {
  const Event kind = event_of(parser.event[0]);
  ++counts.events[static_cast<unsigned>(kind)];
  if (kind == Event::thread_start) {
    parser.clock = parser.phase = parser.process = 0;
    parser.regions.clear();
  }
  if (kind == Event::process) parser.process = parser.event[2];
  if (kind == Event::region_enter)
    enter(names.name(parser.event[2], parser.process), parser, counts);
  if (kind == Event::region_exit)
    leave(names.name(parser.event[2], parser.process), parser, counts);
  if (references && parser.event[1] != parser.clock) ++counts.clock_faults;
  if (kind == Event::signal) ++counts.signals[parser.event[2]];
  if (kind == Event::wait) {
    auto& most = counts.waits[parser.event[2]];
    if (parser.event[3] > most) most = parser.event[3];
  }
  if (kind == Event::operations)
    for (unsigned i = 0; i < hpcast::operation_count_words; ++i)
      words_of(counts.operations)[i] += parser.event[3 + i];
  if (kind == Event::phase) parser.phase = parser.event[2];
  parser.event.clear();
}

void execute(Word word, SlotParser& parser, Counts& counts) {
  ++counts.events[static_cast<unsigned>(event_of(word))];
  if (!parser.code) return;
  parser.code->code(word);
  if (event_of(word) != Event::block) return parser.operands.skip();
  const hpcast::blocks::Block* const block = parser.table->block(block_of(word));
  parser.operands.enter(block, exit_of(word), counts);
  if (block != nullptr) counts.mix.add(*block, exit_of(word));
}

void follow(Word word, SlotParser& parser, Counts& counts) {
  parser.operands.take(word, counts);
  parser.code->reference(word, parser.clock);
  const std::uint64_t origin = parser.code->origin();
  if (origin != 0) ++counts.distances[parser.clock + 1 - origin];
}

void take(Word word, SlotParser& parser, Counts& counts, bool references, RegionNames& names) {
  if (parser.missing > 0) {
    parser.event.push_back(word);
    if (--parser.missing == 0) finish_event(parser, counts, references, names);
  } else if (op_of(word) == Op::event && is_code(word)) {
    execute(word, parser, counts);
  } else if (op_of(word) == Op::event) {
    parser.event.assign(1, word);
    parser.missing = payload_words_of(word);
  } else if (references) {
    if (parser.code) follow(word, parser, counts);
    remember(reference(address_of(word), log2_size_of(word), op_of(word), 0), address_of(word),
             counts);
    ++counts.references[static_cast<unsigned>(op_of(word))][log2_size_of(word)];
    ++counts.by_phase[parser.phase];
    ++parser.clock;
  } else {
    ++counts.requests;
    remember(word, address_of(word), counts);
  }
}

void print(const Counts& counts, Channel& channel) {
  for (unsigned op = 0; op < 3; ++op)
    for (unsigned size = 0; size < 8; ++size)
      if (counts.references[op][size] != 0)
        std::printf("%s%u %lu\n", op_names[op], 1U << size, counts.references[op][size]);
  for (unsigned event = 1; event < event_kinds; ++event)
    if (counts.events[event] != 0)
      std::printf("%s %lu\n", event_names[event], counts.events[event]);
  for (const auto& [phase, count] : counts.by_phase)
    std::printf("phase:%s %lu\n", channel.header().phases.names[phase], count);
  std::printf("instructions %llu\n", static_cast<unsigned long long>(counts.instructions));
  std::printf("undescribed %lu\nstray %lu\nunmade %lu\n", counts.undescribed, counts.stray,
              counts.unmade);
  for (unsigned i = 0; i < hpcast::operation_count_words; ++i)
    std::printf("operations:%s %lu\n", hpcast::operation_names[i], words_of(counts.operations)[i]);
  for (unsigned kind = 0; kind < hpcast::blocks::kinds; ++kind)
    if (counts.mix.instructions[kind] != 0)
      std::printf("kind:%s %lu\n", name_of(static_cast<hpcast::blocks::Kind>(kind)),
                  counts.mix.instructions[kind]);
  std::printf("taken %lu\nnot_taken %lu\n", counts.mix.taken, counts.mix.not_taken);
  for (const auto& [distance, count] : counts.distances)
    std::printf("distance:%lu %lu\n", distance, count);
  for (const auto& [path, count] : counts.regions)
    std::printf("region %lu %s\n", count, path.c_str());
  std::printf("unended_regions %lu\nunbegun_regions %lu\n", counts.unended_regions,
              counts.unbegun_regions);
  std::uint64_t unsatisfied = 0;
  for (const auto& [object, count] : counts.waits) {
    const auto signals = counts.signals.find(object);
    const bool met = signals != counts.signals.end() && signals->second >= count;
    if (!met) std::printf("unmet:%lx %lu\n", object, count);
    unsatisfied += met ? 0 : 1;
  }
  std::printf("unsatisfied_waits %lu\nclock_faults %lu\nrequests %lu\n", unsatisfied,
              counts.clock_faults, counts.requests);
  std::printf("sequence %lx\n", counts.sequence);
  std::printf("set %lx\n", counts.set);
  const ChannelHeader& header = channel.header();
  std::printf("threads %u\nrefused %u\ninstrumented %u\ncounted %u\nnot_counted %u\n",
              header.threads_created.load(), header.threads_refused.load(),
              header.instrumented.load(), header.counted.load(), header.not_counted.load());
}

constexpr std::uint32_t cores = 4;

// 32 KiB and 512 KiB, 8 ways, 64-byte lines.
PrivateConfig plain_caches() {
  PrivateConfig config{};
  config.levels = 2;
  config.log2_combining = 6;
  config.level[0].sets = 64;
  config.level[1].sets = 1024;
  for (unsigned i = 0; i < 2; ++i) {
    config.level[i].ways = 8;
    config.level[i].log2_line = 6;
  }
  return config;
}

// The same but for what the kind says; of all cores.
PrivateConfig caches_of_kind(const std::string& kind) {
  using hpcast::Inclusion, hpcast::Replacement, hpcast::Prefetching;
  PrivateConfig config = plain_caches();
  CacheShape &first = config.level[0], &second = config.level[1];
  if (kind == "plru")
    first.replacement = second.replacement = Replacement::plru;
  else if (kind == "random")
    first.replacement = second.replacement = Replacement::random;
  else if (kind == "two_ways")
    first.ways = 2;
  else if (kind == "mixed_ways")
    first.ways = 12, second.ways = 20;
  else if (kind == "short_lines")
    first.log2_line = 5;
  else if (kind == "inclusive")  // so small that what it evicts is still in the first one
    second.sets = 64, second.inclusion = Inclusion::inclusive;
  else if (kind == "exclusive")
    second.inclusion = Inclusion::exclusive, config.victims_wanted = 1;
  else if (kind == "through")
    first.write_policy = hpcast::WritePolicy::write_through;
  else if (kind == "coherent")
    config.coherent = 1;
  else if (kind == "next_line")
    first.prefetch = {Prefetching::next_line, 2, 2};
  else if (kind == "streams")
    second.prefetch = {Prefetching::streams, 2, 8};
  else
    throw std::invalid_argument("no kind of caches: " + kind);
  return config;
}

void describe_caches(ChannelHeader& header, const PrivateConfig& config) {
  header.cores_used = cores;
  for (std::uint32_t i = 0; i < cores; ++i) header.core_order[i] = i;
  header.configs[0] = config;
}

struct Arguments {
  ChannelOptions options;
  ProgramOptions program;
  PrivateConfig caches = plain_caches();
  bool only_drain = false;  // measure the tracer, not this program
  std::vector<std::string> command;
};

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  int i = 1;
  for (; i < argc && std::string(argv[i]).starts_with("--"); ++i) {
    const std::string flag = argv[i];
    if (flag == "--requests") arguments.options.payload = Payload::requests;
    if (flag == "--caches") arguments.caches = caches_of_kind(argv[++i]);
    if (flag == "--regions") arguments.options.record_regions = function_regions | marked_regions;
    if (flag == "--valgrind") arguments.program.tracer = Tracer::valgrind;
    if (flag == "--code") arguments.options.code = true;
    if (flag == "--drain") arguments.only_drain = true;
    if (flag == "--words") arguments.options.ring_words = std::strtoull(argv[++i], nullptr, 10);
    if (flag == "--threads") arguments.options.max_threads = std::strtoul(argv[++i], nullptr, 10);
  }
  if (arguments.options.payload == Payload::requests)
    arguments.options.cache_words.assign(cores, hpcast::memsim::storage_words(arguments.caches));
  arguments.command.assign(argv + i, argv + argc);
  return arguments;
}

int run(const Arguments& arguments) {
  Channel channel(arguments.options);
  const bool references = arguments.options.payload == Payload::references;
  if (!references) describe_caches(channel.header(), arguments.caches);
  std::vector<RingReader> rings;
  for (std::uint32_t i = 0; i < arguments.options.max_threads; ++i) rings.emplace_back(channel, i);
  std::vector<SlotParser> parsers(rings.size());
  Counts counts;
  std::optional<TracedCode> code;
  std::optional<hpcast::blocks::Table> table;
  if (channel.code() != nullptr) {
    table.emplace(code.emplace(*channel.code()));
    for (SlotParser& parser : parsers) {
      parser.table = &*table;
      parser.code.emplace(*table);
    }
  }
  RegionNames names(channel);
  std::uint64_t words = 0;
  TracedProcess process(channel, arguments.command, arguments.program);
  for (bool last = false;;) {
    const std::uint32_t seen = channel.header().data_ready.load();
    std::uint64_t got = 0;
    for (std::size_t i = 0; i < rings.size(); ++i) {
      for (std::span<const Word> span; !(span = rings[i].readable()).empty();) {
        if (!arguments.only_drain)
          for (const Word word : span) take(word, parsers[i], counts, references, names);
        got += span.size();
        rings[i].consume(span.size());
      }
      if (references || rings[i].slot().state.load() == ThreadState::ended) rings[i].recycle();
    }
    words += got;
    if (last) break;
    last = process.poll().has_value();
    // Looking again at once would only take the writers' cache lines away from them.
    if (!last && got < arguments.options.ring_words)
      channel.wait_for_data(seen, std::chrono::milliseconds(2));
  }
  for (const SlotParser& parser : parsers)
    counts.instructions += parser.code ? parser.code->instructions() : 0;
  if (!arguments.only_drain) print(counts, channel);
  for (const std::string& line : process.unseen()) std::printf("unseen %s\n", line.c_str());
  std::printf("words %lu\nincomplete %s\n", words, process.incomplete().c_str());
  return process.poll()->status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(parse(argc, argv));
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "count_stream: %s\n", fault.what());
    return 2;
  }
}

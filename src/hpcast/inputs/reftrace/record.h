// The reference stream: what every tracer produces and every model of memory consumes.
//
// A stream is a sequence of 64-bit words, one stream per program thread. A word is either one
// memory reference or the head of an event, whose payload words follow it. Freestanding: the
// tracers' runtimes include this header too.
#pragma once

#include <cstdint>

namespace hpcast::reftrace {

using Word = std::uint64_t;

enum class Op : std::uint8_t { read = 0, write = 1, nontemporal_write = 2, event = 3 };

// A reference word: bits 0-47 address, 48-50 log2 of the size in bytes (1 to 64), 51-52 Op,
// 53-63 a hash of the instruction that made it (only there to compress better; 0 when unknown).
//
// A tracer splits what is not a power of two, or longer than 32 bytes (memcpy, struct copies), into
// naturally aligned pieces; a scalar that is not aligned stays one word, even where it crosses a
// line.
inline constexpr int address_bits = 48;
inline constexpr Word address_mask = (Word{1} << address_bits) - 1;
inline constexpr int size_shift = 48;
inline constexpr int op_shift = 51;
inline constexpr int site_shift = 53;
inline constexpr Word site_mask = 0x7ff;
inline constexpr int size_classes = 7;  // log2 size 0..6

constexpr Word reference(std::uint64_t address, unsigned log2_size, Op op, Word site = 0) {
  return (address & address_mask) | Word{log2_size} << size_shift |
         static_cast<Word>(op) << op_shift | (site & site_mask) << site_shift;
}
constexpr std::uint64_t address_of(Word w) { return w & address_mask; }
constexpr unsigned log2_size_of(Word w) { return (w >> size_shift) & 7; }
constexpr std::uint32_t size_of(Word w) { return 1U << log2_size_of(w); }
constexpr Op op_of(Word w) { return static_cast<Op>((w >> op_shift) & 3); }
constexpr Word site_of(Word w) { return w >> site_shift; }

// The hash, from the instruction's address.
constexpr Word site_of_instruction(std::uint64_t address) {
  return (address * 0x9E3779B97F4A7C15ULL) >> site_shift;
}

// Events. Head word: Op::event, bits 0-7 the Event, bits 8-15 the number of payload words.
// The first payload word of every event is the thread's clock: references made by it so far.
//
// signal/wait are the one synchronisation primitive: every object has a counter; signal adds one
// to it, wait says that the thread could go on only because the counter had reached `count`.
// A mutex: unlock signals, lock waits for as many unlocks as had happened, and says that it is held
// (`locked`). A barrier of n:
// arrival signals, departure of generation g waits for (g+1)*n. create/join likewise.
// Every process has objects of its own, but those with the bit `common_object` belong to all.
enum class Event : std::uint8_t {
  thread_start = 1,  // clock, OS thread id
  thread_end = 2,    // clock
  phase = 3,         // clock, index in the manifest's (channel's) table of phase names
  signal = 4,        // clock, object
  wait = 5,          // clock, object, count; and any_signal where that many were there, though any
                     // of them may have let it go on: semaphores; or before_lock
  region_enter = 6,  // clock, region: an address in a function, or named_region and an index
  region_exit = 7,   // clock, the same (older streams: clock alone); ends all inside it too
  mark = 8,          // clock; ends an interval (memsim/interval.h; never in a reference stream)
  counters = 9,      // clock, then PrivateCounters as words (request streams only)
  operations = 10,   // clock, ProgramPart, then OperationCounts as words (operations.h)
  depends = 11,      // (older traces) clock, n: the next reference's address was made from what the
                     // load n references before it had read
  process = 12,     // clock, number, rank, ranks: whose the thread is, where several processes run;
                    // ranks 0: no MPI rank
  shared_map = 13,  // clock, address, bytes, n, offset: there its process sees, from the offset on,
                    // the n-th piece of memory that processes share; n 0: no more
  instructions = 14,  // (older traces) clock, n: so many were executed since the last such event,
                      // or the start; in what private caches pass on: since the start
  read = 15,   // clock, and what memsim/observer.h says: of a load that missed the first cache,
               // after what it asked for (never in a reference stream)
  asked = 18,  // clock: the thread's last reference asked for what stands before this (never in a
               // reference stream)
  unmapped = 19,  // clock, address, bytes: the process has given these pages back to the system
  cut = 20,       // clock: what was executed before is timed apart (never in a reference stream)
  locked = 21,  // clock, object: the thread alone holds it from here on, until it has signalled it
                // as often as it has locked it
  answered = 22,  // (without a clock) references with who has answered them, as blocks/executed.h
                  // has them (only in a request stream)
  // Of one word, without a clock (executed(), below):
  block = 16,   // a superblock of code is executed; what it refers to follows
  absent = 17,  // in place of a reference that the superblock may make, and has not made
  page = 23,    // the thread refers to that page, other than before (only in a request stream)
};
inline constexpr Word any_signal = 1;
inline constexpr Word before_lock = 2;  // `locked` follows, which says more
inline constexpr Word common_object = Word{1} << 62;
// Which nobody writes a signal of: each of a process's threads signals it by ending, however it
// does. Who waits for all of them has begun after that process's end.
constexpr Word end_of_process(std::uint32_t process) {
  return common_object | Word{1} << 32 | process;
}
// Of a region that the program has named itself; the rest is the index in the manifest's
// (channel's) table of their names.
inline constexpr Word named_region = Word{1} << 63;
inline constexpr int max_event_payload = 127;
inline constexpr unsigned max_phases = 256;
inline constexpr unsigned max_named_regions = 4096;

// Which regions streams tell of: the sum of these.
inline constexpr std::uint32_t function_regions = 1;  // functions (compiler tracer)
inline constexpr std::uint32_t marked_regions = 2;    // hpcast_region_begin(), OpenMP's constructs

constexpr Word event_head(Event e, unsigned payload_words) {
  return static_cast<Word>(Op::event) << op_shift | static_cast<Word>(e) | Word{payload_words} << 8;
}
constexpr Event event_of(Word head) { return static_cast<Event>(head & 0xff); }
constexpr unsigned payload_words_of(Word head) { return (head >> 8) & 0xff; }

// Event::block: bits 16-39 the superblock's number in the table of code (code_table.h), 40-47 the
// exit by which it is left, 53-63 the number again (they are to compress better).
inline constexpr std::uint32_t undescribed_block = 0;
inline constexpr unsigned block_shift = 16;
inline constexpr unsigned exit_shift = 40;
constexpr Word executed(std::uint32_t block, unsigned exit) {
  return event_head(Event::block, 0) | Word{block} << block_shift | Word{exit} << exit_shift |
         (block & site_mask) << site_shift;
}
constexpr std::uint32_t block_of(Word executed) { return executed >> block_shift & 0xff'ffff; }
constexpr unsigned exit_of(Word executed) { return executed >> exit_shift & 0xff; }
constexpr Word absent_reference = event_head(Event::absent, 0);
// Event::page: bits 16-50 the page's number.
inline constexpr unsigned log2_page = 12;  // the smallest that there is
constexpr Word page_of(std::uint64_t address) {
  constexpr Word mask = (Word{1} << (op_shift - block_shift)) - 1;
  return event_head(Event::page, 0) | (address >> log2_page & mask) << block_shift;
}
constexpr std::uint64_t address_in(Word page) {
  return (page & ((Word{1} << op_shift) - 1)) >> block_shift << log2_page;
}
// Of a word that is no reference: Event::block or Event::absent.
constexpr bool is_code(Word event) {
  const Word kind = event & 0xffff;  // with the number of payload words
  return kind == static_cast<Word>(Event::block) || kind == static_cast<Word>(Event::absent);
}

// A thread meets others.
constexpr bool is_meeting(Event event) {
  return event == Event::signal || event == Event::wait || event == Event::locked;
}

// Where a thread of a bounded channel stops until it is granted to go on: what comes before, the
// reader must have seen whole, and there is no simulation under way in the thread.
constexpr bool stops_at(Event event, std::uint64_t clock, std::uint64_t limit) {
  return event == Event::thread_start || event == Event::wait ||
         (event == Event::mark && clock >= limit);
}

}  // namespace hpcast::reftrace

#include "code_pieces.h"

#include <cstddef>

#include "counts.h"
#include "futex.h"
#include "hot_layout.h"
#include "hpcast/inputs/blocks/description.h"
#include "hpcast/inputs/reftrace/process_table.h"
#include "regions.h"
#include "ring.h"

namespace hpcast::tracer {
namespace {

using blocks::Kind;
using reftrace::CodeTable;

CodeTable& code_table() {
  return *reinterpret_cast<CodeTable*>(reinterpret_cast<char*>(process.header) +
                                       process.header->code_offset);
}

template <class T>
T* behind(CodePiece& piece, std::int64_t distance) {
  return reinterpret_cast<T*>(reinterpret_cast<char*>(&piece) + distance);
}

// Where the function would begin if it had no hooks: they only make what is before the place
// longer, so that it lies within the function's own bytes.
std::uint64_t begin_of_function(CodePiece& piece, std::uint64_t place) {
  constexpr std::uint64_t alignment = 16;
  std::uint64_t& begin = *behind<std::uint64_t>(piece, piece.function);
  if (begin == 0) begin = (place - piece.offset + alignment - 1) & -alignment;
  return begin;
}

constexpr unsigned longest_description = 4096;  // words, more than the plugin's have

// With the place, and addresses in the process.
unsigned complete(const Word* words, std::uint64_t place, std::uint64_t begin, Word* target) {
  const unsigned count = reftrace::words_of_description(words[0]);
  if (count >= longest_description) return 0;
  const unsigned instructions = blocks::instructions_in(words[0]);
  target[0] =
      blocks::block_word(instructions, blocks::exits_in(words[0]), count + 1, process.index) |
      blocks::has_place;
  target[1] = place & reftrace::address_mask;
  __builtin_memcpy(target + 2, words + 1, (count - 1) * sizeof(Word));
  Word* instruction = target + 2;
  for (unsigned i = 0; i < instructions; ++i) {
    *instruction = (*instruction & ~reftrace::address_mask) |
                   ((*instruction + begin) & reftrace::address_mask);
    instruction = const_cast<Word*>(blocks::next_instruction(instruction));
  }
  return count + 1;
}

// One thread at a time.
Word describe(Thread& thread, CodePiece& piece, std::uint64_t place) {
  note_module(thread, place);
  const reftrace::ChannelLock<System> lock(*process.header, process.id);
  if (const Word known = piece.executed.load()) return known;
  static Word words[longest_description];  // a thread's stack may be small
  const unsigned count = complete(behind<const Word>(piece, piece.description), place,
                                  begin_of_function(piece, place), words);
  const std::uint32_t number = code_table().claim();
  if (count != 0) code_table().describe(number, words, count);
  const Word word = reftrace::executed(number, 0);
  piece.executed.store(word);
  return word;
}

}  // namespace

Word word_of(Thread& thread, CodePiece& piece, const void* site) {
  const Word word = piece.executed.load(std::memory_order_acquire);
  return word != 0 ? word : describe(thread, piece, reinterpret_cast<std::uint64_t>(site));
}

void close_piece(Thread& thread) {
  if (thread.holds) return;  // all appears, and who ends the process may have moved the tail
  thread.open = nullptr;
  thread.falls_to = 0;
  thread.slot->tail.store(thread.tail, std::memory_order_release);
}

void leave_piece(Thread& thread, const CodePiece* next) {
  if (thread.open != nullptr && next != nullptr &&
      thread.falls_to == reinterpret_cast<std::uint64_t>(next))
    *thread.open |= Word{1} << reftrace::exit_shift;
}

namespace {

void open_piece(Thread& thread, Word word, std::uint64_t falls_to) {
  close_piece(thread);
  if (thread.tail >= thread.limit && !make_room(thread, 1)) return;
  thread.open = &thread.ring[thread.tail & thread.ring_mask];
  *thread.open = word;
  thread.falls_to = falls_to;
  ++thread.tail;
  ++thread.event_words;
}

}  // namespace

unsigned CodePiece::instructions() const {
  const auto* const here = reinterpret_cast<const char*>(this);
  return blocks::instructions_in(*reinterpret_cast<const Word*>(here + description));
}

void execute(Thread& thread, CodePiece& piece, const void* site) {
  if (forked_unseen(thread)) return;
  leave_piece(thread, &piece);
  if (thread.samples && !tells_next(thread, piece.instructions())) return;
  open_piece(thread, word_of(thread, piece, site),
             reinterpret_cast<std::uint64_t>(&piece) + static_cast<std::uint64_t>(piece.falls_to));
}

namespace {

// A load or store of a vector, by nobody's registers.
Word describe_one(Op op) {
  constexpr unsigned log2_bytes = 5;
  const bool reads = op == Op::read;
  const Word words[] = {
      blocks::block_word(1, 1, 5, process.index),
      blocks::instruction_word(reinterpret_cast<std::uint64_t>(&execute_one), 4,
                               reads ? Kind::load : Kind::store, Precision::none, log2_bytes),
      blocks::counts_word(0, 1, 0), blocks::operand_word(op, false, false, 1U << log2_bytes),
      blocks::exit_word(0, false, false, 1)};
  const std::uint32_t number = code_table().claim();
  code_table().describe(number, words, sizeof words / sizeof words[0]);
  return reftrace::executed(number, 0);
}

Word word_of_one(Op op) {
  static std::atomic<Word> known[3];
  std::atomic<Word>& word = known[static_cast<unsigned>(op)];
  if (word.load() == 0) {
    const reftrace::ChannelLock<System> lock(*process.header, process.id);
    if (word.load() == 0) word.store(describe_one(op));
  }
  return word.load();
}

}  // namespace

void put_absent(Thread& thread) {
  const Busy busy;
  const bool tells = thread.follows_code || (thread.samples && thread.stretches.keeps_references());
  if (!tells || !busy.entered()) return;
  put(thread, reftrace::absent_reference);
  ++thread.event_words;
}

void execute_one(Thread& thread, Op op) {
  const Busy busy;
  if (!busy.entered() || forked_unseen(thread)) return;
  leave_piece(thread, nullptr);
  if (thread.samples) count_own(thread);
  if (!thread.samples || tells_next(thread, 1)) open_piece(thread, word_of_one(op), 0);
}

}  // namespace hpcast::tracer

HPCAST_BEHIND void hpcast_piece(hpcast::tracer::CodePiece* piece, const void* const* place) {
  using namespace hpcast::tracer;
  Thread* const thread = current_thread();
  if (thread == nullptr || !(thread->follows_code || thread->samples)) return;
  const Busy busy;
  if (busy.entered()) execute(*thread, *piece, place[1]);
}

// What keeping.S has of these structures.
using hpcast::tracer::Hot;
using hpcast::tracer::Thread;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"  // nothing that Thread holds is virtual
static_assert(offsetof(Hot, thread) == HOT_THREAD && offsetof(Hot, busy) == HOT_BUSY);
static_assert(offsetof(Thread, slot) == THREAD_SLOT && offsetof(Thread, ring) == THREAD_RING);
static_assert(offsetof(Thread, ring_mask) == THREAD_RING_MASK);
static_assert(offsetof(Thread, tail) == THREAD_TAIL && offsetof(Thread, limit) == THREAD_LIMIT);
static_assert(offsetof(Thread, event_words) == THREAD_EVENT_WORDS);
static_assert(offsetof(Thread, references) == THREAD_REFERENCES);
static_assert(offsetof(Thread, open) == THREAD_OPEN &&
              offsetof(Thread, falls_to) == THREAD_FALLS_TO);
static_assert(offsetof(Thread, told) == THREAD_TOLD);
static_assert(offsetof(Thread, written_until) == THREAD_WRITTEN_UNTIL);
static_assert(offsetof(hpcast::tracer::Counts, instructions) == 0);
static_assert(offsetof(Thread, simulated) == THREAD_SIMULATED);
#pragma GCC diagnostic pop
static_assert(offsetof(hpcast::reftrace::ThreadSlot, tail) == SLOT_TAIL);
static_assert(offsetof(hpcast::tracer::CodePiece, falls_to) == PIECE_FALLS_TO);

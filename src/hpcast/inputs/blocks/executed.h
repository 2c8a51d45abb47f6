// What a thread has executed and who answered its references, as words: superblocks and absent
// references as tracers write them (Event::block, Event::absent), references with the answerer's
// number in place of their instruction's hash; of parts of it only superblocks, or only how much it
// was, and references to other pages than the last one. What a core's time is made from.
#pragma once

#include "hpcast/inputs/blocks/sampling.h"
#include "hpcast/inputs/reftrace/record.h"

namespace hpcast::blocks {

using reftrace::Word;

// Of a reference that nobody has answered yet; answerers' numbers are below.
inline constexpr unsigned unanswered = static_cast<unsigned>(reftrace::site_mask);

constexpr Word answered(Word reference, unsigned answerer) {
  return (reference & ((Word{1} << reftrace::site_shift) - 1)) | Word{answerer}
                                                                     << reftrace::site_shift;
}
constexpr unsigned answerer_of(Word reference) {
  return static_cast<unsigned>(reftrace::site_of(reference));
}

// A line that a prefetcher brings to that private cache, from an answerer, for the reference that
// comes next: as a reference of a size that none has.
inline constexpr unsigned prefetched_size = reftrace::size_classes;
constexpr Word prefetched(std::uint64_t line, unsigned cache, unsigned answerer) {
  return answered(reftrace::reference(line, prefetched_size, static_cast<reftrace::Op>(cache)),
                  answerer);
}
constexpr bool is_prefetched(Word reference) {
  return reftrace::log2_size_of(reference) == prefetched_size;
}
constexpr unsigned prefetched_to(Word prefetched) {
  return static_cast<unsigned>(reftrace::op_of(prefetched));
}
static_assert(reftrace::size_classes == 7);

// So many instructions were executed that are not told of, in one word.
inline constexpr unsigned left_out_bits = reftrace::op_shift - 16;
inline constexpr std::uint64_t most_left_out = (std::uint64_t{1} << left_out_bits) - 1;
constexpr Word left_out(std::uint64_t instructions) {
  return reftrace::event_head(reftrace::Event::instructions, 0) | Word{instructions} << 16;
}
constexpr std::uint64_t instructions_left_out(Word word) { return word >> 16 & most_left_out; }

// What becomes of the superblocks from here on; references are told of where windows execute them.
constexpr Word begins(Sampled sampled) {
  return reftrace::event_head(reftrace::Event::mark, 0) | (static_cast<Word>(sampled) + 1) << 16;
}
constexpr Sampled sampled_from(Word begins) {
  return static_cast<Sampled>((begins >> 16 & 0xff) - 1);
}

// What comes next is timed apart: counters were told, or Event::cut.
inline constexpr Word cut = reftrace::event_head(reftrace::Event::mark, 0);

// The thread meets others behind the last superblock, in code that is not told of.
inline constexpr Word meeting = reftrace::event_head(reftrace::Event::signal, 0);

// Bytes that a repeated string instruction moves at once, whatever its step.
inline constexpr unsigned log2_string_piece = 5;
inline constexpr unsigned string_piece = 1U << log2_string_piece;

}  // namespace hpcast::blocks

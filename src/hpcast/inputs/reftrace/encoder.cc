#include "hpcast/inputs/reftrace/encoder.h"

#include <zstd.h>

#include <algorithm>

namespace hpcast::reftrace {
namespace {

// Words between two looks at the room in the buffers.
constexpr std::size_t block_words = 4096;
constexpr int compression_level = 1;
// A jump this long (bytes) hints at two instructions behind one site hash.
constexpr Word long_jump = 4096;
// The other slot of a pair is taken for a word when it lies this many times (log2) nearer.
constexpr int much_nearer = 8;

// The first of the two slots in which words of w's kind are kept.
std::uint16_t home_of(Word w) {
  const std::uint32_t mixed = static_cast<std::uint32_t>(kind_of(w)) * 0x9e3779b1U;
  return static_cast<std::uint16_t>(mixed >> 21 << 1);
}

Word distance(const Slot& slot, Word w) { return zigzag(way(slot.last(), w)); }
bool same_kind(const Slot& slot, Word w) { return kind_of(slot.predicted) == kind_of(w); }
bool unused(const Slot& slot) { return (slot.predicted | slot.stride) == 0; }

}  // namespace

void StreamEncoder::Buffer::make_room(std::size_t more) {
  if (bytes.size() - size < more) bytes.resize(std::max(2 * bytes.size(), size + more));
}

void StreamEncoder::Buffer::put_u16(std::uint16_t value) {
  put(static_cast<std::uint8_t>(value));
  put(static_cast<std::uint8_t>(value >> 8));
}

void StreamEncoder::Buffer::put_u64(std::uint64_t value) {
  for (int i = 0; i < 8; ++i) put(static_cast<std::uint8_t>(value >> 8 * i));
}

void StreamEncoder::Buffer::put_varint(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) put(static_cast<std::uint8_t>(value | 0x80));
  put(static_cast<std::uint8_t>(value));
}

StreamEncoder::StreamEncoder(ByteSink& sink, std::uint32_t thread)
    : sink_(sink), compressor_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
  ZSTD_CCtx_setParameter(compressor_.get(), ZSTD_c_compressionLevel, compression_level);
  ZSTD_CCtx_setParameter(compressor_.get(), ZSTD_c_checksumFlag, 1);
  write(to_bytes(StreamHeader{stream_version, thread}));
}

StreamEncoder::~StreamEncoder() = default;

void StreamEncoder::append(std::span<const Word> words) {
  while (!words.empty()) {
    // An event stays in one chunk with its payload.
    const std::size_t room = words_ < chunk_words ? chunk_words - words_ : payload_left_;
    if (room == 0) {
      flush_chunk();
      continue;
    }
    const std::size_t count = std::min({room, words.size(), block_words});
    encode(words.first(count));
    words = words.subspan(count);
  }
}

void StreamEncoder::encode(std::span<const Word> words) {
  for (unsigned part = 0; part < part_count; ++part) {
    parts_[part].make_room(words.size() * max_bytes_per_word(part));
  }
  words_ += words.size();
  const Word* word = words.data();
  const Word* const end = word + words.size();
  word = put_payload(word, end);
  while (word != end) {
    word = skip_predicted(word, end);
    if (word == end) return;
    if (op_of(*word) == Op::event && !is_code(*word)) {
      word = put_event(word, end);
    } else {
      event_words_ += op_of(*word) == Op::event ? 1 : 0;
      put_mispredicted(*word++);
    }
  }
}

const Word* StreamEncoder::skip_predicted(const Word* word, const Word* end) {
  Slot* const slots = predictor_.slots.data();
  std::uint16_t current = predictor_.current;
  const Word* const begin = word;
  for (; word != end; ++word) {
    Slot& before = slots[current];
    const std::uint16_t expected = before.successor;
    Slot& slot = slots[expected];
    if (slot.predicted != *word) break;
    if (op_of(*word) == Op::event) {
      if (!is_code(*word)) break;
      ++event_words_;
    }
    slot.hit();
    before.last_successor = expected;
    current = expected;
  }
  predictor_.current = current;
  run_ += static_cast<std::size_t>(word - begin);
  return word;
}

void StreamEncoder::put_token(unsigned code) {
  const std::size_t short_run = std::min<std::size_t>(run_, long_run);
  parts_[part_tokens].put(static_cast<std::uint8_t>(short_run << 4 | code));
  if (short_run == long_run) parts_[part_runs].put_varint(run_ - long_run);
  run_ = 0;
}

void StreamEncoder::put_mispredicted(Word w) {
  std::vector<Slot>& slots = predictor_.slots;
  Slot& before = slots[predictor_.current];
  const std::uint16_t seen = before.last_successor;
  Choice choice{seen, false};
  if (slots[seen].predicted != w) choice = choose(w, before.successor);
  Slot& slot = slots[choice.slot];
  if (choice.literal) {
    put_literal(w, choice.slot);
    slot.start_at(w);
  } else {
    const Target target = choice.slot == before.successor ? Target::expected
                          : choice.slot == seen           ? Target::seen
                                                          : Target::named;
    const bool exact = slot.predicted == w;
    put_target(choice.slot, target, exact ? Form::as_predicted : put_difference(w, slot));
    exact ? slot.hit() : slot.move_to(w);
  }
  before.followed_by(choice.slot);
  predictor_.current = choice.slot;
}

// Which slot to code w with. Two instructions may share a site's hash: they then settle in the two
// slots of its pair, each word going to the slot that it lies much nearer to.
StreamEncoder::Choice StreamEncoder::choose(Word w, std::uint16_t expected) const {
  const std::vector<Slot>& slots = predictor_.slots;
  if (!same_kind(slots[expected], w)) return choose_at_home(w);
  const std::uint16_t other = expected ^ 1;
  const Word jump = distance(slots[expected], w);
  if (unused(slots[other]))
    return jump > 2 * long_jump ? Choice{other, true} : Choice{expected, false};
  const bool nearer =
      same_kind(slots[other], w) &&
      (slots[other].predicted == w || distance(slots[other], w) < jump >> much_nearer);
  return {nearer ? other : expected, false};
}

StreamEncoder::Choice StreamEncoder::choose_at_home(Word w) const {
  const Slot* const slots = predictor_.slots.data();
  const std::uint16_t first = home_of(w), second = first + 1;
  const bool fits_first = same_kind(slots[first], w), fits_second = same_kind(slots[second], w);
  if (fits_first && fits_second) {
    if (slots[second].predicted == w) return {second, false};
    const bool nearer = distance(slots[second], w) < distance(slots[first], w);
    return {nearer && slots[first].predicted != w ? second : first, false};
  }
  if (fits_first) return {first, false};
  if (fits_second) return {second, false};
  if (unused(slots[first])) return {first, true};
  if (unused(slots[second])) return {second, true};
  return {second, true};
}

void StreamEncoder::put_literal(Word w, std::uint16_t slot) {
  put_token(code_literal);
  parts_[part_slots].put_u16(slot);
  parts_[part_literals].put_u64(w);
}

void StreamEncoder::put_target(std::uint16_t slot, Target target, Form form) {
  put_token(code_of(target, form));
  if (target == Target::named) parts_[part_slots].put_u16(slot);
}

Form StreamEncoder::put_difference(Word w, const Slot& slot) {
  const std::int64_t difference = way(slot.last(), w);
  const unsigned shift = log2_size_of(w);
  const Word scaled = zigzag(difference >> shift);
  const bool aligned = (difference & ((std::int64_t{1} << shift) - 1)) == 0;
  if (!aligned || scaled >= Word{1} << 8 * mid_bytes) {
    put_planes<far_bytes>(part_far, zigzag(difference));
    return Form::far_off;
  }
  if (scaled >= Word{1} << 8) {
    put_planes<mid_bytes>(part_mid, scaled);
    return Form::mid_range;
  }
  put_planes<1>(part_near, scaled);
  return Form::near_by;
}

template <unsigned count>
void StreamEncoder::put_planes(unsigned part, Word value) {
  for (unsigned i = 0; i < count; ++i) {
    parts_[part + i].put(static_cast<std::uint8_t>(value >> 8 * i));
  }
}

const Word* StreamEncoder::put_event(const Word* word, const Word* end) {
  put_token(code_event);
  const Word head = *word++;
  parts_[part_events].put_varint(head ^ static_cast<Word>(Op::event) << op_shift);
  ++event_words_;
  payload_left_ = payload_words_of(head);
  payload_starts_ = true;
  return put_payload(word, end);
}

const Word* StreamEncoder::put_payload(const Word* word, const Word* end) {
  for (; payload_left_ > 0 && word != end; --payload_left_, ++word, ++event_words_) {
    if (payload_starts_) {
      parts_[part_events].put_varint(zigzag(static_cast<std::int64_t>(*word - predictor_.clock)));
      predictor_.clock = *word;
      payload_starts_ = false;
    } else {
      parts_[part_events].put_varint(*word);
    }
  }
  return word;
}

void StreamEncoder::flush_chunk() {
  if (words_ == 0) return;
  ChunkHeader header;
  header.words = static_cast<std::uint32_t>(words_);
  header.references = static_cast<std::uint32_t>(words_ - event_words_);
  compress_parts(header);
  write(chunk_);
  totals_.words += header.words;
  totals_.references += header.references;
  ++totals_.chunks;
  predictor_.reset();
  words_ = event_words_ = run_ = 0;
}

void StreamEncoder::compress_parts(ChunkHeader& header) {
  chunk_.resize(ChunkHeader::bytes);
  for (unsigned part = 0; part < part_count; ++part) {
    Buffer& buffer = parts_[part];
    if (buffer.size == 0) continue;
    const std::size_t at = chunk_.size();
    chunk_.resize(at + ZSTD_compressBound(buffer.size));
    // Cannot fail: the room is enough for anything.
    const std::size_t size = ZSTD_compress2(compressor_.get(), chunk_.data() + at,
                                            chunk_.size() - at, buffer.bytes.data(), buffer.size);
    chunk_.resize(at + size);
    header.parts[part] = {static_cast<std::uint32_t>(buffer.size),
                          static_cast<std::uint32_t>(size)};
    buffer.size = 0;
  }
  std::ranges::copy(to_bytes(header), chunk_.begin());
}

void StreamEncoder::finish() {
  flush_chunk();
  write(to_bytes(EndMark{false, totals_}));
}

void StreamEncoder::finish_cut() {
  flush_chunk();
  give_up();
}

void StreamEncoder::give_up() { write(to_bytes(EndMark{true, totals_})); }

void StreamEncoder::write(std::span<const std::uint8_t> bytes) {
  sink_.write(bytes);
  bytes_ += bytes.size();
}

}  // namespace hpcast::reftrace

#include "hpcast/inputs/reftrace/decoder.h"

#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <string>
#include <utility>

#include "hpcast/base/diagnostics.h"

namespace hpcast::reftrace {
namespace {

constexpr std::size_t decoded_at_once = std::size_t{1} << 14;

std::string count_of_chunks(std::uint64_t chunks) {
  return std::to_string(chunks) + (chunks == 1 ? " chunk" : " chunks");
}

// Words, the clock among them.
unsigned least_payload(Event event) {
  switch (event) {
    case Event::shared_map:
      return 5;
    case Event::process:
      return 4;
    case Event::wait:
    case Event::unmapped:
      return 3;
    case Event::thread_start:
    case Event::phase:
    case Event::signal:
    case Event::locked:
    case Event::region_enter:
    case Event::depends:
    case Event::instructions:
      return 2;
    default:
      return 1;
  }
}

}  // namespace

StreamDecoder::StreamDecoder(std::unique_ptr<ByteSource> source, std::string name)
    : source_(std::move(source)),
      name_(std::move(name)),
      decompressor_(ZSTD_createDCtx(), ZSTD_freeDCtx) {}

StreamDecoder::~StreamDecoder() = default;

void StreamDecoder::fail(std::string message, std::string hint) const {
  throw InputError(Diagnostic{name_, 0, {}, std::move(message), std::move(hint)});
}

void StreamDecoder::fail_corrupt(const std::string& what) const {
  fail("corrupt after " + count_of_chunks(totals_.chunks) + ": " + what, "trace again");
}

void StreamDecoder::fail_truncated() const {
  fail("ends after " + count_of_chunks(totals_.chunks) +
       " without an end mark: the trace was cut off");
}

std::size_t StreamDecoder::read_some(std::span<std::uint8_t> bytes) {
  std::size_t got = 0;
  while (got < bytes.size()) {
    const std::size_t more = source_->read(bytes.subspan(got));
    if (more == 0) break;
    got += more;
  }
  bytes_ += got;
  return got;
}

void StreamDecoder::read_fully(std::span<std::uint8_t> bytes) {
  if (read_some(bytes) < bytes.size()) fail_truncated();
}

std::span<const Word> StreamDecoder::next() {
  if (!started_) read_stream_header();
  while (chunk_left_ == 0) {
    if (ended_ || !next_chunk()) return {};
  }
  words_.resize(decoded_at_once);
  const std::size_t count = decode(std::span(words_).first(std::min(decoded_at_once, chunk_left_)));
  chunk_left_ -= count;
  if (chunk_left_ == 0) finish_chunk();
  return std::span(words_).first(count);
}

void StreamDecoder::read_stream_header() {
  StreamHeaderBytes bytes{};
  const std::size_t got = read_some(bytes);
  if (got == 0) fail("empty: not even the header of a reference stream was written");
  const std::size_t common = std::min(got, stream_magic.size());
  if (!std::equal(bytes.begin(), bytes.begin() + common, stream_magic.begin())) {
    fail("not a reference stream of hpcast");
  }
  if (got < bytes.size()) fail_truncated();
  const StreamHeader header = parse(bytes);
  if (header.version > stream_version) {
    fail("format version " + std::to_string(header.version) + " is newer than this hpcast reads (" +
             std::to_string(stream_version) + ")",
         "use the hpcast that wrote it, or a newer one");
  }
  if (header.version == 0) fail_corrupt("format version 0");
  thread_ = header.thread;
  started_ = true;
}

// The rest of what began with a tag, and the tag.
template <class Bytes>
Bytes StreamDecoder::read_tagged(std::uint32_t tag) {
  Bytes bytes;
  for (int i = 0; i < 4; ++i) bytes[i] = static_cast<std::uint8_t>(tag >> 8 * i);
  read_fully(std::span(bytes).subspan(4));
  return bytes;
}

bool StreamDecoder::next_chunk() {
  if (phases_ && payload_left_ != 0) fail_corrupt("a chunk ends within an event");
  std::array<std::uint8_t, 4> bytes{};
  read_fully(bytes);
  const std::uint32_t tag = read_u32(bytes);
  if (tag == EndMark::tag) {
    read_end_mark();
    return false;
  }
  if (tag != ChunkHeader::tag) fail_corrupt("neither a chunk nor the end mark follows");
  read_chunk();
  return true;
}

void StreamDecoder::read_end_mark() {
  EndMark mark;
  if (!parse(read_tagged<EndMarkBytes>(EndMark::tag), mark)) {
    fail_corrupt("the end mark's check sum does not match");
  }
  if (mark.totals != totals_) {
    fail_corrupt("the end mark counts " + std::to_string(mark.totals.words) + " words in " +
                 count_of_chunks(mark.totals.chunks) + ", but there were " +
                 std::to_string(totals_.words));
  }
  std::array<std::uint8_t, 1> more{};
  if (read_some(more) != 0) fail_corrupt("bytes follow the end mark");
  cut_ = mark.cut;
  ended_ = true;
}

void StreamDecoder::read_chunk() {
  ChunkHeader header;
  if (!parse(read_tagged<ChunkHeaderBytes>(ChunkHeader::tag), header)) {
    fail_corrupt("a chunk header's check sum does not match");
  }
  if (header.words == 0 || header.words > max_chunk_words || header.references > header.words) {
    fail_corrupt("a chunk of " + std::to_string(header.words) + " words and " +
                 std::to_string(header.references) + " references");
  }
  for (unsigned part = 0; part < part_count; ++part) {
    const PartSize size = header.parts[part];
    if (size.raw > header.words * max_bytes_per_word(part) ||
        size.compressed > ZSTD_compressBound(size.raw) ||
        (size.raw == 0) != (size.compressed == 0)) {
      fail_corrupt("a chunk's part of impossible size");
    }
  }
  for (unsigned part = 0; part < part_count; ++part) read_part(part, header.parts[part]);
  predictor_.reset();
  payload_left_ = 0;
  chunk_ = header;
  chunk_left_ = header.words;
  chunk_events_left_ = header.words - header.references;
  next_token();
}

void StreamDecoder::read_part(unsigned part, PartSize size) {
  Buffer& buffer = parts_[part];
  buffer.size = buffer.at = 0;
  if (size.raw == 0) return;
  if (compressed_.size() < size.compressed) compressed_.resize(size.compressed);
  if (buffer.bytes.size() < size.raw) buffer.bytes.resize(size.raw);
  read_fully(std::span(compressed_).first(size.compressed));
  const std::size_t got = ZSTD_decompressDCtx(decompressor_.get(), buffer.bytes.data(), size.raw,
                                              compressed_.data(), size.compressed);
  if (ZSTD_isError(got) && ZSTD_getErrorCode(got) == ZSTD_error_checksum_wrong) {
    fail_corrupt("a chunk's check sum does not match");
  }
  if (got != size.raw) fail_corrupt("a chunk cannot be decompressed");
  buffer.size = size.raw;
}

void StreamDecoder::finish_chunk() {
  const bool all = std::ranges::all_of(parts_, [](const Buffer& b) { return b.left() == 0; });
  if (!all || code_ || chunk_events_left_ != 0) {
    fail_corrupt("a chunk holds more than its header says");
  }
  ++totals_.chunks;
  totals_.words += chunk_.words;
  totals_.references += chunk_.references;
}

std::size_t StreamDecoder::decode(std::span<Word> words) {
  Word* out = words.data();
  Word* const end = out + words.size();
  while (out != end) {
    out = decode_payload(out, end);
    out = decode_run(out, end);
    if (out == end) break;
    out = decode_token(out);
  }
  return words.size();
}

Word* StreamDecoder::decode_run(Word* out, Word* end) {
  const std::size_t count = std::min(run_, static_cast<std::size_t>(end - out));
  Slot* const slots = predictor_.slots.data();
  std::uint16_t current = predictor_.current;
  for (Word* const run_end = out + count; out != run_end; ++out) {
    Slot& before = slots[current];
    current = before.successor;
    Slot& slot = slots[current];
    *out = slot.predicted;
    if (op_of(*out) == Op::event) take_code_word(*out);
    slot.hit();
    before.last_successor = current;
  }
  predictor_.current = current;
  run_ -= count;
  return out;
}

Word* StreamDecoder::decode_token(Word* out) {
  const unsigned code = *code_;
  if (code == code_event) {
    const Word head = varint(part_events) ^ static_cast<Word>(Op::event) << op_shift;
    if (op_of(head) != Op::event) fail_corrupt("an event that is none");
    *out++ = head;
    event_ = head;
    payload_left_ = payload_words_of(head);
    payload_starts_ = true;
    if (phases_) check_head(head);
    take_event_word();
  } else {
    *out++ = mispredicted(code);
  }
  next_token();
  return out;
}

Word* StreamDecoder::decode_payload(Word* out, Word* end) {
  for (; payload_left_ > 0 && out != end; --payload_left_) {
    Word value = varint(part_events);
    if (payload_starts_) {
      value = predictor_.clock += static_cast<Word>(unzigzag(value));
      payload_starts_ = false;
    }
    if (phases_) check_payload(value);
    *out++ = value;
    take_event_word();
  }
  return out;
}

Word StreamDecoder::mispredicted(unsigned code) {
  Slot& before = predictor_.slots[predictor_.current];
  std::uint16_t number = 0;
  Word word = 0;
  if (code == code_literal) {
    number = named_slot();
    word = literal();
    predictor_.slots[number].start_at(word);
  } else {
    const Target target{code >> 2};
    const Form form{code & 3};
    number = target == Target::expected ? before.successor
             : target == Target::seen   ? before.last_successor
                                        : named_slot();
    Slot& slot = predictor_.slots[number];
    if (form == Form::as_predicted) {
      word = slot.predicted;
      slot.hit();
    } else {
      word = moved(slot.last(), difference(form, log2_size_of(slot.predicted)));
      slot.move_to(word);
    }
  }
  if (op_of(word) == Op::event) take_code_word(word);
  before.followed_by(number);
  predictor_.current = number;
  return word;
}

Word StreamDecoder::literal() {
  need(part_literals, 8);
  Buffer& buffer = parts_[part_literals];
  Word word = 0;
  for (int i = 0; i < 8; ++i) word |= Word{buffer.bytes[buffer.at++]} << 8 * i;
  return word;
}

std::uint16_t StreamDecoder::named_slot() {
  need(part_slots, 2);
  Buffer& buffer = parts_[part_slots];
  const unsigned slot = buffer.bytes[buffer.at] | buffer.bytes[buffer.at + 1] << 8U;
  buffer.at += 2;
  if (slot >= slot_count) fail_corrupt("no slot " + std::to_string(slot));
  return static_cast<std::uint16_t>(slot);
}

Word StreamDecoder::difference(Form form, unsigned log2_size) {
  if (form == Form::mid_range)
    return static_cast<Word>(unzigzag(planes<mid_bytes>(part_mid))) << log2_size;
  if (form == Form::far_off) return static_cast<Word>(unzigzag(planes<far_bytes>(part_far)));
  return static_cast<Word>(unzigzag(planes<1>(part_near))) << log2_size;
}

template <unsigned count>
Word StreamDecoder::planes(unsigned part) {
  Word value = 0;
  for (unsigned i = 0; i < count; ++i) {
    need(part + i, 1);
    Buffer& buffer = parts_[part + i];
    value |= Word{buffer.bytes[buffer.at++]} << 8 * i;
  }
  return value;
}

void StreamDecoder::next_token() {
  Buffer& buffer = parts_[part_tokens];
  if (buffer.left() == 0) {
    code_ = std::nullopt;
    run_ = max_chunk_words;  // to the chunk's end
    return;
  }
  const unsigned token = buffer.bytes[buffer.at++];
  code_ = token & 15;
  if (*code_ == code_of(Target::expected, Form::as_predicted) || *code_ > code_event) {
    fail_corrupt("a token of unknown code");
  }
  run_ = token >> 4;
  if (run_ == long_run) {
    run_ += varint(part_runs);
    if (run_ > max_chunk_words) fail_corrupt("a run longer than its chunk");
  }
}

std::uint64_t StreamDecoder::varint(unsigned part) {
  Buffer& buffer = parts_[part];
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    need(part, 1);
    const std::uint8_t byte = buffer.bytes[buffer.at++];
    value |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte < 0x80) return value;
  }
  fail_corrupt("a number of more than 64 bits");
}

void StreamDecoder::take_code_word(Word word) {
  if (!is_code(word)) fail_corrupt("an event among the references");
  take_event_word();
}

void StreamDecoder::take_event_word() {
  if (chunk_events_left_ == 0) fail_corrupt("more event words than its header says");
  --chunk_events_left_;
}

void StreamDecoder::check_head(Word head) const {
  const unsigned payload = payload_words_of(head);
  if (payload < least_payload(event_of(head))) fail_corrupt("an event without its payload");
  if (event_of(head) == Event::block || event_of(head) == Event::absent)
    fail_corrupt("what is executed, with a payload");
  if (payload > max_event_payload) fail_corrupt("an event with too much payload");
  if (event_of(head) == Event::counters) fail_corrupt("counters, which no trace holds");
  if (event_of(head) == Event::read || event_of(head) == Event::asked ||
      event_of(head) == Event::cut)
    fail_corrupt("what a simulation tells itself");
}

// `value` is the payload word at hand of event_.
void StreamDecoder::check_payload(Word value) const {
  const bool names_phase =
      event_of(event_) == Event::phase && payload_left_ + 1 == payload_words_of(event_);
  if (names_phase && value >= *phases_)
    fail_corrupt("phase " + std::to_string(value) + " of " + std::to_string(*phases_));
}

void StreamDecoder::need(unsigned part, std::size_t bytes) const {
  if (parts_[part].left() < bytes) fail_corrupt("a chunk holds less than its header says");
}

}  // namespace hpcast::reftrace

// What the decoder says of bytes that are no whole, sound stream.
#include "hpcast/inputs/reftrace/decoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/reftrace/memory_stream.h"

namespace hpcast::reftrace {
namespace {

using Bytes = std::vector<std::uint8_t>;
using testing::StartsWith;

constexpr char truncated_after_2[] =
    "t/thread-00003.hpt: ends after 2 chunks without an end mark: the trace was cut off";

Bytes encoded_words(std::size_t words) {
  MemorySink sink;
  StreamEncoder encoder(sink, 3);
  std::mt19937_64 random(1);
  std::vector<Word> stream(words);
  for (Word& w : stream) w = reference(random() % 100'000 * 8, 3, Op::read, 1);
  encoder.append(stream);
  encoder.finish();
  return sink.bytes;
}

// Empty when all is well.
std::string complaint(const Bytes& bytes, std::vector<Word>* words = nullptr) {
  StreamDecoder decoder(std::make_unique<MemorySource>(bytes), "t/thread-00003.hpt");
  try {
    for (auto block = decoder.next(); !block.empty(); block = decoder.next()) {
      if (words) words->insert(words->end(), block.begin(), block.end());
    }
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

// One chunk of the given header, its check sum right, and parts.
std::string complaint_on(const ChunkHeader& header, const Bytes& parts) {
  Bytes bytes;
  const auto add = [&](const auto& more) { bytes.insert(bytes.end(), more.begin(), more.end()); };
  add(to_bytes(StreamHeader{}));
  add(to_bytes(header));
  add(parts);
  add(to_bytes(EndMark{false, {header.words, header.references, 1}}));
  return complaint(bytes);
}

TEST(Decoder, SoundStream) { EXPECT_EQ(complaint(encoded_words(1000)), ""); }

TEST(Decoder, Empty) {
  EXPECT_EQ(complaint({}),
            "t/thread-00003.hpt: empty: not even the header of a reference stream was written");
}

TEST(Decoder, SomethingElse) {
  EXPECT_EQ(complaint(Bytes(100, 'x')), "t/thread-00003.hpt: not a reference stream of hpcast");
}

TEST(Decoder, NewerVersion) {
  Bytes bytes = encoded_words(10);
  bytes[8] = 9;
  EXPECT_EQ(complaint(bytes),
            "t/thread-00003.hpt: format version 9 is newer than this hpcast reads (2)\n"
            "  use the hpcast that wrote it, or a newer one");
}

TEST(Decoder, TruncatedHeader) {
  Bytes bytes = encoded_words(10);
  bytes.resize(10);
  EXPECT_EQ(complaint(bytes),
            "t/thread-00003.hpt: ends after 0 chunks without an end mark: the trace was cut off");
}

TEST(Decoder, TruncatedBeforeTheEndMark) {
  Bytes bytes = encoded_words(2 * chunk_words);
  bytes.resize(bytes.size() - EndMark::bytes);
  EXPECT_EQ(complaint(bytes), truncated_after_2);
}

TEST(Decoder, TruncatedWithinTheEndMark) {
  Bytes bytes = encoded_words(2 * chunk_words);
  bytes.pop_back();
  EXPECT_EQ(complaint(bytes), truncated_after_2);
}

TEST(Decoder, TruncatedWithinAChunk) {
  Bytes bytes = encoded_words(2 * chunk_words + 1000);
  bytes.resize(bytes.size() - EndMark::bytes - 100);
  EXPECT_EQ(complaint(bytes), truncated_after_2);
}

TEST(Decoder, EveryTruncationIsNoticed) {
  const Bytes bytes = encoded_words(100);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(complaint(Bytes(bytes.begin(), bytes.begin() + static_cast<long>(size))), "") << size;
  }
}

// But for a few bits of zstd's framing, which change nothing of the content, and the thread's
// number (bytes 12 to 15), which the reader compares.
TEST(Decoder, EveryFlippedBitIsNoticedOrHarmless) {
  const Bytes bytes = encoded_words(100);
  std::vector<Word> words;
  ASSERT_EQ(complaint(bytes, &words), "");
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      Bytes changed = bytes;
      changed[at] ^= static_cast<std::uint8_t>(1 << bit);
      std::vector<Word> changed_words;
      if (complaint(changed, &changed_words).empty()) {
        EXPECT_EQ(changed_words, words) << at << " bit " << bit;
      }
    }
  }
}

TEST(Decoder, CorruptContent) {
  Bytes bytes = encoded_words(2 * chunk_words);
  bytes[bytes.size() - EndMark::bytes - 1] ^= 1;  // zstd's check sum of the last part
  EXPECT_EQ(complaint(bytes),
            "t/thread-00003.hpt: corrupt after 1 chunk: a chunk's check sum does not match\n"
            "  trace again");
}

TEST(Decoder, CorruptChunkHeader) {
  Bytes bytes = encoded_words(10);
  bytes[StreamHeader::bytes + 4] ^= 1;
  EXPECT_THAT(complaint(bytes),
              StartsWith("t/thread-00003.hpt: corrupt after 0 chunks: a chunk header's check sum "
                         "does not match"));
}

TEST(Decoder, CorruptEndMark) {
  Bytes bytes = encoded_words(10);
  bytes.back() ^= 1;
  EXPECT_THAT(complaint(bytes),
              StartsWith("t/thread-00003.hpt: corrupt after 1 chunk: the end mark's check sum does "
                         "not match"));
}

TEST(Decoder, BytesAfterTheEnd) {
  Bytes bytes = encoded_words(10);
  bytes.push_back(0);
  EXPECT_THAT(complaint(bytes), StartsWith("t/thread-00003.hpt: corrupt after 1 chunk: bytes "
                                           "follow the end mark"));
}

TEST(Decoder, MissingChunk) {
  Bytes bytes = encoded_words(10);
  bytes.erase(bytes.begin() + StreamHeader::bytes, bytes.end() - EndMark::bytes);
  EXPECT_THAT(complaint(bytes),
              StartsWith("t/thread-00003.hpt: corrupt after 0 chunks: the end mark counts 10 words "
                         "in 1 chunk, but there were 0"));
}

TEST(Decoder, HugeSizesAreRefusedBeforeAnythingIsAllocated) {
  ChunkHeader header;
  header.words = 0xffffffff;
  EXPECT_THAT(complaint_on(header, {}), testing::HasSubstr("a chunk of 4294967295 words"));
  header.words = 100;
  header.parts[part_tokens] = {101, 50};
  EXPECT_THAT(complaint_on(header, {}), testing::HasSubstr("part of impossible size"));
  header.parts[part_tokens] = {100, 0xffffffff};
  EXPECT_THAT(complaint_on(header, {}), testing::HasSubstr("part of impossible size"));
}

// A chunk whose tokens are stored as one zstd frame of a raw block.
std::string complaint_on_tokens(const Bytes& raw, std::uint32_t words) {
  Bytes frame = {0x28,
                 0xb5,
                 0x2f,
                 0xfd,
                 0x20,
                 static_cast<std::uint8_t>(raw.size()),
                 static_cast<std::uint8_t>(raw.size() << 3 | 1),
                 0,
                 0};
  frame.insert(frame.end(), raw.begin(), raw.end());
  ChunkHeader header;
  header.words = header.references = words;
  header.parts[part_tokens] = {static_cast<std::uint32_t>(raw.size()),
                               static_cast<std::uint32_t>(frame.size())};
  return complaint_on(header, frame);
}

TEST(Decoder, TokensThatMakeNoSense) {
  using testing::HasSubstr;
  EXPECT_THAT(complaint_on_tokens({0x00}, 5), HasSubstr("a token of unknown code"));
  EXPECT_THAT(complaint_on_tokens({0x0e}, 5), HasSubstr("a token of unknown code"));
  EXPECT_THAT(complaint_on_tokens({0x01}, 5), HasSubstr("holds less than its header says"));
  EXPECT_THAT(complaint_on_tokens({0xf4}, 5), HasSubstr("holds less than its header says"));
  EXPECT_THAT(complaint_on_tokens({0x64}, 5), HasSubstr("holds more than its header says"));
  EXPECT_THAT(complaint_on_tokens({0x44, 0x04}, 5), HasSubstr("holds more than its header says"));
  EXPECT_EQ(complaint_on_tokens({0x44}, 5), "");
}

// Who takes the words for what they are could else take references for payload.
TEST(Decoder, EventsEndInTheirChunk) {
  MemorySink sink;
  StreamEncoder encoder(sink, 3);
  const Word begun[] = {event_head(Event::signal, 2), 0};
  encoder.append(begun);
  encoder.finish();
  EXPECT_EQ(complaint(sink.bytes), "");
  StreamDecoder decoder(std::make_unique<MemorySource>(sink.bytes), "t/thread-00003.hpt");
  decoder.check_events(1);
  EXPECT_EQ(decoder.next().size(), 2U);
  EXPECT_THROW(decoder.next(), InputError);
}

TEST(Decoder, RandomGarbageInsideChunks) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    Bytes raw(1 + random() % 20);
    for (auto& byte : raw) byte = static_cast<std::uint8_t>(random());
    complaint_on_tokens(raw, 20 + random() % 100);
  }
}

}  // namespace
}  // namespace hpcast::reftrace

// Words that were encoded come back from the decoder as they were, whatever they are.
#include "hpcast/inputs/reftrace/encoder.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/reftrace/memory_stream.h"

namespace hpcast::reftrace {
namespace {

using Words = std::vector<Word>;
using Random = std::mt19937_64;

std::vector<std::uint8_t> encoded(const Words& words, std::size_t piece = 5000) {
  MemorySink sink;
  StreamEncoder encoder(sink, 7);
  for (std::span<const Word> left(words); !left.empty();) {
    const std::size_t count = std::min(piece, left.size());
    encoder.append(left.first(count));
    left = left.subspan(count);
  }
  encoder.finish();
  EXPECT_EQ(encoder.bytes(), sink.bytes.size());
  EXPECT_EQ(encoder.totals().words, words.size());
  return sink.bytes;
}

struct Decoded {
  Words words;
  StreamTotals totals;
  std::uint32_t thread = 0;
  bool cut = false;
};

Decoded decoded(std::span<const std::uint8_t> bytes) {
  StreamDecoder decoder(std::make_unique<MemorySource>(bytes), "s.hpt");
  Decoded result;
  for (auto block = decoder.next(); !block.empty(); block = decoder.next()) {
    result.words.insert(result.words.end(), block.begin(), block.end());
  }
  EXPECT_EQ(decoder.bytes(), bytes.size());
  result.totals = decoder.totals();
  result.thread = decoder.thread();
  result.cut = decoder.cut();
  return result;
}

void expect_round_trip(const Words& words, std::size_t piece = 5000) {
  const Decoded back = decoded(encoded(words, piece));
  ASSERT_EQ(back.words.size(), words.size());
  EXPECT_TRUE(back.words == words);
  EXPECT_EQ(back.totals.words, words.size());
}

Words many(std::size_t count, const std::function<Word()>& make) {
  Words words(count);
  std::ranges::generate(words, make);
  return words;
}

TEST(Encoder, EmptyStream) {
  const Decoded back = decoded(encoded({}));
  EXPECT_TRUE(back.words.empty());
  EXPECT_EQ(back.thread, 7U);
  EXPECT_EQ(back.totals, StreamTotals{});
  EXPECT_FALSE(back.cut);
}

TEST(Encoder, SingleWords) {
  for (const Word w : {Word{0}, ~Word{0}, reference(0, 0, Op::read), address_mask,
                       event_head(Event::thread_end, 1), event_head(Event::mark, 0)}) {
    expect_round_trip({w});
  }
}

TEST(Encoder, RandomWords) {
  Random random(1);
  expect_round_trip(many(700'000, random));
}

TEST(Encoder, RandomWordsWithoutEvents) {
  Random random(2);
  expect_round_trip(many(300'000, [&] { return random() & ~(Word{3} << op_shift); }));
}

TEST(Encoder, RandomAddressesOfOneSite) {
  for (const unsigned bits : {3U, 10U, 20U, 30U, 47U, 48U}) {
    Random random(bits);
    expect_round_trip(
        many(50'000, [&] { return reference(random() >> (64 - bits), 3, Op::read, 5); }));
  }
}

TEST(Encoder, AddressesThatWrapAround) {
  Word at = address_mask - 1000;
  expect_round_trip(many(5000, [&] { return reference(at += 24, 3, Op::write, 2047); }));
  at = 1000;
  expect_round_trip(many(5000, [&] { return reference(at -= 8, 3, Op::write, 1); }));
}

// Few sites, few strides, random jumps, and any order of the sites.
Words structured(Random& random, std::size_t count) {
  struct Site {
    Word address, stride, site;
    unsigned log2_size, op;
  };
  std::vector<Site> sites(1 + random() % 12);
  for (Site& s : sites) {
    s = {random() & address_mask, random() % 64 - 32, random() % 4,
         static_cast<unsigned>(random() % 8), static_cast<unsigned>(random() % 3)};
  }
  Words words;
  std::size_t next = 0;
  while (words.size() < count) {
    Site& s = sites[next];
    s.address += random() % 50 == 0 ? random() >> random() % 60 : s.stride;
    words.push_back(reference(s.address, s.log2_size, static_cast<Op>(s.op), s.site));
    next = random() % 20 == 0 ? random() % sites.size() : (next + 1) % sites.size();
    if (random() % 1000 != 0) continue;
    const unsigned payload = random() % 200;
    words.push_back(event_head(Event::signal, payload));
    for (unsigned i = 0; i < payload; ++i) words.push_back(random() >> random() % 64);
  }
  return words;
}

TEST(Encoder, StructuredStreamsInPiecesOfAnySize) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    const Words words = structured(random, random() % 40'000);
    expect_round_trip(words, 1 + random() % 9000);
  }
}

TEST(Encoder, EventsAcrossChunksAndPieces) {
  Words words;
  for (Word i = 0; words.size() < 3 * chunk_words; ++i) {
    words.push_back(event_head(Event::counters, 127));
    for (Word k = 0; k < 127; ++k) words.push_back(i * k);
  }
  expect_round_trip(words, 1000);
}

TEST(Encoder, EndsWithinAnEvent) {
  expect_round_trip({reference(64, 3, Op::read), event_head(Event::wait, 3), 1, 2});
}

TEST(Encoder, CountsReferences) {
  Words words(10, reference(8, 3, Op::read));
  words.push_back(event_head(Event::thread_end, 1));
  words.push_back(10);
  const Decoded back = decoded(encoded(words));
  EXPECT_EQ(back.totals.words, 12U);
  EXPECT_EQ(back.totals.references, 10U);
}

double bytes_a_word(const Words& words) {
  return static_cast<double>(encoded(words).size()) / static_cast<double>(words.size());
}

TEST(Encoder, StridesCostNextToNothing) {
  Words words;
  for (Word i = 0; i < 300'000; ++i) {
    for (Word s = 1; s <= 3; ++s) words.push_back(reference((s << 32) + 8 * i, 3, Op::read, s));
  }
  EXPECT_LT(bytes_a_word(words), 0.002);
}

TEST(Encoder, TwoInstructionsWithOneHashAreToldApart) {
  Words words;
  for (Word i = 0; i < 300'000; ++i) {
    words.push_back(reference((Word{1} << 32) + 8 * i, 3, Op::read, 5));
    words.push_back(reference((Word{9} << 32) + 16 * i, 3, Op::read, 5));
  }
  EXPECT_LT(bytes_a_word(words), 0.002);
}

// Superblocks of a loop, and what they refer to; left by another exit now and then.
TEST(Encoder, CodeCostsNextToNothing) {
  Words words;
  for (std::uint32_t i = 0; i < 300'000; ++i) {
    words.push_back(executed(4711, i % 1000 == 999 ? 1 : 0));
    words.push_back(reference((Word{1} << 32) + 8 * i, 3, Op::read, 1));
    words.push_back(executed(4712, 2));
    words.push_back(reference((Word{2} << 32) + 8 * i, 3, Op::write, 2));
    if (i % 1000 == 999) words.push_back(absent_reference);
  }
  EXPECT_LT(bytes_a_word(words), 0.01);
  expect_round_trip(words);
  const Decoded back = decoded(encoded(words));
  EXPECT_EQ(back.totals.references, 600'000U);
}

// Nor does an event among them look like one of them.
TEST(Encoder, CodeAmongEvents) {
  Random random(5);
  Words words;
  for (int i = 0; i < 100'000; ++i) {
    words.push_back(executed(random() % 40, random() % 3));
    if (random() % 3 == 0) words.push_back(absent_reference);
    if (random() % 5 == 0) {
      words.push_back(event_head(Event::block, 1));
      words.push_back(random());
    }
    if (random() % 7 == 0) words.push_back(event_head(static_cast<Event>(random() % 256), 0));
  }
  expect_round_trip(words);
}

TEST(Encoder, GatherTakesLessThanAByte) {
  Random random(1);
  Words words;
  for (Word i = 0; i < 300'000; ++i) {
    words.push_back(reference((Word{1} << 32) + 4 * i, 2, Op::read, 1));
    words.push_back(reference((Word{2} << 32) + 8 * i, 3, Op::read, 2));
    words.push_back(reference((Word{3} << 32) + 8 * (random() % 200'000), 3, Op::read, 3));
  }
  EXPECT_LT(bytes_a_word(words), 0.9);
}

class FullAfter : public MemorySink {
 public:
  explicit FullAfter(std::size_t limit) : limit_(limit) {}
  void write(std::span<const std::uint8_t> more) override {
    if (bytes.size() + more.size() > limit_) throw InputError("full");
    MemorySink::write(more);
  }
  void free() { limit_ = SIZE_MAX; }

 private:
  std::size_t limit_;
};

TEST(Encoder, GivingUpLeavesTheChunksWrittenBefore) {
  Random random(3);
  const Words words = many(3 * chunk_words, [&] { return random() & address_mask; });
  FullAfter sink(2'000'000);
  StreamEncoder encoder(sink, 0);
  EXPECT_THROW(encoder.append(words), InputError);
  sink.free();
  encoder.give_up();
  const Decoded back = decoded(sink.bytes);
  EXPECT_TRUE(back.cut);
  ASSERT_EQ(back.words.size() % chunk_words, 0U);
  ASSERT_GT(back.words.size(), 0U);
  EXPECT_TRUE(std::equal(back.words.begin(), back.words.end(), words.begin()));
}

}  // namespace
}  // namespace hpcast::reftrace

#include "hpcast/models/memsim/request_source.h"

#include <gtest/gtest.h>

#include <utility>

#include "hpcast/inputs/blocks/executed.h"
#include "hpcast/models/memsim/request.h"
#include "hpcast/models/memsim/test_streams.h"

namespace hpcast::memsim {
namespace {

// Gives as many words at a time as it is told, and nothing every other time.
class SlowSource : public VectorSource {
 public:
  SlowSource(std::vector<Word> words, std::size_t each)
      : VectorSource(std::move(words)), each_(each) {}
  std::size_t read(Word* to, std::size_t room) override {
    pauses_ = !pauses_;
    return pauses_ ? 0 : VectorSource::read(to, std::min(room, each_));
  }

 private:
  std::size_t each_;
  bool pauses_ = false;
};

struct Apart {
  std::vector<Word> stream, requests, executed;
};

// A stream, and what it is made of.
Apart sampled_stream() {
  Apart all;
  const auto request_word = [&](Word w) {
    all.stream.push_back(w);
    all.requests.push_back(w);
  };
  const auto executed_word = [&](Word w) {
    all.stream.push_back(w);
    all.executed.push_back(w);
  };
  for (std::uint64_t i = 0; i < 200; ++i) {
    const Word reference = reftrace::reference(0x1000 + 8 * i, 3, Op::read);
    request_word(request(Ask::read, 64 * i, 64));
    executed_word(blocks::left_out(i + 1));
    executed_word(blocks::begins(blocks::Sampled::measure));
    executed_word(reftrace::executed(static_cast<std::uint32_t>(i + 1), 1));
    const std::vector<Word> answers = {blocks::answered(reference, 1),
                                       blocks::answered(reference, blocks::unanswered)};
    all.stream.push_back(reftrace::event_head(Event::answered, 2));
    for (const Word w : answers) executed_word(w);
    for (const Word w : {reftrace::event_head(Event::asked, 1), Word{i}}) request_word(w);
    all.stream.push_back(reftrace::page_of(0x7fff'ffff'e123));
    all.executed.push_back(blocks::answered(reftrace::reference(0x7fff'ffff'e000, 0, Op::read), 0));
    executed_word(blocks::meeting);
    request_word(reftrace::event_head(Event::counters, 1 + reftrace::private_counter_words));
    for (unsigned n = 0; n <= reftrace::private_counter_words; ++n)
      request_word(n % 2 == 0 ? n : reftrace::event_head(Event::answered, 1));
  }
  return all;
}

Apart read_apart(std::vector<Word> stream, std::size_t each, std::size_t room) {
  Apart read;
  WordBuffer executed;
  RequestSource source(std::make_unique<SlowSource>(std::move(stream), each), executed);
  std::vector<Word> words(room);
  while (!source.finished()) {
    const std::size_t got = source.read(words.data(), room);
    read.requests.insert(read.requests.end(), words.begin(),
                         words.begin() + static_cast<std::ptrdiff_t>(got));
  }
  read.executed.assign(executed.data(), executed.data() + executed.size());
  return read;
}

TEST(RequestSource, TakesApartWhateverComesAtOnce) {
  const Apart all = sampled_stream();
  for (const std::size_t each : {1U, 2U, 3U, 7U, 64U, 100'000U})
    for (const std::size_t room : {128U, 131U, 16384U}) {
      const Apart read = read_apart(all.stream, each, room);
      EXPECT_EQ(read.requests, all.requests) << each << ' ' << room;
      EXPECT_EQ(read.executed, all.executed) << each << ' ' << room;
    }
}

TEST(RequestSource, EndsWithinAnEventWhereItsThreadWasKilled) {
  const Apart all = sampled_stream();
  for (std::size_t left = 1; left < 60; ++left) {
    const std::vector<Word> cut(all.stream.begin(),
                                all.stream.end() - static_cast<std::ptrdiff_t>(left));
    const Apart read = read_apart(cut, 5, 200);
    EXPECT_LT(read.requests.size(), all.requests.size());
    EXPECT_EQ(read.executed, all.executed);
  }
}

TEST(RequestSource, RefusesWhatNoTracerWrites) {
  for (const Word head :
       {reftrace::event_head(Event::counters, 200), reftrace::event_head(Event::thread_end, 0)}) {
    std::vector<Word> words(1000, request(Ask::read, 64, 64));
    words[500] = head;
    EXPECT_THROW(read_apart(words, 100'000, 128), InputError);
  }
}

}  // namespace
}  // namespace hpcast::memsim

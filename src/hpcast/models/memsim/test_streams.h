// Streams made by hand, for tests.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "hpcast/models/memsim/stream.h"

namespace hpcast::memsim {

using reftrace::Event;
using reftrace::Op;
using reftrace::reference;

class VectorSource : public WordSource {
 public:
  explicit VectorSource(std::vector<Word> words) : words_(std::move(words)) {}
  std::size_t read(Word* to, std::size_t room) override {
    const std::size_t n = std::min(room, words_.size() - at_);
    std::copy_n(words_.begin() + static_cast<std::ptrdiff_t>(at_), n, to);
    at_ += n;
    return n;
  }
  bool finished() const override { return at_ == words_.size(); }

 private:
  std::vector<Word> words_;
  std::size_t at_ = 0;
};

class VectorFeed : public Feed {
 public:
  // `requests`: the words are what private caches have passed on.
  explicit VectorFeed(std::vector<std::vector<Word>> threads, bool requests = false)
      : threads_(std::move(threads)), requests_(requests) {}
  std::vector<NewThread> new_threads() override {
    std::vector<NewThread> result;
    for (std::uint32_t id = 0; !handed_out_ && id < threads_.size(); ++id)
      result.push_back({id, requests_, 0, nullptr, std::make_unique<VectorSource>(threads_[id])});
    handed_out_ = true;
    return result;
  }
  bool complete() const override { return handed_out_; }
  const reftrace::Code* code() const override { return code_; }
  void know(const reftrace::Code& code) { code_ = &code; }

 private:
  std::vector<std::vector<Word>> threads_;
  const reftrace::Code* code_ = nullptr;
  bool requests_;
  bool handed_out_ = false;
};

// Events want the thread's clock: thread_of() fills it in.
inline void add_event(std::vector<Word>& words, Event event, std::vector<Word> payload) {
  words.push_back(reftrace::event_head(event, static_cast<unsigned>(payload.size() + 1)));
  words.push_back(0);
  words.insert(words.end(), payload.begin(), payload.end());
}
inline void add_signal(std::vector<Word>& words, Word object) {
  add_event(words, Event::signal, {object});
}
inline void add_wait(std::vector<Word>& words, Word object, Word count) {
  add_event(words, Event::wait, {object, count});
}

// A whole stream: thread_start, the words with their clocks right, thread_end.
inline std::vector<Word> thread_of(const std::vector<Word>& body) {
  std::vector<Word> words;
  add_event(words, Event::thread_start, {1});
  Word clock = 0;
  for (std::size_t i = 0; i < body.size();) {
    if (reftrace::op_of(body[i]) != Op::event) {
      words.push_back(body[i++]);
      ++clock;
      continue;
    }
    const std::size_t size = 1 + reftrace::payload_words_of(body[i]);
    words.insert(words.end(), body.begin() + static_cast<std::ptrdiff_t>(i),
                 body.begin() + static_cast<std::ptrdiff_t>(i + size));
    if (size > 1) words[words.size() - size + 1] = clock;
    i += size;
  }
  add_event(words, Event::thread_end, {});
  words.back() = clock;
  return words;
}

}  // namespace hpcast::memsim

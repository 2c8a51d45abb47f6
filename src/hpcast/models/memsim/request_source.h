// The request stream of a thread that simulates its private caches itself, apart from what it tells
// in between of the stretches that are to be timed (blocks/executed.h).
#pragma once

#include <memory>

#include "hpcast/models/memsim/stream.h"

namespace hpcast::memsim {

class RequestSource final : public WordSource {
 public:
  // What is to be timed goes to `executed`, which outlives this.
  RequestSource(std::unique_ptr<WordSource> stream, WordBuffer& executed)
      : stream_(std::move(stream)), executed_(executed) {}

  // `room`: at least for the longest event.
  std::size_t read(Word* to, std::size_t room) override;
  // What a thread that was killed has not written to its end will never be.
  bool finished() const override { return stream_->finished() && (input_.empty() || incomplete_); }
  void anticipate(std::span<const Word> wait) override { stream_->anticipate(wait); }
  bool anticipating() const override { return stream_->anticipating(); }
  std::uint64_t live_clock() const override { return stream_->live_clock(); }
  const PrivateCounters* live_counters() const override { return stream_->live_counters(); }

 private:
  std::size_t take(Word* to, std::size_t room);
  std::size_t take_requests(Word* to, std::size_t room);
  std::size_t take_event(Word* to);

  std::unique_ptr<WordSource> stream_;
  WordBuffer& executed_;
  WordBuffer input_;
  bool incomplete_ = false;  // the event there lacks words
};

}  // namespace hpcast::memsim

#include "hpcast/models/memsim/trace_feed.h"

#include <span>

#include "hpcast/models/memsim/address_space.h"

namespace hpcast::memsim {

namespace {

class Source : public WordSource {
 public:
  Source(reftrace::TraceReader& reader, std::size_t stream) : reader_(reader), stream_(stream) {}

  std::size_t read(Word* to, std::size_t room) override {
    if (words_.empty() && !finished_) {
      words_ = reader_.next(stream_);
      finished_ = words_.empty();
    }
    const std::size_t n = std::min(room, words_.size());
    std::copy_n(words_.begin(), n, to);
    words_ = words_.subspan(n);
    space_.translate({to, n});
    return n;
  }
  bool finished() const override { return finished_; }

 private:
  reftrace::TraceReader& reader_;
  std::size_t stream_;
  std::span<const Word> words_;
  AddressSpace space_;
  bool finished_ = false;
};

}  // namespace

std::vector<Feed::NewThread> TraceFeed::new_threads() {
  if (on_pass_) on_pass_();
  std::vector<NewThread> threads;
  if (handed_out_) return threads;
  for (std::size_t i = 0; i < reader_.streams(); ++i)
    threads.push_back({reader_.manifest().threads[i].thread, false, 0, nullptr,
                       std::make_unique<Source>(reader_, i)});
  handed_out_ = true;
  return threads;
}

}  // namespace hpcast::memsim

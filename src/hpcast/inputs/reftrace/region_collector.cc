#include "hpcast/inputs/reftrace/region_collector.h"

namespace hpcast::reftrace {

void RegionCollector::take(std::uint32_t thread, std::span<const Word> words) {
  Stream& stream = streams_[thread];
  for (const Word word : words) {
    if (stream.taken < stream.payload) {
      take_payload(stream, word);
    } else if (op_of(word) == Op::event) {
      stream.event = event_of(word);
      stream.payload = payload_words_of(word);
      stream.taken = 0;
    }
  }
}

void RegionCollector::take_payload(Stream& stream, Word word) {
  if (++stream.taken != 2) return;
  if (stream.event == Event::process) {
    stream.process = static_cast<std::uint32_t>(word);
    stream.last = 0;
  }
  if (stream.event != Event::region_enter || (word & named_region) != 0 || word == stream.last)
    return;
  stream.last = word;
  functions_.insert({stream.process, word});
}

}  // namespace hpcast::reftrace

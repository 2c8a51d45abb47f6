#include "hpcast/inputs/reftrace/text_streams.h"

#include "hpcast/base/diagnostics.h"

namespace hpcast::reftrace {

bool TextStreams::switch_to_rare(std::uint64_t id) {
  const auto known = by_id_.find(id);
  if (known == by_id_.end() && streams_.size() == max_threads) return false;
  current_ = known != by_id_.end() ? known->second : start(id);
  recent_[id % recent_.size()] = current_;
  return true;
}

TextStreams::Stream* TextStreams::start(std::uint64_t id) {
  auto stream = std::make_unique<Stream>();
  stream->id = id;
  stream->thread = static_cast<std::uint32_t>(streams_.size());
  stream->words[0] = event_head(Event::thread_start, 2);
  stream->words[1] = 0;  // its clock
  stream->words[2] = id;
  stream->used = 3;
  by_id_[id] = stream.get();
  return streams_.emplace_back(std::move(stream)).get();
}

void TextStreams::flush(Stream& stream) {
  write(stream, std::span(stream.words).first(stream.used));
  stream.used = 0;
}

void TextStreams::write(const Stream& stream, std::span<const Word> words) {
  if (failed_) return;
  try {
    sink_(stream.thread, words);
  } catch (const InputError&) {
    failed_ = true;
  }
}

void TextStreams::finish() {
  for (const std::unique_ptr<Stream>& stream : streams_) {
    flush(*stream);
    const Word end[] = {event_head(Event::thread_end, 1), stream->references};
    write(*stream, end);
  }
}

}  // namespace hpcast::reftrace

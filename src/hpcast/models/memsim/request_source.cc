#include "hpcast/models/memsim/request_source.h"

#include <algorithm>

#include "hpcast/inputs/blocks/executed.h"

namespace hpcast::memsim {

using reftrace::Event;
using reftrace::Op;

namespace {

constexpr std::size_t chunk = 4096;  // words
constexpr std::size_t longest_event = reftrace::max_event_payload + 1;

bool begins_event(Word w) { return reftrace::op_of(w) == Op::event; }

// Of what is to be timed, but for references: of one word, which others never are.
bool is_executed(Word event) {
  if (reftrace::payload_words_of(event) != 0) return false;
  switch (reftrace::event_of(event)) {
    case Event::block:
    case Event::absent:
    case Event::page:
    case Event::instructions:
    case Event::mark:
    case Event::signal:
      return true;
    default:
      return false;
  }
}

// Of what is to be timed, all words but references stand in the stream as they are.
Word executed_word(Word event) {
  if (reftrace::event_of(event) != Event::page) return event;
  return blocks::answered(reftrace::reference(reftrace::address_in(event), 0, Op::read), 0);
}

}  // namespace

std::size_t RequestSource::read(Word* to, std::size_t room) {
  std::size_t got = 0;
  do {
    got += take(to + got, room - got);
  } while (room - got >= longest_event && input_.refill(*stream_, chunk));
  return got;
}

std::size_t RequestSource::take(Word* to, std::size_t room) {
  std::size_t got = 0;
  incomplete_ = false;
  while (!input_.empty() && !incomplete_ && room - got >= longest_event)
    got +=
        begins_event(input_.data()[0]) ? take_event(to + got) : take_requests(to + got, room - got);
  return got;
}

std::size_t RequestSource::take_requests(Word* to, std::size_t room) {
  const Word* const begin = input_.data();
  const Word* const end = std::find_if(begin, begin + std::min(room, input_.size()),
                                       [](Word w) { return begins_event(w); });
  std::copy(begin, end, to);
  const auto count = static_cast<std::size_t>(end - begin);
  input_.drop(count);
  return count;
}

// Whole, or not yet; there is room for it.
std::size_t RequestSource::take_event(Word* to) {
  const Word* const event = input_.data();
  const bool answered = reftrace::event_of(event[0]) == Event::answered;
  const bool to_be_timed = answered || is_executed(event[0]);
  const std::size_t words =
      to_be_timed ? 1U + reftrace::payload_words_of(event[0]) : words_of_event(event[0]);
  incomplete_ = input_.size() < words;
  if (incomplete_) return 0;
  if (to_be_timed && !answered) executed_.push(executed_word(event[0]));
  if (answered) std::for_each(event + 1, event + words, [this](Word w) { executed_.push(w); });
  if (!to_be_timed) std::copy_n(event, words, to);
  input_.drop(words);
  return to_be_timed ? 0 : words;
}

}  // namespace hpcast::memsim

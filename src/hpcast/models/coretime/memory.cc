#include "hpcast/models/coretime/memory.h"

#include <algorithm>
#include <cstdlib>

namespace hpcast::coretime {

void Stride::follow(std::uint64_t address, Cycle time, const Grain& grain, std::uint32_t stretch) {
  if (stretch != stretch_) {
    stretch_ = stretch;
    last_ = address;
    return;
  }
  const auto step = static_cast<std::int64_t>(address - last_);
  const bool new_line = (address >> grain.log2_line) != (last_ >> grain.log2_line);
  const bool new_page = (address >> grain.log2_page) != (last_ >> grain.log2_page);
  last_ = address;
  if (step != step_) {
    step_ = step;
    seen_ = 0;
    return;
  }
  if (std::abs(step) > longest) return;
  if (seen_ < sure || new_page) {
    seen_ = std::min(seen_ + 1, sure);
    began_ = time;
    lines_ = 0;
  } else if (new_line) {
    entered_[lines_++ % kept] = time;
  }
}

// As fast as the last lines went by; nobody asks before the stride is known.
Cycle Stride::asked(std::uint32_t lines_ahead, Cycle time) const {
  if (lines_ahead == 0 || seen_ < sure || lines_ == 0) return time;
  const std::uint32_t back = std::min(lines_ - 1, kept - 1);
  const Cycle then = back == 0 ? began_ : entered_[(lines_ - 1 - back) % kept];
  const Cycle ahead = (time - std::min(time, then)) * lines_ahead / std::max(1U, back);
  return std::clamp(time - std::min(time, ahead), std::min(began_, time), time);
}

LineFetcher::LineFetcher(const MemoryView& view, const Translation& translation, bool idle)
    : view_(view),
      grain_{view.log2_line, view.translation.log2_page},
      idle_(idle),
      tlb_(translation),
      buffers_(view.line_fill_buffers),
      sets_(view.sets) {
  for (const double cycles : view.ways) ways_.emplace_back(cycles);
  for (const double cycles : view.back) back_.emplace_back(cycles);
}

Cycle LineFetcher::pass_ways(std::uint32_t from, std::uint32_t to, Cycle time) {
  for (std::uint32_t way = from; way-- > to;) time = ways_[way].pass(time);
  return time;
}

// From who answers, asked at that time. That it is loaded and that its way is taken may be the same
// queue: a line waits for the longer of the two.
Cycle LineFetcher::leave(const Answerer& answerer, std::uint32_t to, Cycle time) {
  const Cycle answered = idle_ ? time : time + answerer.loaded;
  if (answerer.ways == to) return answered;
  const std::uint32_t first = answerer.ways - 1;
  return pass_ways(first, to, std::max(answered, ways_[first].pass(time)));
}

// From the outermost prefetcher that is ahead inwards: each brings the line to its cache.
Cycle LineFetcher::bring(const Answerer& answerer, Cycle begin, const Stride& stride) {
  Cycle there = 0;  // when the line is at the cache behind that way
  std::uint32_t at = answerer.ways;
  Cycle latency = answerer.latency;
  for (std::uint32_t level = answerer.ways; level-- > 0;) {
    const std::uint32_t ahead = level < view_.prefetch.size() ? view_.prefetch[level] : 0;
    const Cycle asked = stride.asked(ahead, begin);
    if (asked >= begin) continue;
    const Cycle from_there = view_.answerers[level].latency;
    there = (at == answerer.ways ? leave(answerer, level, asked)
                                 : pass_ways(at, level, std::max(asked, there))) +
            latency - std::min(latency, from_there);
    at = level;
    latency = from_there;
  }
  if (at == answerer.ways) return leave(answerer, 0, begin) + latency;
  return at == 0 ? there : pass_ways(at, 0, std::max(begin, there)) + latency;
}

Cycle LineFetcher::fetch(std::uint64_t address, std::uint32_t answerer, Cycle begin,
                         Cycle first_hit, Striding striding) {
  const std::uint64_t line = address >> view_.log2_line;
  begin = tlb_.translate(address, begin);
  Coming& coming = this->coming(line);
  if (answerer == 0) {
    striding.stride.follow(address, begin, grain_, striding.stretch);
    return std::max(begin + first_hit, coming.there(line, 0));
  }
  // One that waits for its address holds no line fill buffer until it begins, so that who comes
  // later in the program may begin before.
  const Cycle starts = buffers_.free_from(sets_.free_from(line, begin));
  striding.stride.follow(address, starts, grain_, striding.stretch);
  const Answerer& from = this->answerer(answerer);
  const Cycle has = std::max(starts, coming.there(line, answerer));
  const Cycle there = std::max(starts + first_hit, bring(from, has, striding.stride));
  const Cycle comes = sets_.take(line, starts, there);
  buffers_.hold(starts, comes);
  // What a prefetcher brought there came by more ways.
  const bool goes_on = coming.line == line && coming.to == answerer && !coming.is_written;
  coming = {line, comes, goes_on ? std::max(from.ways, coming.ways) : from.ways, false, 0};
  return comes;
}

// Where nobody has answered, the last one, a memory.
const Answerer& LineFetcher::answerer(std::uint32_t number) const {
  return view_.answerers[std::min<std::size_t>(number, view_.answerers.size() - 1)];
}

// Holds no line fill buffer. Nobody brings a line farther away.
void LineFetcher::prefetch(std::uint64_t address, std::uint32_t answerer, std::uint32_t to,
                           Cycle asked) {
  const std::uint64_t line = address >> view_.log2_line;
  Coming& coming = this->coming(line);
  const Answerer& from = this->answerer(answerer);
  if (to >= view_.answerers.size() || from.ways <= to) return;
  const Cycle rest = to == 0 ? 0 : std::min(from.latency, view_.answerers[to].latency);
  const Cycle left = leave(from, to, std::max(asked, coming.there(line, answerer)));
  coming = {line, left + from.latency - rest, from.ways, false, to};
}

// In the long run as many lines that were written leave each cache as come to be written.
Cycle LineFetcher::write(std::uint64_t address, Cycle there) {
  const std::uint64_t line = address >> view_.log2_line;
  Coming& coming = this->coming(line);
  if (coming.line != line || coming.is_written) return there;
  coming.is_written = true;
  const std::size_t ways = std::min<std::size_t>(coming.ways, back_.size());
  for (std::size_t way = 0; way < ways; ++way) there = back_[way].pass(there);
  return there;
}

}  // namespace hpcast::coretime

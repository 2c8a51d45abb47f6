#include "hpcast/models/memsim/read_window.h"

#include <algorithm>
#include <limits>

namespace hpcast::memsim {

OverlapCounts operator-(const OverlapCounts& whole, const OverlapCounts& part) {
  return {whole.time - part.time, whole.outstanding - part.outstanding, whole.any - part.any};
}

OverlapCounts& operator+=(OverlapCounts& sum, const OverlapCounts& more) {
  sum.time += more.time;
  sum.outstanding += more.outstanding;
  sum.any += more.any;
  return sum;
}

void add(std::vector<OverlapCounts>& sum, const std::vector<OverlapCounts>& more) {
  sum.resize(std::max(sum.size(), more.size()));
  for (std::size_t i = 0; i < more.size(); ++i) sum[i] += more[i];
}

// When the instruction enters the window: at the core's rate, and not before the one that makes
// room for it has left.
double ReadWindow::enter(std::uint64_t instruction) {
  const auto time_of = [&](std::uint64_t i) {
    return entered_ + static_cast<double>(i - entered_instruction_) * core_.instruction_time;
  };
  instruction = std::max(instruction, entered_instruction_);
  while (!in_flight_.empty() &&
         in_flight_.front().instruction + core_.instructions <= instruction) {
    const InFlight oldest = in_flight_.front();
    in_flight_.pop_front();
    const std::uint64_t follower =
        std::max(oldest.instruction + core_.instructions, entered_instruction_);
    entered_ = std::max(time_of(follower), oldest.retired);
    entered_instruction_ = follower;
  }
  entered_ = time_of(instruction);
  entered_instruction_ = instruction;
  return entered_;
}

double ReadWindow::ready(const Read& read, double entered) const {
  const bool waits = read.after != 0 && read.after <= reads_ && read.after < remembered;
  const double came =
      waits ? std::max(entered, done_[(reads_ - read.after) % remembered]) : entered;
  return came + read.hits * core_.first_hit_time;
}

// Nobody who comes later is looked at: a read in program order before another one, but waiting for
// its address, holds no buffer until it begins.
double ReadWindow::buffer_free(double from) const {
  while (true) {
    constexpr double never = std::numeric_limits<double>::infinity();
    std::uint32_t in_use = 0;
    double next = never;
    for (const Span& span : buffers_) {  // without a branch: which of them are in use is no pattern
      const bool in_it = (span.begin <= from) & (span.end > from);
      in_use += in_it ? 1 : 0;
      next = std::min(next, in_it ? span.end : never);
    }
    if (in_use < core_.line_fill_buffers) return from;
    from = next;
  }
}

// What the span adds to the time in which a memory is read, and to the sum of such times.
void ReadWindow::account(Span span) {
  counts_.outstanding += span.end - span.begin;
  double already = 0;
  auto first = memory_.begin();
  while (first != memory_.end() && first->end < span.begin) ++first;
  auto last = first;
  for (Span merged = span; last != memory_.end() && last->begin <= span.end; ++last) {
    already += std::min(span.end, last->end) - std::max(span.begin, last->begin);
    merged.begin = std::min(merged.begin, last->begin);
    merged.end = std::max(merged.end, last->end);
    *first = merged;
  }
  if (first == last)
    memory_.insert(first, span);
  else
    memory_.erase(first + 1, last);
  counts_.any += span.end - span.begin - already;
}

void ReadWindow::read(const Read& read) {
  const double entered = enter(read.instruction);
  const auto is_over = [&](const Span& span) { return span.end <= entered; };
  std::erase_if(buffers_, is_over);
  std::erase_if(memory_, is_over);
  const double begin = buffer_free(ready(read, entered));
  const Span span{begin, begin + read.latency};
  buffers_.push_back(span);
  if (read.memory) account(span);
  done_[reads_++ % remembered] = span.end;
  retired_ = std::max(retired_, span.end);
  in_flight_.push_back({read.instruction, retired_});
}

const OverlapCounts& ReadWindow::at(std::uint64_t instruction) {
  counts_.time = enter(instruction);
  return counts_;
}

const OverlapCounts& ReadWindow::finish(std::uint64_t instruction) {
  entered_ = std::max(enter(instruction), retired_);
  in_flight_.clear();
  counts_.time = entered_;
  return counts_;
}

}  // namespace hpcast::memsim

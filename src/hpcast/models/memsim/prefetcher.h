// Which lines the prefetcher of a private cache brings there before anybody asks for them
// (docs/memory-model.md, "Prefetchers"). Freestanding.
//
// next_line: Smith, Cache Memories, ACM Computing Surveys 14(3), 1982 (tagged prefetch). streams:
// Palacharla and Kessler, Evaluating Stream Buffers as a Secondary Cache Replacement, ISCA 1994.
// stride: Chen and Baer, Effective Hardware-Based Data Prefetching, IEEE TC 44(5), 1995.
#pragma once

#include <cstdint>

#include "hpcast/inputs/reftrace/private_config.h"

namespace hpcast::memsim {

using reftrace::CacheShape;

class Prefetcher {
 public:
  static std::uint64_t storage_words(const PrefetchRule& rule) {
    if (rule.kind == Prefetching::streams) return streams * sizeof(Stream) / sizeof(std::uint64_t);
    if (rule.kind == Prefetching::stride) return strides * sizeof(Stride) / sizeof(std::uint64_t);
    return 0;
  }

  // `storage`: storage_words() zeroed words.
  void init(const CacheShape& shape, std::uint64_t* storage) {
    rule_ = shape.prefetch;
    log2_line_ = shape.log2_line;
    streams_ = reinterpret_cast<Stream*>(storage);
    strides_ = reinterpret_cast<Stride*>(storage);
  }

  bool is_there() const { return rule_.kind != Prefetching::none; }
  // It wants to hear of each reference, not only of lines that are wanted().
  bool follows_instructions() const { return rule_.kind == Prefetching::stride; }

  // Somebody asked for a line that was not there, or was there by this prefetcher and had not been
  // asked for. Calls bring(line) for what is to be there next, in that order.
  template <class F>
  void wanted(std::uint64_t line, F&& bring) {
    if (rule_.kind == Prefetching::next_line)
      for (unsigned i = 1; i <= rule_.degree && same_page(line, line + i); ++i) bring(line + i);
    else
      follow_stream(line, bring);
  }
  // An instruction (Record's hash of it; 0: it is not known) refers to that address.
  template <class F>
  void referred(std::uint64_t address, std::uint64_t instruction, F&& bring) {
    if (instruction == 0) return;
    Stride& s = strides_[instruction % strides];
    if (s.instruction != instruction) {
      s = {instruction, address, 0, 0, 0};
      return;
    }
    const auto step = static_cast<std::int64_t>(address - s.last);
    s.last = address;
    if (step == 0) return;
    if (step != s.step) {
      s.step = step;
      s.seen = 0;
      return;
    }
    if (step > longest_step || step < -longest_step) return;
    // By lines where several steps are in one.
    const std::int64_t line = std::int64_t{1} << log2_line_;
    const bool is_short = step < line && step > -line;
    const std::uint64_t from = is_short ? address >> log2_line_ : address;
    if (s.seen < sure) {
      s.reached = from;
      if (++s.seen < sure) return;
    }
    if (is_short)
      go_ahead(from, step > 0 ? 1 : -1, s.reached, log2_line_, bring);
    else
      go_ahead(from, step, s.reached, 0, bring);
  }

 private:
  static constexpr unsigned log2_page = 12;  // what lies beyond, may be anywhere
  static constexpr std::uint64_t streams = 16, strides = 256;
  static constexpr unsigned sure = 3;                 // times the same step: then it is a stride
  static constexpr std::int64_t longest_step = 2048;  // bytes

  struct Stream {  // of lines in a page
    std::uint64_t page, last, reached, used;
    std::int64_t direction;
  };
  struct Stride {  // of an instruction's addresses
    std::uint64_t instruction, last;
    std::int64_t step;
    std::uint64_t reached, seen;
  };

  bool same_page(std::uint64_t line, std::uint64_t other) const {
    return line << log2_line_ >> log2_page == other << log2_line_ >> log2_page;
  }
  // Brings what comes next after `reached`, by steps of `advance`, up to so many ahead of `from`,
  // in its page. Addresses where they are shifted by 0, lines where by the line's bits.
  template <class F>
  void go_ahead(std::uint64_t from, std::int64_t advance, std::uint64_t& reached, unsigned shifted,
                F&& bring) {
    const auto ahead = [&] { return static_cast<std::int64_t>(reached - from) / advance; };
    if (static_cast<std::int64_t>(reached - from) * (advance > 0 ? 1 : -1) < 0) reached = from;
    for (unsigned i = 0; i < rule_.degree && ahead() < rule_.distance; ++i) {
      const std::uint64_t next = reached + static_cast<std::uint64_t>(advance);
      if (next << shifted >> log2_page != from << shifted >> log2_page) return;
      reached = next;
      bring(next << shifted >> log2_line_);
    }
  }

  template <class F>
  void follow_stream(std::uint64_t line, F&& bring) {
    Stream& s = stream_of(line);
    s.used = ++now_;
    const int direction = line == s.last ? 0 : line > s.last ? 1 : -1;
    s.last = line;
    if (direction == 0) return;
    if (direction == s.direction) return go_ahead(line, direction, s.reached, log2_line_, bring);
    s.direction = direction;
    s.reached = line;
  }
  // That of the line's page, or a new one in place of the one not used for longest.
  Stream& stream_of(std::uint64_t line) {
    const std::uint64_t page = line << log2_line_ >> log2_page;
    Stream* oldest = streams_;
    for (Stream* s = streams_; s != streams_ + streams; ++s) {
      if (s->used != 0 && s->page == page) return *s;
      if (s->used < oldest->used) oldest = s;
    }
    *oldest = {page, line, line, 0, 0};
    return *oldest;
  }

  PrefetchRule rule_{};
  std::uint32_t log2_line_ = 0;
  std::uint64_t now_ = 0;
  Stream* streams_ = nullptr;
  Stride* strides_ = nullptr;
};

}  // namespace hpcast::memsim

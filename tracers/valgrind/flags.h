// Flags: words of the program's memory that waiting loops have read (waiting_loop.h). Who writes
// one signals, and who reads what another thread has written since waits for that: for the first
// write that it has neither waited for nor, spinning, looked at in vain. (Later ones may be there
// already: Valgrind's threads run for long turns, so that the writer may be far ahead of where it
// would be.) A flag that is also changed by read-modify-writes which ask for what was there is a
// lock, or hands out numbers: who finds such a one without spinning waits for nobody.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

#include "hpcast/blocks/outcome.h"
#include "hpcast/reftrace/code_table.h"
#include "hpcast/reftrace/record.h"

namespace hpcast::tracer {

using reftrace::Word;

class Flags {
 public:
  // Of threads by number, so many at most; what they execute, or null.
  void open(std::uint32_t threads, const reftrace::CodeTable* code) {
    threads_ = threads;
    code_ = code;
  }
  // What the thread's reference reads, in a loop that waits, is a flag from here on. Of too many,
  // the oldest is forgotten.
  void watch(Word reference, std::uint32_t thread);
  // What the reference reads is a flag.
  bool watches(Word reference) const;
  // The thread has read it, and what has been written there until now was not what it waits for.
  void look_in_vain(Word reference, std::uint32_t thread);
  bool any() const { return count_ != 0; }

  // A thread's words, of which those from `spun` on are what it has looked at last as it spun.
  struct Batch {
    const Word *begin, *end, *spun, *spun_end;
    std::uint32_t thread;
  };
  // Tells the words in their order, with what is about flags between: out.put(words, count),
  // out.wait(object, count) before the superblock that reads, out.signal(object) behind the one
  // that writes.
  template <class Out>
  void tell(const Batch& batch, Out&& out) {
    Telling<Out>(*this, batch, out).run();
  }

 private:
  static constexpr unsigned most = 256;
  static constexpr unsigned log2_filter = 14;
  static constexpr std::uint32_t several = ~0U;
  struct Flag {
    std::uint64_t address;
    std::uint32_t bytes;
    std::uint32_t number;    // of all that there ever were
    std::uint32_t reader;    // the only thread that has waited for it, or several
    bool is_lock;            // or hands out numbers
    std::uint32_t total;     // writes
    std::uint32_t* written;  // by thread: writes
    std::uint32_t* heard;    // by reader: of `total`, where it has waited for all; else fewer
    std::uint32_t** waited;  // by reader, by writer: writes that it has waited for; null: none
    bool overlaps(Word reference) const {
      const std::uint64_t begin = reftrace::address_of(reference);
      return begin < address + bytes && address < begin + reftrace::size_of(reference);
    }
  };

  // References that begin in another eight bytes than a flag does are not looked for.
  static unsigned place(std::uint64_t address) {
    return static_cast<unsigned>((address >> 3) * 0x9E3779B97F4A7C15ULL >> (64 - log2_filter));
  }
  bool may_be_flag(Word reference) const {
    const unsigned at = place(reftrace::address_of(reference));
    return (filter_[at / 64] >> at % 64 & 1) != 0;
  }
  static bool has_news(const Flag& flag, std::uint32_t reader) {
    return flag.heard[reader] != flag.total;
  }
  static std::uint64_t object_of(const Flag& flag, std::uint32_t writer) {
    constexpr std::uint64_t no_address = std::uint64_t{1} << 61;
    return no_address | std::uint64_t{flag.number} << 16 | writer;
  }
  template <class F>
  void each_wait(Flag& flag, std::uint32_t reader, bool spun, F&& wait) {
    std::uint32_t* const waited = waited_by(flag, reader);
    bool all = true;
    for (std::uint32_t writer = 0; writer < threads_; ++writer) {
      const std::uint32_t written = flag.written[writer];
      if (writer == reader || waited[writer] == written) continue;
      const bool waits = spun || !flag.is_lock;
      waited[writer] = waits ? waited[writer] + 1 : written;
      all &= waited[writer] == written;
      if (waits) wait(object_of(flag, writer), waited[writer]);
    }
    if (all) flag.heard[reader] = flag.total;
  }
  // The object that stands for what the thread writes there.
  std::uint64_t write(unsigned flag, std::uint32_t thread);
  std::uint32_t* waited_by(Flag& flag, std::uint32_t reader);
  void add(std::uint64_t address, std::uint32_t bytes, std::uint32_t reader);
  void forget(Flag& flag);
  void fill_filter();

  Flag flags_[most];
  unsigned count_;
  std::uint32_t numbers_;  // given to flags
  std::uint32_t threads_;
  const reftrace::CodeTable* code_;
  std::uint64_t filter_[(1U << log2_filter) / 64];

  template <class Out>
  class Telling {
   public:
    Telling(Flags& flags, const Batch& batch, Out& out)
        : flags_(flags), batch_(batch), out_(out), told_(batch.begin), block_(batch.begin) {}

    void run() {
      for (const Word* w = batch_.begin; w != batch_.end; ++w) {
        if (reftrace::op_of(*w) == reftrace::Op::event)
          event(w);
        else if (flags_.may_be_flag(*w))
          reference(w);
      }
      tell_changes(batch_.end);
      put(batch_.end);
    }

   private:
    void event(const Word* w) {
      if (reftrace::event_of(*w) != reftrace::Event::block) return;
      tell_changes(w);
      block_ = w;
    }
    void reference(const Word* w) {
      for (unsigned i = 0; i < flags_.count_; ++i) {
        if (!flags_.flags_[i].overlaps(*w)) continue;
        if (reftrace::op_of(*w) == reftrace::Op::read)
          look(flags_.flags_[i], w);
        else if (flags_.flags_[i].reader != batch_.thread && changes_ < most)
          changed_[changes_++] = i;
      }
    }
    void look(Flag& flag, const Word* w) {
      flag.is_lock |= is_written_next(w) && outcome_is_used(w);
      if (!has_news(flag, batch_.thread)) return;
      put(block_);
      flags_.each_wait(flag, batch_.thread, w >= batch_.spun && w < batch_.spun_end,
                       [&](std::uint64_t object, std::uint64_t n) { out_.wait(object, n); });
    }
    bool is_written_next(const Word* w) const {
      const Word* const next = w + 1;
      return next != batch_.end && reftrace::op_of(*next) == reftrace::Op::write &&
             reftrace::address_of(*next) == reftrace::address_of(*w);
    }
    bool outcome_is_used(const Word* w) const {
      const bool is_in_block =
          block_ < w && reftrace::op_of(*block_) == reftrace::Op::event && flags_.code_ != nullptr;
      const Word* const description =
          is_in_block ? flags_.code_->description(reftrace::block_of(*block_)) : nullptr;
      if (description == nullptr) return true;
      return blocks::Outcome(description, static_cast<unsigned>(w - block_ - 1)).is_used();
    }
    void tell_changes(const Word* until) {
      if (changes_ == 0) return;
      put(until);
      for (unsigned i = 0; i < changes_; ++i) out_.signal(flags_.write(changed_[i], batch_.thread));
      changes_ = 0;
    }
    void put(const Word* until) {
      if (until <= told_) return;
      out_.put(told_, static_cast<std::uint64_t>(until - told_));
      told_ = until;
    }

    Flags& flags_;
    const Batch batch_;
    Out& out_;
    const Word *told_, *block_;  // told so far; where the present superblock begins
    unsigned changed_[most];     // flags, by the present superblock
    unsigned changes_ = 0;
  };
};

}  // namespace hpcast::tracer

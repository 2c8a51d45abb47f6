// Flags: words of the program's memory that waiting loops have read (waiting_loop.h). What is
// written there is known in its order, with the values. Who leaves a waiting loop, or passes by its
// look at once, waits for the first write, of those that it does not know of yet, whose value lets
// it go on: for none, where what it knows of does. (Later writes may be there already: Valgrind's
// threads run for long turns, so that the writer may be far ahead of where it would be.)
//
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

#include "hpcast/inputs/reftrace/record.h"

namespace hpcast::tracer {

using reftrace::Word;

class Flags {
 public:
  // Of threads by number, so many at most.
  void open(std::uint32_t threads) { threads_ = threads; }
  // What the thread's reference reads, in a loop that waits, is a flag from here on; `value`: what
  // is there. Of too many, the oldest is forgotten.
  void watch(Word reference, std::uint32_t thread, std::uint64_t value);
  // What lies there is no flag any more.
  void forget(std::uint64_t address, std::uint64_t bytes);
  static constexpr unsigned none = ~0U;
  // The flag that lies exactly there.
  unsigned find(std::uint64_t address, std::uint32_t bytes) const;
  bool watches(Word reference) const {
    return find(reftrace::address_of(reference), reftrace::size_of(reference)) != none;
  }
  // The thread, spinning, has read that value there, and it is not what it waits for.
  void look_in_vain(Word reference, std::uint32_t thread, std::uint64_t value);
  bool any() const { return count_ != 0; }

  // A write that is waited for; 0 of an object: nobody waits.
  struct Wait {
    std::uint64_t object, count;
  };
  // The thread goes on, having read the flag: with values for which would(value) holds.
  template <class Would>
  Wait pass(unsigned flag, std::uint32_t thread, Would&& would) {
    Flag& f = flags_[flag];
    Seen& seen = f.seen[thread];
    if (knows(flag, thread, would)) return {};
    for (std::uint64_t n = first_kept(f, seen.writes); n < f.writes; ++n) {
      const Write& write = f.kept[n % kept_writes];
      if (write.is_known && !would(write.value)) continue;
      seen = {n + 1, write.value, write.is_known};
      return {write.count == 0 ? 0 : object_of(f, write.writer), write.count};
    }
    return {};
  }
  // Whether it goes on with what it knows of.
  template <class Would>
  bool knows(unsigned flag, std::uint32_t thread, Would&& would) const {
    const Seen& seen = flags_[flag].seen[thread];
    return seen.is_known && would(seen.value);
  }
  // What another thread knows, who creates it.
  void inherit(std::uint32_t thread, std::uint32_t creator) {
    for (unsigned i = 0; i < count_; ++i) flags_[i].seen[thread] = flags_[i].seen[creator];
  }
  // The thread knows all that has been written there.
  void catch_up(unsigned flag, std::uint32_t thread, std::uint64_t value) {
    flags_[flag].seen[thread] = {flags_[flag].writes, value, true};
  }

  // Tells the thread's words in their order, with what is about flags between: out.put(words,
  // count), out.signal(object) behind the superblock that writes; out.value(address, bytes): what
  // lies there now. The words up to `executed` are executed, too, but told later.
  struct Words {
    const Word *begin, *end, *executed;
  };
  template <class Out>
  void tell(const Words& words, std::uint32_t thread, Out&& out) {
    Telling<Out>(*this, words, thread, out).run();
  }
  // Whether the words write the flag.
  bool is_written(unsigned flag, const Word* begin, const Word* end) const {
    return is_written(flags_[flag], begin, end);
  }

 private:
  static constexpr unsigned most = 256;
  static constexpr unsigned log2_filter = 14;
  static constexpr std::uint32_t several = ~0U;
  static constexpr unsigned kept_writes = 1024;  // the forecast keeps as many signals
  struct Write {
    std::uint64_t value;
    std::uint32_t writer;
    std::uint32_t count;  // of the writer's signals, this one included; 0: it has not told
    bool is_known;        // its value
  };
  // What a thread has last waited for, written, or looked at in vain.
  struct Seen {
    std::uint64_t writes;  // up to this one
    std::uint64_t value;
    bool is_known;
  };
  struct Flag {
    std::uint64_t address;
    std::uint32_t bytes;
    std::uint32_t number;   // of all that there ever were
    std::uint32_t reader;   // the only thread that has waited for it, or several
    std::uint64_t writes;   // in all
    std::uint64_t settled;  // of them, those whose values have been asked for
    std::uint64_t value;    // as those had left it
    Write* kept;            // the last ones
    std::uint32_t* told;    // by writer: signals
    Seen* seen;             // by reader
    bool overlaps(std::uint64_t begin, std::uint64_t more) const {
      return begin < address + bytes && address < begin + more;
    }
    bool overlaps(Word w) const { return overlaps(reftrace::address_of(w), reftrace::size_of(w)); }
  };

  // References that begin in another eight bytes than a flag does are not looked for.
  static unsigned place(std::uint64_t address) {
    return static_cast<unsigned>((address >> 3) * 0x9E3779B97F4A7C15ULL >> (64 - log2_filter));
  }
  bool may_be_flag(Word reference) const {
    const unsigned at = place(reftrace::address_of(reference));
    return (filter_[at / 64] >> at % 64 & 1) != 0;
  }
  static std::uint64_t first_kept(const Flag& flag, std::uint64_t from) {
    const std::uint64_t first = flag.writes < kept_writes ? 0 : flag.writes - kept_writes;
    return from < first ? first : from;
  }
  static std::uint64_t object_of(const Flag& flag, std::uint32_t writer) {
    constexpr std::uint64_t no_address = std::uint64_t{1} << 61;
    return no_address | std::uint64_t{flag.number} << 16 | writer;
  }
  static bool is_write(Word w) {
    return reftrace::op_of(w) == reftrace::Op::write ||
           reftrace::op_of(w) == reftrace::Op::nontemporal_write;
  }
  static bool is_written(const Flag& flag, const Word* begin, const Word* end) {
    for (const Word* w = begin; w != end; ++w)
      if (is_write(*w) && flag.overlaps(*w)) return true;
    return false;
  }
  // The thread has written it: what it signals, or 0 where nobody else reads it.
  std::uint64_t write(Flag& flag, std::uint32_t thread);
  // All that has been written since was the thread's, and led to that value.
  void settle(Flag& flag, std::uint32_t thread, std::uint64_t value);
  Flag& add();
  void remove(unsigned flag);
  void fill_filter();

  Flag flags_[most];
  unsigned count_;
  std::uint32_t numbers_;  // given to flags
  std::uint32_t threads_;
  std::uint64_t filter_[(1U << log2_filter) / 64];

  template <class Out>
  class Telling {
   public:
    Telling(Flags& flags, const Words& words, std::uint32_t thread, Out& out)
        : flags_(flags), words_(words), thread_(thread), out_(out), told_(words.begin) {}

    void run() {
      for (const Word* w = words_.begin; w != words_.end; ++w) {
        if (reftrace::op_of(*w) == reftrace::Op::event)
          event(w);
        else if (is_write(*w) && flags_.may_be_flag(*w))
          note_write(*w);
      }
      tell_changes(words_.end);
      put(words_.end);
      for (unsigned i = 0; i < flags_.count_; ++i) settle(flags_.flags_[i]);
    }

   private:
    void event(const Word* w) {
      if (reftrace::event_of(*w) == reftrace::Event::block) tell_changes(w);
    }
    void note_write(Word w) {
      for (unsigned i = 0; i < flags_.count_; ++i)
        if (flags_.flags_[i].overlaps(w) && changes_ < most) changed_[changes_++] = i;
    }
    void tell_changes(const Word* until) {
      if (changes_ == 0) return;
      put(until);
      for (unsigned i = 0; i < changes_; ++i) {
        const std::uint64_t object = flags_.write(flags_.flags_[changed_[i]], thread_);
        if (object != 0) out_.signal(object);
      }
      changes_ = 0;
    }
    void put(const Word* until) {
      if (until <= told_) return;
      out_.put(told_, static_cast<std::uint64_t>(until - told_));
      told_ = until;
    }
    void settle(Flag& flag) {
      const bool is_written_later = is_written(flag, words_.end, words_.executed);
      if (flag.settled == flag.writes || is_written_later) return;
      flags_.settle(flag, thread_, out_.value(flag.address, flag.bytes));
    }

    Flags& flags_;
    const Words words_;
    const std::uint32_t thread_;
    Out& out_;
    const Word* told_;        // so far
    unsigned changed_[most];  // flags, by the present superblock
    unsigned changes_ = 0;
  };
};

}  // namespace hpcast::tracer

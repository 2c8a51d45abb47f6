// How long a core takes for what one thread executes (blocks/executed.h): through one window, or
// through several that differ in what costs nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hpcast/blocks/executed.h"
#include "hpcast/coretime/code.h"
#include "hpcast/coretime/window.h"

namespace hpcast::coretime {

class ThreadTime {
 public:
  // All but `perfect` outlive this.
  ThreadTime(CodeTable& table, const dat::Pipeline& pipeline, const MemoryView& memory,
             const std::vector<Perfect>& perfect);

  // What comes next. The last superblock is not timed before it is known what follows it.
  void follow(std::span<const blocks::Word> executed);
  // Nothing follows.
  void finish();

  // By `perfect`, since the start.
  std::vector<Cycle> times() const;
  const Window& window(std::size_t i) const { return windows_[i]; }

 private:
  void enter_block(blocks::Word event);
  void leave_block(std::uint64_t next);
  bool repeats_string() const;
  void refer(blocks::Word reference);

  CodeTable& table_;
  std::vector<Window> windows_;
  // The block that is executed; null: it is not described.
  const Code* code_ = nullptr;
  const blocks::Exit* exit_ = nullptr;
  std::vector<Reference> references_;
  std::uint16_t access_ = 0;      // that the next reference is of
  std::uint32_t range_left_ = 0;  // bytes of it, a range, still to come
  const Code* string_ = nullptr;  // a step of a repeated string instruction was the last block
  std::uint64_t string_piece_ = 0;
};

}  // namespace hpcast::coretime

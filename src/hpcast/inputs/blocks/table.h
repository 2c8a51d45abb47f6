// The superblocks of a run, by number, decoded as they are asked for.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "hpcast/inputs/blocks/block.h"
#include "hpcast/inputs/reftrace/code.h"

namespace hpcast::blocks {

class Table {
 public:
  // `code` outlives the table.
  explicit Table(const reftrace::Code& code) : code_(code) {}

  // Null where the block is not described. Stays valid. Several host threads may call it at once.
  // Throws InputError where the description makes no sense.
  const Block* block(std::uint32_t number) const;

 private:
  const Block* decode(std::uint32_t number) const;

  static constexpr std::uint32_t group_blocks = 1024;
  struct Group {
    std::array<std::atomic<const Block*>, group_blocks> blocks{};
  };
  const reftrace::Code& code_;
  // By number, in groups that come into being with their first block.
  mutable std::array<std::atomic<Group*>, reftrace::max_code_blocks / group_blocks> groups_{};
  mutable std::mutex mutex_;  // guards what follows, and who enters a block
  mutable std::vector<std::unique_ptr<Group>> owned_groups_;
  mutable std::vector<std::unique_ptr<const Block>> owned_;
};

}  // namespace hpcast::blocks

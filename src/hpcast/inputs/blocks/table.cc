#include "hpcast/inputs/blocks/table.h"

namespace hpcast::blocks {

const Block* Table::block(std::uint32_t number) const {
  if (number >= reftrace::max_code_blocks) return nullptr;
  const Group* const group = groups_[number / group_blocks].load(std::memory_order_acquire);
  const Block* known = nullptr;
  if (group != nullptr)
    known = group->blocks[number % group_blocks].load(std::memory_order_acquire);
  return known != nullptr ? known : decode(number);
}

const Block* Table::decode(std::uint32_t number) const {
  const std::span<const Word> description = code_.description(number);
  if (description.empty()) return nullptr;
  const std::lock_guard lock(mutex_);
  std::atomic<Group*>& group = groups_[number / group_blocks];
  if (group.load() == nullptr) {
    owned_groups_.push_back(std::make_unique<Group>());
    group.store(owned_groups_.back().get(), std::memory_order_release);
  }
  std::atomic<const Block*>& block = group.load()->blocks[number % group_blocks];
  if (block.load() == nullptr) {
    owned_.push_back(std::make_unique<const Block>(block_from(description)));
    block.store(owned_.back().get(), std::memory_order_release);
  }
  return block.load();
}

}  // namespace hpcast::blocks

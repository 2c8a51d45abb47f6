// A hash table to small values: open addressing, linear probing, no tombstones.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "hpcast/base/mixed.h"

namespace hpcast::netsim {

inline std::uint64_t hash_of(std::uint64_t key) { return mixed(key); }

// Key: compared by ==, hashed to 64 well-mixed bits by hash_of(key).
template <class Key, class Value>
class FlatMap {
 public:
  std::size_t size() const { return size_; }

  // Null where there is none; not valid after the next insertion or removal.
  Value* find(const Key& key) {
    if (size_ == 0) return nullptr;
    for (std::size_t i = home(key);; i = (i + 1) & mask_) {
      if (!slots_[i].used) return nullptr;
      if (slots_[i].key == key) return &slots_[i].value;
    }
  }

  // The value of `key`, a new one where there was none.
  Value& at(const Key& key) {
    if ((size_ + 1) * 2 > slots_.size()) grow();
    std::size_t i = home(key);
    for (; slots_[i].used; i = (i + 1) & mask_) {
      if (slots_[i].key == key) return slots_[i].value;
    }
    ++size_;
    slots_[i] = {key, Value{}, true};
    return slots_[i].value;
  }

  // Removes `key`, which must be there.
  void erase(const Key& key) {
    std::size_t hole = home(key);
    while (!(slots_[hole].key == key) || !slots_[hole].used) hole = (hole + 1) & mask_;
    --size_;
    for (std::size_t i = (hole + 1) & mask_; slots_[i].used; i = (i + 1) & mask_) {
      if (((i - home(slots_[i].key)) & mask_) < ((i - hole) & mask_)) continue;
      slots_[hole] = slots_[i];
      hole = i;
    }
    slots_[hole].used = false;
  }

  template <class Visit>
  void for_each(Visit visit) const {
    for (const Slot& slot : slots_) {
      if (slot.used) visit(slot.key, slot.value);
    }
  }

 private:
  struct Slot {
    Key key{};
    Value value{};
    bool used = false;
  };

  std::size_t home(const Key& key) const { return static_cast<std::size_t>(hash_of(key)) & mask_; }

  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : slots_.size() * 2);
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    for (Slot& slot : old) {
      if (!slot.used) continue;
      std::size_t i = home(slot.key);
      while (slots_[i].used) i = (i + 1) & mask_;
      slots_[i] = std::move(slot);
    }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0, mask_ = 0;
};

}  // namespace hpcast::netsim

// What is known of MPI's handles. A handle may stand for several requests at a time: MPI has one
// for all that were complete as soon as they were made.
#pragma once

#include <stdlib.h>

#include <cstddef>
#include <cstdint>

namespace hpcast::recorder {

template <class Value>
class Table {
 public:
  // The one that `handle` was given for, any of them; null: none.
  Value* find(std::uint64_t handle) {
    if (slots_ == nullptr) return nullptr;
    for (std::size_t i = home(handle); slots_[i].used; i = next(i))
      if (slots_[i].handle == handle) return &slots_[i].value;
    return nullptr;
  }

  void add(std::uint64_t handle, const Value& value) {
    if (2 * (count_ + 1) > capacity_ && !grow()) return;
    place(handle, value);
    ++count_;
  }

  // What find() returned.
  void erase(Value* value) {
    auto* const slot =
        reinterpret_cast<Slot*>(reinterpret_cast<char*>(value) - offsetof(Slot, value));
    auto hole = static_cast<std::size_t>(slot - slots_);
    slots_[hole].used = false;
    --count_;
    // Whoever had to make way comes nearer to its home.
    for (std::size_t i = next(hole); slots_[i].used; i = next(i)) {
      const std::size_t wants = home(slots_[i].handle);
      if (((i - wants) & (capacity_ - 1)) < ((i - hole) & (capacity_ - 1))) continue;
      slots_[hole] = slots_[i];
      slots_[i].used = false;
      hole = i;
    }
  }

 private:
  struct Slot {
    std::uint64_t handle;
    Value value;
    bool used;
  };

  std::size_t home(std::uint64_t handle) const {
    return static_cast<std::size_t>((handle * 0x9E3779B97F4A7C15U) >> 20) & (capacity_ - 1);
  }
  std::size_t next(std::size_t i) const { return (i + 1) & (capacity_ - 1); }

  void place(std::uint64_t handle, const Value& value) {
    std::size_t i = home(handle);
    while (slots_[i].used) i = next(i);
    slots_[i] = {handle, value, true};
  }

  bool grow() {
    Slot* const before = slots_;
    const std::size_t capacity_before = capacity_;
    const std::size_t capacity = capacity_ == 0 ? 64 : 2 * capacity_;
    auto* const slots = static_cast<Slot*>(calloc(capacity, sizeof(Slot)));
    if (slots == nullptr) return count_ + 1 < capacity_;
    slots_ = slots;
    capacity_ = capacity;
    for (std::size_t i = 0; i < capacity_before; ++i)
      if (before[i].used) place(before[i].handle, before[i].value);
    free(before);
    return true;
  }

  Slot* slots_ = nullptr;
  std::size_t capacity_ = 0, count_ = 0;
};

// Room for a call: on the stack where it is not for many.
template <class Value>
class Room {
 public:
  explicit Room(std::size_t count)
      : values_(static_cast<Value*>(count <= few ? static_cast<void*>(here_)
                                                 : malloc(count * sizeof(Value)))) {
    if (values_ == nullptr) abort();
  }
  ~Room() {
    if (values_ != static_cast<void*>(here_)) free(values_);
  }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  Value* all() { return values_; }
  Value& operator[](std::size_t i) { return values_[i]; }

 private:
  static constexpr std::size_t few = 16;
  alignas(Value) unsigned char here_[few * sizeof(Value)];  // nothing is made of it in advance
  Value* values_;
};

}  // namespace hpcast::recorder

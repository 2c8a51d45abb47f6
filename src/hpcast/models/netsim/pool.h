// Values by number. Numbers that are given back are handed out again, the latest first.
#pragma once

#include <cstdint>
#include <vector>

namespace hpcast::netsim {

// Values: std::vector, or std::deque where references are to stay valid.
template <class T, class Values = std::vector<T>>
class Pool {
 public:
  // A number whose value is new, or as it was given back.
  std::uint32_t take() {
    if (free_.empty()) {
      values_.emplace_back();
      return static_cast<std::uint32_t>(values_.size() - 1);
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    return number;
  }
  std::uint32_t keep(const T& value) {
    const std::uint32_t number = take();
    values_[number] = value;
    return number;
  }
  void give_back(std::uint32_t number) { free_.push_back(number); }

  T& operator[](std::uint32_t number) { return values_[number]; }
  const T& operator[](std::uint32_t number) const { return values_[number]; }
  // Of all numbers ever handed out.
  const Values& values() const { return values_; }

 private:
  Values values_;
  std::vector<std::uint32_t> free_;
};

}  // namespace hpcast::netsim

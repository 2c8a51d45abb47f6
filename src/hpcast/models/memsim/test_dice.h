// Chance that is the same in every run, for tests.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>

namespace hpcast::memsim {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t below(std::uint64_t n) { return engine_() % n; }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T>
  T of(std::initializer_list<T> values) {
    return values.begin()[below(values.size())];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace hpcast::memsim

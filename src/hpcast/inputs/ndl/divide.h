// Division by a number that is known beforehand, without dividing.
#pragma once

#include <cstdint>

namespace hpcast::ndl {

// Exact for all 32-bit numbers (Lemire et al., Faster Remainder by Direct Computation, 2019).
class Divider {
 public:
  Divider() = default;
  explicit Divider(std::uint32_t divisor) : divisor_(divisor), magic_(UINT64_MAX / divisor + 1) {}
  std::uint32_t quotient(std::uint32_t n) const {
    if (divisor_ == 1) return n;
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint32_t>((static_cast<Wide>(magic_) * n) >> 64);
  }
  std::uint32_t remainder(std::uint32_t n) const { return n - quotient(n) * divisor_; }
  std::uint32_t divisor() const { return divisor_; }

 private:
  std::uint32_t divisor_ = 1;
  std::uint64_t magic_ = 0;
};

}  // namespace hpcast::ndl

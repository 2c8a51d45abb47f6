// What a comparison may not come to: hpcast compare --fail-if slower:5%.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace hpcast::answers {

struct Gate {
  enum class Kind : std::uint8_t {
    slower,   // B than A
    changed,  // slower or faster
  };
  Kind kind = Kind::slower;
  double most = 0;  // of A's time; what is no more passes
};

// "slower:5%". Throws InputError.
Gate parse_gate(const std::string& text);

// "B takes 1.12 s, A 1 s: 12 % longer, and 5 % passes"; nothing where the gate lets these times
// pass.
std::optional<std::string> failure(const Gate& gate, double time_a_s, double time_b_s);

}  // namespace hpcast::answers

// Numbers and words of a line. Nothing here looks at where the line ends: its '\n' stops all of it.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace hpcast::reftrace {

inline constexpr std::uint64_t no_number = ~std::uint64_t{0};  // also of what does not fit

inline constexpr std::uint8_t no_digit = 0xff;
inline constexpr std::array<std::uint8_t, 256> hex_digits = [] {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(no_digit);
  for (unsigned i = 0; i < 10; ++i) digits['0' + i] = static_cast<std::uint8_t>(i);
  for (unsigned i = 0; i < 6; ++i)
    digits['a' + i] = digits['A' + i] = static_cast<std::uint8_t>(10 + i);
  return digits;
}();

constexpr unsigned hex_digit(char c) { return hex_digits[static_cast<unsigned char>(c)]; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Both return where the number ends, which is `at` when there is none.
inline const char* read_hex(const char* at, std::uint64_t& value) {
  constexpr int most_digits = 16;
  const char* const begin = at;
  while (*at == '0') ++at;
  const char* const leading = at;
  std::uint64_t number = 0;
  for (unsigned digit = 0; (digit = hex_digit(*at)) != no_digit; ++at) number = number << 4 | digit;
  value = at == begin || at - leading > most_digits ? no_number : number;
  return at;
}
inline const char* read_decimal(const char* at, std::uint64_t& value) {
  constexpr int most_digits = 19;  // which fit for certain
  const char* const begin = at;
  while (*at == '0') ++at;
  const char* const leading = at;
  std::uint64_t number = 0;
  for (; is_digit(*at); ++at) number = 10 * number + static_cast<unsigned>(*at - '0');
  value = at == begin || at - leading > most_digits ? no_number : number;
  return at;
}
// 0x1f, or 31.
inline const char* read_number(const char* at, std::uint64_t& value) {
  if (at[0] != '0' || (at[1] | 0x20) != 'x') return read_decimal(at, value);
  const char* const end = read_hex(at + 2, value);
  return end == at + 2 ? at : end;
}

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline const char* skip_blanks(const char* at) {
  while (is_blank(*at)) ++at;
  return at;
}
// Windows ends a line with "\r\n".
inline bool at_line_end(const char* at) { return *at == '\n' || (*at == '\r' && at[1] == '\n'); }
inline const char* line_end(const char* at, const char* end) {
  return static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
}

}  // namespace hpcast::reftrace

// Quantities as files and people write them. Inside hpcast every quantity is in SI base units:
// bytes, bytes/s, seconds, Hz, FLOP/s, W, J.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hpcast {

enum class Dimension {
  none,                     // a plain number
  bytes,                    // B; "32 KiB" is 32768, "32 kB" (or KB) is 32000
  bytes_per_second,         // B/s; also bit/s, an eighth of it
  seconds,                  // s, min, h
  hertz,                    // Hz
  flops_per_second,         // FLOP/s, FLOPS
  instructions_per_second,  // inst/s, IPS
  watts,                    // W
  joules,                   // J, Wh
  volts,                    // V
};

// "bytes, such as 32768 or \"32 KiB\"": what to write where `dimension` is expected.
std::string example_of(Dimension dimension);

// A number with an optional SI (k M G T P E, m u µ n p) or binary (Ki Mi Gi Ti Pi Ei) prefix and
// unit, in base units; without a unit it is in base units already. Nothing if `text` is no such
// thing, has the unit of another dimension, or is not finite. Prefixes and units are case
// sensitive, but for K = k.
std::optional<double> parse_quantity(std::string_view text, Dimension dimension);

// The same as a whole number (bytes, counts); nothing if negative, not whole, or above 2^63.
std::optional<std::uint64_t> parse_whole_quantity(std::string_view text, Dimension dimension);

// `value` as a whole number, or nothing if negative, not whole, or above 2^63.
std::optional<std::uint64_t> to_whole(double value);

// For people, three significant digits: "1.42 s", "3.1 ms", "175 ns".
std::string format_time(double seconds);
// "51.2 GB/s", decimal prefixes.
std::string format_bandwidth(double bytes_per_second);
// "2.0 GiB", "32 KiB", "512 B", binary prefixes.
std::string format_bytes(double bytes);
// "12.3 M", "345": a count with a decimal prefix.
std::string format_count(double count);
// A value with a decimal prefix and any unit: format_scaled(3.2e12, "FLOP/s") is "3.2 TFLOP/s".
std::string format_scaled(double value, std::string_view unit, int digits = 3);
// "74 %", "7.4 %", "0.31 %" of a ratio 0.74, 0.074, 0.0031.
std::string format_percent(double ratio);

}  // namespace hpcast

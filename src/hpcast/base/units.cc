#include "hpcast/base/units.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <iterator>

namespace hpcast {
namespace {

struct Named {
  std::string_view name;
  double factor;
};

constexpr Named prefixes[] = {
    {"", 1},        {"k", 1e3},       {"K", 1e3},       {"M", 1e6},     {"G", 1e9},
    {"T", 1e12},    {"P", 1e15},      {"E", 1e18},      {"Ki", 0x1p10}, {"Mi", 0x1p20},
    {"Gi", 0x1p30}, {"Ti", 0x1p40},   {"Pi", 0x1p50},   {"Ei", 0x1p60}, {"m", 1e-3},
    {"u", 1e-6},    {"\u00b5", 1e-6}, {"\u03bc", 1e-6}, {"n", 1e-9},    {"p", 1e-12},
};

struct Unit {
  Dimension dimension;
  std::string_view name;
  double factor;
  bool prefixed = true;
};

constexpr Unit units[] = {
    {Dimension::bytes, "B", 1},
    {Dimension::bytes_per_second, "B/s", 1},
    {Dimension::bytes_per_second, "bit/s", 0.125},
    {Dimension::seconds, "s", 1},
    {Dimension::seconds, "min", 60, false},
    {Dimension::seconds, "h", 3600, false},
    {Dimension::hertz, "Hz", 1},
    {Dimension::flops_per_second, "FLOP/s", 1},
    {Dimension::flops_per_second, "Flop/s", 1},
    {Dimension::flops_per_second, "flop/s", 1},
    {Dimension::flops_per_second, "FLOPS", 1},
    {Dimension::instructions_per_second, "inst/s", 1},
    {Dimension::instructions_per_second, "IPS", 1},
    {Dimension::watts, "W", 1},
    {Dimension::joules, "J", 1},
    {Dimension::joules, "Wh", 3600},
    {Dimension::volts, "V", 1},
};

// The factor of "GB/s"; none if it is no unit of the dimension.
std::optional<double> factor_of(std::string_view suffix, Dimension dimension) {
  if (suffix.empty()) return 1.0;
  for (const Unit& unit : units) {
    if (unit.dimension != dimension || !suffix.ends_with(unit.name)) continue;
    const std::string_view prefix = suffix.substr(0, suffix.size() - unit.name.size());
    if (!unit.prefixed && !prefix.empty()) continue;
    for (const Named& p : prefixes) {
      if (p.name == prefix) return p.factor * unit.factor;
    }
  }
  return std::nullopt;
}

std::string_view without_spaces(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// So many significant digits, no trailing zeros, no exponent for values in [1, 1000).
std::string with_digits(double value, int digits) {
  const double size = std::fabs(value);
  const int decimals = digits - (size < 9.995 ? 1 : size < 99.95 ? 2 : 3);
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (decimals > 0) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

}  // namespace

std::string example_of(Dimension dimension) {
  switch (dimension) {
    case Dimension::bytes:
      return "bytes, such as 32768 or \"32 KiB\"";
    case Dimension::bytes_per_second:
      return "bytes/s, such as 51.2e9, \"51.2 GB/s\" or \"400 Gbit/s\"";
    case Dimension::seconds:
      return "seconds, such as 175e-9 or \"175 ns\"";
    case Dimension::hertz:
      return "Hz, such as 2.1e9 or \"2.1 GHz\"";
    case Dimension::flops_per_second:
      return "FLOP/s, such as 3.2e12 or \"3.2 TFLOP/s\"";
    case Dimension::instructions_per_second:
      return "instructions/s, such as 8e9 or \"8 Ginst/s\"";
    case Dimension::watts:
      return "watts, such as 95 or \"95 W\"";
    case Dimension::joules:
      return "joules, such as 3.6e6 or \"1 kWh\"";
    case Dimension::volts:
      return "volts, such as 1.2 or \"1200 mV\"";
    case Dimension::none:
      break;
  }
  return "a number";
}

std::optional<double> parse_quantity(std::string_view text, Dimension dimension) {
  text = without_spaces(text);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  const auto rest = without_spaces(text.substr(static_cast<std::size_t>(end - text.data())));
  const std::optional<double> factor = factor_of(rest, dimension);
  if (!factor) return std::nullopt;
  // Dividing by 1e9 rounds once where multiplying by the inexact 1e-9 rounds twice: 175 ns must be
  // the same double as 175e-9.
  const double value = *factor < 1 ? number / std::round(1 / *factor) : number * *factor;
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> to_whole(double value) {
  if (!(value >= 0) || value > 0x1p63 || value != std::floor(value)) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

std::optional<std::uint64_t> parse_whole_quantity(std::string_view text, Dimension dimension) {
  const std::optional<double> value = parse_quantity(text, dimension);
  if (!value) return std::nullopt;
  // "1.1 kB" is 1100.0000000000002: forgive what is within rounding of a whole number.
  const double whole = std::round(*value);
  if (std::fabs(*value - whole) > 4e-16 * whole) return std::nullopt;
  return to_whole(whole);
}

std::string format_scaled(double value, std::string_view unit, int digits) {
  constexpr std::array<std::string_view, 12> names = {"p", "n", "\u00b5", "m", "",  "k",
                                                      "M", "G", "T",      "P", "E", "Z"};
  constexpr std::size_t one = 4;
  if (value == 0 || !std::isfinite(value)) return fmt::format("{} {}", value, unit);
  std::size_t prefix = one;
  double scaled = value;
  while (std::fabs(scaled) >= 999.5 && prefix + 1 < names.size()) {
    scaled /= 1000;
    ++prefix;
  }
  while (std::fabs(scaled) < 0.9995 && prefix > 0) {
    scaled *= 1000;
    --prefix;
  }
  return fmt::format("{} {}{}", with_digits(scaled, digits), names[prefix], unit);
}

std::string format_time(double seconds) {
  return std::fabs(seconds) >= 999.5 ? fmt::format("{:.0f} s", seconds)
                                     : format_scaled(seconds, "s");
}

std::string format_bandwidth(double bytes_per_second) {
  return format_scaled(bytes_per_second, "B/s");
}

std::string format_bytes(double bytes) {
  constexpr std::array<std::string_view, 7> names = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  std::size_t prefix = 0;
  while (std::fabs(bytes) >= 1023.95 && prefix + 1 < names.size()) {
    bytes /= 1024;
    ++prefix;
  }
  const bool whole = bytes == std::floor(bytes) && (prefix == 0 || std::fabs(bytes) >= 10);
  return fmt::format("{:.{}f} {}", bytes, whole ? 0 : 1, names[prefix]);
}

std::string format_count(double count) {
  if (std::fabs(count) < 0.9995) return fmt::format("{:.3g}", count);
  std::string text = format_scaled(count, "");
  if (text.back() == ' ') text.pop_back();
  return text;
}

std::string format_percent(double ratio) {
  const double percent = ratio * 100;
  const double size = std::fabs(percent);
  return fmt::format("{:.{}f} %", percent, size == 0 || size >= 9.95 ? 0 : size >= 0.995 ? 1 : 2);
}

}  // namespace hpcast

#include "hpcast/inputs/counters/text_numbers.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "hpcast/base/json.h"

namespace hpcast::counters {

namespace {

void refuse_long_lines(std::string_view text, const std::string& file) {
  int number = 1;
  while (text.size() > longest_line) {
    const std::size_t end = text.find('\n');
    if (std::min(end, text.size()) > longest_line)
      throw InputError({file, number, {}, "the line is longer than 1 MiB", {}});
    text.remove_prefix(end + 1);
    ++number;
  }
}

}  // namespace

std::optional<double> to_number(std::string_view text) {
  const std::size_t comma = text.find(',');
  std::string plain;
  if (comma != std::string_view::npos) {
    plain = text;
    plain[comma] = '.';
    text = plain;
  }
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::string as_utf8(std::string_view text) {
  const std::string dumped = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  return Json::parse(dumped).get<std::string>();
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view first_line(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    if (!line.empty() && !line.starts_with('#')) return line;
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return {};
}

std::vector<std::string> csv_fields(std::string_view line, char separator) {
  std::vector<std::string> fields(1);
  bool in_quotes = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool doubled = in_quotes && c == '"' && i + 1 < line.size() && line[i + 1] == '"';
    if (doubled)
      fields.back() += line[i++];
    else if (c == '"')
      in_quotes = !in_quotes;
    else if (c == separator && !in_quotes)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

std::optional<double> counter_value(std::string_view text, std::string_view counter,
                                    std::size_t line, LineFaults& faults) {
  const std::optional<double> value = to_number(text);
  if (!value)
    faults.add(line, fmt::format("{}: {} is no number", counter, hpcast::quoted(text)));
  else if (*value < 0)
    faults.add(line,
               fmt::format("{}: {} is negative; nothing is counted backwards", counter, text));
  else if (*value > largest_value)
    faults.add(line, fmt::format("{}: {} is more than any counter can count", counter, text));
  else
    return value;
  return std::nullopt;
}

Lines::Lines(std::string_view text, const std::string& file) : rest_(text) {
  if (trimmed(text).find_first_not_of('\n') == std::string_view::npos)
    throw InputError({file, 0, {}, "the file is empty", {}});
  if (text.find('\0') != std::string_view::npos)
    throw InputError({file, 0, {}, "this is no text", {}});
  refuse_long_lines(text, file);
}

bool Lines::next() {
  if (rest_.empty()) return false;
  const std::size_t end = rest_.find('\n');
  cut_ = end == std::string_view::npos;
  line_ = rest_.substr(0, end);
  rest_.remove_prefix(cut_ ? rest_.size() : end + 1);
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  ++number_;
  return true;
}

}  // namespace hpcast::counters

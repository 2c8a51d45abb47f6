#include "hpcast/base/regression/words.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>

namespace hpcast::regression {

namespace {

// Of bytes from outside, as a message can show it.
std::string shown_word(std::string_view word) {
  constexpr std::size_t longest = 40;
  std::string text(word.substr(0, longest));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

}  // namespace

std::string_view next_word(std::string_view& text) {
  const std::size_t length = text.find(' ');
  const std::string_view word = text.substr(0, length);
  text.remove_prefix(length == std::string_view::npos ? text.size() : length + 1);
  return word;
}

double number_in(std::string_view word) {
  double number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  if (error != std::errc() || stop != end || !std::isfinite(number))
    throw std::invalid_argument(fmt::format("expected a number, found '{}'", shown_word(word)));
  return number;
}

Entry entry_in(std::string_view word, std::size_t columns) {
  const std::size_t colon = word.find(':');
  Entry entry{};
  const char* const end = word.data() + std::min(colon, word.size());
  const auto [stop, error] = std::from_chars(word.data(), end, entry.feature);
  if (colon == std::string_view::npos || error != std::errc() || stop != end)
    throw std::invalid_argument(
        fmt::format("expected FEATURE:NUMBER, found '{}'", shown_word(word)));
  if (entry.feature >= columns)
    throw std::invalid_argument(
        fmt::format("there is no feature {}, only 0 to {}", entry.feature, columns - 1));
  entry.number = number_in(word.substr(colon + 1));
  return entry;
}

}  // namespace hpcast::regression

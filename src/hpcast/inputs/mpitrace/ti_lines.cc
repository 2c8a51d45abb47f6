#include "hpcast/inputs/mpitrace/ti_lines.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "hpcast/base/line_faults.h"
#include "hpcast/inputs/mpitrace/builder.h"

namespace hpcast::mpitrace {

namespace {

constexpr std::string_view blanks = " \t\r";

bool to_number(std::string_view word, double& value) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size() && std::isfinite(value);
}

}  // namespace

bool is_ti_comment(std::string_view line) {
  const std::size_t at = line.find_first_not_of(" \t\r");
  return at == std::string_view::npos || line[at] == '#';
}

// Some tracers write "p3" for rank 3.
void TiLine::parse(std::string_view line) {
  words_.clear();
  for (std::size_t at = line.find_first_not_of(blanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
    words_.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(blanks, end);
  }
  if (words_.empty()) return;
  std::string_view rank = words_[0];
  if (rank.starts_with('p')) rank.remove_prefix(1);
  const auto [end, error] = std::from_chars(rank.data(), rank.data() + rank.size(), rank_);
  if (error != std::errc() || end != rank.data() + rank.size() || rank_ >= most_ranks)
    throw fmt::format("expected a rank, found {}", quoted(words_[0]));
  if (words_.size() < 2) throw std::string("expected an action after the rank");
}

void TiLine::need(std::size_t arguments) const {
  if (size() < arguments)
    throw fmt::format("{} needs {} arguments, found {}", action(), arguments, size());
}

double TiLine::number(std::size_t i) const {
  double value = 0;
  if (!to_number(word(i), value) || value < 0)
    throw fmt::format("argument {} of {}: expected a number that is not negative, found {}", i + 1,
                      quoted(action()), quoted(word(i)));
  return value;
}

// Counts may be written as "1e6".
std::int64_t TiLine::whole(std::size_t i, std::int64_t least, std::int64_t most) const {
  double value = 0;
  constexpr double largest = 9e18;
  if (!to_number(word(i), value) || std::abs(value) > largest ||
      static_cast<std::int64_t>(value) < least || static_cast<std::int64_t>(value) > most)
    throw most == std::numeric_limits<std::int64_t>::max()
        ? fmt::format("argument {} of {}: expected a whole number of at least {}, found {}", i + 1,
                      quoted(action()), least, quoted(word(i)))
        : fmt::format("argument {} of {}: expected a whole number from {} to {}, found {}", i + 1,
                      quoted(action()), least, most, quoted(word(i)));
  return static_cast<std::int64_t>(value);
}

}  // namespace hpcast::mpitrace

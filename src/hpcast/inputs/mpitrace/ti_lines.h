// Words and numbers of the lines of a time-independent trace.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace hpcast::mpitrace {

// One line: rank, action, arguments.
class TiLine {
 public:
  // Splits at blanks. Throws a std::string where the rank is none.
  void parse(std::string_view line);
  bool empty() const { return words_.empty(); }
  std::uint32_t rank() const { return rank_; }
  std::string_view action() const { return words_[1]; }
  std::size_t size() const { return words_.size() - 2; }  // of the arguments

  // Throw a std::string that says which argument is wrong, and why.
  std::int64_t whole(std::size_t i, std::int64_t least = 0,
                     std::int64_t most = std::numeric_limits<std::int64_t>::max()) const;
  double number(std::size_t i) const;  // not negative
  std::string_view word(std::size_t i) const { return words_[i + 2]; }
  void need(std::size_t arguments) const;

 private:
  std::vector<std::string_view> words_;
  std::uint32_t rank_ = 0;
};

// Nothing, or from '#' on.
bool is_ti_comment(std::string_view line);

// Calls take(line, its number from 1) until that says no.
template <class Take>
void each_line(std::string_view text, Take take) {
  std::uint64_t number = 1;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (!take(text.substr(begin, end - begin), number)) return;
    begin = end + 1;
  }
}

}  // namespace hpcast::mpitrace

// Numbers and fields in the texts of other tools.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/base/line_faults.h"
#include "hpcast/base/text.h"

namespace hpcast::counters {

// Lines longer than that are no table's.
inline constexpr std::size_t longest_line = std::size_t{1} << 20;
// What no counter reaches: a fault in the file.
inline constexpr double largest_value = 1e30;

// A decimal number, finite, with '.' or, as some languages write, ','. Nothing else.
std::optional<double> to_number(std::string_view text);
// With what is no UTF-8 replaced: names of threads may be cut in the middle of a letter.
std::string as_utf8(std::string_view text);
bool is_digit(char c);
// The first that is no comment (#) and not empty.
std::string_view first_line(std::string_view text);
// Of RFC 4180: "a ""b""",c
std::vector<std::string> csv_fields(std::string_view line, char separator = ',');

// What a value may be: a number of at most largest_value, 0 or more. Otherwise a fault of the line.
std::optional<double> counter_value(std::string_view text, std::string_view counter,
                                    std::size_t line, LineFaults& faults);

// The lines of a text, by number.
class Lines {
 public:
  // Throws InputError, naming the file: text that is none, is empty, or has a line too long.
  Lines(std::string_view text, const std::string& file);

  bool next();                                     // false behind the last one
  std::string_view line() const { return line_; }  // without '\n' and '\r'
  std::size_t number() const { return number_; }   // 1-based
  // The last line read does not end with '\n'.
  bool cut() const { return cut_; }

 private:
  std::string_view rest_;
  std::string_view line_;
  std::size_t number_ = 0;
  bool cut_ = false;
};

// Calls read(line, number) for each line, without blanks around it. One that was cut is a fault.
template <class Read>
void read_whole_lines(Lines& lines, LineFaults& faults, Read read) {
  while (lines.next()) {
    if (lines.cut())
      faults.add(lines.number(), "the file ends in the middle of a line: it was cut");
    else
      read(trimmed(lines.line()), lines.number());
  }
}

}  // namespace hpcast::counters

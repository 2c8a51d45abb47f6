// Texts taken apart.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hpcast {

// "a,,b" has three parts, "" has one.
std::vector<std::string> split(std::string_view text, char separator);

// Without blanks (and the \r of Windows' lines) at its ends.
std::string_view trimmed(std::string_view text);

// "rank" of one, "ranks" of any other number.
std::string noun(std::uint64_t count, std::string_view one);
// "1 rank", "0 ranks", "64 ranks"
std::string counted(std::uint64_t count, std::string_view one);

// Puts one more behind a list in words: "a", "a, b".
void add_item(std::string& list, std::string_view item, std::string_view between = ", ");

// With spaces for the ends of lines.
std::string on_one_line(std::string text);
// As a field of CSV, in quotes where it needs them; on one line.
std::string csv_field(std::string_view text);

// Without what Windows' editors put before UTF-8; text_in() in base/file.h refuses other marks.
std::string_view without_byte_order_mark(std::string_view text);

// As people may read it: what could steer a terminal, control characters but for the ends of lines
// and tabs, and bytes that are no UTF-8, as \x1b. Names come from files.
std::string visible(std::string_view text);

// Text that JSON can hold.
bool is_utf8(std::string_view text);

}  // namespace hpcast

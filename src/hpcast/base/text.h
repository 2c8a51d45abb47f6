// Texts taken apart.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hpcast {

// "a,,b" has three parts, "" has one.
std::vector<std::string> split(std::string_view text, char separator);

// "rank" of one, "ranks" of any other number.
std::string noun(std::uint64_t count, std::string_view one);
// "1 rank", "0 ranks", "64 ranks"
std::string counted(std::uint64_t count, std::string_view one);

// Text that JSON can hold.
bool is_utf8(std::string_view text);

}  // namespace hpcast

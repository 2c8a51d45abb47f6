// Texts taken apart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hpcast {

// "a,,b" has three parts, "" has one.
std::vector<std::string> split(std::string_view text, char separator);

// Text that JSON can hold.
bool is_utf8(std::string_view text);

}  // namespace hpcast

#include "hpcast/base/text.h"

#include <algorithm>

#include "hpcast/base/json.h"

namespace hpcast {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(separator, from), text.size());
    parts.emplace_back(text.substr(from, end - from));
    from = end + 1;
  }
  return parts;
}

std::string noun(std::uint64_t count, std::string_view one) {
  if (count == 1) return std::string(one);
  return std::string(one) + (one.ends_with("ch") ? "es" : "s");
}

std::string counted(std::uint64_t count, std::string_view one) {
  return std::to_string(count) + " " + noun(count, one);
}

bool is_utf8(std::string_view text) {
  try {
    static_cast<void>(Json(text).dump());
    return true;
  } catch (const Json::type_error&) {
    return false;
  }
}

std::string on_one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

std::string csv_field(std::string_view text) {
  std::string line = on_one_line(std::string(text));
  if (line.find_first_of("\",") == std::string::npos) return line;
  std::string quoted_text = "\"";
  for (const char c : line) {
    if (c == '"') quoted_text += '"';
    quoted_text += c;
  }
  return quoted_text + '"';
}

}  // namespace hpcast

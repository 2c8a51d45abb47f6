#include "hpcast/models/countergen/sizes.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"

namespace hpcast::countergen {

namespace {

// Powers of these and their squares are numbers still.
constexpr double smallest = 1e-30, largest = 1e30;

std::vector<std::string> names_of(const Sizes& sizes) {
  std::vector<std::string> names;
  for (const auto& [name, value] : sizes) names.push_back(name);
  return names;
}

bool is_name(std::string_view name) {
  const auto is_part = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalnum(byte) != 0 || c == '_' || c == '-';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), is_part);
}

}  // namespace

Sizes sizes_in(std::string_view text, const std::string& option) {
  Sizes sizes;
  for (const std::string& part : split(text, ',')) {
    const std::size_t sign = part.find('=');
    const std::string name = part.substr(0, sign);
    double value = 0;
    const std::string number = sign == std::string::npos ? "" : part.substr(sign + 1);
    const char* const end = number.data() + number.size();
    const auto [rest, error] = std::from_chars(number.data(), end, value);
    if (!is_name(name) || error != std::errc() || rest != end ||
        !(value >= smallest && value <= largest))
      throw InputError(fmt::format("{} '{}': '{}' is no size", option, text, part),
                       "NAME=NUMBER, several with commas: rows=1000,cols=100; names of letters, "
                       "digits, _ and -");
    const auto same = [&](const auto& size) { return size.first == name; };
    if (std::any_of(sizes.begin(), sizes.end(), same))
      throw InputError(fmt::format("{} '{}': '{}' is there twice", option, text, name));
    sizes.emplace_back(name, value);
  }
  return sizes;
}

std::string to_string(const Sizes& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes) add_item(text, fmt::format("{}={}", name, value), ",");
  return text;
}

std::vector<double> values_of(const Sizes& sizes) {
  std::vector<double> values;
  for (const auto& [name, value] : sizes) values.push_back(value);
  return values;
}

void check_sizes(const std::vector<Sizes>& runs) {
  for (const Sizes& sizes : runs)
    if (names_of(sizes) != names_of(runs.front()))
      throw InputError(fmt::format("the sizes {} and {} have other names", to_string(runs.front()),
                                   to_string(sizes)),
                       "each trace wants the same ones, in the same order");
  constexpr std::size_t most_names = 8;  // laws in so many are more than anybody can wait for
  if (runs.front().size() > most_names)
    throw InputError(fmt::format("{} names of sizes, {} at most", runs.front().size(), most_names),
                     "leave out what does not vary, and what does so together with others");
  if (std::all_of(runs.begin(), runs.end(),
                  [&](const Sizes& sizes) { return sizes == runs.front(); }))
    throw InputError("all traces have the same size: nothing can be learned about others",
                     "two sizes at least, and better five of each");
}

}  // namespace hpcast::countergen

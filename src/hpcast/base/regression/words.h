// Numbers in the texts that models are kept in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hpcast::regression {

// Up to the next space; what is after it stays in `text`.
std::string_view next_word(std::string_view& text);

// These throw std::invalid_argument with what is wrong.
double number_in(std::string_view word);  // finite
struct Entry {
  std::uint32_t feature;
  double number;
};
// "4:0.5"; the feature must be one of `columns`.
Entry entry_in(std::string_view word, std::size_t columns);

}  // namespace hpcast::regression

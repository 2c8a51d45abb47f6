// What an expression of the machine's code has in it.
#pragma once

#include "gcc_headers.h"

namespace hpcast::plugin {

template <class F>
bool has_part(const_rtx whole, F&& is_it) {
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX(i, array, whole, ALL)
  if (is_it(*i)) return true;
  return false;
}

inline bool has_code(const_rtx whole, std::initializer_list<rtx_code> codes) {
  return has_part(whole, [&](const_rtx part) {
    return std::find(codes.begin(), codes.end(), GET_CODE(part)) != codes.end();
  });
}

// An operation that GCC knows only by its number; of that code, UNSPEC or UNSPEC_VOLATILE.
inline bool has_unspec(const_rtx whole, std::initializer_list<int> numbers,
                       rtx_code code = UNSPEC) {
  return has_part(whole, [&](const_rtx part) {
    return GET_CODE(part) == code &&
           std::find(numbers.begin(), numbers.end(), XINT(part, 1)) != numbers.end();
  });
}

}  // namespace hpcast::plugin

// SPDX-License-Identifier: GPL-2.0-or-later
#include "new_lines.h"

#include "core.h"

namespace hpcast::tracer {

using reftrace::Op;

// Non-temporal stores are told apart by their bytes, not by their lines.
bool NewLines::is_new(Word reference) {
  const Op op = reftrace::op_of(reference);
  if (op == Op::nontemporal_write) return true;
  constexpr unsigned log2_line = 6;
  const std::uint64_t line = reftrace::address_of(reference) >> log2_line;
  return known_.insert(line << 2 | (op == Op::write ? 2 : 1));
}

std::uint64_t NewLines::filter(Word* words, std::uint64_t count) {
  std::uint64_t kept = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (reftrace::op_of(words[i]) != Op::event && is_new(words[i])) words[kept++] = words[i];
  }
  return kept;
}

}  // namespace hpcast::tracer

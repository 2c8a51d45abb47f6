#include "hpcast/base/line_faults.h"

#include <algorithm>
#include <climits>
#include <utility>

namespace hpcast {

void LineFaults::add(std::uint64_t line, std::string message, const std::string& hint) {
  const bool told = std::any_of(diagnostics_.begin(), diagnostics_.end(),
                                [&](const Diagnostic& d) { return d.hint == hint; });
  const bool fits = line <= INT_MAX;
  if (!fits) message = "line " + std::to_string(line) + ": " + message;
  diagnostics_.push_back(
      {file_, fits ? static_cast<int>(line) : 0, {}, std::move(message), told ? "" : hint});
  if (diagnostics_.size() < most) return;
  diagnostics_.push_back({file_, 0, {}, "too many faults, the rest was not read", {}});
  throw_if_any();
}

void LineFaults::throw_if_any() const {
  if (any()) throw InputError(diagnostics_);
}

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 60;
  const auto printable = [](char c) { return c >= ' ' && c <= '~'; };
  std::string shown = "'";
  for (const char c : text.substr(0, longest)) shown += printable(c) ? c : '?';
  return shown + (text.size() > longest ? "…'" : "'");
}

}  // namespace hpcast

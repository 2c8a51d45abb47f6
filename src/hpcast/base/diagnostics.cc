#include "hpcast/base/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <utility>

#include "hpcast/base/text.h"

namespace hpcast {
namespace {

bool are_alike(const Diagnostic& a, const Diagnostic& b) {
  return a.file == b.file && a.message == b.message && a.hint == b.hint;
}

// Up to three alike are told one by one: each may want a look of its own.
constexpr std::ptrdiff_t most_alike = 3;

std::string join(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (auto first = diagnostics.begin(); first != diagnostics.end();) {
    const auto end = std::find_if(first, diagnostics.end(),
                                  [&](const Diagnostic& d) { return !are_alike(*first, d); });
    const std::ptrdiff_t alike = end - first;
    if (!text.empty()) text += '\n';
    text += to_string(*first);
    if (alike > most_alike) text += fmt::format("\n  and {} more like it", alike - 1);
    first = alike > most_alike ? end : first + 1;
  }
  return text;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Optimal string alignment distance, letter case ignored: a swap of neighbours counts one.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before, last(b.size() + 1), now(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        now[j] = std::min(now[j], before[j - 2] + 1);
      }
    }
    before = std::exchange(last, now);
  }
  return last[b.size()];
}

}  // namespace

std::string to_string(const Diagnostic& diagnostic) {
  std::string text;
  if (!diagnostic.file.empty()) {
    text += diagnostic.file + ':';
    if (diagnostic.line > 0) text += std::to_string(diagnostic.line) + ':';
    text += ' ';
  }
  if (!diagnostic.pointer.empty()) text += diagnostic.pointer + ": ";
  text += diagnostic.message;
  if (!diagnostic.hint.empty()) text += "\n  " + diagnostic.hint;
  return text;
}

InputError::InputError(Diagnostic diagnostic)
    : InputError(std::vector<Diagnostic>{std::move(diagnostic)}) {}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : diagnostics_(std::move(diagnostics)), text_(join(diagnostics_)) {}

InputError::InputError(std::string message, std::string hint)
    : InputError(Diagnostic{{}, 0, {}, std::move(message), std::move(hint)}) {}

void tell(const std::string& text) noexcept {
  std::fputs(visible(text).c_str(), stderr);
  std::fputc('\n', stderr);
}

void tell_warnings(const std::vector<Diagnostic>& warnings) {
  for (const Diagnostic& warning : warnings) tell("warning: " + to_string(warning));
}

std::vector<std::string> all_nearest(const std::string& word,
                                     const std::vector<std::string>& candidates) {
  constexpr std::size_t longest_word = 100;  // the distance costs the product of the lengths
  if (word.size() > longest_word) return {};
  std::vector<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3);
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(word.size(), candidate.size());
    if (longer - std::min(word.size(), candidate.size()) > best_distance) continue;
    const std::size_t distance = edit_distance(word, candidate);
    // A word of which not one letter is left is not a misspelling.
    if (distance > best_distance || distance == longer) continue;
    if (distance < best_distance) best.clear();
    if (std::find(best.begin(), best.end(), candidate) == best.end()) best.push_back(candidate);
    best_distance = distance;
  }
  return best;
}

std::string nearest(const std::string& word, const std::vector<std::string>& candidates) {
  const std::vector<std::string> all = all_nearest(word, candidates);
  return all.empty() ? std::string() : all.front();
}

}  // namespace hpcast

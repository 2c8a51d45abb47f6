#include "hpcast/counters/perf_dialects.h"

#include <algorithm>
#include <array>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

// Of perf stat --metric-only, --topdown and -M, in the words of all its versions.
constexpr std::array<std::string_view, 16> metric_words{
    "insn per cycle",  "insn_per_cycle",  "GHz,",           "CPUs utilized",  "CPUs_utilized",
    "of all branches", "of all L1",       "of all LL",      "stalled cycles", "tma_",
    "retiring",        "bad speculation", "frontend bound", "backend bound",  "TopdownL1",
    "\"GHz\"",
};

bool has_metric_word(std::string_view line) {
  return std::any_of(metric_words.begin(), metric_words.end(), [&](std::string_view word) {
    return line.find(word) != std::string_view::npos;
  });
}

// A line of names, each followed by the separator; a metric's line, which has no count; or an
// object with metrics.
bool holds_metrics(std::string_view line) {
  if (line.empty() || !has_metric_word(line)) return false;
  if (line.front() == '{') return line.find("\"counter-value\"") == std::string_view::npos;
  constexpr std::string_view separators = ",;|:";
  return separators.find(line.back()) != std::string_view::npos ||
         line.find(",,,") != std::string_view::npos || line.find('\t') != std::string_view::npos;
}

bool is_number_of_digits(std::string_view text, std::size_t least, std::size_t most) {
  return text.size() >= least && text.size() <= most &&
         std::all_of(text.begin(), text.end(), is_digit);
}

}  // namespace

void refuse_perf_metrics(const std::string& file) {
  throw InputError({file,
                    0,
                    {},
                    "these are perf's metrics alone (--metric-only, --topdown, -M), which hold no "
                    "counts",
                    "perf stat -x, -e cycles,instructions,… -o FILE writes what was counted"});
}

void refuse_if_perf_metrics(std::string_view text, const std::string& file) {
  if (holds_metrics(first_line(text))) refuse_perf_metrics(file);
}

void refuse_perf_for_people(std::string_view text, const std::string& file) {
  if (text.find("Performance counter stats for") == std::string_view::npos) return;
  throw InputError({file,
                    0,
                    {},
                    "this is perf stat's output for people",
                    "perf stat -x, -o FILE … (or -j) writes what can be read"});
}

// perf prints the share of its time that a counter ran with two digits behind the point, and before
// it that time as a whole number.
bool has_decimal_commas(std::string_view line) {
  const std::vector<std::string> fields = csv_fields(line);
  for (std::size_t i = 3; i + 2 < fields.size(); ++i)
    if (is_number_of_digits(fields[i], 1, 20) && is_number_of_digits(fields[i + 1], 1, 3) &&
        is_number_of_digits(fields[i + 2], 2, 2) &&
        std::any_of(fields.begin(), fields.begin() + static_cast<std::ptrdiff_t>(i),
                    [](const std::string& field) {
                      return std::any_of(field.begin(), field.end(),
                                         [](char c) { return c >= 'a' && c <= 'z'; });
                    }))
      return true;
  return false;
}

}  // namespace hpcast::counters

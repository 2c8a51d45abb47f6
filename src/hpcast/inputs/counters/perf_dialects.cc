#include "hpcast/inputs/counters/perf_dialects.h"

#include <algorithm>
#include <array>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/counters/text_numbers.h"

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

constexpr std::string_view separators_of_names = ",;|:\t";

bool separates_names(char c) { return separators_of_names.find(c) != std::string_view::npos; }

// "MB/s  memory_bandwidth": a unit and a name, with two blanks between them.
bool has_unit_and_name(std::string_view line) {
  for (std::size_t at = line.find("  "); at != std::string_view::npos; at = line.find("  ", at)) {
    const std::size_t end = line.find_first_not_of(' ', at);
    if (at > 0 && !separates_names(line[at - 1]) && end == at + 2 && !separates_names(line[end]))
      return true;
    if (end == std::string_view::npos) break;
    at = end;
  }
  return false;
}

// "     1.000404834,103.4,": how perf -I begins its lines, under a line of names.
bool has_padded_times(std::string_view text, std::string_view names) {
  constexpr std::size_t decimals = 9;
  if (!names.starts_with("time")) return false;
  text.remove_prefix(static_cast<std::size_t>(names.data() - text.data()) + names.size());
  text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  if (!text.starts_with("  ")) return false;
  const std::string_view line = first_line(text);
  const std::size_t end = line.find(names.back());
  const std::size_t point = line.find_first_of(".,");
  return end != std::string_view::npos && point < end && end - point - 1 == decimals;
}

// A line of names, each followed by the separator; a metric's line, which has no count; or an
// object with metrics.
bool holds_metrics(std::string_view text) {
  const std::string_view line = first_line(text);
  if (line.empty()) return false;
  const bool ends_names = separates_names(line.back()) || line.find('\t') != line.npos;
  if (ends_names && (has_unit_and_name(line) || has_padded_times(text, line))) return true;
  if (!has_metric_word(line)) return false;
  if (line.front() == '{') return line.find("\"counter-value\"") == std::string_view::npos;
  return ends_names || line.find(",,,") != std::string_view::npos;
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
  if (holds_metrics(text)) refuse_perf_metrics(file);
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

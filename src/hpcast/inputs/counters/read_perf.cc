// perf stat -x SEPARATOR. A line is, with [what may lack],
//   [TIME SEP][CPU SEP | SOCKET… SEP NUMBER SEP | THREAD SEP]
//   VALUE SEP UNIT SEP EVENT SEP [CGROUP SEP][SPREAD% SEP] NANOSECONDS SEP PERCENT [SEP METRIC SEP
//   UNIT]
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/inputs/counters/cpu_group.h"
#include "hpcast/inputs/counters/perf_dialects.h"
#include "hpcast/inputs/counters/perf_table.h"
#include "hpcast/inputs/counters/readers.h"
#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

constexpr const char* perf_hint =
    "perf stat -x, -o FILE keeps perf's lines apart from what the program prints";

bool is_word_of(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

class PerfFields {
 public:
  PerfFields(std::string_view line, std::string_view separator)
      : rest_(line), separator_(separator) {}

  bool ended() const { return ended_; }
  std::string_view next() {
    const std::size_t end = rest_.find(separator_);
    return take(end);
  }
  // "cpu/event=0xb7,umask=0x1/": a separator between slashes is none.
  std::string_view next_event() {
    std::size_t end = rest_.find(separator_);
    while (end != std::string_view::npos &&
           std::count(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(end), '/') % 2 !=
               0)
      end = rest_.find(separator_, end + separator_.size());
    return take(end);
  }

 private:
  std::string_view take(std::size_t end) {
    const std::string_view field = rest_.substr(0, end);
    ended_ = end == std::string_view::npos;
    rest_ = ended_ ? std::string_view{} : rest_.substr(end + separator_.size());
    return trimmed(field);
  }

  std::string_view rest_;
  std::string_view separator_;
  bool ended_ = false;
};

// "0.100244442": nine decimals, which no count has.
bool is_time(std::string_view field) {
  const std::size_t point = field.find_first_of(".,");
  return point != std::string_view::npos && field.size() - point == 10 && to_number(field);
}

bool is_value(std::string_view field) {
  return field.starts_with("<not ") || field == "nan" || field == "inf" || field == "-nan" ||
         field == "-inf" || (to_number(field) && !field.empty());
}

bool is_unit(std::string_view field) { return std::none_of(field.begin(), field.end(), is_digit); }

bool is_event(std::string_view field) {
  return std::any_of(field.begin(), field.end(),
                     [](char c) { return is_word_of(c) && !is_digit(c); });
}

enum class LineKind { counter, metric, none };

LineKind read_tail(PerfFields& fields, PerfLine& line) {
  std::string_view field = fields.next();
  if (!to_number(field) && !field.ends_with('%')) {
    line.region = field;  // empty: of none, as duration_time is
    field = fields.next();
  }
  if (field.ends_with('%')) {
    const auto spread = to_number(field.substr(0, field.size() - 1));
    if (!spread) return LineKind::none;
    line.spread = *spread / 100;
    field = fields.next();
  }
  if (!to_number(field) || fields.ended()) return LineKind::none;
  const auto percent = to_number(fields.next());
  if (!percent || *percent < 0 || *percent > 100.5) return LineKind::none;
  line.running = std::min(1.0, *percent / 100);
  if (fields.ended()) return LineKind::counter;
  line.metric = fields.next();
  line.metric_unit = fields.ended() ? std::string_view{} : fields.next();
  return LineKind::counter;
}

// A metric has no counter: neither its unit nor its name, but perhaps the time that a group of them
// ran, its value and, last, its own name: ",820500000,100.00,,,22.0,%  tma_retiring".
LineKind read_metric(PerfFields& fields) {
  constexpr int fewest = 4;  // behind the empty value
  int seen = 0;
  for (; !fields.ended(); ++seen) {
    const std::string_view field = fields.next();
    const bool may_be_there = field.empty() || is_value(field) || fields.ended();
    if (!may_be_there) return LineKind::none;
  }
  return seen < fewest ? LineKind::none : LineKind::metric;
}

LineKind read_counter(PerfFields& fields, std::string_view value, PerfLine& line) {
  if (value.empty() && !fields.ended()) return read_metric(fields);
  if (!is_value(value) || fields.ended()) return LineKind::none;
  line.value = value;
  line.unit = fields.next();
  if (fields.ended() || !is_unit(line.unit)) return LineKind::none;
  line.event = fields.next_event();
  if (fields.ended() || !is_event(line.event)) return LineKind::none;
  return read_tail(fields, line);
}

// Behind a socket, die or core stands how many CPUs it has.
LineKind read_group(PerfFields fields, std::string_view name, PerfLine& line) {
  // With the number of CPUs behind it.
  if (!is_cpu_group(name) || !to_number(fields.next()) || fields.ended()) return LineKind::none;
  line.thread = name;
  return read_counter(fields, fields.next(), line);
}

LineKind parse_line(std::string_view text, std::string_view separator, PerfLine& line) {
  PerfFields fields(text, separator);
  std::string_view field = fields.next();
  if (is_time(field) && !fields.ended()) {
    line.time_s = to_number(field);
    field = fields.next();
  }
  if (field.empty() || is_value(field)) return read_counter(fields, field, line);
  // A thread may have a name like a die's: "S0-D0-4711".
  PerfLine of_group = line;
  if (const LineKind kind = read_group(fields, field, of_group); kind != LineKind::none) {
    line = of_group;
    return kind;
  }
  line.thread = field;  // a CPU, a thread
  return fields.ended() ? LineKind::none : read_counter(fields, fields.next(), line);
}

bool parses(std::string_view text, std::string_view separator) {
  PerfLine line;
  return parse_line(text, separator, line) == LineKind::counter;
}

// What stands between two numbers of the line may be it: the time that a counter ran and its share
// are neighbours on every line.
std::optional<std::string> separator_in(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    if (!is_word_of(text[i])) {
      ++i;
      continue;
    }
    while (i < text.size() && is_word_of(text[i])) ++i;
    std::size_t end = i;
    while (end < text.size() && !is_word_of(text[end])) ++end;
    const std::string_view between = text.substr(i, end - i);
    if (end < text.size() && !between.empty() && between != "." && is_digit(text[i - 1]) &&
        is_digit(text[end]) && parses(text, between))
      return std::string(between);
  }
  return std::nullopt;
}

std::optional<std::string> separator_of(std::string_view text) {
  constexpr std::size_t lines_to_look_at = 100;
  for (std::size_t i = 0; i < lines_to_look_at && !text.empty(); ++i) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.size() > 4096 || trimmed(line).starts_with('#')) continue;
    if (auto separator = separator_in(line)) return separator;
  }
  return std::nullopt;
}

void add_fault(std::string_view line, std::size_t number, LineFaults& faults) {
  if (has_decimal_commas(line)) return faults.add(number, decimal_commas, decimal_commas_hint);
  faults.add(number, "no line of perf stat -x: " + hpcast::quoted(line), perf_hint);
}

}  // namespace

bool is_perf(std::string_view text) {
  return text.starts_with(perf_start) || has_decimal_commas(first_line(text)) ||
         separator_of(text).has_value();
}

Table read_perf(std::string_view text, const std::string& file, const Aliases& aliases) {
  Lines lines(text, file);
  LineFaults faults(file);
  refuse_perf_for_people(text, file);
  const auto separator = separator_of(text);
  if (!separator) {
    refuse_if_perf_metrics(text, file);
    if (!has_decimal_commas(first_line(text)))
      throw InputError({file, 0, {}, "no line is one of perf stat -x", perf_hint});
  }
  PerfTable table("perf stat -x", aliases, faults);
  while (lines.next()) {
    const std::string_view line = lines.line();  // whose blanks may separate
    if (line.starts_with(perf_start)) table.begin_run(lines.number());
    if (trimmed(line).empty() || trimmed(line).starts_with('#')) continue;
    PerfLine parsed;
    parsed.number = lines.number();
    const LineKind kind = parse_line(line, separator.value_or(","), parsed);
    if (lines.cut())
      faults.add(lines.number(), "the file ends in the middle of a line: it was cut");
    else if (kind == LineKind::none)
      add_fault(line, lines.number(), faults);
    else if (kind == LineKind::metric)
      table.ignore_metric();
    else if (!parsed.time_s && parsed.thread == "summary")  // perf stat -I --summary
      table.ignore_summary();
    else
      table.add(parsed);
  }
  return table.finish(file);
}

}  // namespace hpcast::counters

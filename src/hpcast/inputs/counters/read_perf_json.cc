// perf stat -j: an object a line.
#include <algorithm>
#include <array>
#include <string>

#include "hpcast/base/json.h"
#include "hpcast/inputs/counters/perf_table.h"
#include "hpcast/inputs/counters/readers.h"
#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

// By these names perf tells what it did not add up.
constexpr std::array thread_members{"cpu", "core",   "cluster", "cache",
                                    "die", "socket", "node",    "thread"};

const std::string* text_member(const Json& object, const char* name) {
  const auto at = object.find(name);
  return at == object.end() ? nullptr : at->get_ptr<const std::string*>();
}

// A number within quotes or without.
std::string text_of(const Json& object, const char* name) {
  const auto at = object.find(name);
  if (at == object.end()) return {};
  return at->is_string() ? at->get<std::string>() : at->is_number() ? at->dump() : std::string();
}

double number_member(const Json& object, const char* name, double fallback) {
  const auto at = object.find(name);
  if (at == object.end()) return fallback;
  if (at->is_number()) return at->get<double>();
  return at->is_string() ? to_number(at->get_ref<const std::string&>()).value_or(fallback)
                         : fallback;
}

std::string thread_in(const Json& object) {
  for (const char* name : thread_members)
    if (const std::string* const value = text_member(object, name)) {
      const bool bare = value->find_first_not_of("0123456789") == std::string::npos;
      return std::string(name) == "cpu" && bare ? "CPU" + *value : *value;
    }
  return {};
}

void add_object(const Json& object, std::size_t number, PerfTable& table, LineFaults& faults) {
  const std::string* const event = text_member(object, "event");
  const std::string* const value = text_member(object, "counter-value");
  if (event == nullptr && value == nullptr) return table.ignore_metric();
  if (event == nullptr || value == nullptr || event->empty())
    return faults.add(number, "one of \"event\" and \"counter-value\" lacks; both are texts");
  PerfLine line;
  if (object.contains("interval")) line.time_s = number_member(object, "interval", -1);
  const std::string thread = thread_in(object);
  line.thread = thread;
  if (const std::string* const group = text_member(object, "cgroup")) line.region = *group;
  line.value = *value;
  if (const std::string* const unit = text_member(object, "unit")) line.unit = *unit;
  line.event = *event;
  if (object.contains("variance")) line.spread = number_member(object, "variance", 0) / 100;
  line.running = std::clamp(number_member(object, "pcnt-running", 100) / 100, 0.0, 1.0);
  const std::string metric = text_of(object, "metric-value");
  line.metric = metric;
  if (const std::string* const unit = text_member(object, "metric-unit")) line.metric_unit = *unit;
  line.number = number;
  table.add(line);
}

std::string_view no_number_at(std::string_view text) {
  for (const std::string_view word : {"-nan", "nan", "-inf", "inf"})
    if (text.starts_with(word)) return word;
  return {};
}

// Perf before Linux 6.2 writes numbers as C does: "nan" and "-nan" of a metric over what was not
// counted and, in some languages, decimal commas, which have no blank behind them.
std::string as_json(std::string_view line) {
  std::string text;
  bool in_text = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && (i == 0 || line[i - 1] != '\\')) in_text = !in_text;
    const bool between_digits =
        i > 0 && i + 1 < line.size() && is_digit(line[i - 1]) && is_digit(line[i + 1]);
    const std::string_view word = in_text ? std::string_view{} : no_number_at(line.substr(i));
    text +=
        !word.empty() ? "null" : std::string(1, !in_text && c == ',' && between_digits ? '.' : c);
    if (!word.empty()) i += word.size() - 1;
  }
  return text;
}

}  // namespace

bool is_perf_json(std::string_view text) {
  const std::string_view line = first_line(text);
  return line.starts_with('{') &&
         (line.find("\"counter-value\"") != std::string_view::npos ||
          line.find("\"metric-value\"") != std::string_view::npos || line == "{}");
}

Table read_perf_json(std::string_view text, const std::string& file, const Aliases& aliases) {
  Lines lines(text, file);
  LineFaults faults(file);
  PerfTable table("perf stat -j", aliases, faults);
  while (lines.next()) {
    const std::string_view line = trimmed(lines.line());
    if (line.starts_with(perf_start)) table.begin_run(lines.number());
    if (line.empty() || line.starts_with('#')) continue;
    try {
      const Document document = parse_json(as_json(line), file);
      if (document.root.is_object())
        add_object(document.root, lines.number(), table, faults);
      else
        faults.add(lines.number(), "no object of perf stat -j: " + hpcast::quoted(line));
    } catch (const InputError& error) {
      const bool cut = lines.cut();
      faults.add(lines.number(),
                 cut ? "the file ends in the middle of a line: it was cut"
                     : error.diagnostics().front().message,
                 cut ? "" : "perf stat -j -o FILE keeps perf's lines apart from the program's");
    }
  }
  return table.finish(file);
}

}  // namespace hpcast::counters

// perf stat -j: an object a line.
#include <algorithm>
#include <array>
#include <string>

#include "hpcast/base/json.h"
#include "hpcast/counters/perf_table.h"
#include "hpcast/counters/readers.h"
#include "hpcast/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

// By these names perf tells what it did not add up.
constexpr std::array thread_members{"cpu", "core",   "cluster", "cache",
                                    "die", "socket", "node",    "thread"};

const std::string* text_member(const Json& object, const char* name) {
  const auto at = object.find(name);
  return at == object.end() ? nullptr : at->get_ptr<const std::string*>();
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
  line.metric = number_member(object, "metric-value", 0);
  if (const std::string* const unit = text_member(object, "metric-unit")) line.metric_unit = *unit;
  line.number = number;
  table.add(line);
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
    if (line.empty() || line.starts_with('#')) continue;
    try {
      const Document document = parse_json(line, file);
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

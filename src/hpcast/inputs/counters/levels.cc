#include "hpcast/inputs/counters/levels.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "hpcast/inputs/counters/aliases.h"
#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// "cpu", "temp" of "cpu_temp1".
std::vector<std::string> words_of(std::string_view key) {
  std::vector<std::string> words(1);
  for (const char c : key)
    if (c == '_')
      words.emplace_back();
    else
      words.back() += c;
  for (std::string& word : words) word.resize(word.find_last_not_of("0123456789") + 1);
  return words;
}

// perf's, with "tool/" before them or without.
bool is_of_the_machine(std::string_view key) {
  constexpr std::array<std::string_view, 10> facts{
      "num_cpus", "num_cpus_online", "num_cores", "num_dies",  "num_packages",
      "smt_on",   "system_tsc_freq", "has_pmem",  "core_wide", "target_cpu"};
  constexpr std::string_view tool = "tool_";
  const bool is_tools = key.starts_with(tool);
  return is_one_of(is_tools ? key.substr(tool.size()) : key, facts) ||
         (is_tools && !key.ends_with("_time"));
}

// Sensors: PAPI's components and Linux's hwmon.
bool is_of_a_sensor(std::string_view name) {
  constexpr std::array<std::string_view, 4> heads{"nvml::", "coretemp::", "lmsensors::", "hwmon_"};
  return std::any_of(heads.begin(), heads.end(),
                     [&](std::string_view head) { return name.starts_with(head); });
}

bool counts_something(const std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 7> counts{"cycles",      "count",  "counts", "events",
                                                   "transitions", "misses", "retired"};
  return words.front() == "pm" ||  // POWER's
         std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return is_one_of(word, counts); });
}

bool any_of_them_is(const std::vector<std::string>& words,
                    std::span<const std::string_view> known) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return is_one_of(word, known); });
}

// Of "mem_used_mb": without the unit.
std::vector<std::string> without_unit_of_bytes(std::vector<std::string> words) {
  constexpr std::array<std::string_view, 12> units{"b",   "bytes", "kb",  "mb",    "gb", "tb",
                                                   "kib", "mib",   "gib", "pages", "k",  "m"};
  if (words.size() > 1 && is_one_of(words.back(), units)) words.pop_back();
  return words;
}

// "mem_used", "heap_size", "fb_memory_usage_free"; but not "energy_used", "transfer_size".
bool is_of_a_store(const std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 14> stores{"mem",  "memory", "ram",       "swap",  "vram",
                                                    "fb",   "heap",   "buffer",    "cache", "disk",
                                                    "pool", "stack",  "hugepages", "queue"};
  constexpr std::array<std::string_view, 10> states{"used",      "free",     "avail", "available",
                                                    "occupancy", "occupied", "size",  "usage",
                                                    "resident",  "remaining"};
  return is_one_of(words.back(), states) && any_of_them_is(words, stores);
}

// "queue_depth", "runq_len"; "nr_running", "procs_blocked".
bool is_how_many(const std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 3> queues{"queue", "runq", "runqueue"};
  constexpr std::array<std::string_view, 3> lengths{"len", "length", "sz"};
  constexpr std::array<std::string_view, 8> who{"nr",        "num",     "n",     "procs",
                                                "processes", "threads", "tasks", "jobs"};
  constexpr std::array<std::string_view, 5> states{"running", "runnable", "blocked", "sleeping",
                                                   "waiting"};
  const std::string& last = words.back();
  if (last == "depth" || last == "qdepth") return true;
  if (words.size() < 2) return false;
  if (is_one_of(last, lengths)) return any_of_them_is(words, queues);
  return is_one_of(last, states) && is_one_of(words[words.size() - 2], who);
}

}  // namespace

bool names_a_reading(std::string_view name) {
  const std::vector<std::string> words = without_unit_of_bytes(words_of(key_of(name, false)));
  // "kmem:kmem_cache_free": the kernel's trace points are counts.
  const bool is_trace_point =
      name.find(':') != std::string_view::npos || words.front().starts_with("kmem");
  if (is_trace_point || names_a_box(name) || counts_something(words)) return false;
  return is_of_a_store(words) || is_how_many(words);
}

bool names_a_level(std::string_view name) {
  constexpr std::array<std::string_view, 26> levels{
      "temp",        "temps",       "temperature", "tctl",  "tdie",    "freq", "frequency",
      "fan",         "util",        "voltage",     "vcore", "mhz",     "ghz",  "khz",
      "utilization", "utilisation", "celsius",     "degc",  "rpm",     "pct",  "percent",
      "volts",       "ipc",         "cpi",         "rss",   "humidity"};
  // As the last word.
  constexpr std::array<std::string_view, 5> averages{"watts", "watt", "avg", "average", "mean"};
  constexpr std::array<std::string_view, 3> units_of_power{"w", "mw", "kw"};
  if (is_of_a_sensor(name)) return true;
  const std::string key = key_of(name, false);
  if (is_of_the_machine(key) || key.find("thermal_margin") != std::string::npos) return true;
  const std::vector<std::string> words = words_of(key);
  if (names_a_box(name) || counts_something(words)) return false;
  if (is_one_of(words.back(), units_of_power) && key.find("power") != std::string::npos)
    return true;
  return is_one_of(words.back(), averages) ||
         std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return is_one_of(word, levels); });
}

}  // namespace hpcast::counters

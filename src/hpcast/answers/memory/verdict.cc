#include "hpcast/answers/memory/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "hpcast/answers/memory/libraries.h"
#include "hpcast/answers/memory/limits.h"
#include "hpcast/base/units.h"

namespace hpcast::answers {
namespace {

// The busiest object that `accept` lets through; null when none of them is occupied.
template <class F>
const ObjectResult* busiest(const MemoryAnswer& result, F&& accept) {
  const ObjectResult* best = nullptr;
  for (const ObjectResult& object : result.objects) {
    if (object.time_s <= 0 || !accept(object)) continue;
    if (!best || object.time_s > best->time_s) best = &object;
  }
  return best;
}

std::string stem_of_role(const MemoryAnswer& result, const char* role) {
  for (const Input& input : result.inputs) {
    if (input.role != role) continue;
    std::filesystem::path path(input.path);
    if (!path.has_filename()) path = path.parent_path();  // "traces/triad/"
    path = path.stem();
    return (path.extension() == ".dat" ? path.stem() : path).string();
  }
  return {};
}

// What ran, which may be another program than the one that started it (mpirun).
std::string program_of(const MemoryAnswer& result) {
  for (const Input& input : result.inputs)
    if (input.role == "program") return std::filesystem::path(input.path).filename().string();
  if (!result.run.command.empty())
    return std::filesystem::path(result.run.command.front()).filename().string();
  return stem_of_role(result, "trace");
}

bool counts_instructions(const MemoryAnswer& result) {
  const auto has_counts = [](const ObjectResult& object) {
    const std::optional<CoreResult>& core = object.core;
    return core && (core->num_inst > 0 || core->num_dp_flops > 0 || core->num_sp_flops > 0);
  };
  return !result.operations.empty() ||
         std::any_of(result.objects.begin(), result.objects.end(), has_counts);
}

bool lacks_core_times(const MemoryAnswer& result) {
  if (has_core_times(result)) return false;
  const auto lacks = [](const std::string& entry) {
    return entry.starts_with(no_core_times) && !entry.ends_with(as_in_pmnet);
  };
  return !counts_instructions(result) ||
         std::any_of(result.not_modelled.begin(), result.not_modelled.end(), lacks);
}

std::string behind_colon(const std::string& words) { return words.empty() ? "" : ": " + words; }

}  // namespace

const ObjectResult* limiting_object(const MemoryAnswer& result) {
  const auto it = std::find_if(
      result.objects.begin(), result.objects.end(),
      [&](const ObjectResult& object) { return object.name == result.bottleneck.name; });
  return it == result.objects.end() ? nullptr : &*it;
}

bool has_core_times(const MemoryAnswer& result) {
  return std::any_of(result.objects.begin(), result.objects.end(),
                     [](const ObjectResult& o) { return o.core && o.core->executing; });
}

bool is_lower_bound(const MemoryAnswer& result) {
  return lacks_core_times(result) || lacks_libraries(result);
}

std::string lower_bound_words(const MemoryAnswer& result) {
  const char* const cores = !lacks_core_times(result)     ? ""
                            : counts_instructions(result) ? "without the cores' own time"
                                                          : "instructions were not counted";
  if (!lacks_libraries(result)) return cores;
  return fmt::format("{}{}without {}", cores, *cores == '\0' ? "" : ", ", library_words(result));
}

std::string cause_words(const MemoryAnswer& result) {
  const ObjectResult* const object = limiting_object(result);
  if (!object || !object->core) return {};
  const std::string cause = cause_of(result.limits);
  return object->core->executing || cause == page_faults ? behind_colon(cause) : "";
}

const ObjectResult* runner_up(const MemoryAnswer& result) {
  const ObjectResult* first = limiting_object(result);
  if (!first) return nullptr;
  const ObjectResult* next = busiest(result, [&](const ObjectResult& object) {
    return object.kind != first->kind || object.class_name != first->class_name;
  });
  if (next) return next;
  return busiest(result, [&](const ObjectResult& object) { return &object != first; });
}

std::string sample_words(const MemoryAnswer& result) {
  if (!result.sample) return {};
  const Sample& sample = *result.sample;
  const std::string one_in =
      fmt::format("1 in {} {}", sample.one_in, sample.kind == "time" ? "stretches" : sample.kind);
  if (!sample.margin_s && sample.replicates > 1)
    return " (" + one_in + ", none of some phases: no interval)";
  if (!sample.margin_s) return " (" + one_in + ", too few for an interval)";
  return fmt::format(" ± {} (95 %, {})", format_time(*sample.margin_s), one_in);
}

std::string error_words(const MemoryAnswer& result) {
  if (!result.typical_error) return {};
  return " ± " + format_percent(result.typical_error->share) +
         (result.typical_error->calibrated ? "" : " or more");
}

bool is_limited_by_waiting(const MemoryAnswer& result) {
  return waiting_s(result) > result.time_s / 2;
}

std::string waiting_words(const MemoryAnswer& result) {
  constexpr double least = 0.05;
  const double share = result.time_s > 0 ? waiting_s(result) / result.time_s : 0;
  if (share < least || is_limited_by_waiting(result)) return {};
  return fmt::format(", {} add {} of it", waiting_limits, format_percent(share));
}

std::string limit_words(const MemoryAnswer& result) {
  if (is_limited_by_waiting(result)) return std::string(waiting_limits);
  return to_string(result.bottleneck) + cause_words(result);
}

std::string limit_words(const MemoryAnswer& result, const PhaseResult& phase) {
  if (phase.bottleneck.empty()) return "nothing";
  const bool by_core =
      phase.executing &&
      std::any_of(result.objects.begin(), result.objects.end(), [&](const ObjectResult& object) {
        return object.kind == Kind::core && object.name == phase.bottleneck;
      });
  if (waiting_s(phase) > phase.time_s / 2) return std::string(waiting_limits);
  if (!by_core) return phase.bottleneck;
  return phase.bottleneck + behind_colon(cause_of(phase.limits));
}

std::string verdict_line(const MemoryAnswer& result) {
  const bool at_least = is_lower_bound(result);
  std::string line = (at_least ? "at least " : "") + format_time(result.time_s) +
                     error_words(result) + sample_words(result);
  if (result.partial) line += " so far (partial trace)";
  if (at_least) line += fmt::format(": {}", lower_bound_words(result));
  if (has_assumed_caches(result)) line += ", caches assumed";
  if (result.bottleneck.name.empty()) return line + ", limited by nothing: no object is occupied";
  const auto next_words = [](const std::string& name, double share) {
    return fmt::format(", next {} ({} of it)", name, format_percent(share));
  };
  line += ", limited by " + limit_words(result);
  if (is_limited_by_waiting(result))
    return line + next_words(result.bottleneck.name, result.bottleneck.occupancy);
  if (const ObjectResult* next = runner_up(result)) line += next_words(next->name, next->occupancy);
  return line + waiting_words(result);
}

std::string failure_words(const MemoryAnswer& result) {
  const int status = result.run.exit_status.value_or(0);
  return status == 0 || result.partial ? ""
                                       : fmt::format("the program ended with status {}", status);
}

std::string title(const MemoryAnswer& result) {
  std::string program = program_of(result);
  if (!result.ranks.empty()) program += fmt::format(", {} ranks,", result.ranks.size());
  std::string machine = stem_of_role(result, "machine");
  if (program.empty() && machine.empty()) return "memory forecast";
  if (program.empty()) return machine;
  if (machine.empty()) return program;
  return program + " on " + machine;
}

}  // namespace hpcast::answers

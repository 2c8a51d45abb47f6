#include "hpcast/report/core_time.h"

#include <fmt/format.h>

#include <algorithm>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/result/verdict.h"

namespace hpcast::report {

using result::MemoryResult;
using result::ObjectResult;

namespace {

// A core that takes clearly longer than what it executes there does so by a rate of its class.
bool is_limited_by_rate(const MemoryResult& result, const result::PhaseResult& phase) {
  return std::any_of(phase.objects.begin(), phase.objects.end(),
                     [&](const result::PhaseTraffic& traffic) {
                       return result.objects[traffic.object].name == phase.bottleneck &&
                              traffic.time_s > result::clearly_longer * phase.executing->time_s;
                     });
}

}  // namespace

std::string core_time_line(const MemoryResult& result) {
  const ObjectResult* const found = limiting_object(result);
  if (found == nullptr || !found->core || !found->core->executing) return {};
  if (limiting_rate(*found->core) != nullptr) return {};
  const result::CoreTime& core = *found->core->executing;
  const auto percent = [&](double saved_s) {
    return format_percent(core.time_s > 0 ? saved_s / core.time_s : 0);
  };
  std::string savings;
  for (const auto& [cause, saved_s] : causes_of(core))
    add_item(savings, fmt::format("{} {}", percent(saved_s), cause));
  if (core.load_s)
    add_item(savings, fmt::format("{} {}", percent(*core.load_s), result::loaded_memory));
  return fmt::format("{}: {} (each if that cost nothing; they overlap)", found->name, savings);
}

std::string limit_words(const MemoryResult& result, const result::PhaseResult& phase) {
  if (phase.bottleneck.empty()) return "nothing";
  const bool by_core =
      phase.executing &&
      std::any_of(result.objects.begin(), result.objects.end(), [&](const ObjectResult& object) {
        return object.kind == result::Kind::core && object.name == phase.bottleneck;
      });
  if (waiting_s(phase) > phase.time_s / 2) return std::string(result::waiting_limits);
  if (!by_core) return phase.bottleneck;
  return phase.bottleneck + ": " +
         (is_limited_by_rate(result, phase) ? "its rate" : cause_of(*phase.executing));
}

}  // namespace hpcast::report

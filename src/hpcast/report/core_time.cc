#include "hpcast/report/core_time.h"

#include <fmt/format.h>

#include <algorithm>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/result/verdict.h"

namespace hpcast::report {

using result::MemoryResult;
using result::ObjectResult;

std::string core_time_line(const MemoryResult& result) {
  const ObjectResult* const found = limiting_object(result);
  if (found == nullptr || !found->core || !found->core->executing) return {};
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
  return phase.bottleneck + (by_core ? std::string(": ") + cause_of(*phase.executing) : "");
}

}  // namespace hpcast::report

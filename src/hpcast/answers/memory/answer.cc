#include "hpcast/answers/memory/answer.h"

#include <algorithm>
#include <array>

namespace hpcast::answers {
namespace {

constexpr std::array<const char*, kind_count> kind_names = {"core", "cache", "memory", "router",
                                                            "edge"};

constexpr std::array<const char*, limit_kind_count> limit_kind_names = {
    "core", "latency", "page_faults", "cache", "memory", "router", "edge", "wait"};

}  // namespace

const char* name_of(LimitKind kind) { return limit_kind_names[static_cast<std::size_t>(kind)]; }

const char* name_of(Kind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::string to_string(const Bottleneck& bottleneck) {
  if (bottleneck.name.empty()) return "nothing";
  return bottleneck.name + " (" + name_of(bottleneck.kind) + ")";
}

double waiting_s(const PhaseResult& phase) {
  double longest = 0;
  for (const PhaseTraffic& traffic : phase.objects) longest = std::max(longest, traffic.time_s);
  const double waiting = phase.time_s - longest;
  constexpr double rounding = 1e-9;  // sums in another order
  return phase.threads_s > 0 && waiting > rounding * phase.time_s ? waiting : 0;
}

double waiting_s(const MemoryResult& result) {
  double sum = 0;
  for (const PhaseResult& phase : result.phases) sum += waiting_s(phase);
  return sum;
}

const char* rate_of(const CoreResult& core) {
  return core.time_inst >= core.time_flops ? "its rate of instructions" : "its rate of FLOPs";
}

const char* limiting_rate(const CoreResult& core) {
  const double executing = core.executing ? core.executing->time_s : 0;
  if (std::max(core.time_inst, core.time_flops) <= clearly_longer * executing) return nullptr;
  return rate_of(core);
}

}  // namespace hpcast::answers

#include "hpcast/answers/memory/answer.h"

#include <algorithm>

namespace hpcast::answers {

WordList words_of(Kind) {
  static constexpr const char* words[] = {"core", "cache", "memory", "router", "edge"};
  return words;
}
const char* name_of(Kind kind) { return word_of(kind); }

WordList words_of(LimitKind) {
  static constexpr const char* words[] = {"core",   "latency", "page_faults", "cache",
                                          "memory", "router",  "edge",        "wait"};
  return words;
}
const char* name_of(LimitKind kind) { return word_of(kind); }

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

double waiting_s(const MemoryAnswer& result) {
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

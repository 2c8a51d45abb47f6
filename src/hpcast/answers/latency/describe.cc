// What answers about latency consist of in files.
#include "hpcast/answers/latency/answer.h"

namespace hpcast::answers {

static void describe(Mapping& m, LatencyForecast& forecast, const LatencyAnswer& r) {
  const std::size_t latencies = r.to_s.size();
  m("method", forecast.method);
  m("counters", forecast.counters, "That it is made of");
  m("events", forecast.events, "Misses or accesses; 0 where it is made of times");
  m.sized("slowdown", forecast.slowdown, latencies);
  m.derived("mean_error", r.truth.empty() ? std::nullopt : std::optional(mean_error(r, forecast)),
            "Against what was measured, relative, where it was");
  m.optional("overlap", forecast.overlap, "What the events were divided by");
  m.optional("worst_thread", forecast.worst_thread, "Of the thread that suffers most");
  for (const auto& [name, values] :
       {std::pair("overlap", &forecast.overlap), std::pair("worst_thread", &forecast.worst_thread)})
    if (m.reads() && !values->empty() && values->size() != latencies)
      m.fault(name, "expected one for each of to_s");
}

static void describe(Mapping& m, LatencyMissing& missing) {
  m("method", missing.method);
  m("counters", missing.counters, "That it takes and the table does not have");
}

static void describe(Mapping& m, LatencyInterval& interval, std::size_t latencies) {
  m("start_s", interval.start_s);
  m("duration_s", interval.duration_s);
  m.optional("region", interval.region);
  m("misses_per_s", interval.misses_per_s);
  m("outstanding", interval.outstanding, "Reads, on average");
  m.sized("slowdown", interval.slowdown, latencies, "By the method that the verdict is by");
}

static void describe(Mapping& m, LatencyTruth& truth) {
  m("to_s", truth.to_s);
  m("slowdown", truth.slowdown, "Measured");
}

static void check(Mapping& m, const LatencyAnswer& r) {
  if (!m.reads()) return;
  if (r.to_s.empty()) m.fault("to_s", "expected one latency at least");
  if (r.forecast(r.method) == nullptr) m.fault("method", "is not among the forecasts");
  if (!r.without_memory_side.empty() && r.without_memory_side.size() != r.to_s.size())
    m.fault("without_memory_side", "expected one for each of to_s");
}

void describe(Mapping& m, LatencyAnswer& r) {
  describe_head(m, LatencyAnswer::kind, r);
  m("from_s", r.from_s, "Latency that was measured with");
  m("to_s", r.to_s, "Latencies that it is forecast for, ascending");
  m("time_s", r.time_s, "Wall-clock time of the run");
  m("busy_s", r.busy_s, "Of its threads together");
  m("method", r.method, "That the verdict is by");
  m.sized("lower", r.lower, r.to_s.size(), "The least that any method says, or could");
  m.sized("upper", r.upper, r.to_s.size(), "The most; both at most as much as the latency grows");
  m.list("forecasts", r.forecasts, [&](LatencyForecast& forecast) { describe(m, forecast, r); });
  const std::string question = m.reads() ? std::string() : open_question(r);
  m.derived("open_question", question.empty() ? std::nullopt : std::optional(question),
            "How far CAS counting and the correction by outstanding reads lie apart");
  m.list("missing", r.missing, [&](LatencyMissing& missing) { describe(m, missing); });
  m.optional("without_memory_side", r.without_memory_side, "If there were no memory-side cache");
  m.list("intervals", r.intervals,
         [&](LatencyInterval& interval) { describe(m, interval, r.to_s.size()); });
  m.list("truth", r.truth, [&](LatencyTruth& truth) { describe(m, truth); });
  describe_tail(m, r);
  check(m, r);
}

}  // namespace hpcast::answers

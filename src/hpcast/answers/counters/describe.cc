// What a forecast of counters consists of in files.
#include "hpcast/answers/counters/answer.h"

namespace hpcast::answers {

using Forecast = CounterForecast;

static void describe(Mapping& m, Forecast::Total& total) {
  m.type("total", "Of the whole run, or of a region");
  m("value", total.value, any());
  m("low", total.low, any("Nine of ten lie between this and high"));
  m("high", total.high, any());
  m("measured", total.measured, any("Where there is a trace to compare with"));
}

static void describe_metric(Mapping& m, Forecast::Metric& metric) {
  m("name", metric.name);
  m("unit", metric.unit, "# or empty for occurrences");
  m.object("total", [&] { describe(m, metric.total); });
  m.optional("is_lower_bound", metric.is_lower_bound,
             "It may be more by any amount: beyond_caches say why");
}

static void describe_region(Mapping& m, Forecast::Region& region, std::size_t metrics) {
  m("name", region.name);
  m("entered", region.entered, "How often");
  m("time_s", region.time_s, "All threads, without the regions that it entered");
  m.list(
      "gains", region.gains, [&](Forecast::Total& gain) { describe(m, gain); }, "By metric");
  if (m.reads() && region.gains.size() != metrics) {
    m.fault("gains", "expected one for each of the metrics");
    region.gains.resize(metrics);
  }
}

static void describe_dot(Mapping& m, Forecast::Comparison::Dot& dot) {
  m("measured", dot.measured, any());
  m("forecast", dot.forecast, any());
  m("events", dot.events, positive("That are alike"));
}

static void describe_comparison(Mapping& m, Forecast::Comparison& c) {
  m("metric", c.metric);
  m("least_event", c.least_event, any("Events that gained less, as measured, are left out"));
  m("events", c.events, "That were compared");
  m("left_out", c.left_out, "Events that were not, but are part of the total");
  m("outside", c.outside, "Events outside of what nine of ten should lie within");
  m("mean", c.mean, "Of the events' relative errors");
  m("median", c.median);
  m("largest", c.largest);
  m("total_error", c.total_error, any("Relative; negative: too little was forecast"));
  m("histogram", c.histogram, "Events by relative error, in steps of 5 %; the last one is open");
  if (m.reads() && c.histogram.size() != Forecast::Comparison::bins) {
    m.fault("histogram", "expected 20 numbers");
    c.histogram.resize(Forecast::Comparison::bins);
  }
  m.list("dots", c.dots, [&](Forecast::Comparison::Dot& dot) { describe_dot(m, dot); });
}

void describe(Mapping& m, CounterForecast& f) {
  describe_head(m, CounterForecast::kind, f);
  m("model", f.model, "Its file");
  m("method", f.method, "In words");
  m.list(
      "sizes", f.sizes,
      [&](std::pair<std::string, double>& size) {
        m("name", size.first);
        m("value", size.second, positive());
      },
      "That it is forecast for");
  m("learned_sizes", f.learned_sizes, any("By run, in the order of sizes"));
  for (std::vector<double>& run : f.learned_sizes)
    if (m.reads() && run.size() != f.sizes.size()) {
      m.fault("learned_sizes", "expected as many numbers in each as there are sizes");
      run.resize(f.sizes.size());
    }
  m.optional("shape", f.shape, "The trace that the order of events is of; missing: forecast, too");
  m("events", f.events);
  m("threads", f.threads);
  m("time_s", f.time_s, "From the first event to the last");
  m.list("metrics", f.metrics, [&](Forecast::Metric& metric) { describe_metric(m, metric); });
  m.list(
      "regions", f.regions,
      [&](Forecast::Region& region) { describe_region(m, region, f.metrics.size()); },
      "The largest time first");
  m.optional("guess", f.guess, "Why all of it is a guess; missing: what runs speak for");
  m.optional("beyond_caches", f.beyond_caches,
             "Where data outgrow caches, or may do so, only beyond the sizes learned from");
  m.optional("against", f.against, "The trace that it is compared with");
  m.list("comparisons", f.comparisons,
         [&](Forecast::Comparison& comparison) { describe_comparison(m, comparison); });
  m.derived("far_outside", far_outside(f), "A sentence for each size far outside of the learned");
  describe_tail(m, f);
}

}  // namespace hpcast::answers

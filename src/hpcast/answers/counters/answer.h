// What `hpcast generate` answers, as plain data: docs/counter-traces.md,
// schemas/counter-forecast.schema.json. The forecast trace itself is an archive of its own.
//
// Counts are in their metric's unit. All numbers are finite.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/answers/answer.h"

namespace hpcast::answers {

struct CounterForecast : Answer {
  static constexpr AnswerKind kind = {"hpcast-counter-answer", "hpcast generate",
                                      "docs/counter-traces.md", "learned_sizes",
                                      "counter-forecast.schema.json"};

  // Of the whole run, or of a region.
  struct Total {
    double value = 0;
    double low = 0, high = 0;        // nine of ten lie within
    std::optional<double> measured;  // where there is a trace to compare with
    bool operator==(const Total&) const = default;
  };
  struct Metric {
    std::string name;  // "PAPI_L1_DCM"
    std::string unit;  // "#" or none for occurrences
    Total total;
    bool is_lower_bound = false;  // it may be more by any amount: `beyond_caches` say why
    bool operator==(const Metric&) const = default;
  };
  // What a region did itself, without those that it entered; all threads together.
  struct Region {
    std::string name;
    std::uint64_t entered = 0;
    double time_s = 0;
    std::vector<Total> gains;  // by metric
    bool operator==(const Region&) const = default;
  };
  // A metric's events against those that were measured. Errors are relative: 0.1 is 10 %.
  struct Comparison {
    static constexpr std::size_t bins = 20;
    static constexpr double bin_width = 0.05;  // of relative error

    struct Dot {
      double measured = 0, forecast = 0;
      std::uint64_t events = 1;  // that are alike
      bool operator==(const Dot&) const = default;
    };
    std::string metric;
    double least_event = 10;      // events that gained less, as measured, are left out
    std::uint64_t events = 0;     // compared
    std::uint64_t left_out = 0;   // but part of the total
    std::uint64_t outside = 0;    // of what nine of ten should lie within; of those compared
    double mean = 0, median = 0;  // of the events' errors
    double largest = 0;
    double total_error = 0;  // of the sum over all events; negative: too little was forecast
    std::vector<std::uint64_t> histogram;  // of the events' errors: `bins`, the last one open
    std::vector<Dot> dots;

    double share_outside() const {
      return events == 0 ? 0 : static_cast<double>(outside) / static_cast<double>(events);
    }
    bool operator==(const Comparison&) const = default;
  };

  std::string model;                                  // its file
  std::string method;                                 // "growth laws", "extra-trees, history 8"
  std::vector<std::pair<std::string, double>> sizes;  // that it is forecast for
  std::vector<std::vector<double>> learned_sizes;     // by training run, in the order of `sizes`
  std::string shape;  // the trace that the order of events is taken from; empty: forecast, too
  std::uint64_t events = 0, threads = 0;
  double time_s = 0;  // from the first event to the last one
  std::vector<Metric> metrics;
  std::vector<Region> regions;  // the largest time first
  std::string guess;            // why all of it is one; empty: what runs speak for
  // Where data outgrow caches, or may do so, only beyond the sizes learned from.
  std::vector<std::string> beyond_caches;
  std::string against;  // the trace that it is compared with, or empty
  std::vector<Comparison> comparisons;
  bool operator==(const CounterForecast&) const = default;
};
// What it consists of in files.
void describe(Mapping& m, CounterForecast& forecast);

// "rows=5000, cols=100"
std::string sizes_text(const CounterForecast& forecast);
// "2.31 M", "2.31 M bytes"
std::string amount_text(double amount, const std::string& unit);
// "1.9 M to 2.8 M"; empty where both are the same to three digits.
std::string interval_text(const CounterForecast::Total& total, const std::string& unit);
// Of a metric's total; "3.84 M or more" where no end is known.
std::string interval_text(const CounterForecast::Metric& metric);
// "PAPI_L1_DCM, PAPI_L3_DCM": of which the total may be more by any amount.
std::string lower_bounds_text(const CounterForecast& forecast);
// What a reader is to mind before all else: far_outside() and `beyond_caches`.
std::vector<std::string> to_mind(const CounterForecast& forecast);
// Whether what nine of ten lie within says little: its end is more than four times its beginning.
bool is_a_guess(const CounterForecast::Total& total);
// "PAPI_L2_DCM, PAPI_L3_DCM": metrics that are guesses; of a forecast that is one, why.
std::string guesses_text(const CounterForecast& forecast);
// "+7.3 %": by how much a relative error is off.
std::string signed_percent(double error);
// Of what was measured; nothing where there is no such number.
std::optional<double> relative_error(const CounterForecast::Total& total);

// "At rows=5000, cols=100: 2.31 M PAPI_L1_DCM (nine of ten: 1.9 M to 2.8 M), 34 k events in
// 120 ms. A guess: PAPI_L2_DCM. Against T: PAPI_L2_DCM is worst, 12 % off an event in the mean,
// +7.3 % in total."
std::string verdict_line(const CounterForecast& forecast);

// A sentence for each size more than twice the largest that was learned from, or less than half
// the smallest: there no training run bounds how far a law is off.
std::vector<std::string> far_outside(const CounterForecast& forecast);

}  // namespace hpcast::answers

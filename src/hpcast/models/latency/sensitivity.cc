#include "hpcast/models/latency/sensitivity.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/counters/simulated_latency.h"
#include "hpcast/models/latency/method.h"

namespace hpcast::latency {

namespace {

using answers::LatencyAnswer;
using answers::LatencyForecast;
using answers::LatencyMethod;

// What knows more first: docs/latency.md, "Methods".
constexpr LatencyMethod by_knowledge[] = {
    LatencyMethod::window, LatencyMethod::overlap,     LatencyMethod::overlap_max,
    LatencyMethod::stalls, LatencyMethod::overlap_add, LatencyMethod::memory_side,
    LatencyMethod::misses, LatencyMethod::dimm_reads,  LatencyMethod::dimm};

std::vector<double> checked_latencies(const Request& request) {
  check_latency("--from", request.from_s);
  std::vector<double> to = request.to_s;
  for (const double latency : to) {
    check_latency("--to", latency);
    if (latency < request.from_s)
      throw InputError(fmt::format("--to {} is shorter than --from {}", format_time(latency),
                                   format_time(request.from_s)),
                       "these counters tell what a longer latency costs, not what a shorter saves");
  }
  std::sort(to.begin(), to.end());
  to.erase(std::unique(to.begin(), to.end()), to.end());
  return to;
}

void check_region(const counters::Table& table, const std::string& region) {
  const std::vector<std::string> names(table.regions.begin() + 1, table.regions.end());
  if (region.empty() || std::find(names.begin(), names.end(), region) != names.end()) return;
  throw InputError("--region " + region + ": there is no such region",
                   names.empty() ? "the table has none" : did_you_mean(region, names));
}

// By interval and region.
struct Sums {
  double duration = 0, busy = 0, events = 0;
  std::vector<double> extra;  // by to_s
};

// One method over all samples.
class Method {
 public:
  Method(const counters::Table& table, const Request& request, const std::vector<double>& to)
      : table_(table), request_(request), to_(to) {}

  // False where counters are missing; then missing() tells which.
  template <class MakeRecipe>
  bool run(LatencyMethod method, const MakeRecipe& make_recipe) {
    forecast_.method = method;
    for (std::size_t i = 0; i < to_.size(); ++i) {
      const Recipe recipe = make_recipe(table_, method, to_[i]);
      missing_ = recipe.missing;
      if (!missing_.empty()) return false;
      const Samples samples = samples_with(table_, recipe.counters, request_.selection);
      missing_ = recipe.counters;  // never there together
      if (samples.all.empty()) return false;
      add(recipe, samples, i);
    }
    missing_.clear();
    return true;
  }

  const LatencyForecast& forecast() const { return forecast_; }
  const std::vector<std::string>& missing() const { return missing_; }
  const std::map<std::pair<double, std::uint32_t>, Sums>& intervals() const { return intervals_; }
  double busy() const { return busy_; }
  double wall() const {
    double sum = 0;
    for (const auto& [key, sums] : intervals_) sum += sums.duration;
    return sum;
  }

 private:
  void add(const Recipe& recipe, const Samples& samples, std::size_t i) {
    double undivided = 0, time = 0;
    busy_ = forecast_.events = 0;
    std::map<std::uint32_t, std::pair<double, double>> threads;  // extra time, busy time
    for (const Sample& sample : samples.all) {
      const Extra extra = extra_time(recipe, sample, request_.from_s, to_[i]);
      Sums& sums = intervals_[{sample.start_s, sample.region}];
      sums.extra.resize(to_.size());
      sums.extra[i] += extra.time;
      if (i == 0) {
        sums.duration = std::max(sums.duration, sample.duration_s);
        sums.busy += sample.busy_s;
        sums.events += extra.events;
      }
      forecast_.events += extra.events;
      undivided += extra.events * (to_[i] - request_.from_s);
      time += extra.time;
      busy_ += sample.busy_s;
      threads[sample.thread].first += extra.time;
      threads[sample.thread].second += sample.busy_s;
    }
    check_busy();
    forecast_.counters = recipe.counters;
    forecast_.slowdown.push_back(1 + time / busy_);
    if (divides(recipe.method)) forecast_.overlap.push_back(time > 0 ? undivided / time : 1);
    if (!samples.by_thread) return;
    double worst = 1;
    for (const auto& [thread, sums] : threads)
      if (sums.second > 0) worst = std::max(worst, 1 + sums.first / sums.second);
    forecast_.worst_thread.push_back(worst);
  }

  void check_busy() const {
    if (busy_ > 0) return;
    throw InputError("the counter table does not tell how long anything took",
                     "perf stat: count duration_time or task-clock too, or use -I; in CSV, a "
                     "column duration_s");
  }

  const counters::Table& table_;
  const Request& request_;
  const std::vector<double>& to_;
  LatencyForecast forecast_;
  std::vector<std::string> missing_;
  std::map<std::pair<double, std::uint32_t>, Sums> intervals_;
  double busy_ = 0;
};

using Methods = std::map<LatencyMethod, Method>;
using StretchKey = std::pair<double, std::uint32_t>;  // start, region

// Reads outstanding on average, by stretch; empty where nothing tells.
std::map<StretchKey, double> outstanding_reads(const counters::Table& table,
                                               const Request& request) {
  const Recipe recipe = recipe_for_outstanding(table);
  std::map<StretchKey, double> reads;
  if (!recipe.missing.empty()) return reads;
  std::map<StretchKey, std::pair<double, double>> sums;
  for (const Sample& sample : samples_with(table, recipe.counters, request.selection).all) {
    auto& [outstanding, time] = sums[{sample.start_s, sample.region}];
    outstanding += sample.values[0];
    time += sample.values[1];
  }
  for (const auto& [stretch, sum] : sums)
    if (sum.second > 0) reads[stretch] = sum.first / sum.second;
  return reads;
}

// What another method knows of the same stretch; null where it does not.
const Sums* sums_of(const Methods& methods, LatencyMethod method, StretchKey stretch) {
  const auto& intervals = methods.at(method).intervals();
  const auto at = intervals.find(stretch);
  return methods.at(method).missing().empty() && at != intervals.end() ? &at->second : nullptr;
}

std::vector<answers::LatencyInterval> intervals_of(const counters::Table& table,
                                                   const Request& request, const Methods& methods,
                                                   const LatencyAnswer& r) {
  std::vector<answers::LatencyInterval> intervals;
  const auto& stretches = methods.at(r.method).intervals();
  if (stretches.size() < 2) return intervals;
  const std::map<StretchKey, double> outstanding = outstanding_reads(table, request);
  for (const auto& [stretch, sums] : stretches) {
    answers::LatencyInterval& interval = intervals.emplace_back();
    interval.start_s = stretch.first;
    interval.duration_s = sums.duration;
    interval.region = table.regions[stretch.second];
    const Sums* const misses = sums_of(methods, LatencyMethod::misses, stretch);
    if (misses != nullptr && sums.duration > 0)
      interval.misses_per_s = misses->events / sums.duration;
    if (const auto reads = outstanding.find(stretch); reads != outstanding.end())
      interval.outstanding = reads->second;
    for (std::size_t i = 0; i < sums.extra.size(); ++i)
      interval.slowdown.push_back(
          sums.busy > 0 ? std::min(1 + sums.extra[i] / sums.busy, answers::most_slowdown(r, i))
                        : 1);
  }
  return intervals;
}

void check_counts(const counters::Table& table) {
  for (const counters::Column& column : table.columns)
    for (const double value : column.values)
      if (value < 0)
        throw InputError("the counter '" + column.name + "' is negative somewhere",
                         "a counter that ran over, or a difference the wrong way round");
}

std::string list_of_missing(const LatencyAnswer& r) {
  std::string list;
  for (const answers::LatencyMissing& missing : r.missing)
    add_item(list,
             fmt::format("{} ({})", name_of(missing.method), fmt::join(missing.counters, ", ")));
  return list;
}

[[noreturn]] void refuse(const LatencyAnswer& r, LatencyMethod wanted) {
  const auto missing = std::find_if(r.missing.begin(), r.missing.end(),
                                    [&](const auto& m) { return m.method == wanted; });
  std::string others;
  for (const LatencyForecast& f : r.forecasts) add_item(others, std::string(name_of(f.method)));
  throw InputError(
      fmt::format("--method {}: the table lacks {}", name_of(wanted),
                  fmt::join(missing->counters, " and ")),
      others.empty() ? "no method can do with what it has" : "what it has allows " + others);
}

LatencyMethod chosen_of(const LatencyAnswer& r, const Request& request) {
  if (request.method && r.forecast(*request.method) == nullptr) refuse(r, *request.method);
  if (request.method) return *request.method;
  for (const LatencyMethod method : by_knowledge)
    if (r.forecast(method) != nullptr) return method;
  throw InputError(
      "the table has no counters that any method can use; each lacks: " + list_of_missing(r),
      "hpcast counters collect counts what is needed");
}

// The least and the most that any method says. Where nothing tells how reads overlap or what
// stalls, all of the latency may be hidden. What a memory-side cache answers does not go to the
// slower memory, so that misses before it do not count.
void find_bounds(LatencyAnswer& r) {
  const bool memory_side = r.forecast(LatencyMethod::memory_side) != nullptr;
  const auto knows_overlap = [](const LatencyForecast& f) {
    return divides(f.method) || f.method == LatencyMethod::stalls ||
           f.method == LatencyMethod::window;
  };
  const bool known = std::any_of(r.forecasts.begin(), r.forecasts.end(), knows_overlap);
  for (std::size_t i = 0; i < r.to_s.size(); ++i) {
    double least = known ? r.forecasts.back().slowdown[i] : 1, most = 1;
    for (const LatencyForecast& f : r.forecasts) {
      if (memory_side && f.method == LatencyMethod::misses) continue;
      least = std::min(least, f.slowdown[i]);
      most = std::max(most, f.slowdown[i]);
    }
    r.lower.push_back(std::min(least, answers::most_slowdown(r, i)));
    r.upper.push_back(std::min(most, answers::most_slowdown(r, i)));
  }
}

// Which methods say that a run grows by more than latency does, and why.
std::string beyond_latency(const LatencyAnswer& r) {
  constexpr double rounding = 1 + 1e-9;
  std::string names;
  for (const LatencyForecast& f : r.forecasts)
    for (std::size_t i = 0; i < f.slowdown.size(); ++i) {
      if (f.slowdown[i] <= answers::most_slowdown(r, i) * rounding) continue;
      names += (names.empty() ? "" : ", ") + std::string(name_of(f.method));
      break;
    }
  if (names.empty()) return names;
  return fmt::format(
      "no run grows by more than its latency does, here {} times at {}: more than "
      "that is of accesses that wait together and are counted as if each waited "
      "alone, or do not wait at all ({})",
      answers::slowdown_text(r.to_s.back() / r.from_s), format_time(r.to_s.back()), names);
}

// Processors that are counted while they idle: cycles by processor time, Hz; 0 where not counted.
double mean_frequency(const counters::Table& table) {
  const counters::Column* const time = table.column("cpu_time");
  const counters::Column* const cycles = table.column("cycles");
  if (time == nullptr || cycles == nullptr) return 0;
  double seconds = 0, counted = 0;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    if (time->values[row] > 0 && cycles->values[row] > 0) {
      seconds += time->values[row];
      counted += cycles->values[row];
    }
  return seconds > 0 ? counted / seconds : 0;
}

// Without intervals of which there is nothing, in which a recorder wrote its buffer, say: up to the
// next rows it is as long as from most rows to the next ones, or as the rows themselves.
double recorded_time_of(const counters::Table& table) {
  std::map<double, double> longest;  // rows, by their start
  for (const counters::Row& row : table.rows)
    longest[row.start_s] = std::max(longest[row.start_s], row.duration_s);
  std::vector<double> distances;
  for (auto at = longest.begin(); at != longest.end() && std::next(at) != longest.end(); ++at)
    distances.push_back(std::next(at)->first - at->first);
  if (distances.empty()) return end_of(table);
  std::vector<double> sorted = distances;
  std::sort(sorted.begin(), sorted.end());
  const double usual = sorted[sorted.size() / 2];
  double time = end_of(table);
  auto rows = longest.begin();
  for (const double distance : distances)
    time -= std::max(0.0, distance - std::max(usual, (rows++)->second));
  return time;
}

void describe(LatencyAnswer& r, const counters::Table& table, const Request& request) {
  r.assumptions = {
      "extra time grows in proportion to the latency that is added; T0 is what was measured with " +
          format_time(r.from_s),
      "the slowdown of several threads is that of their times together",
  };
  if (std::string beyond = beyond_latency(r); !beyond.empty())
    r.assumptions.push_back(std::move(beyond));
  if (r.forecast(LatencyMethod::overlap_max) != nullptr)
    r.assumptions.emplace_back("reads that are outstanding together wait together, all of them");
  if (!r.without_memory_side.empty())
    r.assumptions.emplace_back(
        "without the memory-side cache the run would take the same time at the present latency");
  const double run_s = recorded_time_of(table);
  if (request.selection.region.empty() && r.time_s < 0.99 * run_s)
    r.assumptions.push_back(
        fmt::format("slowdowns are of the {} in which all that the method needs was counted, not "
                    "of the run's {}",
                    format_time(r.time_s), format_time(run_s)));
  constexpr double lowest_frequency = 0.8e9;  // that processors run at
  if (const double hz = mean_frequency(table); hz > 0 && hz < lowest_frequency)
    r.assumptions.push_back(
        fmt::format("the processor time is all busy, though it has {:.0f} million cycles a second "
                    "only: perf stat -a counts idle processors' too (--threads tells how many were "
                    "busy)",
                    hz / 1e6));
  r.not_modelled = {
      "bandwidth: that of a slower memory may be lower, and a program that is bound "
      "by bandwidth loses less to latency",
      "prefetches that no longer come in time", "threads that wait for each other"};
  if (std::string other = other_latency(table, r.from_s); !other.empty())
    r.assumptions.push_back(std::move(other));
  for (const std::string& note : table.notes) {
    if (note.starts_with(counters::simulated_latency_begins)) continue;
    note.starts_with(counters::not_counted_note)
        ? r.not_modelled.push_back(note.substr(counters::not_counted_note.size()))
        : r.assumptions.push_back(note);
  }
}

}  // namespace

void check_latency(const char* option, double latency) {
  constexpr double longest = 1;  // s
  if (latency > 0 && latency <= longest) return;
  throw InputError(
      fmt::format("{} {}: a latency is more than 0 and at most 1 s", option, format_time(latency)),
      "such as 175ns; a number without a unit counts seconds");
}

std::string other_latency(const counters::Table& table, double from_s) {
  constexpr double rounding = 0.01;  // of the note
  const std::optional<double> simulated = counters::simulated_latency(table);
  if (!simulated || std::abs(*simulated - from_s) <= rounding * *simulated) return {};
  return fmt::format(
      "these counters are of a simulation whose memory answered in {}, and --from says {}",
      format_time(*simulated), format_time(from_s));
}

LatencyAnswer sensitivity(const counters::Table& table, const Request& request) {
  LatencyAnswer r;
  r.from_s = request.from_s;
  r.to_s = checked_latencies(request);
  r.truth = request.truth;
  check_region(table, request.selection.region);
  check_counts(table);
  Methods methods;
  for (int i = 0; i < answers::latency_method_count; ++i) {
    const auto name = static_cast<LatencyMethod>(i);
    Method method(table, request, r.to_s);
    if (method.run(name, recipe_for))
      r.forecasts.push_back(method.forecast());
    else
      r.missing.push_back({name, method.missing()});
    methods.emplace(name, std::move(method));
  }
  r.method = chosen_of(r, request);
  const Method& chosen = methods.at(r.method);
  r.time_s = chosen.wall();
  r.busy_s = chosen.busy();
  r.intervals = intervals_of(table, request, methods, r);
  find_bounds(r);
  Method without(table, request, r.to_s);
  if (without.run(r.method, recipe_without_memory_side))
    r.without_memory_side = without.forecast().slowdown;
  describe(r, table, request);
  r.verdict = verdict_line(r);
  return r;
}

}  // namespace hpcast::latency

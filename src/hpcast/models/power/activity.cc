#include "hpcast/models/power/activity.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/meter/possible.h"
#include "hpcast/models/power/chosen_terms.h"
#include "hpcast/models/power/one_power.h"
#include "hpcast/models/power/zero_times.h"

namespace hpcast::power {

namespace {

// What a clock can be: units mixed up are beyond.
constexpr double least_hertz = 1e6, most_volts = 100;

std::string when(const NodeSample& sample) {
  const bool in_region = !sample.region.empty() && sample.region != sample.application;
  return fmt::format("{}{}, at {}", sample.application,
                     in_region ? ", region '" + sample.region + "'" : "",
                     format_time(sample.start_s));
}

class ActivityMaker {
 public:
  ActivityMaker(const Model& model, const ActivityRequest& request, ChosenTerms chosen)
      : model_(model), request_(request), chosen_(std::move(chosen)) {
    for (const ChosenTerm& term : chosen_.terms) made_.terms.push_back(term.index);
    made_.assumptions = chosen_.assumptions;
    made_.left_out = chosen_.left_out;
    largest_.resize(chosen_.terms.size(), 0);
    above_.resize(chosen_.terms.size(), 0);
    below_.resize(chosen_.terms.size(), 0);
  }

  void add(const NodeSample& sample) {
    ++all_;
    if (!is_whole(sample)) return;
    check(sample);
    same_watts_ += sample.has_same_watts ? 1 : 0;
    add_times(sample);
    ActiveInterval interval{
        sample.application, sample.region, sample.start_s, sample.duration_s, {}, {}, sample.watts};
    if (interval.duration_s <= 0 && model_.clock && sample.cycles > 0)
      interval.duration_s = sample.cycles / *model_.clock;
    for (std::size_t i = 0; i < chosen_.terms.size(); ++i) {
      interval.rates.push_back(rate(i, sample));
      interval.activity.push_back(interval.rates.back() * scaling(term(i), sample));
    }
    made_.intervals.push_back(std::move(interval));
  }

  void warn(const std::string& what) {
    if (!what.empty()) made_.warnings.push_back(what);
  }

  void assume(const std::string& what) {
    if (!what.empty()) made_.assumptions.push_back(what);
  }

  Activity take() {
    if (made_.intervals.empty())
      throw InputError(request_.needs_watts ? "no interval has all counters and the power"
                                            : "no interval has all counters",
                       "hpcast counters show tells in how many rows each was counted");
    if (made_.intervals.size() < all_)
      made_.assumptions.push_back(fmt::format(
          "{} of {} intervals lack a counter{}, and are left out", all_ - made_.intervals.size(),
          all_, request_.needs_watts ? " or the power" : ""));
    warn_of_rates();
    warn_of_waiting();
    if (same_watts_ > 0)
      made_.warnings.push_back(fmt::format(
          "power: in {} of {} intervals each thread's row has the same, and they were added up. If "
          "it is the node's, it belongs into a row of its own, without a thread",
          same_watts_, made_.intervals.size()));
    if (without_cycles_)
      made_.assumptions.emplace_back("cycles were not counted: rates are by the wall clock's time");
    for (const auto& [unknown, name] :
         {std::pair{without_voltage_, "voltage"}, std::pair{without_frequency_, "frequency"}})
      if (unknown)
        made_.assumptions.push_back(fmt::format("the table has no {}: the nominal one", name));
    return std::move(made_);
  }

 private:
  const Term& term(std::size_t i) const { return model_.terms[chosen_.terms[i].index]; }

  void add_times(const NodeSample& sample) {
    if (!tells_running_time(sample)) return;
    const double hertz = std::isnan(sample.frequency) ? *model_.clock : sample.frequency;
    ran_s_ += std::min(sample.cycles / hertz, sample.duration_s);
    all_s_ += sample.duration_s;
  }

  void warn_of_waiting() {
    constexpr double mostly = 0.5;
    if (!any_per_cycle() || ran_s_ >= mostly * all_s_) return;
    made_.warnings.push_back(fmt::format(
        "cycles ran for {} of {}: rates and watts are means over all of that time, and where "
        "nothing ran the node draws its base power alone",
        format_time(ran_s_), format_time(all_s_)));
  }

  void warn_of_rates() {
    for (std::size_t i = 0; i < chosen_.terms.size(); ++i) {
      if (above_[i] > 0)
        made_.warnings.push_back(
            fmt::format("{}: a rate of up to {:.3g}, above 1 in {} of {} intervals: its peak, {}, "
                        "is too small, "
                        "or its counters are of more than it says",
                        term(i).name, largest_[i], above_[i], made_.intervals.size(),
                        format_scaled(term(i).peak, std::string(symbol_of(term(i).unit)) + "/s")));
      if (below_[i] > 0)
        made_.warnings.push_back(
            fmt::format("{}: its counters add up to less than 0 in {} of {} intervals, taken for 0",
                        term(i).name, below_[i], made_.intervals.size()));
    }
  }

  bool is_whole(const NodeSample& sample) const {
    if (request_.needs_watts && std::isnan(sample.watts)) return false;
    return std::none_of(sample.values.begin(), sample.values.end(),
                        [](double value) { return std::isnan(value); });
  }

  void check(const NodeSample& sample) const {
    const auto refuse = [&](const std::string& what, const std::string& hint) {
      throw InputError(when(sample) + ": " + what, hint);
    };
    if (sample.watts < 0)
      refuse(fmt::format("{} W", sample.watts), "a node draws 0 W or more: check the meter's sign");
    if (sample.watts > meter::most_watts_of_node)
      refuse(format_scaled(sample.watts, "W") + " are no node's",
             "--nodes N tells how many drew that together; 'power [mW]' another unit");
    if (sample.frequency < least_hertz)
      refuse(fmt::format("a frequency of {} Hz", sample.frequency),
             "name the unit, as in 'frequency [MHz]'");
    if (sample.voltage > most_volts)
      refuse(fmt::format("a voltage of {} V", sample.voltage),
             "name the unit, as in 'voltage [mV]'");
    if (sample.cycles == 0 && any_per_cycle() && !rested(sample))
      refuse("zero cycles: rates are counts by cycles",
             "what was counted needs cycles: leave out the interval, or the column of cycles");
  }

  // No core ran: base power alone.
  static bool rested(const NodeSample& sample) {
    return sample.duration_s > 0 && std::all_of(sample.values.begin(), sample.values.end(),
                                                [](double value) { return value == 0; });
  }

  bool any_per_cycle() const {
    return std::any_of(chosen_.terms.begin(), chosen_.terms.end(), [&](const ChosenTerm& chosen) {
      return model_.terms[chosen.index].per_cycle;
    });
  }

  // While the core that was busy longest ran, if the term is by cycles.
  double seconds(const Term& of, const NodeSample& sample) {
    const double by_clock =
        model_.clock && !std::isnan(sample.cycles) ? sample.cycles / *model_.clock : 0;
    if (of.per_cycle && std::isnan(sample.cycles)) without_cycles_ = true;
    const double time =
        (of.per_cycle && by_clock > 0) || sample.duration_s <= 0 ? by_clock : sample.duration_s;
    if (time > 0) return time;
    throw InputError(when(sample) + ": neither cycles nor a duration tell how long it took",
                     "perf stat: count duration_time too, or use -I; in CSV, a column duration_s");
  }

  // The part of the interval in which the cycles ran: a core that waits draws base power. More
  // than 1 where they are of several cores together, whose rate is as much too low.
  double share_of_time(const Term& of, const NodeSample& sample) const {
    if (!of.per_cycle || !tells_running_time(sample)) return 1;
    const bool by_frequency = of.frequency != 0 && !std::isnan(sample.frequency);
    const double hertz = by_frequency ? sample.frequency : *model_.clock;
    return sample.cycles / hertz / sample.duration_s;
  }

  bool tells_running_time(const NodeSample& sample) const {
    return model_.clock && sample.cycles >= 0 && sample.duration_s > 0;
  }

  double rate(std::size_t i, const NodeSample& sample) {
    const Term& of = term(i);
    if (of.kind == TermKind::always) return 1;
    double events = 0, positive = 0;
    for (const auto& [counter, weight] : chosen_.terms[i].weights) {
      const double part = weight * sample.values[counter];
      events += part;
      positive += std::max(0.0, part);
    }
    // By a little more than nothing is what counters that do not quite match make.
    constexpr double little = 0.01;
    if (events < -little * positive) ++below_[i];
    if (of.kind == TermKind::during) return events > 0 ? 1 : 0;
    const double rate = std::max(0.0, events) * of.factor / seconds(of, sample) / of.peak;
    const double mean = rate * share_of_time(of, sample);
    largest_[i] = std::max({largest_[i], rate, mean});
    if (rate > 1 || mean > 1) ++above_[i];
    return mean;
  }

  double scaling(const Term& of, const NodeSample& sample) {
    double factor = 1;
    if (of.voltage != 0 && !missing(sample.voltage, without_voltage_, "voltage"))
      factor *= std::pow(sample.voltage / *model_.nominal_voltage, of.voltage);
    if (of.frequency != 0 && !missing(sample.frequency, without_frequency_, "frequency"))
      factor *= std::pow(sample.frequency / *model_.nominal_frequency, of.frequency);
    return factor;
  }

  bool missing(double value, bool& seen, const std::string& name) const {
    if (!std::isnan(value)) return false;
    if (request_.needs_watts)
      throw InputError("the model scales with the " + name + ", which the table does not have",
                       "a column '" + name + "'");
    return seen = true;
  }

  const Model& model_;
  const ActivityRequest& request_;
  ChosenTerms chosen_;
  Activity made_;
  std::size_t all_ = 0;
  std::vector<double> largest_;     // rate, by term
  std::vector<std::size_t> above_;  // intervals with a rate above 1
  std::vector<std::size_t> below_;  // intervals with a sum of counters that is clearly below 0
  std::size_t same_watts_ = 0;      // intervals
  double ran_s_ = 0, all_s_ = 0;    // by cycles and by the wall clock, of those that tell both
  bool without_cycles_ = false, without_voltage_ = false, without_frequency_ = false;
};

}  // namespace

bool Activity::measured() const {
  return std::none_of(intervals.begin(), intervals.end(),
                      [](const ActiveInterval& interval) { return std::isnan(interval.watts); });
}

Activity activity_of(const Model& model, const std::vector<NamedTable>& tables,
                     const ActivityRequest& request) {
  const std::string different = different_power_columns(tables, request.power);
  if (!different.empty() && request.needs_watts)
    throw InputError(different, "--power COLUMN names one that all tables have");
  ChosenTerms chosen = chosen_terms(model, tables, request.terms);
  const SampleRequest samples{chosen.counters, request.region, request.by_region, request.nodes,
                              request.power};
  ActivityMaker maker(model, request, std::move(chosen));
  maker.warn(different.empty() ? different_meters(tables) : different);
  for (const NamedTable& table : tables) {
    std::vector<NodeSample> of_table = node_samples(table, samples);
    maker.assume(fold_zero_times(of_table, model.clock.has_value()));
    for (const NodeSample& sample : of_table) maker.add(sample);
  }
  return maker.take();
}

}  // namespace hpcast::power

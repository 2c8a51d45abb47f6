#include "hpcast/countergen/doubts.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "hpcast/base/units.h"
#include "hpcast/countergen/counter_roles.h"
#include "hpcast/countergen/stars.h"
#include "hpcast/countergen/tangles.h"

namespace hpcast::countergen {

namespace {

constexpr std::size_t few_values = 2;
constexpr double little = 0.1;  // of all that a metric counts

std::string sizes_text(const Model& model, const std::vector<double>& sizes) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    parts.push_back(fmt::format("{}={:g}", model.size_names[i], sizes[i]));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::set<double> values_of_size(const Model& model, std::size_t size) {
  std::set<double> values;
  for (const LearnedRun& run : model.runs) values.insert(run.sizes[size]);
  return values;
}

const LearnedRun* worst_run(const Model& model, std::size_t metric) {
  constexpr double far_off = 0.1;
  const LearnedRun* worst = nullptr;
  double most = far_off;
  for (const LearnedRun& run : model.runs) {
    if (run.held.empty()) continue;
    const double error = relative_error(run.held[metric].forecast, run.held[metric].measured);
    if (error <= most) continue;
    most = error;
    worst = &run;
  }
  return worst;
}

std::vector<double> largest_sizes(const Model& model) {
  std::vector<double> largest = model.runs.front().sizes;
  for (const LearnedRun& run : model.runs)
    for (std::size_t i = 0; i < largest.size(); ++i)
      largest[i] = std::max(largest[i], run.sizes[i]);
  return largest;
}

// "between n=200 and n=400", "where n·m is between 200 and 400"
std::string between_text(const Law& law, std::size_t stretch, const Model& model) {
  const double before = law.stretches[stretch].last, behind = law.stretches[stretch + 1].first;
  const std::string split = to_string(law.split, model.size_names);
  const bool is_size =
      std::find(model.size_names.begin(), model.size_names.end(), split) != model.size_names.end();
  return is_size ? fmt::format("between {0}={1:g} and {0}={2:g}", split, before, behind)
                 : fmt::format("where {} is between {:g} and {:g}", split, before, behind);
}

// Where a law goes on higher than before, and by how much at some sizes.
struct Rise {
  const Law* law = nullptr;
  std::size_t stretch = 0;  // the one before it
  double by = 0;
};

Rise rise_of(const Law& law, const std::vector<double>& sizes) {
  constexpr double much = 1.25;
  const auto at = [&](const Law::Stretch& s) {
    return std::max(0.0, s.coefficient * s.term.at(sizes) - s.less);
  };
  for (std::size_t i = 0; i + 1 < law.stretches.size(); ++i) {
    const double before = at(law.stretches[i]), behind = at(law.stretches[i + 1]);
    if (behind > much * before) return {&law, i, behind - before};
  }
  return {};
}

// The largest of a metric's laws, with what all of them rise by; of no law where that is little of
// what there is.
Rise rise_in_all(const Model& model, std::size_t metric, const std::vector<double>& sizes) {
  Rise largest;
  double all = 0, rises = 0;
  for (const auto& [place, laws] : model.laws) {
    const GrowthLaw& of = laws.metrics[metric];
    all += laws.steps * of.law.at(sizes);
    if (!of.holds) continue;
    Rise rise = rise_of(of.law, sizes);
    rise.by *= laws.steps;
    rises += rise.by;
    if (rise.by > largest.by) largest = rise;
  }
  return rises > little * all ? Rise{largest.law, largest.stretch, rises} : Rise{};
}

// What a place's law says of all runs that it was learned from, but for a factor.
double weight_of(const Model& model, const PlaceLaws& laws, std::size_t metric) {
  double sum = 0;
  for (const LearnedRun& run : model.runs) sum += laws.metrics[metric].law.at(run.sizes);
  return laws.steps * sum;
}

double lawless_share(const Model& model, std::size_t metric) {
  double all = 0, lawless = 0;
  for (const auto& [place, laws] : model.laws) {
    const double weight = weight_of(model, laws, metric);
    all += weight;
    if (laws.metrics[metric].law.error() > far_off) lawless += weight;
  }
  return all > 0 ? lawless / all : 0;
}

std::string rise_text(const Rise& rise, const Model& model) {
  const std::vector<Law::Stretch>& stretches = rise.law->stretches;
  std::string text = between_text(*rise.law, rise.stretch, model);
  if (rise.stretch + 2 == stretches.size() && stretches.back().values == 1)
    text += ", beyond which there is no other size to learn from";
  return text;
}

// "n other than 400 and p other than 4"
std::string base_text(const Model& model, const Star& star) {
  return fmt::format("{} other than {:g} and {} other than {:g}", model.size_names[star.one],
                     star.one_base, model.size_names[star.other], star.other_base);
}

std::string level_of(const std::string& metric) { return metric.substr(5, 2); }  // PAPI_L2_DCM

std::string metric_name(const Model& model, std::size_t metric) {
  return metric < model.metrics.size() ? model.metrics[metric].name : "the time";
}

std::string amount(const Model& model, std::size_t metric, double value) {
  return metric < model.metrics.size() ? format_count(value) : format_time(value / nanoseconds);
}

}  // namespace

std::vector<std::string> misfits(const Model& model) {
  std::vector<std::string> lines;
  for (std::size_t m = 0; m <= model.metrics.size(); ++m) {
    const LearnedRun* const worst = worst_run(model, m);
    if (worst == nullptr) continue;
    const Held& held = worst->held[m];
    lines.push_back(
        fmt::format("{} does not fit what it was learned from: {} measured at {}, {} by the model",
                    metric_name(model, m), amount(model, m, held.measured),
                    sizes_text(model, worst->sizes), amount(model, m, held.forecast)));
  }
  return lines;
}

std::vector<std::string> lawless_shares(const Model& model) {
  std::vector<std::string> lines;
  for (std::size_t m = 0; m <= model.metrics.size(); ++m)
    if (const double share = lawless_share(model, m); share > little)
      lines.push_back(fmt::format(
          "{} of {} comes from places that no law describes: sizes left out are more than {} off "
          "there",
          format_percent(share), metric_name(model, m), format_percent(far_off)));
  return lines;
}

std::vector<std::string> outgrown_caches(const Model& model) {
  std::vector<std::string> lines;
  const std::vector<double> sizes = largest_sizes(model);
  for (const std::size_t m : roles_of(model.metric_names()).misses) {
    const Rise rise = rise_in_all(model, m, sizes);
    if (rise.law != nullptr)
      lines.push_back(fmt::format("data outgrow {} {} ({})", level_of(model.metrics[m].name),
                                  rise_text(rise, model), model.metrics[m].name));
  }
  return lines;
}

std::vector<std::string> sizes_that_tell_little(const Model& model) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < model.size_names.size(); ++i) {
    const std::set<double> values = values_of_size(model, i);
    if (values.size() == 1)
      lines.push_back(fmt::format("{}={:g} in all runs: how counts depend on it is not known",
                                  model.size_names[i], *values.begin()));
    else if (values.size() <= few_values)
      lines.push_back(
          fmt::format("{} has {} values only: how counts go on beyond them is a guess; learn from "
                      "three at least, and better five",
                      model.size_names[i], values.size()));
  }
  for (const Tangle& tangle : tangles_in(model))
    lines.push_back(
        fmt::format("{} and {} vary together in all runs: on which of them counts depend is not "
                    "known; learn from a run with one of them changed alone, too",
                    model.size_names[tangle.one], model.size_names[tangle.other]));
  for (const Star& star : stars_in(model))
    lines.push_back(
        fmt::format("no run has both {}: what the two do together is not known; learn from a run "
                    "with both of them changed, too",
                    base_text(model, star)));
  return lines;
}

std::vector<std::string> guesses_at(const Model& model, const std::vector<double>& sizes) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::set<double> values = values_of_size(model, i);
    const bool is_outside = sizes[i] < *values.begin() || sizes[i] > *values.rbegin();
    if (is_outside && values.size() <= few_values)
      lines.push_back(fmt::format(
          "{0}={1:g} lies outside of what was learned from, {0}={2:g}: how counts go on there is a "
          "guess",
          model.size_names[i], sizes[i],
          fmt::join(values, fmt::format(" and {}=", model.size_names[i]))));
  }
  for (const Tangle& tangle : tangles_in(model))
    if (!tangle.holds_at(sizes))
      lines.push_back(fmt::format(
          "{}={:g} with {}={:g}: the two varied together in all runs that were learned from: on "
          "which of them counts depend is a guess, which the intervals allow for",
          model.size_names[tangle.one], sizes[tangle.one], model.size_names[tangle.other],
          sizes[tangle.other]));
  for (const Star& star : stars_in(model))
    if (star.times_off(sizes) > 1)
      lines.push_back(fmt::format(
          "{}={:g} with {}={:g}: no run that was learned from has both {}: what the two "
          "do together is a guess, which the intervals allow for",
          model.size_names[star.one], sizes[star.one], model.size_names[star.other],
          sizes[star.other], base_text(model, star)));
  return lines;
}

}  // namespace hpcast::countergen

#include "hpcast/models/countergen/doubts.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/models/countergen/stars.h"
#include "hpcast/models/countergen/tangles.h"

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

// To tell how counts go on at one that lies outside of them.
bool are_too_few(const std::set<double>& values, double size) {
  return values.size() <= few_values && (size < *values.begin() || size > *values.rbegin());
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

bool depends_on(const Term& term, std::size_t size) {
  return !term.exponents.empty() && (term.exponents[size] != 0 || term.logarithm[size] != 0);
}

bool depends_on(const Law& law, std::size_t size) {
  return depends_on(law.split, size) || depends_on(law.second, size) ||
         std::any_of(law.stretches.begin(), law.stretches.end(), [&](const Law::Stretch& stretch) {
           return stretch.coefficient != 0 && depends_on(stretch.term, size);
         });
}

// By how much of all that the metric counts there laws may be others, that say something else.
double open_share(const Model& model, std::size_t metric, const std::vector<double>& sizes) {
  constexpr double off = 0.1;
  double all = 0, open = 0;
  for (const auto& [place, laws] : model.laws) {
    const Law& law = laws.metrics[metric].law;
    const double says = law.at(sizes);
    all += laws.steps * says;
    if (std::any_of(law.rivals.begin(), law.rivals.end(),
                    [&](const Law& rival) { return relative_error(rival.at(sizes), says) > off; }))
      open += laws.steps * says;
  }
  return all > 0 ? open / all : 0;
}

// "n other than 400 and p other than 4"
std::string base_text(const Model& model, const Star& star) {
  return fmt::format("{} other than {:g} and {} other than {:g}", model.size_names[star.one],
                     star.one_base, model.size_names[star.other], star.other_base);
}

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

bool is_ambiguous(const Model& model, const Law& law) {
  const std::vector<Star> stars = stars_in(model);
  return !law.rivals.empty() || std::any_of(stars.begin(), stars.end(), [&](const Star& star) {
    return depends_on(law, star.one) && depends_on(law, star.other);
  });
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
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (const std::set<double> values = values_of_size(model, i); are_too_few(values, sizes[i]))
      lines.push_back(fmt::format(
          "{0}={1:g} lies outside of what was learned from, {0}={2:g}: how counts go on there is a "
          "guess",
          model.size_names[i], sizes[i],
          fmt::join(values, fmt::format(" and {}=", model.size_names[i]))));
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

std::vector<std::string> open_laws(const Model& model, const std::vector<double>& sizes) {
  std::vector<std::string> lines;
  for (std::size_t m = 0; m <= model.metrics.size(); ++m)
    if (const double share = open_share(model, m, sizes); share > little)
      lines.push_back(
          fmt::format("{} of {} comes from places where other laws fit all runs as well, and say "
                      "something else "
                      "here; the intervals allow for these",
                      format_percent(share), metric_name(model, m)));
  return lines;
}

std::string open_order(const Model& model, const std::vector<double>& sizes) {
  for (const ThreadShape& thread : model.shape)
    for (const auto& [stack, pattern] : thread.patterns)
      for (const Repeated& part : pattern)
        for (const Law& rival : part.times.law.rivals) {
          const std::uint64_t times = part.times.at(sizes);
          const std::uint64_t other = CountLaw{rival, part.times.less}.at(sizes);
          if (times != other)
            return fmt::format("'{}' is entered {}, or {} by another law that fits all runs",
                               model.regions.all()[part.regions.front()], counted(times, "time"),
                               other);
        }
  return {};
}

std::string why_a_guess(const Model& model, const std::vector<double>& sizes) {
  std::vector<std::string> why;
  for (const Star& star : stars_in(model))
    if (star.times_off(sizes) > 1) why.push_back("no run has both " + base_text(model, star));
  for (const Tangle& tangle : tangles_in(model))
    if (!tangle.holds_at(sizes))
      why.push_back(fmt::format("{} and {} vary together in all runs", model.size_names[tangle.one],
                                model.size_names[tangle.other]));
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (const std::set<double> values = values_of_size(model, i); are_too_few(values, sizes[i]))
      why.push_back(fmt::format("{}={:g} lies outside of its {}", model.size_names[i], sizes[i],
                                counted(values.size(), "value")));
  return fmt::format("{}", fmt::join(why, ", "));
}

}  // namespace hpcast::countergen

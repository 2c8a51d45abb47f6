#include "hpcast/models/skeleton/times.h"

#include <fmt/core.h>

#include <cstddef>

namespace hpcast::skeleton {

namespace {

std::string arguments_of(const Region& region) {
  std::string text;
  for (std::size_t i = 1; i <= region.features.size(); ++i)
    text += fmt::format("{}f{}", i > 1 ? ", " : "", i);
  return text;
}

// Features that do not count are named too, so that the compiler does not call what they are made
// of unused.
std::string seconds_of(const Region& region, const Law& law) {
  const std::vector<double>& coefficients = law.coefficients;
  std::string unused, sum = fmt::format("{:.6g}", coefficients[0]);
  for (std::size_t i = 1; i <= region.features.size(); ++i) {
    const double coefficient = i < coefficients.size() ? coefficients[i] : 0;
    if (coefficient > 0)
      sum += fmt::format(" + {:.6g} * (f{})", coefficient, i);
    else
      unused += fmt::format("(void)(f{}), ", i);
  }
  for (const Bend& bend : law.bends)
    sum += fmt::format(" + {:.6g} * hpcast_skeleton_above(f{}, {:.6g})", bend.seconds,
                       bend.feature + 1, bend.above);
  return unused.empty() ? sum : "(" + unused + sum + ")";
}

// What C does not take for the end of a comment.
std::string in_comment(std::string text) {
  for (std::size_t at; (at = text.find("*/")) != std::string::npos;) text.replace(at, 2, "* /");
  return text;
}

std::string macro_of(const Region& region, const Found& found) {
  const bool known = found.fit == Fit::found;
  const std::string note =
      known ? fmt::format("error of its time {:.1f} %", 100 * found.time.mean_error) : "no time";
  return fmt::format(
      "/* {}: {} */\n#define HPCAST_SKELETON_REGION_{}({}) \\\n  hpcast_skeleton_add({})\n",
      in_comment(region.name), note, region.id, arguments_of(region),
      seconds_of(region, known ? found.time.law : Law{{0}, {}}));
}

}  // namespace

std::string times_header(const Plan& plan, const std::vector<Found>& times,
                         const std::string& processor) {
  std::string text = fmt::format("/* Written by hpcast skeleton: seconds on {}. */\n",
                                 in_comment(processor.empty() ? "no processor" : processor));
  for (std::size_t i = 0; i < plan.regions.size(); ++i)
    if (plan.regions[i].time.empty()) text += macro_of(plan.regions[i], times[i]);
  return text;
}

}  // namespace hpcast::skeleton

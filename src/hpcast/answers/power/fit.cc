#include "hpcast/answers/power/fit.h"

#include <fmt/format.h>

#include <algorithm>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"

namespace hpcast::answers {

std::size_t PowerFit::left_out_applications() const {
  return static_cast<std::size_t>(
      std::count_if(applications.begin(), applications.end(),
                    [](const FittedApplication& one) { return one.left_out_error.has_value(); }));
}

std::string residual_text(const FitQuality& quality) {
  return quality.residual_w ? format_scaled(*quality.residual_w, "W") : "unknown";
}

std::string r2_text(const FitQuality& quality) {
  return quality.r2 ? fmt::format("{:.4f}", *quality.r2) : "-";
}

std::string left_out_text(const PowerFit& fit) {
  const std::size_t left_out = fit.left_out_applications(), all = fit.applications.size();
  return left_out == all ? "applications left out"
                         : fmt::format("{} of {} applications left out", left_out, all);
}

std::string constant_power_text(const PowerFit& fit) {
  return fmt::format(
      "the power never changed: {} in {}, so that nothing was learnt of what changes it",
      format_scaled(fit.samples.front().measured_w, "W"), counted(fit.samples.size(), "sample"));
}

std::string verdict_line(const PowerFit& fit) {
  if (fit.power_is_constant()) return constant_power_text(fit);
  const FitQuality& quality = fit.quality();
  std::string line = format_percent(quality.mean_error) + " off in the mean";
  if (quality.left_out_error)
    line += ", " + format_percent(*quality.left_out_error) + " for " + left_out_text(fit);
  line += fmt::format("; residual {}, R² {}; {} of {}", residual_text(quality), r2_text(quality),
                      counted(fit.samples.size(), "sample"),
                      counted(fit.applications.size(), "application"));
  return line;
}

}  // namespace hpcast::answers

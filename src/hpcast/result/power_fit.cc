#include "hpcast/result/power_fit.h"

#include <fmt/format.h>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"

namespace hpcast::result {

std::string verdict_line(const PowerFit& fit) {
  const FitQuality& quality = fit.quality();
  std::string line = format_percent(quality.mean_error) + " off in the mean";
  if (quality.left_out_error)
    line += ", " + format_percent(*quality.left_out_error) + " for applications left out";
  line += fmt::format("; residual {}, R² {:.4f}; {} of {}", format_scaled(quality.residual_w, "W"),
                      quality.r2, counted(fit.samples.size(), "sample"),
                      counted(fit.applications.size(), "application"));
  return line;
}

}  // namespace hpcast::result

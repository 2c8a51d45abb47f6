#include "hpcast/answers/gate.h"

#include <fmt/core.h>

#include <cmath>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/units.h"

namespace hpcast::answers {

Gate parse_gate(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string word = text.substr(0, colon);
  std::optional<double> percent;
  if (colon != std::string::npos && text.ends_with('%'))
    percent = parse_quantity(text.substr(colon + 1, text.size() - colon - 2), Dimension::none);
  if (!percent || !(*percent >= 0) || (word != "slower" && word != "changed"))
    throw InputError("--fail-if " + text + ": expected slower:PERCENT or changed:PERCENT",
                     "slower:5% fails where B takes over 5 % longer than A, changed:5% also where "
                     "it takes over 5 % less");
  return {word == "slower" ? Gate::Kind::slower : Gate::Kind::changed, *percent / 100};
}

std::optional<std::string> failure(const Gate& gate, double time_a_s, double time_b_s) {
  const bool longer = time_b_s > time_a_s * (1 + gate.most);
  const bool less = gate.kind == Gate::Kind::changed && time_b_s < time_a_s * (1 - gate.most);
  if (!longer && !less) return {};
  return fmt::format("B takes {}, A {}: {} {}, and {} passes", format_time(time_b_s),
                     format_time(time_a_s), format_percent(std::abs(time_b_s / time_a_s - 1)),
                     longer ? "longer" : "less", format_percent(gate.most));
}

}  // namespace hpcast::answers

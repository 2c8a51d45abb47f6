#include "hpcast/answers/compare_words.h"

#include <cmath>
#include <limits>

#include "hpcast/base/units.h"

namespace hpcast::answers {

std::string faster_or_slower(double time_a_s, double time_b_s) {
  const double fewest = std::min(time_a_s, time_b_s), most = std::max(time_a_s, time_b_s);
  const double ratio = fewest == most ? 1
                       : fewest > 0   ? most / fewest
                                      : std::numeric_limits<double>::infinity();
  if (ratio < 1.005) return fmt::format("A and B take the same time ({})", format_time(time_a_s));
  const std::string factor =
      std::isinf(ratio) ? "infinitely" : fmt::format("{:.{}f}×", ratio, ratio < 1.095 ? 2 : 1);
  return fmt::format("B is {} {} ({} → {})", factor, time_b_s < time_a_s ? "faster" : "slower",
                     format_time(time_a_s), format_time(time_b_s));
}

void add_assumptions_of_one(std::vector<std::string>& caveats, char letter,
                            const std::vector<std::string>& its,
                            const std::vector<std::string>& others) {
  for (const std::string& assumption : its)
    if (std::find(others.begin(), others.end(), assumption) == others.end())
      caveats.push_back(fmt::format("only {}: {}", letter, assumption));
}

}  // namespace hpcast::answers

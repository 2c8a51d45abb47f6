#include "hpcast/faces/report/memory/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {

using answers::Limit;
using answers::LimitDifference;

namespace {

std::string seconds_or_dash(double seconds) { return seconds > 0 ? format_time(seconds) : "-"; }

}  // namespace

std::string without_words(const Limit& limit, double time_s) {
  const double without_s = time_s - limit.worth_s;
  const double factor = without_s > 0 ? time_s / without_s : 0;
  if (factor < 1.005) return {};
  return fmt::format("{}, {:.{}f}× faster", format_time(without_s), factor, factor < 1.095 ? 2 : 1);
}

std::string limits_section(const answers::MemoryAnswer& result, const TextOptions& options) {
  if (result.limits.empty()) return {};
  constexpr std::size_t most = 5;
  Table table(
      {{"What limits", Align::left}, {"Time"}, {"Share"}, {"Worth"}, {"Without it", Align::left}});
  const std::size_t shown = std::min(most, result.limits.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const Limit& limit = result.limits[i];
    const std::string without = without_words(limit, result.time_s);
    table.row({printable(to_string(limit)), format_time(limit.time_s),
               format_percent(limit.time_s / result.time_s), seconds_or_dash(limit.worth_s),
               without.empty() ? "-" : without});
  }
  if (result.limits.size() > shown)
    table.note(fmt::format("  … and {} more", result.limits.size() - shown));
  return '\n' + table.text(options.width, options.colour);
}

std::string name_of(const LimitDifference& row) {
  if (row.a && row.b && to_string(*row.a) == to_string(*row.b)) return to_string(*row.a);
  Limit limit = row.a ? *row.a : *row.b;
  limit.object.clear();
  limit.count = std::min(limit.count, 1u);
  return to_string(limit);
}

std::string limits_section(const std::vector<LimitDifference>& rows, const TextOptions& options) {
  if (rows.empty()) return {};
  Table table({{"What limits", Align::left}, {"Time A"}, {"Time B"}, {"Worth A"}, {"Worth B"}});
  for (const LimitDifference& row : rows) {
    const Limit a = row.a.value_or(Limit{}), b = row.b.value_or(Limit{});
    table.row({printable(name_of(row)), seconds_or_dash(a.time_s), seconds_or_dash(b.time_s),
               seconds_or_dash(a.worth_s), seconds_or_dash(b.worth_s)});
  }
  return '\n' + table.text(options.width, options.colour);
}

}  // namespace hpcast::report

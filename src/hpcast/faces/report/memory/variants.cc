#include "hpcast/faces/report/memory/variants.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hpcast/answers/memory/verdict.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {

std::string words_of(const answers::Variant& variant) {
  return fmt::format("{}", fmt::join(variant.changes, "; "));
}

std::string variants_section(const answers::MemoryAnswer& result, const TextOptions& options) {
  if (result.variants.empty()) return {};
  Table table({{"Varied", Align::left}, {"Time"}, {"Of it"}, {"Limited by", Align::left}});
  const auto row = [&](const std::string& name, double time_s, const std::string& limited_by) {
    const double share = result.time_s > 0 ? time_s / result.time_s : 0;
    table.row({printable(name), format_time(time_s), format_percent(share), printable(limited_by)});
  };
  row("as it is", result.time_s, answers::limit_words(result));
  for (const answers::Variant& variant : result.variants)
    row(words_of(variant), variant.time_s, variant.limited_by);
  return '\n' + table.text(options.width, options.colour);
}

}  // namespace hpcast::report

#include "hpcast/faces/cli/calibrate/calibration_text.h"

#include <fmt/format.h>

#include <cmath>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::cli {

namespace {

using calibrate::Measurement;
using calibrate::Unit;

std::string quantity_text(double value, Unit unit) {
  switch (unit) {
    case Unit::cycles:
      return fmt::format("{:.2f} cycles", value);
    case Unit::seconds:
      return format_time(value);
    case Unit::hertz:
      return format_scaled(value, "Hz", 4);
    case Unit::bytes_per_second:
      return format_bandwidth(value);
    case Unit::bytes:
      return format_bytes(value);
    case Unit::none:
      return value < 1e4 ? fmt::format("{:.0f}", value) : format_count(value);
  }
  return {};
}

std::string spread_text(double spread) {
  return std::isfinite(spread) ? "+" + format_percent(spread - 1) : "";
}

// Not used are numbers that noise hides, and those that only help to understand others.
const char* use_of(const Measurement& row) {
  if (row.used) return "used";
  if (!row.found.empty()) return row.found.c_str();
  return row.spread > calibrate::widest_spread ? "noise" : "";
}

std::string footnote(const calibrate::Calibration& c) {
  return fmt::format(
      "{} rounds in {}. Told: of instructions by {}, of others by hpcast machine host. Spread: by "
      "how much the best rounds differ; beyond 5 % it is noise, and what was told stands.",
      c.rounds, format_time(c.seconds),
      c.generation ? "the table of " + *c.generation
                   : "the table generic, for there is none of this processor");
}

}  // namespace

std::string calibration_text(const calibrate::Calibration& c, const report::TextOptions& options) {
  using report::Align;
  using report::Style;
  report::Table table({{"", Align::left}, {"measured"}, {"told"}, {"spread"}, {"", Align::left}});
  std::string group;
  for (const Measurement& row : c.measurements) {
    if (row.group != group) table.note(row.group);
    group = row.group;
    table.row(
        {"  " + row.name, quantity_text(row.value, row.unit),
         row.told ? quantity_text(*row.told, row.unit) : "", spread_text(row.spread), use_of(row)},
        row.used ? Style::plain : Style::faint);
  }
  std::string text = report::styled(c.verdict, Style::strong, options.colour) + "\n\n" +
                     table.text(options.width, options.colour);
  text += "\n" + report::wrapped(footnote(c), options.width, "") + "\n";
  return text + report::list_section("Not measured", c.unseen, options);
}

}  // namespace hpcast::cli

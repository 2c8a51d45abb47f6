#include "hpcast/faces/cli/calibrate/network_calibration_text.h"

#include <fmt/format.h>

#include <optional>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::cli {

namespace {

std::string in_unit(double value, netcal::Unit unit) {
  switch (unit) {
    case netcal::Unit::seconds:
      return format_time(value);
    case netcal::Unit::bytes:
      return format_bytes(value);
    case netcal::Unit::bytes_per_second:
      return format_bandwidth(value);
    case netcal::Unit::per_second:
      return format_scaled(value, "/s");
    default:
      return fmt::format("{:.2f}", value);
  }
}

std::string numbers_table(const netcal::Concluded& concluded, const report::TextOptions& options) {
  using report::Align;
  report::Table table({{"", Align::left}, {"measured"}, {"spread"}, {"", Align::left}});
  std::optional<netcal::Place> place;
  for (const netcal::Number& number : concluded.numbers) {
    if (number.place != place) table.note(name_of(number.place));
    place = number.place;
    table.row({"  " + number.name, in_unit(number.value, number.unit),
               number.spread ? "+" + format_percent(*number.spread - 1) : "",
               number.member.empty() ? "not used" : number.member},
              number.member.empty() ? report::Style::faint : report::Style::plain);
  }
  return table.text(options.width, options.colour);
}

std::string check_name(const netcal::Check& check) {
  std::string name = netcal::name_of(check.benchmark);
  if (check.benchmark != netcal::Benchmark::barrier)
    name += ", " + format_bytes(static_cast<double>(check.bytes));
  if (is_collective(check.benchmark)) name += fmt::format(", {} ranks", check.ranks);
  return name;
}

std::string checks_table(const std::vector<netcal::Check>& checks,
                         const report::TextOptions& options) {
  report::Table table({{"forecasts on this network", report::Align::left},
                       {"measured"},
                       {"forecast"},
                       {"forecast ÷ measured"}});
  std::optional<netcal::Place> place;
  for (const netcal::Check& check : checks) {
    if (check.place != place) table.note(name_of(check.place));
    place = check.place;
    const netcal::Unit unit = unit_of(check.benchmark);
    table.row({"  " + check_name(check), in_unit(check.measured, unit),
               in_unit(check.forecast, unit), fmt::format("{:.2f}", check.ratio())});
  }
  return table.text(options.width, options.colour);
}

std::vector<std::string> remarks(const netcal::Concluded& concluded) {
  std::vector<std::string> lines;
  for (const netcal::Number& number : concluded.numbers)
    if (!number.note.empty())
      lines.push_back(fmt::format("{}, {}: {}", number.name, name_of(number.place), number.note));
  return lines;
}

}  // namespace

std::string network_calibration_text(const netcal::Concluded& concluded,
                                     const std::vector<netcal::Check>& checks,
                                     const report::TextOptions& options) {
  std::string text =
      report::wrapped(report::styled(concluded.verdict, report::Style::strong, options.colour),
                      options.width, "  ") +
      "\n\n" + numbers_table(concluded, options);
  if (!checks.empty()) text += "\n" + checks_table(checks, options);
  text += report::list_section("Remarks", remarks(concluded), options);
  return text + report::list_section("Not concluded", concluded.unseen, options);
}

}  // namespace hpcast::cli

#include "hpcast/faces/cli/power/measured_power_text.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/cli/options/find_machine.h"
#include "hpcast/faces/report/kit/table.h"
#include "hpcast/faces/report/kit/text_options.h"
#include "hpcast/models/power/chosen_terms.h"
#include "hpcast/models/power/model_file.h"

namespace hpcast::cli {

namespace {

struct RegionPower {
  std::string name;
  double seconds = 0, joules = 0;  // of rows with a power
  double watts() const { return joules / seconds; }
};

// In the order in which they ran.
std::vector<RegionPower> by_region(const counters::Table& table) {
  std::vector<RegionPower> regions(table.regions.size());
  for (std::size_t i = 0; i < regions.size(); ++i)
    regions[i].name = table.regions[i].empty() ? "the program" : table.regions[i];
  const counters::Column* const power = table.column("power");
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const counters::Row& row = table.rows[i];
    if (!std::isfinite(power->values[i])) continue;
    regions[row.region].seconds += row.duration_s;
    regions[row.region].joules += row.duration_s * power->values[i];
  }
  std::erase_if(regions, [](const RegionPower& region) { return region.seconds == 0; });
  return regions;
}

std::string verdict(const std::vector<RegionPower>& regions) {
  const auto [least, most] = std::minmax_element(
      regions.begin(), regions.end(),
      [](const RegionPower& a, const RegionPower& b) { return a.watts() < b.watts(); });
  const auto watts = [](const RegionPower& region) { return format_scaled(region.watts(), "W"); };
  if (regions.size() == 1) return watts(*most) + " on average\n";
  return fmt::format("{} to {}: {} takes least, {} most\n", watts(*least), watts(*most),
                     least->name, most->name);
}

// A table without what is not counted in each row that has a power: those rows a fit would lose.
counters::Table counted_everywhere(counters::Table table) {
  const std::vector<double> power = table.column("power")->values;
  std::erase_if(table.columns, [&](const counters::Column& column) {
    for (std::size_t i = 0; i < power.size(); ++i)
      if (std::isfinite(power[i]) && std::isnan(column.values[i])) return true;
    return false;
  });
  return table;
}

std::string fit_text(const counters::Table& table, const std::string& output) {
  const power::CountedTerms terms = power::counted_terms(
      power::read_model(find_power_model("five-rates")), {{output, counted_everywhere(table)}});
  if (terms.names.empty())
    return "The formulas of hpcast power fit have no term for these counters: hpcast power show "
           "five-rates";
  return fmt::format("hpcast power fit {}{} makes a model of it.", output,
                     terms.all ? "" : fmt::format(" --terms {}", fmt::join(terms.names, ",")));
}

// "…: none", or what stands in the way there.
std::string place_text(const meter::SensorSearch& search, const std::string& place,
                       const std::string& files) {
  std::vector<std::string> found;
  for (const std::string& one : search.found)
    if (one.starts_with(place)) found.push_back(on_one_line(one));
  return found.empty() ? place + files + ": none" : fmt::format("{}", fmt::join(found, ", "));
}

}  // namespace

std::string measured_power_text(const counters::Table& table, const std::string& output) {
  const report::TextOptions options = report::options_for(STDOUT_FILENO);
  const std::vector<RegionPower> regions = by_region(table);
  report::Table text({{"Program", report::Align::left}, {"Time"}, {"Power"}, {"Energy"}});
  for (const RegionPower& region : regions)
    text.row({report::printable(region.name), format_time(region.seconds),
              format_scaled(region.watts(), "W"), format_scaled(region.joules, "J")});
  std::string all = verdict(regions) + "\n" + text.text(options.width, options.colour) +
                    report::list_section("Notes", table.notes, options);
  if (!output.empty()) all += "\n" + fit_text(table, output) + "\n";
  return all;
}

std::string sources_text(const meter::SensorSearch& search,
                         const std::vector<forecast::PowerProgram>& programs) {
  std::string text = "Programs\n";
  for (const forecast::PowerProgram& program : programs)
    text += fmt::format("  {:20} {}\n", program.name, fmt::join(program.command, " "));
  text += "\nSensors (* read where --sensor names none)\n";
  for (const meter::Sensor& sensor : search.sensors)
    text += fmt::format("{} {:28} {:10} {}{}\n", sensor.chosen ? '*' : ' ', sensor.name,
                        meter::name_of(sensor.part), sensor.path,
                        sensor.label.empty() ? "" : " (" + report::printable(sensor.label) + ")");
  for (const std::string& one : search.found) text += "  " + one + "\n";
  if (search.sensors.empty() && search.found.empty()) text += "  none\n";
  if (!search.doubt.empty()) text += "  " + search.doubt + ": --sensor tells which to read\n";
  return text;
}

void refuse_without_source(const meter::SensorSearch& search, const std::string& sys) {
  std::vector<std::string> others;
  for (const meter::Sensor& sensor : search.sensors) others.push_back(sensor.name);
  throw InputError(
      fmt::format("nothing here tells power: {}; {}/bus/event_source/devices/power (perf's): none "
                  "that the event set counts; {}",
                  place_text(search, sys + "/class/powercap", "/intel-rapl*"), sys,
                  place_text(search, sys + "/class/hwmon", "/hwmon*")),
      others.empty() ? "--meter FILE reads what an external meter writes (docs/power-measure.md)"
                     : fmt::format("--sensor takes what may be of the machine: {}; --meter FILE "
                                   "reads what an external meter writes",
                                   fmt::join(others, ", ")));
}

}  // namespace hpcast::cli

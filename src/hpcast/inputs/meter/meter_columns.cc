#include "hpcast/inputs/meter/meter_columns.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "hpcast/base/units.h"
#include "hpcast/inputs/counters/csv_clock.h"
#include "hpcast/inputs/counters/source_units.h"
#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::meter {

namespace {

constexpr const char* example = "as in: time,watts; docs/power-measure.md has the names";

// "Power [mW]", "Power (mW)" are "power" and "mW".
struct ColumnName {
  std::string name, unit;
};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

ColumnName parted(std::string_view field) {
  const std::string_view text = trimmed(field);
  const std::size_t open = text.find_last_of("[(");
  const bool has_unit =
      open != std::string_view::npos && (text.back() == ']' || text.back() == ')');
  if (!has_unit) return {lower(text), ""};
  return {lower(trimmed(text.substr(0, open))),
          std::string(trimmed(text.substr(open + 1, text.size() - open - 2)))};
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Where there is none of these, "elapsed", "epoch" and the like do.
bool is_usual_time(std::string_view name) {
  return counters::time_column(name) &&
         (name.starts_with("time") || name.starts_with("date") || name.starts_with("end"));
}

bool is_power(const ColumnName& c) {
  return is_one_of(c.name, {"watts", "watt", "w", "power", "power_w", "power.draw",
                            "power.draw.instant", "power.draw.average"});
}

bool is_of_cards(const ColumnName& c) { return c.name.starts_with("power.draw"); }

// What nvidia-smi tells its cards apart by.
bool is_card(const ColumnName& c) {
  return is_one_of(
      c.name, {"index", "uuid", "gpu_uuid", "serial", "gpu_serial", "pci.bus_id", "gpu_bus_id"});
}

// What a log of several meters tells them apart by: none of these holds another one.
bool is_part(const ColumnName& c) {
  return is_one_of(c.name, {"outlet", "plug", "socket", "node", "nodename", "host", "hostname",
                            "psu", "pdu", "phase", "gpu", "card", "blade", "feed"});
}

// What may be thousandths, thousands or millions: its name tells, but not for sure.
bool is_scaled_power(const ColumnName& c) {
  return is_one_of(c.name, {"mw", "kw", "uw", "power_mw", "power_kw", "power_uw", "milliwatts",
                            "kilowatts", "megawatts", "microwatts"});
}

class HeaderReader {
 public:
  HeaderReader(std::size_t line, LineFaults& faults) : line_(line), faults_(faults) {}

  void take(std::optional<std::size_t>& place, std::size_t column, const ColumnName& name) {
    if (place) fault(fmt::format("two columns tell the same: the second is '{}'", name.name));
    place = column;
  }

  // "start [ms]", "time_ms", "time (UTC)"
  void take_time(std::optional<std::size_t>& place, std::size_t column, const ColumnName& name,
                 std::optional<double> unit_s, MeterColumns& columns) {
    take(place, column, name);
    if (counters::names_utc(name.unit)) {
      columns.zone = counters::Zone::utc;
    } else if (!name.unit.empty()) {
      const auto unit = counters::source_unit(name.unit);
      if (!unit || unit->unit != counters::Unit::seconds)
        return fault(fmt::format("times in {} are none: s, ms, us, ns, or dates with times",
                                 hpcast::quoted(name.unit)));
      unit_s = unit->factor;
    }
    if (unit_s && columns.time_unit_s.value_or(*unit_s) != *unit_s)
      fault("two columns tell times in different units");
    if (unit_s) columns.time_unit_s = unit_s;
  }

  void take_duration(std::optional<std::size_t>& place, std::size_t column,
                     const ColumnName& name) {
    take(place, column, name);
    if (!name.unit.empty() && name.unit != "s")
      fault(fmt::format("durations in {} are not read: seconds", hpcast::quoted(name.unit)));
  }

  void take_power(MeterColumns& columns, std::size_t column, const ColumnName& name) {
    if (power_) {
      return fault(fmt::format("two columns of power: '{}' and '{}'", *power_, name.name),
                   "keep one of them, or their sum");
    }
    power_ = name.name;
    columns.power = column;
    if (name.unit.empty()) return;
    const auto factor = parse_quantity("1" + name.unit, Dimension::watts);
    if (!factor || *factor <= 0)
      return fault(fmt::format("power in {} is none in watts", hpcast::quoted(name.unit)),
                   "such as power [W], power [mW], power [kW]");
    if (name.name.starts_with("w") || name.name == "power_w") {
      if (*factor != 1)
        return fault(fmt::format("the column {} says watts, and then {}", hpcast::quoted(name.name),
                                 hpcast::quoted(name.unit)),
                     "call it power [" + name.unit + "]");
    }
    columns.factor = *factor;
  }

  void refuse_scaled(const ColumnName& name) {
    power_ = name.name;
    fault(fmt::format("the column {} holds milliwatts, or megawatts?", hpcast::quoted(name.name)),
          "write the unit behind the name, in brackets: power [mW], power [kW]");
  }

  void fault(const std::string& message, const std::string& hint = {}) {
    faults_.add(line_, message, hint);
  }
  bool has_power() const { return power_.has_value(); }

 private:
  std::size_t line_;
  LineFaults& faults_;
  std::optional<std::string> power_;
};

std::optional<double> seconds_if(bool is_named) {
  return is_named ? std::optional<double>(1) : std::nullopt;
}

}  // namespace

MeterColumns meter_columns(std::string_view header, std::size_t line, LineFaults& faults) {
  MeterColumns columns;
  for (const char c : {'\t', ';'})
    if (header.find(c) != std::string_view::npos) columns.separator = c;
  const std::vector<std::string> names = counters::csv_fields(header, columns.separator);
  columns.count = names.size();
  HeaderReader reader(line, faults);
  const bool has_usual = std::any_of(names.begin(), names.end(), [](const std::string& name) {
    return is_usual_time(parted(name).name);
  });
  const bool of_cards = std::any_of(names.begin(), names.end(), [](const std::string& name) {
    return is_of_cards(parted(name));
  });
  for (std::size_t i = 0; i < names.size(); ++i) {
    const ColumnName name = parted(names[i]);
    const auto time = counters::time_column(name.name);
    if (time && (!has_usual || is_usual_time(name.name)))
      reader.take_time(columns.end, i, name, time->unit_s, columns);
    if (is_one_of(name.name, {"start", "start_s", "begin"}))
      reader.take_time(columns.start, i, name, seconds_if(name.name == "start_s"), columns);
    if (is_one_of(name.name, {"start_ms", "start_us", "start_ns", "duration_ms", "duration_us",
                              "duration_ns"}))
      reader.fault(fmt::format("the column {} is not read", hpcast::quoted(name.name)),
                   "give starts and durations of windows in seconds: start_s, duration_s");
    if (is_one_of(name.name, {"duration", "duration_s"}))
      reader.take_duration(columns.duration, i, name);
    if (is_power(name)) reader.take_power(columns, i, name);
    if (is_scaled_power(name)) reader.refuse_scaled(name);
    if (is_part(name) || (of_cards && is_card(name))) {
      columns.kind_of_part = columns.part.empty() ? name.name : "part";
      columns.part.push_back(i);
    }
  }
  columns.is_of_cards = of_cards;
  if (of_cards) columns.kind_of_part = "graphics card";
  if (!columns.start && !columns.end)
    reader.fault("the first line names no column of times", example);
  if (!reader.has_power()) reader.fault("the first line names no column of power", example);
  if (columns.start && columns.end && columns.duration)
    reader.fault("start, duration and end of a window: one too many");
  return columns;
}

}  // namespace hpcast::meter

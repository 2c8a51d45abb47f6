#include "hpcast/inputs/calibrate/write.h"

#include <cmath>
#include <utility>

#include "hpcast/base/json.h"

namespace hpcast::calibrate {

namespace {

Json to_json(const Measurement& row) {
  Json json = {{"group", row.group}, {"name", row.name}, {"value", row.value}};
  if (row.unit != Unit::none) json["unit"] = name_of(row.unit);
  if (std::isfinite(row.spread)) json["spread"] = row.spread;
  if (row.told) json["told"] = *row.told;
  json["used"] = row.used;
  if (!row.note.empty()) json["note"] = row.note;
  return json;
}

}  // namespace

const char* name_of(Unit unit) {
  switch (unit) {
    case Unit::none:
      return "";
    case Unit::cycles:
      return "cycles";
    case Unit::seconds:
      return "s";
    case Unit::hertz:
      return "Hz";
    case Unit::bytes:
      return "B";
    case Unit::bytes_per_second:
      return "B/s";
  }
  return "";
}

std::string to_text(const Calibration& c, const std::string& version) {
  Json rows = Json::array();
  for (const Measurement& row : c.measurements) rows.push_back(to_json(row));
  Json json = {{"schema_version", 1},
               {"tool", {{"name", "hpcast calibrate"}, {"version", version}}},
               {"verdict", c.verdict},
               {"date", c.machine.extras.value("date", "")},
               {"rounds", c.rounds},
               {"seconds", c.seconds},
               {"measurements", std::move(rows)},
               {"unseen", c.unseen}};
  if (c.generation) json["generation"] = *c.generation;
  return json.dump(2) + "\n";
}

}  // namespace hpcast::calibrate

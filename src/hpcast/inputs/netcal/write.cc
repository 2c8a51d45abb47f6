#include "hpcast/inputs/netcal/write.h"

#include <utility>

#include "hpcast/base/date.h"

namespace hpcast::netcal {

namespace {

// File names need not be UTF-8.
std::string dumped(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json number_to_json(const Number& number) {
  Json json = {{"place", name_of(number.place)}, {"name", number.name}, {"value", number.value}};
  if (number.unit != Unit::none) json["unit"] = name_of(number.unit);
  if (number.spread) json["spread"] = *number.spread;
  if (!number.member.empty()) json["member"] = number.member;
  if (!number.note.empty()) json["note"] = number.note;
  return json;
}

Json check_to_json(const Check& check) {
  return {{"place", name_of(check.place)},
          {"benchmark", name_of(check.benchmark)},
          {"ranks", check.ranks},
          {"bytes", check.bytes},
          {"measured", check.measured},
          {"forecast", check.forecast},
          {"unit", name_of(unit_of(check.benchmark))}};
}

}  // namespace

const char* name_of(Unit unit) {
  switch (unit) {
    case Unit::seconds:
      return "s";
    case Unit::bytes:
      return "B";
    case Unit::bytes_per_second:
      return "B/s";
    case Unit::per_second:
      return "1/s";
    default:
      return "";
  }
}

Unit unit_of(Benchmark benchmark) {
  if (is_time(benchmark)) return Unit::seconds;
  return benchmark == Benchmark::message_rate ? Unit::per_second : Unit::bytes_per_second;
}

std::string to_text(const Concluded& concluded, const std::vector<Check>& checks,
                    const std::string& version) {
  Json numbers = Json::array(), rows = Json::array();
  for (const Number& number : concluded.numbers) numbers.push_back(number_to_json(number));
  for (const Check& check : checks) rows.push_back(check_to_json(check));
  return dumped({{"schema_version", 1},
                 {"tool", {{"name", "hpcast calibrate --network"}, {"version", version}}},
                 {"verdict", concluded.verdict},
                 {"date", date_now()},
                 {"numbers", std::move(numbers)},
                 {"checks", std::move(rows)},
                 {"unseen", concluded.unseen}});
}

std::string network_text(const Concluded& concluded) { return dumped(concluded.network); }

}  // namespace hpcast::netcal

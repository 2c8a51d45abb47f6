#include "hpcast/inputs/counters/write.h"

#include <fmt/core.h>

#include <cmath>
#include <vector>

#include "hpcast/base/json.h"
#include "hpcast/base/text.h"
#include "hpcast/inputs/counters/own_csv.h"

namespace hpcast::counters {

namespace {

bool is_count(double value) {
  constexpr double exact = 9007199254740992;  // 2^53
  return value == std::floor(value) && value < exact;
}

// Counts as people write them; anything else with as many digits as make it the same again.
std::string number_text(double value) {
  if (std::isnan(value)) return {};
  if (is_count(value)) return fmt::format("{:.0f}", value);
  return fmt::format("{}", value);
}

std::string csv_comments(const Table& table) {
  std::string text = std::string(own_csv_mark) + " 1\n";
  const auto add = [&](const char* what, const std::string& value) {
    text += fmt::format("# {}: {}\n", what, on_one_line(value));
  };
  add("source", table.source);
  for (std::size_t i = 1; i < table.threads.size(); ++i) add("thread", table.threads[i]);
  for (std::size_t i = 1; i < table.regions.size(); ++i) add("region", table.regions[i]);
  for (const Column& column : table.columns) {
    const CounterInfo* const info = find(column.name);
    if (column.unit != (info != nullptr ? info->unit : Unit::events))
      add("unit", column.name + " " + name_of(column.unit));
  }
  for (const std::string& note : table.notes) add("note", note);
  if (table.began_unix_s) add("began_unix_s", number_text(*table.began_unix_s));
  return text;
}

std::string csv_names(const Table& table) {
  std::string text = "start_s,duration_s,thread,region";
  for (const Column& column : table.columns) {
    text += "," + csv_field(column.name);
    if (!column.running.empty()) text += "," + csv_field(column.name + ":running");
    if (!column.spread.empty()) text += "," + csv_field(column.name + ":spread");
  }
  return text + "\n";
}

void put_number(Json& object, const std::string& name, double value) {
  if (std::isnan(value)) return;
  if (is_count(value))
    object[name] = static_cast<std::uint64_t>(value);
  else
    object[name] = value;
}

Json json_row(const Table& table, std::size_t i) {
  const Row& row = table.rows[i];
  Json json = Json::object();
  put_number(json, "start_s", row.start_s);
  put_number(json, "duration_s", row.duration_s);
  if (row.thread != 0) json["thread"] = table.threads[row.thread];
  if (row.region != 0) json["region"] = table.regions[row.region];
  Json values = Json::object(), running = Json::object(), spread = Json::object();
  for (const Column& column : table.columns) {
    put_number(values, column.name, column.values[i]);
    if (!column.running.empty() && column.running[i] < 1)
      put_number(running, column.name, column.running[i]);
    if (!column.spread.empty()) put_number(spread, column.name, column.spread[i]);
  }
  json["values"] = std::move(values);
  if (!running.empty()) json["running"] = std::move(running);
  if (!spread.empty()) json["spread"] = std::move(spread);
  return json;
}

Json names_behind_first(const std::vector<std::string>& names) {
  return Json(std::vector<std::string>(names.begin() + 1, names.end()));
}

}  // namespace

std::string to_csv(const Table& table) {
  std::string text = csv_comments(table) + csv_names(table);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const Row& row = table.rows[i];
    text += fmt::format("{},{},{},{}", number_text(row.start_s), number_text(row.duration_s),
                        csv_field(table.threads[row.thread]), csv_field(table.regions[row.region]));
    for (const Column& column : table.columns) {
      text += "," + number_text(column.values[i]);
      if (!column.running.empty()) text += "," + number_text(column.running[i]);
      if (!column.spread.empty()) text += "," + number_text(column.spread[i]);
    }
    text += '\n';
  }
  return text;
}

std::string to_json(const Table& table, const std::string& version) {
  Json json = Json::object();
  json["schema_version"] = 1;
  json["tool"] = {{"name", "hpcast"}, {"version", version}};
  json["source"] = table.source;
  json["notes"] = table.notes;
  if (table.began_unix_s) json["began_unix_s"] = *table.began_unix_s;
  json["threads"] = names_behind_first(table.threads);
  json["regions"] = names_behind_first(table.regions);
  json["counters"] = Json::array();
  for (const Column& column : table.columns)
    json["counters"].push_back({{"name", column.name}, {"unit", name_of(column.unit)}});
  json["rows"] = Json::array();
  for (std::size_t i = 0; i < table.rows.size(); ++i) json["rows"].push_back(json_row(table, i));
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hpcast::counters

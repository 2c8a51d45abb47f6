#include "hpcast/models/power/one_power.h"

#include <fmt/core.h>

#include "hpcast/base/text.h"

namespace hpcast::power {

namespace {

// "package_energy and memory_energy"
std::string columns_of(const NamedTable& table, const std::string& power) {
  std::string names;
  for (const counters::Column* const column : power_columns(table, power))
    add_item(names, column->name, " and ");
  return names;
}

std::string meter_of(const NamedTable& table) {
  constexpr std::string_view head = "power: ", external = "power: by the meter of ";
  for (const std::string& note : table.table.notes)
    if (note.starts_with(external))
      return "by an external meter";
    else if (note.starts_with(head))
      return note.substr(head.size());
  return {};
}

// The first two tables that differ; those without are passed over.
template <class TextOf>
std::string difference(const std::vector<NamedTable>& tables, const char* what, TextOf text_of) {
  const NamedTable* first = nullptr;
  for (const NamedTable& table : tables) {
    if (text_of(table).empty()) continue;
    if (first == nullptr) first = &table;
    if (text_of(table) != text_of(*first))
      return fmt::format("{}: {} in {}, {} in {}", what, text_of(*first), first->name,
                         text_of(table), table.name);
  }
  return {};
}

}  // namespace

std::string different_power_columns(const std::vector<NamedTable>& tables,
                                    const std::string& power) {
  return difference(tables, "the watts are not of the same",
                    [&](const NamedTable& table) { return columns_of(table, power); });
}

std::string different_meters(const std::vector<NamedTable>& tables) {
  return difference(tables, "the power was not told by the same",
                    [](const NamedTable& table) { return meter_of(table); });
}

}  // namespace hpcast::power

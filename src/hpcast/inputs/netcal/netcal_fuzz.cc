// libFuzzer entry: any bytes are tables with numbers that grow and are of this world, or an
// InputError; and what is concluded of them is a network, or an InputError.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/ndl/read.h"
#include "hpcast/inputs/netcal/read_tables.h"
#include "hpcast/inputs/netcal/write.h"

namespace {

using namespace hpcast;

void check_tables(const netcal::Tables& tables) {
  if (tables.tables.empty()) std::abort();
  for (const netcal::Table& table : tables.tables) {
    if (table.rows.empty()) std::abort();
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      if (!std::isfinite(table.rows[i].value) || table.rows[i].value <= 0) std::abort();
      if (i > 0 && table.rows[i].bytes <= table.rows[i - 1].bytes) std::abort();
    }
  }
}

void check_conclusion(const netcal::Measured& measured) {
  netcal::Concluded concluded;
  try {
    concluded = netcal::conclude(measured, "fuzz", {});
  } catch (const InputError&) {
    return;
  }
  ndl::parse_network(parse_json(netcal::network_text(concluded), "made.ndl.json"));
  parse_json(netcal::to_text(concluded, {}, "0"), "made.json");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  netcal::Tables tables;
  try {
    tables = netcal::tables_in({reinterpret_cast<const char*>(data), size}, "fuzz");
  } catch (const InputError&) {
    return 0;
  }
  check_tables(tables);
  check_conclusion({tables.tables, {}, {}});
  check_conclusion({{}, tables.tables, {}});
  check_conclusion({tables.tables, tables.tables, {}});
  return 0;
}

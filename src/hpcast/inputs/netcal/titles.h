// How the benchmarks head their tables: which one it is, and in which column what is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/inputs/netcal/table.h"

namespace hpcast::netcal {

// What is between blanks.
std::vector<std::string_view> words_of(std::string_view line);

// "# OSU MPI Latency Test v7.2", "# Benchmarking PingPong".
struct Title {
  std::string text;                    // without what is before the name
  std::optional<Benchmark> benchmark;  // nothing: hpcast has no use for it
  std::uint32_t window = 64;
  // IMB tells times of all, from which these are bytes/s: so many messages go in such a time.
  std::optional<std::uint32_t> messages;
};
std::optional<Title> title_in(std::string_view line);

// The line above the numbers.
struct Columns {
  std::optional<std::size_t> size;  // none of a barrier
  std::size_t value = 0;
  double factor = 1;  // to SI base units
};
// Whether a line has the names of columns, of whatever units.
bool names_columns(std::string_view line);
// Nothing where the columns are not those that the table has, in the units that it has.
std::optional<Columns> columns_in(std::string_view line, const Title& title);
// "Latency (us)"
const char* expected_column(const Title& title);

// "# #processes = 2", "# [ pairs: 1 ] [ window size: 64 ]", "# ranks: 2, nodes: 1": the number
// behind a name, where the line has it.
std::optional<std::uint32_t> number_behind(std::string_view line, std::string_view name);

}  // namespace hpcast::netcal

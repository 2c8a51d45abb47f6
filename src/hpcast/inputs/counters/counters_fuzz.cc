// libFuzzer entry: any bytes are, in each format, a table or an InputError; what was read comes
// back the same from both files that we write.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/counters/read.h"
#include "hpcast/inputs/counters/summary.h"
#include "hpcast/inputs/counters/write.h"

namespace {

using namespace hpcast::counters;

void read_and_write(std::string_view text, std::optional<Format> format) {
  ReadOptions options;
  options.format = format;
  Table table;
  try {
    table = counters_in(text, "fuzz", options);
  } catch (const hpcast::InputError&) {
    return;
  }
  const std::string csv = to_csv(table), json = to_json(table, "0");
  if (summary(table).empty()) std::abort();
  if (to_csv(counters_in(csv, "again", {})) != csv) std::abort();
  if (to_json(counters_in(json, "again", {}), "0") != json) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_and_write(text, std::nullopt);
  for (const Format format : {Format::perf, Format::perf_json, Format::likwid, Format::csv})
    read_and_write(text, format);
  return 0;
}

// libFuzzer entry: any bytes are operation counts or an InputError; what was read can be written,
// and comes back the same.
#include <cstddef>
#include <cstdint>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/reftrace/operations_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpcast;
  try {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const OperationTable table = reftrace::operations_in(text, "fuzz");
    reftrace::operations_csv(table);
    if (reftrace::operations_in(reftrace::operations_json(table), "again") != table)
      __builtin_trap();
  } catch (const InputError&) {
  }
  return 0;
}

// libFuzzer entry: any bytes are either a machine, which then survives a round trip, or an
// InputError.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "hpcast/inputs/dat/read.h"
#include "hpcast/inputs/dat/write.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpcast;
  std::optional<dat::Machine> machine;
  try {
    machine = dat::parse_machine({reinterpret_cast<const char*>(data), size}, "fuzz");
  } catch (const InputError&) {
    return 0;
  }
  const std::string once = dat::to_text(*machine);
  if (dat::to_text(dat::parse_machine(once, "fuzz")) != once) std::abort();
  return 0;
}

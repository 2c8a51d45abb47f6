// libFuzzer entry: any bytes are a log of merge points, of these conditions or others, or an
// InputError.
#include <cstddef>
#include <cstdint>

#include "hpcast/forecast/memory/merge_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpcast;
  constexpr std::uint32_t threads = 4;
  try {
    const Document document = parse_json({reinterpret_cast<const char*>(data), size}, "fuzz");
    const auto log = forecast::merge_log_of(document, {1000, true}, threads);
    for (std::size_t i = 0; log && i < log->size(); ++i)
      if ((*log)[i].thread >= threads) __builtin_trap();
  } catch (const InputError&) {
  }
  return 0;
}

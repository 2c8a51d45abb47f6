// libFuzzer entry: any bytes are what a meter wrote, in order and finite, or an InputError.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/meter/read_meter.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpcast::meter;
  Reading reading;
  try {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    reading = meter_in(text, "fuzz");
    meter_in(text, "fuzz", Writing::goes_on);
  } catch (const hpcast::InputError&) {
    return 0;
  }
  if (reading.windows.empty()) std::abort();
  double before = reading.windows.front().begin_s - 1;
  for (const Window& window : reading.windows) {
    if (!std::isfinite(window.watts) || window.watts < 0) std::abort();
    if (!(window.begin_s < window.end_s) || window.begin_s < before - 1e-5) std::abort();
    before = window.end_s;
  }
  return 0;
}

// libFuzzer entry: any bytes are a model that forecasts and comes back as it was, or an InputError.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/models/countergen/generate.h"
#include "hpcast/models/countergen/model_file.h"

namespace {

using namespace hpcast;

constexpr std::uint64_t most_events = 1000;

void read_counter_model(std::string_view text) {
  const countergen::Model model = countergen::model_in(parse_json(text, "fuzz"));
  const std::string kept = to_text(model);
  if (to_text(countergen::model_in(parse_json(kept, "again"))) != kept) __builtin_trap();
  const std::vector<double> sizes(model.size_names.size(), 77);
  const countergen::Generated made = countergen::generate(model, {sizes, nullptr, most_events});
  for (const countergen::Kind& kind : made.kinds)
    for (const countergen::Forecast& gain : kind.gains)
      if (!(gain.low <= gain.high)) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    read_counter_model({reinterpret_cast<const char*>(data), size});
  } catch (const InputError&) {
  }
  return 0;
}

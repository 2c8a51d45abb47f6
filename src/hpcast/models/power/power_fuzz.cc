// libFuzzer entry: any bytes are a power model, which is read back as it is written and forecasts
// from a small table, or an InputError.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hpcast/base/diagnostics.h"
#include "hpcast/models/power/model_file.h"
#include "hpcast/models/power/predict.h"

namespace {

using namespace hpcast;

power::NamedTable small_table() {
  power::NamedTable named{"fuzz", {}};
  named.table.add_row({0, 1, 0, 0});
  for (const counters::CounterInfo& info : counters::catalogue())
    named.table.column_to_fill(info.name, info.unit).values[0] = 1e9;
  named.table.column_to_fill("voltage", counters::Unit::volts).values[0] = 1;
  named.table.column_to_fill("power", counters::Unit::watts).values[0] = 100;
  return named;
}

void read_model(const Document& document) {
  const power::Model model = power::model_in(document);
  const std::string text = to_text(model);
  if (to_text(power::model_in(parse_json(text, "again"))) != text) __builtin_trap();
  for (const power::CoefficientSet& set : model.sets) {
    power::PredictRequest request;
    request.power.set = set.name;
    if (power::predict(model, {small_table()}, request).groups.size() != 1) __builtin_trap();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    read_model(parse_json({reinterpret_cast<const char*>(data), size}, "fuzz"));
  } catch (const InputError&) {
  }
  return 0;
}

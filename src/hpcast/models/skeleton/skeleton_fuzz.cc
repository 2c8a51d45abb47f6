// libFuzzer entry: any bytes are a plan or times of processors, of which a header can be made, or
// an InputError.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hpcast/base/diagnostics.h"
#include "hpcast/models/skeleton/times.h"

namespace {

using namespace hpcast;

void read_plan(const Document& document) {
  const skeleton::Plan plan = skeleton::plan_in(document);
  const std::vector<skeleton::Found> times(plan.regions.size());
  if (times_header(plan, times, "fuzz").empty()) __builtin_trap();
}

void read_times(const Document& document) {
  const skeleton::Processors all = skeleton::processors_in(document);
  for (const skeleton::Processor& processor : all.all)
    for (const skeleton::RegionTime& time : processor.regions)
      if (time_on(all, processor, time.name, time.hash).fit != skeleton::Fit::found)
        __builtin_trap();
  if (to_text(skeleton::processors_in(parse_json(to_text(all), "again"))) != to_text(all))
    __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (void (*const read)(const Document&) : {read_plan, read_times}) {
    try {
      read(parse_json(text, "fuzz"));
    } catch (const InputError&) {
    }
  }
  return 0;
}

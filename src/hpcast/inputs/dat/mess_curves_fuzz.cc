// libFuzzer entry: any bytes are either a curve that a DAT may have, or an InputError.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/inputs/dat/latency_curve_read.h"
#include "hpcast/inputs/dat/mess_curves.h"
#include "hpcast/inputs/dat/write.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpcast;
  dat::MessCurves curves;
  try {
    dat::add_mess_curve({reinterpret_cast<const char*>(data), size}, "fuzz", 50, curves);
  } catch (const InputError&) {
    return 0;
  }
  dat::Machine machine;
  machine.mem_classes.resize(1);
  machine.mem_classes[0].latency_curve = curves.points;
  const Document document = parse_json(dat::to_text(machine), "fuzz");
  Faults faults(document);
  Fields members(document.root["mem_class"][0], "/mem_class/0", faults);
  dat::read_latency_curve(members, faults);
  faults.throw_if_any();  // nobody catches that
  return 0;
}

// libFuzzer entry: any bytes are a run of a study, which can then be summed up, or an InputError.
#include <cstddef>
#include <cstdint>

#include "hpcast/answers/latency/study_files.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpcast;
  try {
    answers::StudyResult study;
    study.runs = {answers::run_of(parse_json({reinterpret_cast<const char*>(data), size}, "fuzz"))};
    study.to_s = study.runs[0].to_s;
    study.method = study.runs[0].method;
    study.panels = {study.runs[0].panel};
    if (!study.to_s.empty() && answers::verdict_line(study).empty()) __builtin_trap();
  } catch (const InputError&) {
  }
  return 0;
}

// libFuzzer entry: any records behind a rank's header are a profile or an InputError.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/mpitrace/cut.h"
#include "hpcast/inputs/mpitrace/record_file.h"
#include "hpcast/inputs/mpitrace/recorded.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpcast;
  using namespace hpcast::mpitrace;
  RecordHeader header{};
  std::memcpy(header.magic, record_magic, sizeof record_magic);
  header.version = record_version;
  header.ranks = 4;
  header.used = size;
  std::string file(record_header_bytes, '\0');
  std::memcpy(file.data(), &header, sizeof header);
  file.append(reinterpret_cast<const char*>(data), size);
  try {
    Recorded recorded = recorded_in({file});
    cut_unfinished(recorded.profile, recorded.matches);
  } catch (const InputError&) {
  }
  return 0;
}

#include "hpcast/inputs/otf2/local_definitions.h"

#include <fmt/core.h>
#include <otf2/otf2.h>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/trial.h"
#include "hpcast/inputs/otf2/archive_check.h"

namespace hpcast::otf2 {

namespace {

struct Outcome {
  OTF2_ErrorCode code = OTF2_SUCCESS;
  std::uint64_t location = 0;  // where the code is an error's
};

Outcome read_all(OTF2_Reader* archive, const std::vector<std::uint64_t>& locations) {
  if (OTF2_Reader_OpenDefFiles(archive) != OTF2_SUCCESS) return {};
  for (const std::uint64_t location : locations) {
    OTF2_DefReader* const reader = OTF2_Reader_GetDefReader(archive, location);
    if (reader == nullptr) continue;
    std::uint64_t read = 0;
    const OTF2_ErrorCode code = OTF2_Reader_ReadAllLocalDefinitions(archive, reader, &read);
    if (code != OTF2_SUCCESS) return {code, location};
    OTF2_Reader_CloseDefReader(archive, reader);
  }
  OTF2_Reader_CloseDefFiles(archive);
  return {};
}

[[noreturn]] void refuse(const std::string& anchor, const std::string& what) {
  throw InputError({anchor, 0, {}, "the OTF2 archive " + what, "otf2-print says more"});
}

}  // namespace

// Files that are whole may still hold what keeps the library busy for ever, or ends it.
void read_local_definitions(OTF2_Reader_struct* reader, const std::string& anchor,
                            const std::vector<std::uint64_t>& locations) {
  check_local_definitions(reader, anchor, locations);
  if (!survives([&] { return read_all(reader, locations), true; }))
    refuse(anchor, "has definitions of its locations that cannot be read: they are damaged");
  const Outcome outcome = read_all(reader, locations);
  if (outcome.code != OTF2_SUCCESS)
    refuse(anchor, fmt::format("has broken definitions of location {}: {}", outcome.location,
                               OTF2_Error_GetDescription(outcome.code)));
}

}  // namespace hpcast::otf2

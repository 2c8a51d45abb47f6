#include "hpcast/inputs/mpitrace/otf2_reader.h"

#include <fmt/core.h>

#include <cstdarg>
#include <exception>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/mpitrace/otf2_callbacks.h"
#include "hpcast/inputs/mpitrace/otf2_definition_callbacks.h"
#include "hpcast/inputs/otf2/archive_check.h"
#include "hpcast/inputs/otf2/archive_properties.h"
#include "hpcast/inputs/otf2/local_definitions.h"

namespace hpcast::mpitrace {

namespace {

// The library says what is wrong where nobody should see it.
OTF2_ErrorCode keep_trace_error(void* data, const char*, std::uint64_t, const char*,
                                OTF2_ErrorCode code, const char*, va_list) {
  *static_cast<OTF2_ErrorCode*>(data) = code;
  return code;
}

}  // namespace

Otf2Reader::Otf2Reader(std::string anchor) : anchor_(std::move(anchor)) {
  OTF2_Error_RegisterCallback(keep_trace_error, &error_);
  reader_ = OTF2_Reader_Open(anchor_.c_str());
  if (reader_ == nullptr) {
    OTF2_Error_RegisterCallback(nullptr, nullptr);
    fail("cannot be opened");
  }
  OTF2_Reader_SetSerialCollectiveCallbacks(reader_);
  callbacks_ = event_callbacks();
}

Otf2Reader::~Otf2Reader() {
  OTF2_EvtReaderCallbacks_Delete(callbacks_);
  OTF2_Reader_Close(reader_);
  OTF2_Error_RegisterCallback(nullptr, nullptr);
}

void Otf2Reader::fail(const std::string& what) const {
  throw InputError({anchor_,
                    0,
                    {},
                    fmt::format("the OTF2 archive {}: {}", what, OTF2_Error_GetDescription(error_)),
                    "otf2-print says more; if the archive was copied, copy all of it"});
}

void Otf2Reader::must(OTF2_ErrorCode code, const std::string& what) {
  if (code == OTF2_SUCCESS) return;
  error_ = code;
  fail(what);
}

TraceDefinitions Otf2Reader::definitions() {
  TraceDefinitions all;
  OTF2_GlobalDefReader* const reader = OTF2_Reader_GetGlobalDefReader(reader_);
  if (reader == nullptr) fail("has no definitions");
  otf2::check_definitions(reader_, anchor_);
  DefinitionReading reading(all);
  reading.register_with(reader_, reader);
  std::uint64_t read = 0;
  must(OTF2_Reader_ReadAllGlobalDefinitions(reader_, reader, &read), "has broken definitions");
  reading.finish();
  all.creator = otf2::creator(reader_);
  all.origin = otf2::property(reader_, origin_property);
  all.not_modelled = otf2::property(reader_, not_modelled_property);
  all.partial = otf2::property(reader_, otf2::partial_property);
  return all;
}

void Otf2Reader::open(const std::vector<std::uint64_t>& locations) {
  for (const std::uint64_t location : locations)
    must(OTF2_Reader_SelectLocation(reader_, location), "has a broken location");
  must(OTF2_Reader_OpenEvtFiles(reader_), "has no events");
  otf2::read_local_definitions(reader_, anchor_, locations);
}

void Otf2Reader::read(std::uint64_t location, const TraceLocation& definition,
                      const TraceDefinitions& definitions, std::uint32_t rank, RankEvents& events) {
  OTF2_EvtReader* const reader = OTF2_Reader_GetEvtReader(reader_, location);
  if (reader == nullptr) {
    if (definition.events == 0) return;
    fail(fmt::format("lacks the events of rank {} (location {})", rank, location));
  }
  EventReading reading{events, definitions, {}, 0};
  must(OTF2_Reader_RegisterEvtCallbacks(reader_, reader, callbacks_, &reading), "has no events");
  std::uint64_t read = 0;
  const OTF2_ErrorCode code = OTF2_Reader_ReadAllLocalEvents(reader_, reader, &read);
  OTF2_Reader_CloseEvtReader(reader_, reader);
  const std::string where =
      fmt::format("rank {}, event {} of {}", rank, reading.position, definition.events);
  if (reading.fault) std::rethrow_exception(located(reading.fault, anchor_, where));
  must(code, fmt::format("has broken events ({})", where));
  if (read < definition.events)
    throw InputError({anchor_,
                      0,
                      {},
                      fmt::format("rank {} has {} events, but the archive says {}", rank, read,
                                  definition.events),
                      "its file of events is cut off; copy the archive again"});
}

}  // namespace hpcast::mpitrace

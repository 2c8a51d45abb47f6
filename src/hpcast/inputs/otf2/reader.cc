#include "hpcast/inputs/otf2/reader.h"

#include <fmt/core.h>
#include <otf2/otf2.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/otf2/archive_check.h"
#include "hpcast/inputs/otf2/archive_properties.h"
#include "hpcast/inputs/otf2/local_definitions.h"

namespace hpcast::otf2 {

namespace {

namespace fs = std::filesystem;

Definitions& definitions_in(void* data) { return *static_cast<Definitions*>(data); }

OTF2_CallbackCode take_clock(void* data, std::uint64_t resolution, std::uint64_t offset,
                             std::uint64_t, std::uint64_t) {
  definitions_in(data).ticks_a_second = std::max<std::uint64_t>(1, resolution);
  definitions_in(data).first_tick = offset;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_string(void* data, OTF2_StringRef self, const char* text) {
  definitions_in(data).strings[self] = text;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_region(void* data, OTF2_RegionRef self, OTF2_StringRef name, OTF2_StringRef,
                              OTF2_StringRef, OTF2_RegionRole, OTF2_Paradigm, OTF2_RegionFlag,
                              OTF2_StringRef, std::uint32_t, std::uint32_t) {
  definitions_in(data).regions[self] = definitions_in(data).text(name);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_group(void* data, OTF2_LocationGroupRef self, OTF2_StringRef name,
                             OTF2_LocationGroupType, OTF2_SystemTreeNodeRef,
                             OTF2_LocationGroupRef) {
  definitions_in(data).groups[self] = definitions_in(data).text(name);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_location(void* data, OTF2_LocationRef self, OTF2_StringRef name,
                                OTF2_LocationType, std::uint64_t events,
                                OTF2_LocationGroupRef group) {
  definitions_in(data).locations[self] = {events, definitions_in(data).text(name), group};
  return OTF2_CALLBACK_SUCCESS;
}

MetricKind kind_of(OTF2_MetricMode mode) {
  switch (mode & OTF2_METRIC_VALUE_MASK) {
    case OTF2_METRIC_VALUE_ACCUMULATED:
      return MetricKind::accumulated;
    case OTF2_METRIC_VALUE_RELATIVE:
      return MetricKind::relative;
    default:
      return MetricKind::level;
  }
}

OTF2_CallbackCode take_member(void* data, OTF2_MetricMemberRef self, OTF2_StringRef name,
                              OTF2_StringRef, OTF2_MetricType, OTF2_MetricMode mode, OTF2_Type,
                              OTF2_Base base, std::int64_t exponent, OTF2_StringRef unit) {
  Definitions& all = definitions_in(data);
  const double scale =
      std::pow(base == OTF2_BASE_BINARY ? 2.0 : 10.0, static_cast<double>(exponent));
  all.metrics[self] = {all.text(name), all.text(unit), kind_of(mode), scale};
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_class(void* data, OTF2_MetricRef self, std::uint8_t count,
                             const OTF2_MetricMemberRef* members, OTF2_MetricOccurrence,
                             OTF2_RecorderKind) {
  definitions_in(data).classes[self].assign(members, members + count);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_instance(void* data, OTF2_MetricRef self, OTF2_MetricRef of,
                                OTF2_LocationRef, OTF2_MetricScope, std::uint64_t) {
  Definitions& all = definitions_in(data);
  if (const auto at = all.classes.find(of); at != all.classes.end()) {
    const std::vector<OTF2_MetricMemberRef> members = at->second;
    all.classes[self] = members;
  }
  return OTF2_CALLBACK_SUCCESS;
}

struct EventReading {
  const Definitions& definitions;
  EventVisitor& visitor;
  std::vector<MetricValue> values{};
  std::exception_ptr thrown{};  // by the visitor: nothing may be thrown through the library
};
EventReading& events_in(void* data) { return *static_cast<EventReading*>(data); }

template <class Tell>
OTF2_CallbackCode told(EventReading& events, Tell&& tell) {
  if (events.thrown) return OTF2_CALLBACK_SUCCESS;  // to interrupt the library makes it leak
  try {
    tell(events.visitor);
  } catch (...) {
    events.thrown = std::current_exception();
  }
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_enter(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                           OTF2_AttributeList*, OTF2_RegionRef region) {
  return told(events_in(data), [&](EventVisitor& to) { to.enter(location, time, region); });
}

OTF2_CallbackCode on_leave(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                           OTF2_AttributeList*, OTF2_RegionRef region) {
  return told(events_in(data), [&](EventVisitor& to) { to.leave(location, time, region); });
}

MetricValue value_of(OTF2_MetricMemberRef member, const Metric& metric, OTF2_Type type,
                     OTF2_MetricValue value) {
  MetricValue made;
  made.metric = member;
  made.kind = metric.kind;
  made.scale = metric.scale;
  made.is_count = type == OTF2_TYPE_UINT64;
  made.count = made.is_count ? value.unsigned_int : 0;
  made.value = type == OTF2_TYPE_DOUBLE  ? value.floating_point
               : type == OTF2_TYPE_INT64 ? static_cast<double>(value.signed_int)
                                         : static_cast<double>(value.unsigned_int);
  return made;
}

OTF2_CallbackCode on_metric(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                            OTF2_AttributeList*, OTF2_MetricRef metric, std::uint8_t count,
                            const OTF2_Type* types, const OTF2_MetricValue* values) {
  EventReading& events = events_in(data);
  const auto members = events.definitions.classes.find(metric);
  if (members == events.definitions.classes.end()) return OTF2_CALLBACK_SUCCESS;
  events.values.clear();
  for (std::size_t i = 0; i < std::min<std::size_t>(count, members->second.size()); ++i) {
    const OTF2_MetricMemberRef member = members->second[i];
    const auto definition = events.definitions.metrics.find(member);
    if (definition != events.definitions.metrics.end())
      events.values.push_back(value_of(member, definition->second, types[i], values[i]));
  }
  return told(events, [&](EventVisitor& to) { to.metrics(location, time, events.values); });
}

OTF2_CallbackCode on_flush(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                           OTF2_AttributeList*, OTF2_TimeStamp stop) {
  return told(events_in(data), [&](EventVisitor& to) { to.flush(location, time, stop); });
}

OTF2_CallbackCode on_off(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                         OTF2_AttributeList*, OTF2_MeasurementMode mode) {
  return told(events_in(data),
              [&](EventVisitor& to) { to.recording(location, time, mode == OTF2_MEASUREMENT_ON); });
}

// The library says what is wrong where nobody should see it.
OTF2_ErrorCode keep_error(void* data, const char*, std::uint64_t, const char*, OTF2_ErrorCode code,
                          const char*, va_list) {
  *static_cast<int*>(data) = code;
  return code;
}

std::string anchor_of(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return path;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error))
    if (entry.path().extension() == ".otf2") return entry.path().string();
  return path;
}

}  // namespace

bool is_archive(const std::string& path) { return anchor_of(path).ends_with(".otf2"); }

Reader::Reader(const std::string& path) : path_(anchor_of(path)) {
  check_anchor(path_);
  OTF2_Error_RegisterCallback(keep_error, &error_);
  reader_ = OTF2_Reader_Open(path_.c_str());
  if (reader_ == nullptr) fail("cannot be opened");
  must(OTF2_Reader_SetSerialCollectiveCallbacks(reader_), "cannot be opened");
}

Reader::~Reader() {
  if (reader_ != nullptr) OTF2_Reader_Close(reader_);
  OTF2_Error_RegisterCallback(nullptr, nullptr);
}

void Reader::fail(const char* what) const {
  throw InputError({path_,
                    0,
                    {},
                    fmt::format("the OTF2 archive {}: {}", what,
                                OTF2_Error_GetDescription(static_cast<OTF2_ErrorCode>(error_))),
                    "otf2-print says more"});
}

void Reader::must(int code, const char* what) {
  if (code == OTF2_SUCCESS) return;
  error_ = code;
  fail(what);
}

Definitions Reader::definitions() {
  Definitions all;
  OTF2_GlobalDefReader* const reader = OTF2_Reader_GetGlobalDefReader(reader_);
  if (reader == nullptr) fail("has no definitions");
  check_definitions(reader_, path_);
  OTF2_GlobalDefReaderCallbacks* const calls = OTF2_GlobalDefReaderCallbacks_New();
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(calls, take_clock);
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(calls, take_string);
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(calls, take_region);
  OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(calls, take_group);
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(calls, take_location);
  OTF2_GlobalDefReaderCallbacks_SetMetricMemberCallback(calls, take_member);
  OTF2_GlobalDefReaderCallbacks_SetMetricClassCallback(calls, take_class);
  OTF2_GlobalDefReaderCallbacks_SetMetricInstanceCallback(calls, take_instance);
  OTF2_Reader_RegisterGlobalDefCallbacks(reader_, reader, calls, &all);
  OTF2_GlobalDefReaderCallbacks_Delete(calls);
  std::uint64_t read = 0;
  must(OTF2_Reader_ReadAllGlobalDefinitions(reader_, reader, &read), "has broken definitions");
  all.creator = otf2::creator(reader_);
  all.partial = property(reader_, partial_property);
  all.cache_lines = property(reader_, cache_lines_property);
  return all;
}

void Reader::open_events(const Definitions& all) {
  must(OTF2_Reader_OpenEvtFiles(reader_), "has no events");
  std::vector<std::uint64_t> locations;
  for (const auto& [location, ignored] : all.locations) locations.push_back(location);
  read_local_definitions(reader_, path_, locations);
  for (const auto& [location, definition] : all.locations)
    if (OTF2_Reader_GetEvtReader(reader_, location) == nullptr && definition.events > 0)
      fail("lacks the events of a location");
}

void Reader::check_count(const Definitions& all, std::uint64_t read) const {
  std::uint64_t promised = 0;
  for (const auto& [location, definition] : all.locations) promised += definition.events;
  if (read < promised)
    throw InputError(
        {path_,
         0,
         {},
         fmt::format("the archive is said to have {} events, but there are {}", promised, read),
         "a file of events is cut off; copy the archive again"});
}

void Reader::read_events(const Definitions& all, EventVisitor& visitor) {
  EventReading events{all, visitor};
  for (const auto& [location, ignored] : all.locations)
    must(OTF2_Reader_SelectLocation(reader_, location), "has a broken location");
  open_events(all);
  OTF2_GlobalEvtReader* const reader = OTF2_Reader_GetGlobalEvtReader(reader_);
  if (reader == nullptr) fail("has no events");
  OTF2_GlobalEvtReaderCallbacks* const calls = OTF2_GlobalEvtReaderCallbacks_New();
  OTF2_GlobalEvtReaderCallbacks_SetEnterCallback(calls, on_enter);
  OTF2_GlobalEvtReaderCallbacks_SetLeaveCallback(calls, on_leave);
  OTF2_GlobalEvtReaderCallbacks_SetMetricCallback(calls, on_metric);
  OTF2_GlobalEvtReaderCallbacks_SetBufferFlushCallback(calls, on_flush);
  OTF2_GlobalEvtReaderCallbacks_SetMeasurementOnOffCallback(calls, on_off);
  OTF2_Reader_RegisterGlobalEvtCallbacks(reader_, reader, calls, &events);
  OTF2_GlobalEvtReaderCallbacks_Delete(calls);
  std::uint64_t read = 0;
  const OTF2_ErrorCode outcome = OTF2_Reader_ReadAllGlobalEvents(reader_, reader, &read);
  OTF2_Reader_CloseGlobalEvtReader(reader_, reader);
  OTF2_Reader_CloseEvtFiles(reader_);
  must(outcome, "has broken events");  // first: it may be why the visitor understood nothing
  check_count(all, read);
  if (events.thrown) std::rethrow_exception(events.thrown);
}

}  // namespace hpcast::otf2

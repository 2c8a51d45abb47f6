// OTF2 archives, as Score-P writes them.
#include <fmt/core.h>
#include <otf2/otf2.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/units.h"
#include "hpcast/counters/otf2_profile.h"
#include "hpcast/counters/readers.h"
#include "hpcast/counters/table_builder.h"

namespace hpcast::counters {

namespace {

namespace fs = std::filesystem;

// A region that is none, for what was counted beside all of them.
constexpr const char* outside_name = "(outside of all regions)";

struct OtfMetric {
  std::string name, unit;
  MetricKind kind = MetricKind::accumulated;
  double scale = 1;
};

struct OtfLocation {
  std::uint64_t events = 0;
  std::string name;
  OTF2_LocationGroupRef group = 0;
};

struct OtfDefinitions {
  std::uint64_t ticks_a_second = 1, first_tick = 0;
  std::unordered_map<OTF2_StringRef, std::string> strings;
  std::unordered_map<OTF2_RegionRef, std::string> regions;
  std::unordered_map<OTF2_LocationGroupRef, std::string> groups;
  std::map<OTF2_LocationRef, OtfLocation> locations;
  std::unordered_map<OTF2_MetricMemberRef, OtfMetric> metrics;
  std::unordered_map<OTF2_MetricRef, std::vector<OTF2_MetricMemberRef>> classes;

  std::string text(OTF2_StringRef ref) const {
    const auto at = strings.find(ref);
    return at == strings.end() ? "" : at->second;
  }
};

struct OtfEvents {
  const OtfDefinitions& definitions;
  RegionProfile profile;
  std::set<OTF2_MetricMemberRef> levels, falling;
};

OtfDefinitions& definitions_in(void* data) { return *static_cast<OtfDefinitions*>(data); }
OtfEvents& events_in(void* data) { return *static_cast<OtfEvents*>(data); }

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
  OtfDefinitions& all = definitions_in(data);
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
  OtfDefinitions& all = definitions_in(data);
  if (const auto at = all.classes.find(of); at != all.classes.end()) {
    const std::vector<OTF2_MetricMemberRef> members = at->second;
    all.classes[self] = members;
  }
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_enter(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                           OTF2_AttributeList*, OTF2_RegionRef region) {
  events_in(data).profile.enter(location, time, region);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_leave(OTF2_LocationRef location, OTF2_TimeStamp time, void* data,
                           OTF2_AttributeList*, OTF2_RegionRef) {
  events_in(data).profile.leave(location, time);
  return OTF2_CALLBACK_SUCCESS;
}

MetricValue value_of(OTF2_MetricMemberRef member, const OtfMetric& metric, OTF2_Type type,
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
  OtfEvents& events = events_in(data);
  const auto members = events.definitions.classes.find(metric);
  if (members == events.definitions.classes.end()) return OTF2_CALLBACK_SUCCESS;
  for (std::size_t i = 0; i < std::min<std::size_t>(count, members->second.size()); ++i) {
    const OTF2_MetricMemberRef member = members->second[i];
    const auto definition = events.definitions.metrics.find(member);
    if (definition == events.definitions.metrics.end()) continue;
    const MetricValue value = value_of(member, definition->second, types[i], values[i]);
    if (value.kind == MetricKind::level)
      events.levels.insert(member);
    else if (!std::isfinite(value.value) || !events.profile.metric(location, time, value))
      events.falling.insert(member);
  }
  return OTF2_CALLBACK_SUCCESS;
}

// The library says what is wrong where nobody should see it.
OTF2_ErrorCode keep_error(void* data, const char*, std::uint64_t, const char*, OTF2_ErrorCode code,
                          const char*, va_list) {
  *static_cast<OTF2_ErrorCode*>(data) = code;
  return code;
}

class OtfArchive {
 public:
  explicit OtfArchive(std::string path) : path_(std::move(path)) {
    OTF2_Error_RegisterCallback(keep_error, &error_);
    reader_ = OTF2_Reader_Open(path_.c_str());
    if (reader_ == nullptr) fail("cannot be opened");
    must(OTF2_Reader_SetSerialCollectiveCallbacks(reader_), "cannot be opened");
  }
  ~OtfArchive() {
    if (reader_ != nullptr) OTF2_Reader_Close(reader_);
    OTF2_Error_RegisterCallback(nullptr, nullptr);
  }
  OtfArchive(const OtfArchive&) = delete;
  OtfArchive& operator=(const OtfArchive&) = delete;

  OtfDefinitions definitions();
  void read_events(OtfEvents& events);

 private:
  [[noreturn]] void fail(const char* what) const {
    throw InputError(
        {path_,
         0,
         {},
         fmt::format("the OTF2 archive {}: {}", what, OTF2_Error_GetDescription(error_)),
         "otf2-print says more"});
  }
  void must(OTF2_ErrorCode code, const char* what) {
    if (code == OTF2_SUCCESS) return;
    error_ = code;
    fail(what);
  }
  void read_local_definitions(const OtfDefinitions& all);
  void open_events(const OtfDefinitions& all);

  std::string path_;
  OTF2_Reader* reader_ = nullptr;
  OTF2_ErrorCode error_ = OTF2_SUCCESS;
};

OtfDefinitions OtfArchive::definitions() {
  OtfDefinitions all;
  OTF2_GlobalDefReader* const reader = OTF2_Reader_GetGlobalDefReader(reader_);
  if (reader == nullptr) fail("has no definitions");
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
  return all;
}

// They map the numbers that each location's events use. An archive may lack them.
void OtfArchive::read_local_definitions(const OtfDefinitions& all) {
  if (OTF2_Reader_OpenDefFiles(reader_) != OTF2_SUCCESS) return;
  for (const auto& [location, ignored] : all.locations) {
    OTF2_DefReader* const reader = OTF2_Reader_GetDefReader(reader_, location);
    if (reader == nullptr) continue;
    std::uint64_t read = 0;
    must(OTF2_Reader_ReadAllLocalDefinitions(reader_, reader, &read), "has broken definitions");
    OTF2_Reader_CloseDefReader(reader_, reader);
  }
  OTF2_Reader_CloseDefFiles(reader_);
}

void OtfArchive::open_events(const OtfDefinitions& all) {
  must(OTF2_Reader_OpenEvtFiles(reader_), "has no events");
  read_local_definitions(all);
  for (const auto& [location, definition] : all.locations)
    if (OTF2_Reader_GetEvtReader(reader_, location) == nullptr && definition.events > 0)
      fail("lacks the events of a location");
}

void OtfArchive::read_events(OtfEvents& events) {
  for (const auto& [location, ignored] : events.definitions.locations)
    must(OTF2_Reader_SelectLocation(reader_, location), "has a broken location");
  open_events(events.definitions);
  OTF2_GlobalEvtReader* const reader = OTF2_Reader_GetGlobalEvtReader(reader_);
  if (reader == nullptr) fail("has no events");
  OTF2_GlobalEvtReaderCallbacks* const calls = OTF2_GlobalEvtReaderCallbacks_New();
  OTF2_GlobalEvtReaderCallbacks_SetEnterCallback(calls, on_enter);
  OTF2_GlobalEvtReaderCallbacks_SetLeaveCallback(calls, on_leave);
  OTF2_GlobalEvtReaderCallbacks_SetMetricCallback(calls, on_metric);
  OTF2_Reader_RegisterGlobalEvtCallbacks(reader_, reader, calls, &events);
  OTF2_GlobalEvtReaderCallbacks_Delete(calls);
  std::uint64_t read = 0;
  must(OTF2_Reader_ReadAllGlobalEvents(reader_, reader, &read), "has broken events");
  OTF2_Reader_CloseGlobalEvtReader(reader_, reader);
  OTF2_Reader_CloseEvtFiles(reader_);
}

// "MPI Rank 1"; with the thread's own name where the process has several.
std::map<OTF2_LocationRef, std::string> location_names(const OtfDefinitions& all) {
  std::map<OTF2_LocationGroupRef, int> in_group;
  for (const auto& [location, definition] : all.locations) ++in_group[definition.group];
  std::map<OTF2_LocationRef, std::string> names;
  std::set<std::string> taken;
  for (const auto& [location, definition] : all.locations) {
    const auto group = all.groups.find(definition.group);
    std::string name = group == all.groups.end() ? "" : group->second;
    if (in_group[definition.group] > 1 || name.empty())
      name += (name.empty() ? "" : " ") + definition.name;
    if (name.empty() || !taken.insert(name).second) {
      name += fmt::format(" #{}", location);
      taken.insert(name);
    }
    names[location] = name;
  }
  return names;
}

std::string region_name(const OtfDefinitions& all, std::uint32_t region) {
  if (region == RegionProfile::outside) return outside_name;
  const auto at = all.regions.find(region);
  return at == all.regions.end() || at->second.empty() ? fmt::format("region {}", region)
                                                       : at->second;
}

void note_left_out(const OtfEvents& events, TableBuilder& builder) {
  for (const OTF2_MetricMemberRef member : events.levels)
    builder.note(events.definitions.metrics.at(member).name + " is a level, no count: left out");
  for (const OTF2_MetricMemberRef member : events.falling)
    builder.note(events.definitions.metrics.at(member).name +
                 " went down, which no count does; what it lost there is not in it");
}

using RowTimes = std::map<std::tuple<double, std::string, std::string>, double>;

// Regions of the same name are one: several parallel loops of a function have the same.
RowTimes row_times(const OtfEvents& events, const std::map<OTF2_LocationRef, std::string>& names,
                   double interval_s) {
  RowTimes times;
  const auto ticks_a_second = static_cast<double>(events.definitions.ticks_a_second);
  for (const auto& [key, sums] : events.profile.sums())
    times[{static_cast<double>(key.interval) * interval_s, names.at(key.location),
           region_name(events.definitions, key.region)}] += sums.ticks / ticks_a_second;
  return times;
}

Table table_of(const OtfEvents& events, double interval_s, const Aliases& aliases,
               const std::string& path) {
  LineFaults faults(path);
  TableBuilder builder("otf2", aliases, faults);
  const std::map<OTF2_LocationRef, std::string> names = location_names(events.definitions);
  const RowTimes times = row_times(events, names, interval_s);
  bool counted = false;
  for (const auto& [key, sums] : events.profile.sums()) {
    const double start = static_cast<double>(key.interval) * interval_s;
    const std::string& thread = names.at(key.location);
    const std::string region = region_name(events.definitions, key.region);
    const std::size_t row = builder.row(start, times.at({start, thread, region}), thread, region);
    for (const auto& [member, sum] : sums.metrics) {
      const OtfMetric& metric = events.definitions.metrics.at(member);
      const std::string unit = metric.unit == "#" ? "" : metric.unit;
      builder.add(row, {metric.name, sum, unit, 1, NAN, 0}, true);
      counted = true;
    }
  }
  note_left_out(events, builder);
  if (!counted) builder.note("the archive holds no metrics: there are only times");
  builder.note("times and counts of a region are without those of the regions it called");
  if (builder.empty()) throw InputError({path, 0, {}, "the archive holds no region", {}});
  return builder.finish();
}

// Behind two bytes that differ. The library is not robust against other files.
bool has_mark(const std::string& anchor) {
  char begin[6] = {};
  std::ifstream(anchor, std::ios::binary).read(begin, sizeof(begin));
  return std::string_view(begin, sizeof(begin)).substr(2) == "OTF2";
}

std::string anchor_of(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return path;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error))
    if (entry.path().extension() == ".otf2") return entry.path().string();
  return path;
}

}  // namespace

bool is_otf2(const std::string& path) { return anchor_of(path).ends_with(".otf2"); }

Table read_otf2(const std::string& path, const Aliases& aliases, double interval_s) {
  const std::string anchor = anchor_of(path);
  std::error_code error;
  if (!fs::exists(anchor, error)) throw InputError(path + ": there is no such archive");
  if (!has_mark(anchor))
    throw InputError({anchor, 0, {}, "this is no anchor file of an OTF2 archive", {}});
  OtfArchive archive(anchor);
  const OtfDefinitions definitions = archive.definitions();
  const auto ticks_a_second = static_cast<double>(definitions.ticks_a_second);
  OtfEvents events{definitions, {definitions.first_tick, interval_s * ticks_a_second}, {}, {}};
  archive.read_events(events);
  if (events.profile.too_many_intervals())
    throw InputError(fmt::format("{}: it has more than {} intervals of {}", path,
                                 RegionProfile::most_intervals, format_time(interval_s)),
                     "--interval takes a longer one");
  return table_of(events, interval_s, aliases, anchor);
}

}  // namespace hpcast::counters

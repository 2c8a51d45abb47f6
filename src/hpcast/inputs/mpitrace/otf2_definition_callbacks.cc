#include "hpcast/inputs/mpitrace/otf2_definition_callbacks.h"

#include <algorithm>
#include <string>

namespace hpcast::mpitrace {

namespace {

DefinitionReading& reading_in(void* data) { return *static_cast<DefinitionReading*>(data); }

OTF2_CallbackCode take_trace_clock(void* data, std::uint64_t resolution, std::uint64_t,
                                   std::uint64_t, std::uint64_t) {
  reading_in(data).all.ticks_a_second = std::max<std::uint64_t>(1, resolution);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_trace_string(void* data, OTF2_StringRef self, const char* text) {
  reading_in(data).all.strings[self] = text;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_trace_region(void* data, OTF2_RegionRef self, OTF2_StringRef name,
                                    OTF2_StringRef, OTF2_StringRef, OTF2_RegionRole,
                                    OTF2_Paradigm paradigm, OTF2_RegionFlag, OTF2_StringRef,
                                    std::uint32_t, std::uint32_t) {
  TraceRegion& region = reading_in(data).all.regions[self];
  if (paradigm == OTF2_PARADIGM_MPI) region.kind = TraceRegion::Kind::mpi;
  if (paradigm == OTF2_PARADIGM_MEASUREMENT_SYSTEM) region.kind = TraceRegion::Kind::measurement;
  reading_in(data).region_names[self] = name;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_trace_location(void* data, OTF2_LocationRef self, OTF2_StringRef,
                                      OTF2_LocationType type, std::uint64_t events,
                                      OTF2_LocationGroupRef group) {
  reading_in(data).all.locations[self] = {events, group, type == OTF2_LOCATION_TYPE_CPU_THREAD};
  return OTF2_CALLBACK_SUCCESS;
}

TraceGroup::Kind kind_of_group(OTF2_GroupType type) {
  switch (type) {
    case OTF2_GROUP_TYPE_COMM_LOCATIONS:
      return TraceGroup::Kind::locations;
    case OTF2_GROUP_TYPE_COMM_GROUP:
      return TraceGroup::Kind::members;
    case OTF2_GROUP_TYPE_COMM_SELF:
      return TraceGroup::Kind::self;
    default:
      return TraceGroup::Kind::other;
  }
}

OTF2_CallbackCode take_trace_group(void* data, OTF2_GroupRef self, OTF2_StringRef,
                                   OTF2_GroupType type, OTF2_Paradigm paradigm,
                                   OTF2_GroupFlag flags, std::uint32_t count,
                                   const std::uint64_t* members) {
  TraceGroup& group = reading_in(data).all.groups[self];
  group.kind = kind_of_group(type);
  group.of_mpi = paradigm == OTF2_PARADIGM_MPI;
  group.global = (flags & OTF2_GROUP_FLAG_GLOBAL_MEMBERS) != 0;
  if (group.of_mpi) group.members.assign(members, members + count);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_trace_communicator(void* data, OTF2_CommRef self, OTF2_StringRef name,
                                          OTF2_GroupRef group, OTF2_CommRef, OTF2_CommFlag) {
  reading_in(data).all.communicators[self].group = group;
  reading_in(data).communicator_names[self] = name;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_inter_communicator(void* data, OTF2_CommRef self, OTF2_StringRef name,
                                          OTF2_GroupRef group, OTF2_GroupRef remote, OTF2_CommRef,
                                          OTF2_CommFlag) {
  reading_in(data).all.communicators[self] = {"", group, remote};
  reading_in(data).communicator_names[self] = name;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_window(void* data, OTF2_RmaWinRef self, OTF2_StringRef,
                              OTF2_CommRef communicator, OTF2_RmaWinFlag) {
  reading_in(data).all.windows[self] = communicator;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_attribute(void* data, OTF2_AttributeRef self, OTF2_StringRef name,
                                 OTF2_StringRef, OTF2_Type) {
  reading_in(data).attribute_names[self] = name;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_parameter(void* data, OTF2_ParameterRef self, OTF2_StringRef name,
                                 OTF2_ParameterType) {
  reading_in(data).parameter_names[self] = name;
  return OTF2_CALLBACK_SUCCESS;
}

template <std::size_t n>
std::size_t place_of(const std::array<const char*, n>& names, const std::string& name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

}  // namespace

std::string DefinitionReading::text(std::uint32_t reference) const {
  const auto at = all.strings.find(reference);
  return at == all.strings.end() ? "" : at->second;
}

void DefinitionReading::register_with(OTF2_Reader* reader, OTF2_GlobalDefReader* definitions) {
  OTF2_GlobalDefReaderCallbacks* const calls = OTF2_GlobalDefReaderCallbacks_New();
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(calls, take_trace_clock);
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(calls, take_trace_string);
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(calls, take_trace_region);
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(calls, take_trace_location);
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback(calls, take_trace_group);
  OTF2_GlobalDefReaderCallbacks_SetCommCallback(calls, take_trace_communicator);
  OTF2_GlobalDefReaderCallbacks_SetInterCommCallback(calls, take_inter_communicator);
  OTF2_GlobalDefReaderCallbacks_SetRmaWinCallback(calls, take_window);
  OTF2_GlobalDefReaderCallbacks_SetAttributeCallback(calls, take_attribute);
  OTF2_GlobalDefReaderCallbacks_SetParameterCallback(calls, take_parameter);
  OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitions, calls, this);
  OTF2_GlobalDefReaderCallbacks_Delete(calls);
}

void DefinitionReading::finish() {
  for (const auto& [reference, name] : region_names) {
    TraceRegion& region = all.regions[reference];
    region.name = text(name);
    if (region.kind == TraceRegion::Kind::user && region.name.starts_with("MPI_"))
      region.kind = TraceRegion::Kind::mpi;
  }
  for (const auto& [reference, name] : communicator_names)
    all.communicators[reference].name = text(name);
  for (const auto& [reference, name] : attribute_names)
    if (const std::size_t i = place_of(own_attribute_names, text(name)); i < all.attributes.size())
      all.attributes[i] = reference;
  for (const auto& [reference, name] : parameter_names)
    if (const std::size_t i = place_of(own_parameter_names, text(name)); i < own_parameter_count)
      all.parameters[reference] = static_cast<OwnParameter>(i);
}

}  // namespace hpcast::mpitrace

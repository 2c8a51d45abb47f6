// A small archive for tests of what reads OTF2.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <functional>
#include <string>

namespace hpcast::otf2 {

inline OTF2_FlushType always_flush(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) {
  return OTF2_FLUSH;
}

// One process with a metric of each kind, in a region called main from second 1 to second 3; a
// second has 1000 ticks. `at_second_2` may write further events.
inline void write_archive(
    const std::string& folder,
    const std::function<void(OTF2_EvtWriter*)>& at_second_2 = [](OTF2_EvtWriter*) {}) {
  OTF2_Archive* const archive =
      OTF2_Archive_Open(folder.c_str(), "traces", OTF2_FILEMODE_WRITE, 1024 * 1024, 4 * 1024 * 1024,
                        OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  OTF2_FlushCallbacks flush{};
  flush.otf2_pre_flush = always_flush;
  OTF2_Archive_SetFlushCallbacks(archive, &flush, nullptr);
  OTF2_Archive_SetSerialCollectiveCallbacks(archive);
  OTF2_Archive_OpenEvtFiles(archive);
  OTF2_EvtWriter* const events = OTF2_Archive_GetEvtWriter(archive, 0);
  const OTF2_Type types[] = {OTF2_TYPE_INT64, OTF2_TYPE_DOUBLE, OTF2_TYPE_UINT64};
  const auto count = [&](std::uint64_t time, std::int64_t sum, double difference) {
    OTF2_MetricValue values[3];
    values[0].signed_int = sum;
    values[1].floating_point = difference;
    values[2].unsigned_int = 77;
    OTF2_EvtWriter_Metric(events, nullptr, time, 0, 3, types, values);
  };
  count(1000, 5, 2);
  OTF2_EvtWriter_Enter(events, nullptr, 1000, 0);
  at_second_2(events);
  count(3000, 25, 2.5);
  OTF2_EvtWriter_Leave(events, nullptr, 3000, 0);
  OTF2_Archive_CloseEvtWriter(archive, events);
  OTF2_Archive_CloseEvtFiles(archive);
  OTF2_Archive_OpenDefFiles(archive);
  OTF2_Archive_CloseDefWriter(archive, OTF2_Archive_GetDefWriter(archive, 0));
  OTF2_Archive_CloseDefFiles(archive);
  OTF2_GlobalDefWriter* const all = OTF2_Archive_GetGlobalDefWriter(archive);
  OTF2_GlobalDefWriter_WriteClockProperties(all, 1000, 0, 4000, OTF2_UNDEFINED_TIMESTAMP);
  const char* const strings[] = {"", "main", "Rank 0", "sums", "differences", "level", "J"};
  for (OTF2_StringRef i = 0; i < 7; ++i) OTF2_GlobalDefWriter_WriteString(all, i, strings[i]);
  OTF2_GlobalDefWriter_WriteRegion(all, 0, 1, 1, 0, OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER,
                                   OTF2_REGION_FLAG_NONE, 0, 0, 0);
  OTF2_GlobalDefWriter_WriteSystemTreeNode(all, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  OTF2_GlobalDefWriter_WriteLocationGroup(all, 0, 2, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                          OTF2_UNDEFINED_LOCATION_GROUP);
  OTF2_GlobalDefWriter_WriteLocation(all, 0, 0, OTF2_LOCATION_TYPE_CPU_THREAD, 4, 0);
  const OTF2_MetricMode modes[] = {OTF2_METRIC_ACCUMULATED_START, OTF2_METRIC_RELATIVE_LAST,
                                   OTF2_METRIC_ABSOLUTE_POINT};
  const OTF2_MetricMemberRef members[] = {0, 1, 2};
  for (OTF2_MetricMemberRef i = 0; i < 3; ++i)
    OTF2_GlobalDefWriter_WriteMetricMember(all, i, 3 + i, 0, OTF2_METRIC_TYPE_OTHER, modes[i],
                                           types[i], i == 0 ? OTF2_BASE_BINARY : OTF2_BASE_DECIMAL,
                                           i == 0 ? 10 : -3, i == 1 ? 6 : 0);
  OTF2_GlobalDefWriter_WriteMetricClass(all, 0, 3, members, OTF2_METRIC_SYNCHRONOUS,
                                        OTF2_RECORDER_KIND_CPU);
  OTF2_Archive_Close(archive);
}

}  // namespace hpcast::otf2

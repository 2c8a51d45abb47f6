// The merge points of an online run, kept beside its trace so that it replays bit for bit.
#pragma once

#include <optional>
#include <string>

#include "hpcast/memsim/merge_log.h"

namespace hpcast::forecast {

inline constexpr char merge_file_name[] = "merge.json";

// What the log is valid for: merge points are counted in passes, which these two determine.
struct MergeConditions {
  std::uint64_t interval = 0;
  bool bounded = false;
  bool operator==(const MergeConditions&) const = default;
};

void write_merge_log(const std::string& path, const MergeConditions& conditions,
                     const memsim::MergeLog& log);

// Empty where the log was made under other conditions. Throws InputError for a bad file.
std::optional<memsim::MergeLog> read_merge_log(const std::string& path,
                                               const MergeConditions& conditions,
                                               std::uint32_t threads);

}  // namespace hpcast::forecast

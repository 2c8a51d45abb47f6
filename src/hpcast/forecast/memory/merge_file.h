// The merge points of an online run, kept beside its trace so that it replays bit for bit.
// schemas/merge-log.schema.json describes the file.
#pragma once

#include <optional>
#include <string>

#include "hpcast/base/json.h"
#include "hpcast/models/memsim/merge_log.h"

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

// Empty where the log was made under other conditions. `threads`: how many the trace has. Throws
// InputError for a bad file.
std::optional<memsim::MergeLog> merge_log_of(const Document& document,
                                             const MergeConditions& conditions,
                                             std::uint32_t threads);

}  // namespace hpcast::forecast

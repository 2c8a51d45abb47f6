// Operation counts of a program run: who executed them, and when.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/base/json.h"
#include "hpcast/base/operation_counts.h"

namespace hpcast {

struct OperationRow {
  std::optional<std::uint32_t> thread;  // in order of creation; empty: all of them together
  std::optional<std::string> phase;     // empty: the whole run
  ProgramPart part = ProgramPart::main;
  OperationCounts counts{};
  bool operator==(const OperationRow&) const = default;
};
using OperationTable = std::vector<OperationRow>;

// A row as a JSON object: "thread", "phase", "part" and the counts that are not 0, by
// operation_names.
Json operation_json(const OperationRow& row);
// The same back. Members that are missing are 0; "dp_flops" and "sp_flops", of any width, count as
// scalar ones.
OperationRow operation_row(Fields& fields);

}  // namespace hpcast

// The tables of the page.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hpcast/answers/memory/answer.h"
#include "hpcast/answers/memory/compare.h"
#include "hpcast/faces/report/memory/groups.h"
#include "hpcast/faces/report/memory/roofline.h"

namespace hpcast::report {

// A row a result, linked to its section ("#r1", "#r2", …).
std::string summary_table(std::span<const answers::MemoryAnswer> results);
std::string phase_table(const answers::MemoryAnswer& result);
// What the run would take with other members of classes; empty: nothing was varied.
std::string variant_table(const answers::MemoryAnswer& result);
// What limits the run, and each of its phases: a row a limit.
std::string limit_table(const answers::MemoryAnswer& result);
std::string phase_limit_table(const answers::MemoryAnswer& result);
// What the program executed, a row a phase.
std::string operations_table(const OperationTable& table);
// A row for the run and each phase, and of these for each level.
std::string roofline_table(const Roofline& roofline);
// A row a rank of an MPI program.
std::string rank_table(const answers::MemoryAnswer& result);
// Empty where only one thread worked, or that is not known.
std::string thread_table(const answers::MemoryAnswer& result);
// A row a group of objects alike.
std::string level_table(const answers::MemoryAnswer& result, const std::vector<Group>& groups);
// A row an object; the script makes it sortable.
std::string object_table(const answers::MemoryAnswer& result);
// A comparison's: a row a phase, a limit, and an object or level, sortable.
std::string difference_table(const char* caption, const char* of,
                             const std::vector<answers::TimeDifference>& rows);
std::string difference_table(const char* caption, const std::vector<answers::LoadDifference>& rows);
std::string difference_table(const char* caption,
                             const std::vector<answers::LimitDifference>& rows);
std::string input_table(const answers::MemoryAnswer& result);

}  // namespace hpcast::report

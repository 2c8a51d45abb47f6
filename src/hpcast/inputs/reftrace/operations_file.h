// Files with operation counts: what the Valgrind tracer has counted, and what people know from
// elsewhere, Intel SDE say. docs/valgrind.md describes both forms.
#pragma once

#include <string>

#include "hpcast/base/operation_table.h"

namespace hpcast::reftrace {

// Of a file's text: JSON where it begins with '{', else CSV. Throws InputError with every fault.
OperationTable operations_in(const std::string& content, const std::string& path);

std::string operations_json(const OperationTable& table);
std::string operations_csv(const OperationTable& table);

}  // namespace hpcast::reftrace

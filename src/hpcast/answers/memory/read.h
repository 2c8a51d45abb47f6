// Reads what write.h wrote.
#pragma once

#include <cstdint>
#include <string>

#include "hpcast/answers/memory/answer.h"
#include "hpcast/base/json.h"

namespace hpcast::answers {

// Throws InputError with every fault of the file: not JSON, no result, of a newer schema_version,
// missing or mistyped members, an object named twice, a reference to an object that is not there.
// Members that this version does not know are ignored.
MemoryResult read_result(const std::string& path);
MemoryResult from_document(const Document& document);

// Whether it is meant as a result, of any version; a DAT is none.
bool is_result(const Json& json);

}  // namespace hpcast::answers

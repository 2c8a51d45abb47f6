// A result as JSON: schemas/result.schema.json, docs/result.md.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "hpcast/answers/memory/answer.h"

namespace hpcast::answers {

// Members in the fixed order of docs/result.md; all that differs from run to run under "run".
nlohmann::ordered_json to_json(const MemoryResult& result);

// The file's text, with a newline at its end. Bytes that are no UTF-8 (in a path, say) become
// U+FFFD.
std::string to_text(const MemoryResult& result);

// Writes to_text() whole or not at all. Throws InputError if the path cannot be written.
}  // namespace hpcast::answers

// JSON of hpcast that is no result of hpcast memory.
#pragma once

#include "hpcast/base/json.h"

namespace hpcast::answers {

// Throws InputError for what another command has written, and says what has its page.
void refuse_other_results(const Document& document);

}  // namespace hpcast::answers

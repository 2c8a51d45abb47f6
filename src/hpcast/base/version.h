// Which hpcast this is.
#pragma once

namespace hpcast {

// "0.1.0"
const char* version();

}  // namespace hpcast

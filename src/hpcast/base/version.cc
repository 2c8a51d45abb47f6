#include "hpcast/base/version.h"

namespace hpcast {

const char* version() { return HPCAST_VERSION; }

}  // namespace hpcast

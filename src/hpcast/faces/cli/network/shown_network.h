// A network for the viewer's page, which draws none itself.
#pragma once

#include "hpcast/base/json.h"

namespace hpcast::cli {

// {"shape", "facts": [{"name", "value", "part"}, …], "svg"}: what hpcast show says and draws.
// Throws InputError with all faults of a description.
Json shown_network(const Document& description);

}  // namespace hpcast::cli

// What hpcast skeleton answers, as a page: the sources, and beside them what becomes of them.
#pragma once

#include <string>

#include "hpcast/forecast/skeleton/skeleton.h"

namespace hpcast::cli {

// HTML that needs nothing else. Sources that cannot be read, or have changed since, are said to be
// so in place of their lines.
std::string skeleton_page(const forecast::Skeleton& skeleton);

}  // namespace hpcast::cli

// The viewer's page, which the build puts into hpcast where it has it.
#pragma once

#include <string_view>

namespace hpcast::cli {

// Empty: this hpcast was built without.
std::string_view viewer_page();

}  // namespace hpcast::cli

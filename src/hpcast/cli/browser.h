// The user's browser.
#pragma once

#include <string>

namespace hpcast::cli {

// Has the desktop open the address, where there is one that knows how. Never waits, never fails.
void open_in_browser(const std::string& url);

}  // namespace hpcast::cli

// The user's browser.
#pragma once

#include <string>

namespace hpcast::cli {

// Has the desktop open the address, where there is one that knows how. Never waits, never fails.
// Ignores SIGCHLD from then on: this process can wait for no child.
void open_in_browser(const std::string& url);

}  // namespace hpcast::cli

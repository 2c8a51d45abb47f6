// Files as a program wants them, not compressed.
#pragma once

#include <string>

namespace hpcast::forecast {

// Writes what the Zstandard file `from` holds to `to`. Throws InputError where it is none, is cut
// off, or the output cannot be written.
void unpack(const std::string& from, const std::string& to);

}  // namespace hpcast::forecast

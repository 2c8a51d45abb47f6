// Which folders may be replaced by an archive.
#pragma once

#include <string>

namespace hpcast::otf2 {

// Throws InputError where `folder` is there and holds something that is no OTF2 archive.
void check_archive_folder(const std::string& folder);

}  // namespace hpcast::otf2

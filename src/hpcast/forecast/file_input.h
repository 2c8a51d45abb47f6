// A file or folder that a result was made from.
#pragma once

#include <string>

#include "hpcast/answers/answer.h"

namespace hpcast::forecast {

// With its hash where it is a file.
answers::Input file_input(const std::string& path, const char* role);

}  // namespace hpcast::forecast

// A network for people.
#pragma once

#include <string>

#include "hpcast/ndl/network.h"

namespace hpcast::ndl {

std::string show_text(const Network& network);

}  // namespace hpcast::ndl

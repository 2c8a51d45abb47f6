// The socket that the viewer's server listens at.
#pragma once

#include <cstdint>

#include "hpcast/base/descriptor.h"

namespace hpcast::serve {

struct Listener {
  Descriptor socket;
  std::uint16_t port;
};

// At 127.0.0.1, which nobody reaches from another host. Port 0: any that is free. Throws InputError
// where it is taken or may not be used.
Listener listen_at(std::uint16_t port);

}  // namespace hpcast::serve

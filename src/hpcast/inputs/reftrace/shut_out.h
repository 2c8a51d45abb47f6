// Where programs that cannot open the channel, as they run as another user or in a namespace, tell
// hpcast so: a datagram with the program's name. Freestanding, but for the system's own header.
#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <cstddef>

namespace hpcast::reftrace {

struct ShutOutAddress {
  sockaddr_un address;
  socklen_t bytes;
};

// An abstract socket's, which anybody may write to, named after the channel's path.
inline ShutOutAddress shut_out_address(const char* channel_path) {
  ShutOutAddress result{};
  result.address.sun_family = AF_UNIX;
  constexpr char prefix[] = "hpcast:";
  std::size_t length = 1;  // behind the zero that makes it abstract
  const auto put = [&](const char* text) {
    for (; *text != '\0' && length < sizeof result.address.sun_path; ++text)
      result.address.sun_path[length++] = *text;
  };
  put(prefix);
  put(channel_path);
  result.bytes = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + length);
  return result;
}

}  // namespace hpcast::reftrace

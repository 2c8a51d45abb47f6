#include "hpcast/faces/serve/listener.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "hpcast/base/diagnostics.h"

namespace hpcast::serve {

Listener listen_at(std::uint16_t port) {
  const auto refuse = [&](int error) {
    throw InputError(
        "cannot listen at port " + std::to_string(port) + " of 127.0.0.1: " + std::strerror(error),
        port == 0 ? "" : "another --port, or none for one that is free");
  };
  Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (socket.get() < 0) refuse(errno);
  // A server that has just ended does not keep its port.
  const int yes = 1;
  setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof address;
  if (bind(socket.get(), any, size) != 0 || listen(socket.get(), SOMAXCONN) != 0 ||
      getsockname(socket.get(), any, &size) != 0)
    refuse(errno);
  return {std::move(socket), ntohs(address.sin_port)};
}

}  // namespace hpcast::serve

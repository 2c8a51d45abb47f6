#include "hpcast/inputs/reftrace/shut_out_programs.h"

#include <sys/socket.h>

#include "hpcast/inputs/reftrace/name_table.h"
#include "hpcast/inputs/reftrace/shut_out.h"

namespace hpcast::reftrace {

ShutOutPrograms::ShutOutPrograms(const std::string& channel_path)
    : socket_(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
  const ShutOutAddress name = shut_out_address(channel_path.c_str());
  if (bind(socket_.get(), reinterpret_cast<const sockaddr*>(&name.address), name.bytes) != 0)
    socket_ = Descriptor();
}

void ShutOutPrograms::read() {
  char name[max_name];
  for (ssize_t bytes; (bytes = recv(socket_.get(), name, sizeof name, 0)) > 0;)
    names_.emplace_back(name, static_cast<std::size_t>(bytes));
}

}  // namespace hpcast::reftrace

#include "hpcast/faces/serve/waiting.h"

#include <sys/socket.h>

namespace hpcast::serve {

void Waiting::add(int socket) {
  const std::lock_guard lock(mutex_);
  std::erase(sockets_, socket);
  sockets_.push_back(socket);
  if (sockets_.size() <= most_) return;
  ::shutdown(sockets_.front(), SHUT_RDWR);  // whoever reads it closes it
  sockets_.pop_front();
}

void Waiting::remove(int socket) {
  const std::lock_guard lock(mutex_);
  std::erase(sockets_, socket);
}

}  // namespace hpcast::serve

// Connections on which nothing has been asked yet, or not to the end of a head.
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>

namespace hpcast::serve {

// Keeps those that wait the longest from taking the places of others: where there are more than
// `most`, the oldest is shut down. Called by several threads at once.
class Waiting {
 public:
  explicit Waiting(std::size_t most) : most_(most) {}
  // From now on the socket waits for a request; again, after an answer.
  void add(int socket);
  // It has asked, or is about to be closed.
  void remove(int socket);

 private:
  std::mutex mutex_;
  std::size_t most_;
  std::deque<int> sockets_;  // the oldest first
};

}  // namespace hpcast::serve

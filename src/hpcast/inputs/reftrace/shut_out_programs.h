// Programs of this run that could not open the channel (shut_out.h).
#pragma once

#include <string>
#include <vector>

#include "hpcast/base/descriptor.h"

namespace hpcast::reftrace {

class ShutOutPrograms {
 public:
  // Where the system has no such socket, nobody is heard.
  explicit ShutOutPrograms(const std::string& channel_path);
  // Who has told so since the last call: few can wait to be read.
  void read();
  const std::vector<std::string>& names() const { return names_; }  // as they were started

 private:
  Descriptor socket_;
  std::vector<std::string> names_;
};

}  // namespace hpcast::reftrace

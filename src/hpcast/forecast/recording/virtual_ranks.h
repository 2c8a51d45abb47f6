// More ranks than this host can run as processes: SimGrid's SMPI has them all in one, by turns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/base/scratch_folder.h"

namespace hpcast::forecast {

// What smpirun needs, for as long as this lives.
class VirtualRanks {
 public:
  // `command`: a program made by smpicc and its arguments. Throws InputError where it is none, or
  // there is no smpirun here.
  // `preload`: libraries to be loaded into the process.
  VirtualRanks(std::uint32_t ranks, const std::vector<std::string>& command,
               const std::string& preload);

  // The command that runs them.
  const std::vector<std::string>& command() const { return command_; }

 private:
  ScratchFolder scratch_;
  std::vector<std::string> command_;
};

}  // namespace hpcast::forecast

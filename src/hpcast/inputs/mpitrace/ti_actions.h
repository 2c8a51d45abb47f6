// The actions of a time-independent trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hpcast/inputs/mpitrace/profile.h"

namespace hpcast::mpitrace {

enum class TiAction : std::uint8_t {
  init,
  finalize,
  comm,  // comm_size, comm_split, comm_dup: of which SimGrid replays nothing
  compute,
  sleep,
  location,
  send,
  receive,
  sendreceive,
  test,
  wait,
  waitall,
  collective,
};

struct TiName {
  const char* name;
  TiAction action;
  const char* function;
  Collective collective = Collective::barrier;
  bool blocking = true;
};

// With an "i" before it, a collective is one that does not block.
std::optional<TiName> ti_name_of(std::string_view word);
// ", did you mean 'bcast'?", or empty.
std::string ti_suggestion(std::string_view word);
// "MPI_Ibcast" of "MPI_Bcast".
std::string nonblocking_function(const char* function);

}  // namespace hpcast::mpitrace

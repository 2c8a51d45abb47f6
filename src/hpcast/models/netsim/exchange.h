// How the parts of a divided simulation keep in step (conservative windows; Nicol, 1993): nothing
// that one part does can reach another before the lookahead has passed, so that all of them can
// work through a window of that length on their own and then exchange what has crossed.
#pragma once

#include <cstdint>
#include <vector>

#include "hpcast/models/netsim/outcome.h"
#include "hpcast/models/netsim/transfer.h"

namespace hpcast::netsim {

class Exchange {
 public:
  Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  virtual ~Exchange() = default;

  virtual std::uint32_t parts() const = 0;
  virtual std::uint32_t mine() const = 0;

  // What a part has to tell, and what is true of all of them.
  struct Word {
    Time earliest = INT64_MAX;  // of the events to come; told: of one's own, mail included
    bool stop = false;          // told: I want to; true of all: somebody does
  };
  // Hands over `out` (by part) and fills `in`; all parts return together.
  virtual Word exchange(std::vector<Mail>& out, Mail& in, const Word& mine) = 0;

  // The latest of all parts' times.
  virtual Time latest(Time mine) = 0;

  // All parts' outcomes become one, at part 0. The others keep nothing.
  virtual void gather(Outcome& outcome) = 0;
};

}  // namespace hpcast::netsim

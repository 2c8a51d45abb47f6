// Collectives as the messages that MPI libraries make of them. An algorithm is a pure function:
// from one rank's part in a call and the number of a round to the messages of that round, so that a
// million ranks in a collective need no more memory than their round's number. docs/collectives.md.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/inputs/ndl/network.h"

namespace hpcast::netsim {

using mpitrace::Collective;
using ndl::MpiFamily;

// One rank's part in one collective call. Ranks are ranks of the communicator.
struct CollectivePart {
  Collective kind = Collective::barrier;
  std::uint32_t rank = 0, size = 1, root = 0;
  std::uint64_t bytes = 0;    // mpitrace::Operation::amount
  std::uint64_t element = 1;  // bytes; vectors are cut between elements only
  // As mpitrace/profile.h has them after Operation: bytes by rank; alltoallv: sent to each, then
  // received from each; neighbor: its own form. Empty: not known. Then alltoallv and reduce_scatter
  // split `bytes` evenly, in the other v-collectives all ranks have as many `bytes` as this one,
  // and there are no neighbours. All ranks of a call should know as much.
  std::span<const std::uint64_t> counts;
};

struct CollectiveStep {
  enum class Action : std::uint8_t {
    send,
    receive,
    combine,  // the reduction operator over that many bytes, after the round's messages have come
  };
  Action action = Action::send;
  std::uint32_t peer = 0;  // rank of the communicator
  std::uint64_t bytes = 0;
  bool operator==(const CollectiveStep&) const = default;
};
using CollectiveRound = std::vector<CollectiveStep>;

struct CollectiveAlgorithm {
  Collective kind;
  const char* name;  // "pairwise", "recursive-doubling", …
  // Fills `round` with the messages of round `index` (0, 1, …), all of them posted together and all
  // complete before the next. A round may be empty. False: there is no such round, the call is
  // over. Where an algorithm is not for such a call, it does what the library does instead.
  bool (*round)(const CollectivePart& part, std::uint32_t index, CollectiveRound& round);
};

// What that library does by default with this call: Open MPI 4.1's "tuned" component, MPICH 4.0's
// own algorithms over any network. The algorithm that is really played, after what the library does
// instead where its choice is not for such a call; "none" where it returns at once. The same for
// all ranks of a call; without `counts`, if they all have the same `bytes`.
const CollectiveAlgorithm& choose_algorithm(const CollectivePart& part, MpiFamily family);

// All algorithms, by kind and name; null where there is none of that name.
std::span<const CollectiveAlgorithm> all_algorithms();
const CollectiveAlgorithm* algorithm_named(Collective kind, std::string_view name);

}  // namespace hpcast::netsim

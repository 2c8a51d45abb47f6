// A communication profile: what each rank of an MPI program does, in the order in which it does it,
// on no network in particular. Formats that it is read from and written to: docs/profile.md.
//
// Compute intervals have lengths; calls of MPI have none, they take what the network makes of them.
// Ranks are ranks of MPI_COMM_WORLD unless something else is said.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hpcast::mpitrace {

using Picoseconds = std::int64_t;  // 106 days at most

enum class Kind : std::uint8_t {
  compute,     // amount: picoseconds
  send,        // blocking; amount: bytes
  isend,       // and start of a persistent one
  receive,     // blocking; amount: bytes as received, 0 if unknown
  ireceive,    // and start of a persistent one
  probe,       // blocking: until a message that matches has come; does not receive it
  wait,        // until requests are complete: RankTrace::waits[amount … amount + count)
  collective,  // blocking
  icollective,
  put,    // one-sided: moves `amount` bytes to or from the memory of `peer`, complete at the next
  get,    // `flush`
  flush,  // until all puts and gets of this rank are complete
};

enum class SendMode : std::uint8_t { standard, synchronous, ready, buffered };

// A call of all ranks of a communicator.
enum class Collective : std::uint8_t {
  barrier,
  bcast,
  reduce,
  allreduce,
  gather,
  gatherv,
  scatter,
  scatterv,
  allgather,
  allgatherv,
  alltoall,
  alltoallv,  // and alltoallw
  reduce_scatter_block,
  reduce_scatter,
  scan,
  exscan,
  neighbor,  // every neighbourhood collective: `counts` say what goes to and comes from whom
};
inline constexpr int collective_count = 17;
const char* name_of(Collective collective);  // "barrier", "bcast", …
std::optional<Collective> collective_named(std::string_view name);
bool is_rooted(Collective collective);
bool has_counts(Collective collective);

inline constexpr std::int32_t any_source = -1;
inline constexpr std::int32_t any_tag = -1;
inline constexpr std::uint32_t no_request = UINT32_MAX;
inline constexpr std::uint32_t no_counts = UINT32_MAX;

struct Operation {
  Kind kind = Kind::compute;
  union {
    SendMode mode = SendMode::standard;  // of a send or isend
    Collective collective;               // of a collective or icollective
  };
  std::uint16_t function = 0;          // index of Profile::functions: what the program called
  std::int32_t peer = 0;               // rank; of a rooted collective: the root's rank
  std::int32_t tag = 0;                // of a collective: size of an element in bytes, at least 1
  std::uint32_t communicator = 0;      // index of Profile::communicators
  std::uint64_t amount = 0;            // see Kind. Of a collective: bytes of one block, see below
  std::uint32_t request = no_request;  // slot that the call opens, < RankTrace::request_slots
  std::uint32_t count = 0;             // of a wait: requests. Of a v-collective: see below
};
static_assert(sizeof(Operation) == 32);

// `amount` of a collective:
//   bcast, reduce, allreduce, scan, exscan: bytes of the whole vector
//   gather, scatter, allgather, alltoall: bytes of one rank's block
//   reduce_scatter_block: bytes of one rank's part of the result
// `count` of a collective with counts (the v-collectives, reduce_scatter, neighbor) is where its
// lists begin in RankTrace::counts, or no_counts where the profile does not have them:
//   gatherv, scatterv at the root; allgatherv, reduce_scatter at every rank: bytes by rank (n)
//   alltoallv: bytes sent to each rank (n), then bytes received from each (n)
//   neighbor: number of messages sent s, of messages received r, then s pairs (rank of the
//   communicator, bytes) and r such pairs
// Without lists, and for gatherv and scatterv at ranks that are not the root, `amount` is this
// rank's own bytes, as sent (scatterv: as received; alltoallv, neighbor: to all together;
// reduce_scatter: the whole vector). Readers set it so even where there are lists.

inline bool receives_by_wildcard(const Operation& o) {
  return (o.kind == Kind::receive || o.kind == Kind::ireceive) &&
         (o.peer == any_source || o.tag == any_tag);
}

struct RankTrace {
  std::vector<Operation> operations;
  std::vector<std::uint32_t> waits;   // slots of requests
  std::vector<std::uint64_t> counts;  // of collectives
  std::uint32_t request_slots = 0;    // a slot is free again once its request has been waited for
};

// How many numbers the lists of a call in a communicator of `size` have, whose first are these; 0
// where it has none.
std::uint64_t length_of_counts(Collective collective, std::uint32_t size, bool is_root,
                               std::span<const std::uint64_t> first);
// The lists of a call of world rank `self` in a communicator of `size`; empty where it has none.
std::span<const std::uint64_t> counts_of(const RankTrace& rank, const Operation& call,
                                         std::uint32_t size, std::uint32_t self);

struct Communicator {
  std::string name;
  std::vector<std::uint32_t> members;  // world rank by rank of the communicator
};

struct Profile {
  std::string origin;                       // "Score-P 8.0", "SimGrid time-independent trace", …
  std::vector<std::string> functions;       // "MPI_Send", …; 0 is "" (no call: compute)
  std::vector<Communicator> communicators;  // 0 is the world
  std::vector<RankTrace> ranks;
  std::vector<std::string> not_modelled;  // what the trace has and this does not, for people
  std::vector<std::string> partial;       // why it is not all of the run; none: it is
};

// What a profile adds up to, over all ranks.
struct Totals {
  std::uint64_t operations = 0;
  std::uint64_t messages = 0;     // point to point
  std::uint64_t bytes = 0;        // in them
  std::uint64_t collectives = 0;  // calls of a rank
  double compute_s = 0;           // of all ranks together
  double longest_compute_s = 0;   // of the rank that computes most
};
Totals totals_of(const Profile& profile);

// When a rank was in each of its operations, from the simulation's start on; by operation.
struct Interval {
  Picoseconds begin = 0, end = 0;
};
using Timeline = std::vector<std::vector<Interval>>;  // by rank, then by operation

}  // namespace hpcast::mpitrace

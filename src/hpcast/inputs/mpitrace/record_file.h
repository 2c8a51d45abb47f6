// What each rank under the MPI recorder (tracers/mpi) writes, and read_recorded() reads: a header,
// then records, one behind the other. Freestanding: the recorder lives in other people's programs.
//
// A record is a byte, its RecordKind, and numbers: of 7 bits a byte, the lowest first, the highest
// bit of all but the last byte set; what may be negative as 2n or -2n - 1. Of texts their length,
// then their bytes. Ranks are ranks of the communicator that stands before them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hpcast::mpitrace {

inline constexpr char record_magic[8] = {'h', 'p', 'c', 'm', 'p', 'i', '\n', '\x1a'};
inline constexpr std::uint32_t record_version = 1;
inline constexpr std::size_t record_header_bytes = 4096;                // the first record's place
inline constexpr const char* record_folder_variable = "HPCAST_RECORD";  // for rank-N
inline constexpr const char* record_clock_variable = "HPCAST_RECORD_CLOCK";  // cpu or wall
inline constexpr const char* record_second_program = "second";  // file: it was not recorded

enum class RecordState : std::uint32_t { running, finished, aborted };

// Mapped by the rank, whose words are there whatever ends it. The machine's byte order.
struct RecordHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t rank, ranks;
  std::uint32_t wall_clock;  // 1: not the thread's processor time
  RecordState state;
  std::uint32_t error;       // errno with which the recording ended before the rank; 0: none
  std::uint64_t used;        // bytes of whole records
  std::uint64_t operations;  // so far
  std::uint64_t compute;     // ps, so far
  std::uint64_t clock_cost;  // ps of reading the clock, taken out of each interval
};
static_assert(sizeof(RecordHeader) <= record_header_bytes);

// Those with a time begin with it: picoseconds of computation right before. A call is the number
// of its function's name. Each isend, ireceive and icollective opens the next request, from 0 on.
enum class RecordKind : std::uint8_t {
  name = 1,      // call, text
  communicator,  // number; origin; parent; its number there; call; runs; (first, stride, length)…
  send,          // time call communicator peer tag bytes mode
  isend,         // the same
  receive,       // time call communicator ±source ±tag bytes ±from ±its tag
  ireceive,      // time call communicator ±source ±tag bytes (room for)
  probe,         // time call communicator ±source ±tag ±from ±its tag
  wait,          // time call completions…; each 2 × request + cancelled, of receives that were
                 // not cancelled also bytes ±from ±its tag
  collective,    // time call communicator collective root element amount lists, and if not 0
  icollective,   // so many less 1 numbers, as RankTrace::counts has them
  put,           // time call communicator peer bytes
  get,           // the same
  flush,         // time call
  compute,       // time
  not_understood,  // call: it is not in the profile
  calls,           // call, how many times: of those not understood
  remark,          // text: what else is not modelled
  polls,           // how many calls asked, and found nothing
};

// As mpitrace's Collective, which is not freestanding.
enum class RecordCollective : std::uint8_t {
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
  alltoallv,
  reduce_scatter_block,
  reduce_scatter,
  scan,
  exscan,
  neighbor,
};

// Where a communicator comes from, so that ranks agree which is which. Numbers 0 and 1 are
// MPI_COMM_WORLD and MPI_COMM_SELF.
enum class CommunicatorOrigin : std::uint8_t {
  parent,   // all of `parent` called: its number there is the same for all of them
  members,  // only its members did, with a tag: the number
  unknown,  // nothing is known but who is in it
};

}  // namespace hpcast::mpitrace

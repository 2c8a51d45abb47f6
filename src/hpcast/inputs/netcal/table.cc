#include "hpcast/inputs/netcal/table.h"

namespace hpcast::netcal {

const char* name_of(Benchmark benchmark) {
  switch (benchmark) {
    case Benchmark::latency:
      return "ping-pong";
    case Benchmark::bandwidth:
      return "bandwidth, one way";
    case Benchmark::both_ways:
      return "bandwidth, both ways";
    case Benchmark::message_rate:
      return "message rate";
    case Benchmark::allreduce:
      return "allreduce";
    case Benchmark::bcast:
      return "bcast";
    case Benchmark::alltoall:
      return "alltoall";
    default:
      return "barrier";
  }
}

bool is_collective(Benchmark benchmark) { return benchmark >= Benchmark::allreduce; }

bool is_time(Benchmark benchmark) {
  return benchmark == Benchmark::latency || is_collective(benchmark);
}

}  // namespace hpcast::netcal

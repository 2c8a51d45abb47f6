// How long a line of memory takes one thread while all others read from it at a pace.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "hpcast/inputs/calibrate/footprint.h"
#include "hpcast/inputs/calibrate/least.h"
#include "hpcast/inputs/calibrate/rounds.h"
#include "hpcast/inputs/calibrate/team.h"

namespace hpcast::calibrate {

struct LoadBurst {
  double latency = 0;    // s a line of the chase
  double bandwidth = 0;  // bytes/s of all threads meanwhile
};

struct LoadTime {
  Least latency;
  double bandwidth = 0;  // of the burst whose latency that is
};

// Of one pace's bursts, by round. Only those count in which as much was read as the pace allows
// (within 10 %): where readers were interrupted, the least latency would be of no load. No latency
// where fewer than a third of the rounds have one.
LoadTime load_time(const std::vector<std::vector<LoadBurst>>& rounds);

class LoadBench {
 public:
  // The first of the team goes on with the chase, each other reads so many bytes of its own.
  LoadBench(Team& team, Chase& chase, std::size_t bytes, Rounds& rounds);
  // By ascending pace.
  std::vector<LoadTime> times() const;

 private:
  struct Span {
    double start = 0, end = 0;  // s
  };
  struct alignas(64) Reader {
    std::unique_ptr<Footprint> memory;
    std::size_t at = 0, bytes = 0;
    Span span = {};
  };
  struct Pace {
    std::uint64_t pause = 0;  // turns of an empty loop, between two pieces
    std::vector<std::vector<LoadBurst>> rounds;
  };

  std::uint64_t turns_of_piece();
  LoadBurst burst(std::uint64_t pause);
  void read_on(Reader& reader, std::uint64_t pause) const;
  static double bandwidth_during(const Span& span, const Reader& reader);

  Team& team_;
  Chase& chase_;
  std::vector<Reader> readers_;  // by member; the first chases
  std::vector<Pace> paces_;
  alignas(64) std::atomic<bool> chased_{false};
};

}  // namespace hpcast::calibrate

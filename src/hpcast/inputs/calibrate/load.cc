#include "hpcast/inputs/calibrate/load.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "hpcast/inputs/calibrate/stopwatch.h"
#include "hpcast/inputs/calibrate/streams.h"

namespace hpcast::calibrate {

namespace {

constexpr std::size_t chase_steps = 1024;
constexpr int bursts_of_round = 4;
// Small, so that the traffic is even; prefetchers go on over the pauses.
constexpr std::size_t piece_bytes = 2 * stream_unit;
constexpr double kept_pace = 0.9;      // of the most
constexpr std::size_t few_rounds = 3;  // a part of all
constexpr double parts_of_full[] = {0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875};

void turn(std::uint64_t turns) {
  for (; turns > 0; --turns) asm volatile("" : "+r"(turns));
}

double time_of_turn() {
  constexpr std::uint64_t turns = 20'000;
  double least = 1;
  for (int i = 0; i < 8; ++i) least = std::min(least, timed([] { turn(turns); }));
  return least / turns;
}

// Seconds a byte, of each round its quickest.
Least times_of_byte(const std::vector<std::vector<LoadBurst>>& rounds) {
  Least times;
  for (const auto& round : rounds) {
    double most = 0;
    for (const LoadBurst& burst : round) most = std::max(most, burst.bandwidth);
    if (most > 0) times.add(1 / most);
  }
  return times;
}

}  // namespace

LoadTime load_time(const std::vector<std::vector<LoadBurst>>& rounds) {
  const double least_bandwidth = kept_pace / times_of_byte(rounds).value();
  LoadTime time;
  std::vector<LoadBurst> quickest;  // of each round that has one
  for (const auto& round : rounds) {
    const LoadBurst* best = nullptr;
    for (const LoadBurst& burst : round)
      if (burst.bandwidth >= least_bandwidth && (best == nullptr || burst.latency < best->latency))
        best = &burst;
    if (best != nullptr) quickest.push_back(*best);
  }
  if (quickest.size() < rounds.size() / few_rounds) return time;
  for (const LoadBurst& burst : quickest) time.latency.add(burst.latency);
  for (const LoadBurst& burst : quickest)
    if (burst.latency == time.latency.value()) time.bandwidth = burst.bandwidth;
  return time;
}

LoadBench::LoadBench(Team& team, Chase& chase, std::size_t bytes, Rounds& rounds)
    : team_(team), chase_(chase), readers_(team.size()) {
  team.run_all([this, bytes](std::size_t member) {
    if (member > 0) readers_[member].memory = std::make_unique<Footprint>(bytes);
  });
  const auto piece = static_cast<double>(turns_of_piece());
  for (const double part : parts_of_full)
    paces_.push_back({static_cast<std::uint64_t>(std::lround(piece / part)), {}});
  paces_.push_back({});
  for (Pace& pace : paces_)
    rounds.add({[&pace] { pace.rounds.emplace_back(); },
                [this, &pace] {
                  pace.rounds.back().push_back(burst(pace.pause));
                  return pace.rounds.back().back().latency;
                },
                bursts_of_round});
}

std::vector<LoadTime> LoadBench::times() const {
  std::vector<LoadTime> times;
  for (const Pace& pace : paces_)  // but for the bursts that warmed up
    times.push_back(load_time({std::next(pace.rounds.begin()), pace.rounds.end()}));
  return times;
}

// In which a thread reads a piece where all read as fast as they can.
std::uint64_t LoadBench::turns_of_piece() {
  constexpr int bursts = 16;
  double most = 0;
  for (int i = 0; i < bursts; ++i) most = std::max(most, burst(0).bandwidth);
  const auto readers = static_cast<double>(readers_.size() - 1);
  return static_cast<std::uint64_t>(readers * piece_bytes / most / time_of_turn());
}

LoadBurst LoadBench::burst(std::uint64_t pause) {
  Span chase;
  chased_ = false;
  team_.run([&](std::size_t member) {
    if (member > 0) return read_on(readers_[member], pause);
    chase.start = seconds_now();
    chase_.walk(1, chase_steps);
    chase.end = seconds_now();
    chased_ = true;
  });
  const double latency = (chase.end - chase.start) / chase_steps;
  double bandwidth = Chase::line / latency;
  for (std::size_t i = 1; i < readers_.size(); ++i)
    bandwidth += bandwidth_during(chase, readers_[i]);
  return {latency, bandwidth};
}

// A thread that was interrupted began late or ends late: what it reads by itself is no load.
double LoadBench::bandwidth_during(const Span& span, const Reader& reader) {
  const double both = std::min(span.end, reader.span.end) - std::max(span.start, reader.span.start);
  const double part = std::max(both, 0.0) / (span.end - span.start);
  return part * static_cast<double>(reader.bytes) / (reader.span.end - reader.span.start);
}

void LoadBench::read_on(Reader& reader, std::uint64_t pause) const {
  const Streams& streams = calibrate::streams();
  std::size_t bytes = 0;
  const double start = seconds_now();
  while (!chased_.load(std::memory_order_relaxed)) {
    streams.read(reader.memory->data() + reader.at, piece_bytes);
    reader.at = (reader.at + piece_bytes) % reader.memory->size();
    bytes += piece_bytes;
    turn(pause);
  }
  reader.bytes = bytes;
  reader.span = {start, seconds_now()};
}

}  // namespace hpcast::calibrate

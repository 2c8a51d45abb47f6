// A network of which everything is known, and the tables that benchmarks would print there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hpcast/inputs/netcal/table.h"

namespace hpcast::netcal {

struct KnownMachine {
  double ping_pong = 1.3e-6, overhead = 0.2e-6;  // s
  double bandwidth = 12.5e9, copy_bandwidth = 100e9;
  std::uint64_t eager_limit = 16384;

  double between() const { return ping_pong - 2 * overhead; }
  // The rendezvous asks and grants first.
  double time(std::uint64_t bytes) const {
    const auto n = static_cast<double>(bytes);
    const double wire = ping_pong + n / bandwidth;
    return bytes > eager_limit ? wire + 2 * between() : wire + 2 * n / copy_bandwidth;
  }
  // Of a window of 64 and its answer.
  double windows_rate(std::uint64_t bytes) const {
    constexpr double window = 64;
    const auto n = static_cast<double>(bytes);
    const bool eager = bytes <= eager_limit;
    const double processor = overhead + (eager ? n / copy_bandwidth : 0);
    const double each = std::max(processor, n / bandwidth);
    return window / ((window - 1) * each + time(bytes) + ping_pong);
  }

  static Table table(Benchmark benchmark, const std::function<double(std::uint64_t)>& value) {
    Table table;
    table.benchmark = benchmark;
    table.title = name_of(benchmark);
    table.file = "known.txt";
    for (std::uint64_t bytes = 1; bytes <= 1U << 22; bytes *= 2)
      table.rows.push_back({bytes, value(bytes)});
    return table;
  }
  Table latency() const {
    return table(Benchmark::latency, [&](std::uint64_t n) { return time(n); });
  }
  Table one_way() const {
    return table(Benchmark::bandwidth,
                 [&](std::uint64_t n) { return windows_rate(n) * static_cast<double>(n); });
  }
  Table rates() const {
    return table(Benchmark::message_rate, [&](std::uint64_t n) { return windows_rate(n); });
  }
  std::vector<Table> all() const { return {latency(), one_way(), rates()}; }
};

}  // namespace hpcast::netcal

#include "hpcast/faces/report/memory/ranks.h"

#include <fmt/core.h>

#include <algorithm>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {

using answers::RankResult;

namespace {

double moved(const RankResult& rank) {
  return static_cast<double>(rank.bytes_read) + static_cast<double>(rank.bytes_write);
}

}  // namespace

std::string cores_of(const RankResult& rank) {
  constexpr std::size_t most_named = 2;
  if (rank.cores.empty()) return {};
  if (rank.cores.size() > most_named)
    return fmt::format("{} to {} ({})", rank.cores.front(), rank.cores.back(), rank.cores.size());
  return rank.cores.size() == 1 ? rank.cores[0] : rank.cores[0] + ", " + rank.cores[1];
}

std::string imbalance(const answers::MemoryAnswer& result) {
  double all = 0;
  for (const RankResult& rank : result.ranks) all += moved(rank);
  if (all == 0) return {};
  const RankResult& most = *std::max_element(
      result.ranks.begin(), result.ranks.end(),
      [](const RankResult& a, const RankResult& b) { return moved(a) < moved(b); });
  const double mean = all / static_cast<double>(result.ranks.size());
  constexpr double alike = 1.01;
  if (moved(most) <= alike * mean)
    return fmt::format("All ranks move about the same from and to memory: {}", format_bytes(mean));
  return fmt::format("Rank {} moves most, {:.2f} times the mean of {} from and to memory",
                     most.rank, moved(most) / mean, format_bytes(mean));
}

std::string ranks_section(const answers::MemoryAnswer& result, const TextOptions& options) {
  if (result.ranks.empty()) return {};
  Table table({{"Rank"},
               {"On", Align::left},
               {"Threads"},
               {"References"},
               {"Memory read"},
               {"Written"},
               {"Alone"},
               {"Limited by", Align::left}});
  for (const RankResult& rank : result.ranks)
    table.row({std::to_string(rank.rank), printable(cores_of(rank)), std::to_string(rank.threads),
               format_count(static_cast<double>(rank.references)),
               format_bytes(static_cast<double>(rank.bytes_read)),
               format_bytes(static_cast<double>(rank.bytes_write)), format_time(rank.time_s),
               rank.bottleneck.empty() ? "nothing" : printable(rank.bottleneck)});
  const std::string unlike = imbalance(result);
  return '\n' + table.text(options.width, options.colour) + (unlike.empty() ? "" : unlike + '\n');
}

}  // namespace hpcast::report

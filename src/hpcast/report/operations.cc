#include "hpcast/report/operations.h"

#include <algorithm>
#include <utility>

#include "hpcast/base/units.h"
#include "hpcast/report/table.h"

namespace hpcast::report {

namespace {

using PhaseSum = std::pair<std::string, OperationCounts>;

std::vector<PhaseSum> by_phase(const OperationTable& table) {
  std::vector<PhaseSum> phases;
  for (const OperationRow& row : table) {
    if (row.start_up) continue;
    const std::string name = row.phase.value_or("whole run");
    auto phase = std::find_if(phases.begin(), phases.end(),
                              [&](const PhaseSum& p) { return p.first == name; });
    if (phase == phases.end()) phase = phases.insert(phases.end(), {name, {}});
    phase->second += row.counts;
  }
  return phases;
}

// "256: 98 %" of the width that most of them have; empty without any.
std::string main_width(const OperationCounts& counts) {
  constexpr const char* names[flop_widths] = {"scalar", "128", "256", "512"};
  const std::uint64_t all = all_dp_flops(counts) + all_sp_flops(counts);
  if (all == 0) return {};
  unsigned widest = 0;
  const auto of = [&](unsigned w) {
    return counts.dp_flops[w] + counts.sp_flops[w] + (w == 0 ? counts.x87_flops : 0);
  };
  for (unsigned w = 1; w < flop_widths; ++w)
    if (of(w) > of(widest)) widest = w;
  return std::string(names[widest]) + ": " +
         format_percent(static_cast<double>(of(widest)) / static_cast<double>(all));
}

std::string left_out(const OperationTable& table) {
  OperationCounts sum{};
  for (const OperationRow& row : table)
    if (row.start_up) sum += row.counts;
  if (sum == OperationCounts{}) return {};
  return "Left out: " + format_count(static_cast<double>(sum.instructions)) + " instructions and " +
         format_count(static_cast<double>(all_dp_flops(sum) + all_sp_flops(sum))) +
         " FLOPs of the start-up, before main\n";
}

}  // namespace

std::string operations_section(const OperationTable& table, const TextOptions& options) {
  if (table.empty()) return {};
  Table text({{"Executed in", Align::left},
              {"Instructions"},
              {"Integer"},
              {"Loads"},
              {"Stores"},
              {"DP FLOPs"},
              {"SP FLOPs"},
              {"Mostly"}});
  const auto count = [](std::uint64_t n) { return format_count(static_cast<double>(n)); };
  for (const auto& [name, counts] : by_phase(table))
    text.row({printable(name), count(counts.instructions), count(counts.integer),
              count(counts.loads), count(counts.stores), count(all_dp_flops(counts)),
              count(all_sp_flops(counts)), main_width(counts)});
  return '\n' + text.text(options.width, options.colour) + left_out(table);
}

}  // namespace hpcast::report

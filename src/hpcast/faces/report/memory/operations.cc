#include "hpcast/faces/report/memory/operations.h"

#include <algorithm>
#include <utility>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {

std::vector<PhaseOperations> operations_by_phase(const OperationTable& table) {
  std::vector<PhaseOperations> phases;
  for (const OperationRow& row : table) {
    if (row.part != ProgramPart::main) continue;
    const std::string name = row.phase.value_or("whole run");
    auto phase = std::find_if(phases.begin(), phases.end(),
                              [&](const PhaseOperations& p) { return p.first == name; });
    if (phase == phases.end()) phase = phases.insert(phases.end(), {name, {}});
    phase->second += row.counts;
  }
  return phases;
}

std::string main_width(const OperationCounts& counts) {
  constexpr const char* names[flop_widths] = {"scalar", "128-bit", "256-bit", "512-bit"};
  const std::uint64_t all = all_dp_flops(counts) + all_sp_flops(counts);
  if (all == 0) return {};
  unsigned widest = 0;
  const auto of = [&](unsigned w) {
    return counts.dp_flops[w] + counts.sp_flops[w] + (w == 0 ? counts.x87_flops : 0);
  };
  for (unsigned w = 1; w < flop_widths; ++w)
    if (of(w) > of(widest)) widest = w;
  return std::string(names[widest]) + ' ' +
         format_percent(static_cast<double>(of(widest)) / static_cast<double>(all));
}

namespace {

OperationCounts sum_of(const OperationTable& table, ProgramPart part) {
  OperationCounts sum{};
  for (const OperationRow& row : table)
    if (row.part == part) sum += row.counts;
  return sum;
}

}  // namespace

std::vector<std::string> operations_left_out(const OperationTable& table) {
  std::vector<std::string> sentences;
  const OperationCounts start_up = sum_of(table, ProgramPart::start_up);
  const OperationCounts spinning = sum_of(table, ProgramPart::spinning);
  const auto count = [](std::uint64_t n) { return format_count(static_cast<double>(n)); };
  if (start_up != OperationCounts{})
    sentences.push_back("Left out: " + count(start_up.instructions) + " instructions and " +
                        count(all_dp_flops(start_up) + all_sp_flops(start_up)) +
                        " FLOPs of the start-up, before main");
  if (spinning != OperationCounts{})
    sentences.push_back("Left out: " + count(spinning.instructions) +
                        " instructions of threads that spun, waiting for others");
  return sentences;
}

std::string operations_section(const OperationTable& table, const TextOptions& options) {
  if (table.empty()) return {};
  Table text({{"In phase", Align::left},
              {"Instr."},
              {"Integer"},
              {"Loads"},
              {"Stores"},
              {"DP FLOPs"},
              {"SP FLOPs"},
              {"Mostly"}});
  const auto count = [](std::uint64_t n) { return format_count(static_cast<double>(n)); };
  for (const auto& [name, counts] : operations_by_phase(table))
    text.row({printable(name), count(counts.instructions), count(counts.integer),
              count(counts.loads), count(counts.stores), count(all_dp_flops(counts)),
              count(all_sp_flops(counts)), main_width(counts)});
  std::string section = '\n' + text.text(options.width, options.colour);
  for (const std::string& sentence : operations_left_out(table)) section += sentence + '\n';
  return section;
}

}  // namespace hpcast::report

#include "hpcast/faces/report/trace/document.h"

#include <fmt/format.h>

#include <algorithm>

#include "hpcast/base/units.h"

namespace hpcast::report {

namespace {

using answers::HotLoop;
using answers::InstructionMix;
using answers::TraceSummary;

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string count_text(std::uint64_t count) { return format_count(static_cast<double>(count)); }

// The whole run, then its phases; of these a terminal shows those with most instructions.
std::vector<const InstructionMix*> mixes_of(const TraceSummary& s) {
  std::vector<const InstructionMix*> mixes{&s.whole};
  for (const InstructionMix& phase : s.phases) mixes.push_back(&phase);
  return mixes;
}

std::vector<TablePart::Column> mix_columns(const TraceSummary& s) {
  constexpr std::size_t most_phases = 4;
  std::vector<std::uint64_t> counts;
  for (const InstructionMix& phase : s.phases) counts.push_back(phase.instructions);
  std::sort(counts.rbegin(), counts.rend());
  const std::uint64_t least = counts.size() > most_phases ? counts[most_phases - 1] : 0;
  std::vector<TablePart::Column> columns{{"Instructions", Align::left}, {"all"}};
  for (const InstructionMix& phase : s.phases)
    columns.push_back(
        {phase.name, Align::right, phase.instructions >= least ? Show::everywhere : Show::page});
  return columns;
}

template <class F>
TablePart::Row mix_row(const TraceSummary& s, const std::string& name, Style style, F&& cell) {
  TablePart::Row row{{name}, style};
  for (const InstructionMix* mix : mixes_of(s)) row.cells.push_back(cell(*mix));
  return row;
}

TablePart mix_table(const TraceSummary& s) {
  TablePart table{.title = "Instructions by kind", .columns = mix_columns(s)};
  table.rows.push_back(mix_row(s, "all", Style::strong, [](const InstructionMix& mix) {
    return count_text(mix.instructions);
  }));
  for (const answers::KindCount& kind : s.whole.kinds)
    table.rows.push_back(mix_row(s, kind.kind, Style::plain, [&](const InstructionMix& mix) {
      return format_percent(share(mix.of_kind(kind.kind), mix.instructions));
    }));
  table.rows.push_back(mix_row(s, "branches taken", Style::faint, [](const InstructionMix& mix) {
    return format_percent(share(mix.taken, mix.taken + mix.not_taken));
  }));
  return table;
}

TablePart loop_table(const TraceSummary& s) {
  TablePart table{.title = "Loops",
                  .columns = {{"Loop", Align::left},
                              {"Share"},
                              {"Turns"},
                              {"Instr. a turn"},
                              {"Mostly", Align::left}},
                  .most_in_text = 10,
                  .noun = "loop"};
  for (const HotLoop& loop : s.loops) {
    const double part = share(loop.instructions, s.whole.instructions);
    const double a_turn = share(loop.instructions, loop.turns);
    table.rows.push_back(
        {{place_text(loop),
          {format_percent(part), part},
          {count_text(loop.turns), static_cast<double>(loop.turns)},
          {fmt::format("{:.3g}", a_turn), a_turn},
          fmt::format("{} {}", loop.mostly.kind,
                      format_percent(share(loop.mostly.instructions, loop.instructions)))}});
  }
  return table;
}

}  // namespace

Document document(const TraceSummary& s) {
  Document d{.kind = "Trace",
             .name = s.trace,
             .verdict = s.verdict,
             .headline = count_text(s.whole.instructions) + " instructions"};
  if (s.partial) d.minds.push_back({"Partial: " + *s.partial});
  if (s.undescribed > 0)
    d.minds.push_back({fmt::format("Left out: {} superblocks executed that are not described",
                                   count_text(s.undescribed))});
  d.parts = {mix_table(s), loop_table(s)};
  return d;
}

}  // namespace hpcast::report

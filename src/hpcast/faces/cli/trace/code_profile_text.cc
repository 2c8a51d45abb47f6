#include "hpcast/faces/cli/trace/code_profile_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "hpcast/base/instruction_names.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"
#include "hpcast/forecast/memory/result.h"

namespace hpcast::cli {

namespace {

using blocks::Loop;
using blocks::Mix;
using forecast::TracedCodeProfile;

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string count_text(std::uint64_t count) { return format_count(static_cast<double>(count)); }

Mix sum_of(const std::vector<Mix>& mixes) {
  Mix sum;
  for (const Mix& mix : mixes) sum += mix;
  return sum;
}

// By how many there are, most first; those of which there are none, left out.
std::vector<blocks::Kind> kinds_in(const Mix& mix) {
  std::vector<blocks::Kind> kinds;
  for (unsigned kind = 0; kind < blocks::kinds; ++kind)
    if (mix.instructions[kind] > 0) kinds.push_back(static_cast<blocks::Kind>(kind));
  std::stable_sort(kinds.begin(), kinds.end(), [&](blocks::Kind a, blocks::Kind b) {
    return mix.instructions[static_cast<unsigned>(a)] > mix.instructions[static_cast<unsigned>(b)];
  });
  return kinds;
}

std::uint64_t of_kind(const Mix& mix, blocks::Kind kind) {
  return mix.instructions[static_cast<unsigned>(kind)];
}

// "main, chase.c:31"
std::string place_text(const TracedCodeProfile& traced, const Loop& loop) {
  const auto found = traced.places.find(loop.block);
  if (found == traced.places.end()) return fmt::format("superblock {}", loop.block);
  const reftrace::CodePlace& place = found->second;
  if (place.line == 0) return place.function;
  return fmt::format("{}, {}:{}", place.function,
                     std::filesystem::path(place.file).filename().string(), place.line);
}

std::vector<const Loop*> hottest(const TracedCodeProfile& traced) {
  std::vector<const Loop*> loops;
  for (const auto& [key, loop] : traced.profile.loops)
    if (loop.turns > 0) loops.push_back(&loop);
  std::stable_sort(loops.begin(), loops.end(),
                   [](const Loop* a, const Loop* b) { return a->mix.total() > b->mix.total(); });
  return loops;
}

std::string verdict(const std::string& trace, const TracedCodeProfile& traced,
                    std::uint64_t instructions) {
  std::string text =
      fmt::format("{}: {} instructions of {} thread{}", trace, count_text(instructions),
                  traced.threads, traced.threads == 1 ? "" : "s");
  const std::vector<const Loop*> loops = hottest(traced);
  if (loops.empty()) return text + ", in no loop";
  return text + fmt::format(", {} of them in the loop at {}",
                            format_percent(share(loops.front()->mix.total(), instructions)),
                            place_text(traced, *loops.front()));
}

// The phases with most instructions.
std::vector<std::size_t> shown_phases(const TracedCodeProfile& traced) {
  constexpr std::size_t most = 4;
  std::vector<std::size_t> phases;
  for (std::size_t i = 0; i < traced.profile.phases.size(); ++i)
    if (traced.profile.phases[i].total() > 0) phases.push_back(i);
  if (phases.size() < 2) return {};
  std::stable_sort(phases.begin(), phases.end(), [&](std::size_t a, std::size_t b) {
    return traced.profile.phases[a].total() > traced.profile.phases[b].total();
  });
  phases.resize(std::min(phases.size(), most));
  std::sort(phases.begin(), phases.end());
  return phases;
}

std::string mix_table(const TracedCodeProfile& traced, const Mix& whole,
                      const report::TextOptions& options) {
  const std::vector<std::size_t> phases = shown_phases(traced);
  std::vector<report::Table::Column> columns{{"Instructions", report::Align::left}, {"all"}};
  for (const std::size_t phase : phases)
    columns.push_back({report::printable(forecast::phase_label(phase, traced.phases))});
  report::Table table(columns);
  const auto row = [&](const std::string& name, auto&& cell, report::Style style) {
    std::vector<std::string> cells{name, cell(whole)};
    for (const std::size_t phase : phases) cells.push_back(cell(traced.profile.phases[phase]));
    table.row(std::move(cells), style);
  };
  row(
      "all", [](const Mix& mix) { return count_text(mix.total()); }, report::Style::strong);
  for (const blocks::Kind kind : kinds_in(whole))
    row(
        name_of(kind),
        [&](const Mix& mix) { return format_percent(share(of_kind(mix, kind), mix.total())); },
        report::Style::plain);
  row(
      "branches taken",
      [](const Mix& mix) { return format_percent(share(mix.taken, mix.taken + mix.not_taken)); },
      report::Style::faint);
  return table.text(options.width, options.colour);
}

// "load 30 %"
std::string main_kind(const Mix& mix) {
  const blocks::Kind kind = kinds_in(mix).front();
  return fmt::format("{} {}", name_of(kind),
                     format_percent(share(of_kind(mix, kind), mix.total())));
}

std::string loop_table(const TracedCodeProfile& traced, std::uint64_t instructions,
                       const report::TextOptions& options) {
  constexpr std::size_t most = 10;
  std::vector<const Loop*> loops = hottest(traced);
  if (loops.empty()) return {};
  const std::size_t found = loops.size();
  loops.resize(std::min(loops.size(), most));
  report::Table table({{"Loop", report::Align::left},
                       {"Share"},
                       {"Turns"},
                       {"Instr. a turn"},
                       {"Mostly", report::Align::left}});
  for (const Loop* loop : loops)
    table.row({report::printable(place_text(traced, *loop)),
               format_percent(share(loop->mix.total(), instructions)), count_text(loop->turns),
               fmt::format("{:.3g}", static_cast<double>(loop->mix.total()) /
                                         static_cast<double>(loop->turns)),
               main_kind(loop->mix)});
  std::string text = "\n" + table.text(options.width, options.colour);
  if (found > loops.size()) text += fmt::format("and {} loops more\n", found - loops.size());
  return text;
}

}  // namespace

std::string code_profile_text(const std::string& trace, const TracedCodeProfile& traced,
                              const report::TextOptions& options) {
  const Mix whole = sum_of(traced.profile.phases);
  std::string text = report::wrapped(verdict(trace, traced, whole.total()), options.width, "  ");
  text += "\n";
  if (!traced.partial.empty())
    text += report::wrapped("Partial: " + traced.partial, options.width, "  ") + "\n";
  if (traced.profile.undescribed > 0)
    text += fmt::format("Left out: {} superblocks executed that are not described\n",
                        count_text(traced.profile.undescribed));
  text += "\n" + mix_table(traced, whole, options);
  return text + loop_table(traced, whole.total(), options);
}

}  // namespace hpcast::cli

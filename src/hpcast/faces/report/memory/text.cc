#include "hpcast/faces/report/memory/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "hpcast/answers/memory/verdict.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"
#include "hpcast/faces/report/memory/analysis.h"
#include "hpcast/faces/report/memory/groups.h"
#include "hpcast/faces/report/memory/limits.h"
#include "hpcast/faces/report/memory/operations.h"
#include "hpcast/faces/report/memory/prefetches.h"
#include "hpcast/faces/report/memory/ranks.h"
#include "hpcast/faces/report/memory/threads.h"
#include "hpcast/faces/report/memory/variants.h"

namespace hpcast::report {

using answers::MemoryAnswer;
using answers::ObjectResult;
using answers::PhaseResult;

namespace {

constexpr std::ptrdiff_t time_column = 6;  // of the table of objects

// One decimal more than a share: streams hit in 87.5 % of their accesses, give or take nothing.
std::string hits_cell(const ObjectResult& object) {
  const double rate = hit_rate(object);
  return rate < 0 ? "-" : fmt::format("{:.1f} %", 100 * rate);
}

bool has_margins(const MemoryAnswer& result) { return result.sample && result.sample->margin_s; }

std::string margin_cell(const ObjectResult& object) {
  if (!object.margin || object.time_s <= 0) return "-";
  return format_percent(object.margin->time_s / object.time_s);
}

std::vector<std::string> object_row(const ObjectResult& object, bool margins,
                                    std::size_t bar_width) {
  std::vector<std::string> row = {printable(object.name),
                                  name_of(object.kind),
                                  format_count(static_cast<double>(object.num_read)),
                                  format_count(static_cast<double>(object.num_write)),
                                  format_bytes(static_cast<double>(total_bytes(object))),
                                  hits_cell(object),
                                  format_time(object.time_s),
                                  format_percent(object.occupancy),
                                  bar(object.occupancy, bar_width)};
  if (margins) row.insert(row.begin() + time_column + 1, margin_cell(object));
  return row;
}

// What limits nothing: one line for all objects of a class, wherever they stand.
struct Idle {
  std::size_t count = 0;
  double reads = 0, writes = 0, bytes = 0;
};

void add_idle(Table& table, const std::vector<Group>& groups, const MemoryAnswer& result) {
  std::map<std::pair<answers::Kind, std::string>, Idle> classes;
  for (const Group& group : groups) {
    if (group.longest_s > 0) continue;
    Idle& idle = classes[{group.kind, group.class_name}];
    idle.count += group.members.size();
    idle.bytes += static_cast<double>(group.bytes);
    for (const std::uint32_t member : group.members) {
      idle.reads += static_cast<double>(result.objects[member].num_read);
      idle.writes += static_cast<double>(result.objects[member].num_write);
    }
  }
  if (!classes.empty()) table.note("Limiting nothing, all together:");
  for (const auto& [key, idle] : classes) {
    const std::string name = key.second.empty() ? name_of(key.first) : key.second;
    std::vector<std::string> row = {printable(fmt::format("{} × {}", idle.count, name)),
                                    name_of(key.first),
                                    format_count(idle.reads),
                                    format_count(idle.writes),
                                    format_bytes(idle.bytes),
                                    "-",
                                    "-",
                                    "-",
                                    ""};
    if (has_margins(result)) row.insert(row.begin() + time_column + 1, "-");
    table.row(std::move(row), Style::faint);
  }
}

void add_group(Table& table, const Group& group, const MemoryAnswer& result,
               const TextOptions& options, std::size_t bar_width) {
  const std::size_t count = group.members.size();
  // "… 1 more" would take the line that the object itself can have.
  const std::size_t shown = count <= options.shown_per_group + 1 ? count : options.shown_per_group;
  for (std::size_t i = 0; i < shown; ++i) {
    const ObjectResult& object = result.objects[group.members[i]];
    const bool limits = object.name == result.bottleneck.name;
    table.row(object_row(object, has_margins(result), bar_width),
              limits ? Style::strong : Style::plain);
  }
  if (shown == count) return;
  const ObjectResult& next = result.objects[group.members[shown]];
  table.note(printable(fmt::format("  … {} more like it ({}), ≤ {}", count - shown, group.label,
                                   format_percent(next.occupancy))));
}

std::string objects_section(const MemoryAnswer& result, const TextOptions& options) {
  std::vector<Group> groups = group_objects(result);
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.longest_s > b.longest_s; });
  const std::size_t narrow = has_margins(result) ? 0 : 8;
  const std::size_t bar_width = options.width >= 100 ? 20 : options.width >= 80 ? narrow : 0;
  std::vector<Table::Column> columns = {{"Object", Align::left},
                                        {"Kind", Align::left},
                                        {"Reads"},
                                        {"Writes"},
                                        {"Bytes"},
                                        {"Hits"},
                                        {"Time"},
                                        {"Share"},
                                        {"", Align::left}};
  if (has_margins(result)) columns.insert(columns.begin() + time_column + 1, Table::Column{"±"});
  Table table(std::move(columns));
  for (const Group& group : groups) {
    if (group.longest_s > 0) add_group(table, group, result, options, bar_width);
  }
  add_idle(table, groups, result);
  return table.text(options.width, options.colour);
}

std::string phases_section(const MemoryAnswer& result, const TextOptions& options) {
  if (result.phases.size() < 2) return {};
  Table table({{"Phase", Align::left},
               {"Time"},
               {"Share"},
               {"Limited by", Align::left},
               {"References"},
               {"", Align::left}});
  for (const PhaseResult& phase : result.phases) {
    table.row({printable(phase.name), format_time(phase.time_s), format_percent(phase.share),
               printable(limit_words(result, phase)),
               format_count(static_cast<double>(phase.references)), bar(phase.share, 16)});
  }
  return '\n' + table.text(options.width, options.colour);
}

std::string run_section(const MemoryAnswer& result, const TextOptions& options) {
  const answers::Run& run = result.run;
  if (!options.run_facts || run.references == 0) return {};
  std::string text = fmt::format("{} references of {} thread{} simulated",
                                 format_count(static_cast<double>(run.references)), run.threads,
                                 run.threads == 1 ? "" : "s");
  if (run.wall_s > 0) {
    text += fmt::format(" in {} ({} a second)", format_time(run.wall_s),
                        format_count(run.references_per_s));
  }
  for (const std::string& fact : {run.tracer, run.mode}) {
    if (!fact.empty()) text += ", " + fact;
  }
  return '\n' + styled(wrapped(printable(text), options.width, ""), Style::faint, options.colour) +
         '\n';
}

std::string optional_time(const std::optional<double>& seconds) {
  return seconds ? format_time(*seconds) : "-";
}
std::string time_cell(const std::optional<answers::Load>& load) {
  return load ? format_time(load->time_s) : "-";
}
std::string share_cell(const std::optional<answers::Load>& load) {
  return load ? format_percent(load->occupancy) : "-";
}
std::string bytes_cell(const std::optional<answers::Load>& load) {
  return load ? format_bytes(static_cast<double>(load->bytes)) : "-";
}

bool occupied(const std::optional<answers::Load>& load) { return load && load->time_s > 0; }

// The first `most` of the rows that `accept` lets through.
template <class F>
std::string differences(const char* heading, const std::vector<answers::LoadDifference>& rows,
                        std::size_t most, F&& accept, const TextOptions& options) {
  Table table({{heading, Align::left},
               {"Time A"},
               {"Time B"},
               {"Share A"},
               {"Share B"},
               {"Bytes A"},
               {"Bytes B"}});
  std::size_t accepted = 0;
  for (const answers::LoadDifference& row : rows) {
    if (!accept(row) || ++accepted > most) continue;
    table.row({printable(row.name), time_cell(row.a), time_cell(row.b), share_cell(row.a),
               share_cell(row.b), bytes_cell(row.a), bytes_cell(row.b)});
  }
  if (accepted == 0) return {};
  if (accepted > most) table.note(fmt::format("  … {} more that change less", accepted - most));
  return '\n' + table.text(options.width, options.colour);
}

std::string differences(const char* heading, const std::vector<answers::TimeDifference>& rows,
                        const TextOptions& options) {
  if (rows.empty()) return {};
  Table table({{heading, Align::left}, {"Time A"}, {"Time B"}});
  for (const answers::TimeDifference& row : rows)
    table.row({printable(row.name), optional_time(row.a_s), optional_time(row.b_s)});
  return '\n' + table.text(options.width, options.colour);
}

}  // namespace

std::string text_report(const MemoryAnswer& result, const TextOptions& options) {
  std::string text = styled(printable(verdict_line(result)), Style::strong, options.colour) + '\n';
  text += styled(printable(title(result)), Style::faint, options.colour) + '\n';
  if (const std::string idle = idle_cores(result); !idle.empty()) text += idle + '\n';
  if (result.partial) {
    text += wrapped("Partial: " + printable(*result.partial), options.width, "  ") + '\n';
  }
  if (const std::string failure = failure_words(result); !failure.empty())
    text += "Mind: " + failure + '\n';
  text += limits_section(result, options);
  text += variants_section(result, options);
  text += '\n' + objects_section(result, options);
  text += phases_section(result, options);
  text += ranks_section(result, options);
  text += threads_section(result, options);
  text += operations_section(result.operations, options);
  text += list_section("Prefetchers", prefetch_words(result), options);
  text += list_section("Assumed", result.assumptions, options);
  text += list_section("Not modelled", result.not_modelled, options);
  return text + run_section(result, options);
}

std::string text_report(const answers::Comparison& c, const TextOptions& options) {
  constexpr std::size_t most_objects = 12;
  std::string text = styled(printable(headline(c)), Style::strong, options.colour) + '\n';
  text += fmt::format("A: {}\nB: {}\n", printable(c.title_a), printable(c.title_b));
  for (const std::string& caveat : c.caveats) {
    text += "Mind: " + wrapped(printable(caveat), options.width, "  ") + '\n';
  }
  text += differences("Phase", c.phases, options);
  text += limits_section(c.limits, options);
  const auto used = [](const answers::LoadDifference& row) {
    return occupied(row.a) || occupied(row.b);
  };
  text += differences("Busiest of", c.levels, c.levels.size(), used, options);
  return text + differences("Object", c.objects, most_objects, answers::changes, options);
}

}  // namespace hpcast::report

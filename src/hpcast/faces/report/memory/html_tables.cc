#include "hpcast/faces/report/memory/html_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "hpcast/answers/memory/verdict.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/markup.h"
#include "hpcast/faces/report/memory/analysis.h"
#include "hpcast/faces/report/memory/limits.h"
#include "hpcast/faces/report/memory/operations.h"
#include "hpcast/faces/report/memory/ranks.h"
#include "hpcast/faces/report/memory/threads.h"
#include "hpcast/faces/report/memory/variants.h"

namespace hpcast::report {

using answers::MemoryAnswer;
using answers::ObjectResult;

namespace {

// A column header; a text column stands left.
struct Header {
  const char* text;
  bool is_text = false;
};

std::string head(const char* style, const char* caption, const std::vector<Header>& headers) {
  std::string html = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\">"
      "<table class=\"{1}\" aria-label=\"{0}\"><thead><tr>",
      caption, style);
  for (const Header& header : headers) {
    html += fmt::format("<th scope=\"col\"{}>{}</th>", header.is_text ? " class=\"l\"" : "",
                        header.text);
  }
  return html + "</tr></thead><tbody>\n";
}

constexpr const char* foot = "</tbody></table></div>\n";

std::string row_head(const std::string& text) {
  return fmt::format("<th scope=\"row\">{}</th>", escape(text));
}
std::string text_cell(const std::string& text) {
  return fmt::format("<td class=\"l\">{}</td>", escape(text));
}
// What people read, and the value to sort by.
std::string cell(const std::string& shown, double value) {
  return fmt::format("<td data-v=\"{:.6f}\">{}</td>", value, escape(shown));
}
std::string count_cell(std::uint64_t count) {
  const auto value = static_cast<double>(count);
  return cell(format_count(value), value);
}
std::string bytes_cell(std::uint64_t bytes) {
  const auto value = static_cast<double>(bytes);
  return cell(format_bytes(value), value);
}
std::string time_cell(double seconds) {
  // Whole nanoseconds sort as they should; seconds may need more digits than are shown.
  return cell(seconds > 0 ? format_time(seconds) : "–", seconds * 1e9);
}
std::string change_cell(double seconds) {
  // Results have times to the picosecond; a difference of less is of rounding.
  if (std::fabs(seconds) < 1e-12) return cell("–", 0);
  return cell((seconds > 0 ? "+" : "−") + format_time(std::fabs(seconds)), seconds * 1e9);
}
std::string share_cell(double share) {
  return cell(share > 0 ? format_percent(share) : "–", share * 100);
}
std::string hits_cell(double rate) {
  return cell(rate < 0 ? "–" : format_percent(rate), rate * 100);
}
std::string meter_cell(double share) {
  return fmt::format(
      "<td data-v=\"{0:.6f}\">{1}<span class=\"meter\"><i "
      "style=\"width:{0:.1f}%\"></i></span></td>",
      share * 100, format_percent(share));
}

std::vector<Header> limit_headers() {
  return {{"What limits", true}, {"Time"}, {"Share"}, {"Worth"}, {"Without it", true}};
}
std::string limit_cells(const answers::Limit& limit, double time_s) {
  const std::string without = without_words(limit, time_s);
  return time_cell(limit.time_s) + meter_cell(time_s > 0 ? limit.time_s / time_s : 0) +
         time_cell(limit.worth_s) + text_cell(without.empty() ? "–" : without);
}

// Hits over all members; -1 for what is no cache.
double group_hit_rate(const MemoryAnswer& result, const Group& group) {
  ObjectResult all;
  for (const std::uint32_t member : group.members) {
    const auto& cache = result.objects[member].cache;
    if (!cache) continue;
    if (!all.cache) all.cache.emplace();
    all.cache->read_hits += cache->read_hits;
    all.cache->read_misses += cache->read_misses;
    all.cache->write_hits += cache->write_hits;
    all.cache->write_misses += cache->write_misses;
  }
  return hit_rate(all);
}

}  // namespace

std::string summary_table(std::span<const MemoryAnswer> results) {
  std::string html = head("", "All forecasts",
                          {{"Forecast of", true},
                           {"Time"},
                           {"Limited by", true},
                           {"Next", true},
                           {"Next, share"},
                           {"References"},
                           {"Threads"}});
  for (std::size_t i = 0; i < results.size(); ++i) {
    const MemoryAnswer& r = results[i];
    const ObjectResult* next = runner_up(r);
    html +=
        fmt::format("<tr><th scope=\"row\"><a href=\"#r{}\">{}</a></th>", i + 1, escape(title(r)));
    html += time_cell(r.time_s);
    html += text_cell(limit_words(r));
    html += text_cell(next ? fmt::format("{} ({})", next->name, name_of(next->kind)) : "–");
    html += share_cell(next ? next->occupancy : 0);
    html += count_cell(r.run.references) + count_cell(r.run.threads) + "</tr>\n";
  }
  return html + foot;
}

std::string phase_table(const MemoryAnswer& result) {
  std::string html = head(
      "", "Phases", {{"Phase", true}, {"Time"}, {"Share"}, {"Limited by", true}, {"References"}});
  for (const answers::PhaseResult& phase : result.phases) {
    html += "<tr>" + row_head(phase.name) + time_cell(phase.time_s) + meter_cell(phase.share) +
            text_cell(limit_words(result, phase)) + count_cell(phase.references) + "</tr>\n";
  }
  return html + foot;
}

std::string limit_table(const MemoryAnswer& result) {
  std::string html = head("", "What limits", limit_headers());
  for (const answers::Limit& limit : result.limits)
    html += "<tr>" + row_head(to_string(limit)) + limit_cells(limit, result.time_s) + "</tr>\n";
  return html + foot;
}

std::string variant_table(const MemoryAnswer& result) {
  if (result.variants.empty()) return {};
  std::string html =
      head("", "Varied", {{"Varied", true}, {"Time"}, {"Of it"}, {"Limited by", true}});
  const auto row = [&](const std::string& name, double time_s, const std::string& limited_by) {
    html += "<tr>" + row_head(name) + time_cell(time_s) +
            meter_cell(result.time_s > 0 ? time_s / result.time_s : 0) + text_cell(limited_by) +
            "</tr>\n";
  };
  row("as it is", result.time_s, limit_words(result));
  for (const answers::Variant& variant : result.variants)
    row(words_of(variant), variant.time_s, variant.limited_by);
  return html + foot;
}

std::string phase_limit_table(const MemoryAnswer& result) {
  std::vector<Header> headers = limit_headers();
  headers.insert(headers.begin(), {"Phase", true});
  std::string html = head("", "What limits each phase", headers);
  for (const answers::PhaseResult& phase : result.phases)
    for (const answers::Limit& limit : phase.limits)
      html += "<tr>" + row_head(phase.name) + text_cell(to_string(limit)) +
              limit_cells(limit, phase.time_s) + "</tr>\n";
  return html + foot;
}

std::string operations_table(const OperationTable& table) {
  std::string html = head("", "Operations by phase",
                          {{"Executed in", true},
                           {"Instructions"},
                           {"Integer"},
                           {"Loads"},
                           {"Stores"},
                           {"DP FLOPs"},
                           {"SP FLOPs"},
                           {"FLOPs mostly", true}});
  for (const auto& [name, counts] : operations_by_phase(table)) {
    html += "<tr>" + row_head(name) + count_cell(counts.instructions) + count_cell(counts.integer) +
            count_cell(counts.loads) + count_cell(counts.stores) +
            count_cell(all_dp_flops(counts)) + count_cell(all_sp_flops(counts)) +
            text_cell(main_width(counts)) + "</tr>\n";
  }
  return html + foot;
}

std::string roofline_table(const Roofline& roofline) {
  std::string html = head("", "Roofline",
                          {{"Of", true},
                           {"Level", true},
                           {"FLOPs"},
                           {"FLOPs a byte"},
                           {"FLOP/s"},
                           {"Roof there"},
                           {"Of its roof"}});
  for (const RooflinePoint& point : roofline.points)
    for (std::size_t i = 0; i < roofline.levels.size(); ++i) {
      const double at = intensity(point, i), roof = roof_at(roofline, i, at);
      if (at <= 0) continue;
      html += "<tr>" + row_head(point.name) + text_cell(roofline.levels[i].label) +
              cell(format_count(point.flops), point.flops) + cell(format_count(at), at) +
              cell(format_scaled(point.flops_per_s, "FLOP/s"), point.flops_per_s) +
              cell(format_scaled(roof, "FLOP/s"), roof) + meter_cell(point.flops_per_s / roof) +
              "</tr>\n";
    }
  return html + foot;
}

std::string rank_table(const MemoryAnswer& result) {
  std::string html = head("", "Ranks",
                          {{"Rank", true},
                           {"On", true},
                           {"Threads"},
                           {"References"},
                           {"Memory read"},
                           {"Memory written"},
                           {"Time alone"},
                           {"Limited by", true}});
  for (const answers::RankResult& rank : result.ranks) {
    html += "<tr>" + row_head(std::to_string(rank.rank)) + text_cell(cores_of(rank)) +
            count_cell(rank.threads) + count_cell(rank.references) + bytes_cell(rank.bytes_read) +
            bytes_cell(rank.bytes_write) + time_cell(rank.time_s) +
            text_cell(rank.bottleneck.empty() ? "nothing" : rank.bottleneck) + "</tr>\n";
  }
  return html + foot;
}

std::string thread_table(const MemoryAnswer& result) {
  const std::vector<answers::ThreadTime> times = thread_times(result);
  if (times.size() < 2) return {};
  std::string html = head("", "Threads",
                          {{"Thread", true},
                           {"On", true},
                           {"Works"},
                           {"Waits"},
                           {"Waits, of the forecast"},
                           {"Longest for", true}});
  for (const answers::ThreadTime& time : times)
    html += "<tr>" + row_head(std::to_string(time.thread)) + text_cell(time.core) +
            time_cell(time.worked_s) + time_cell(time.waited_s) +
            meter_cell(result.time_s > 0 ? time.waited_s / result.time_s : 0) +
            text_cell(waited_for(time)) + "</tr>\n";
  return html + foot;
}

std::string level_table(const MemoryAnswer& result, const std::vector<Group>& groups) {
  std::string html = head("", "Levels of the machine",
                          {{"Class", true},
                           {"Kind", true},
                           {"Level"},
                           {"Objects"},
                           {"Bytes, all"},
                           {"Hit rate"},
                           {"Mean time"},
                           {"Longest time"},
                           {"Busiest", true},
                           {"Its share"}});
  const Group* limit = limiting_group(result, groups);
  std::size_t idle_edges = 0;
  for (const Group& group : groups) {
    if (is_idle_edge(group)) {
      idle_edges += group.members.size();
      continue;
    }
    const ObjectResult& busiest = result.objects[group.members[0]];
    const bool idle = group.longest_s <= 0;
    html += &group == limit ? "<tr class=\"limits\">" : "<tr>";
    html += row_head(group.label) + text_cell(name_of(group.kind));
    html += fmt::format("<td>{}</td><td>{}</td>", group.level, group.members.size());
    html += bytes_cell(group.bytes) + hits_cell(group_hit_rate(result, group));
    html += time_cell(group.mean_s) + time_cell(group.longest_s);
    html += text_cell(idle ? "–" : busiest.name);
    html += (idle ? "<td>–</td>" : meter_cell(busiest.occupancy)) + "</tr>\n";
  }
  html += foot;
  if (idle_edges == 0) return html;
  return html + fmt::format("<p class=\"note\">{} edges take no time and are left out here.</p>\n",
                            idle_edges);
}

std::string object_table(const MemoryAnswer& result) {
  std::string html = head("sortable", "All objects",
                          {{"Object", true},
                           {"Kind", true},
                           {"Class", true},
                           {"NUMA"},
                           {"Level"},
                           {"Reads"},
                           {"Writes"},
                           {"Bytes read"},
                           {"Bytes written"},
                           {"Hit rate"},
                           {"Write-backs"},
                           {"Invalidations"},
                           {"Time"},
                           {"Share"}});
  for (const ObjectResult& o : result.objects) {
    const bool limits = o.name == result.bottleneck.name;
    html += limits ? "<tr class=\"limits\">" : "<tr>";
    html += row_head(o.name) + text_cell(name_of(o.kind)) + text_cell(o.class_name);
    html += fmt::format("<td>{}</td><td>{}</td>", o.numa_node, o.level);
    html += count_cell(o.num_read) + count_cell(o.num_write) + bytes_cell(o.bytes_read) +
            bytes_cell(o.bytes_write) + hits_cell(hit_rate(o));
    html += o.cache ? count_cell(o.cache->writebacks) + count_cell(o.cache->invalidations)
                    : cell("–", -1) + cell("–", -1);
    html += time_cell(o.time_s) + share_cell(o.occupancy) + "</tr>\n";
  }
  return html + foot;
}

std::string difference_table(const char* caption, const char* of,
                             const std::vector<answers::TimeDifference>& rows) {
  std::string html = head("", caption, {{of, true}, {"Time A"}, {"Time B"}, {"B − A"}});
  for (const answers::TimeDifference& row : rows) {
    html += "<tr>" + row_head(row.name) + time_cell(row.a_s.value_or(0)) +
            time_cell(row.b_s.value_or(0)) +
            change_cell(row.b_s.value_or(0) - row.a_s.value_or(0)) + "</tr>\n";
  }
  return html + foot;
}

std::string difference_table(const char* caption,
                             const std::vector<answers::LoadDifference>& rows) {
  std::string html = head("sortable", caption,
                          {{"Name", true},
                           {"Kind", true},
                           {"Time A"},
                           {"Time B"},
                           {"B − A"},
                           {"Share A"},
                           {"Share B"},
                           {"Bytes A"},
                           {"Bytes B"}});
  for (const answers::LoadDifference& row : rows) {
    const answers::Load a = row.a.value_or(answers::Load{}), b = row.b.value_or(answers::Load{});
    html += "<tr>" + row_head(row.name) + text_cell(name_of(row.kind)) + time_cell(a.time_s) +
            time_cell(b.time_s) + change_cell(b.time_s - a.time_s) + share_cell(a.occupancy) +
            share_cell(b.occupancy) + (row.a ? bytes_cell(a.bytes) : cell("–", -1)) +
            (row.b ? bytes_cell(b.bytes) : cell("–", -1)) + "</tr>\n";
  }
  return html + foot;
}

std::string difference_table(const char* caption,
                             const std::vector<answers::LimitDifference>& rows) {
  std::string html =
      head("", caption,
           {{"What limits", true}, {"Time A"}, {"Time B"}, {"B − A"}, {"Worth A"}, {"Worth B"}});
  for (const answers::LimitDifference& row : rows) {
    const answers::Limit a = row.a.value_or(answers::Limit{}), b = row.b.value_or(answers::Limit{});
    html += "<tr>" + row_head(name_of(row)) + time_cell(a.time_s) + time_cell(b.time_s) +
            change_cell(b.time_s - a.time_s) + time_cell(a.worth_s) + time_cell(b.worth_s) +
            "</tr>\n";
  }
  return html + foot;
}

std::string input_table(const MemoryAnswer& result) {
  if (result.inputs.empty()) return {};
  std::string html = head("", "Inputs", {{"Input", true}, {"File", true}, {"SHA-256", true}});
  for (const answers::Input& input : result.inputs) {
    html +=
        "<tr>" + row_head(input.role) +
        fmt::format("<td class=\"l wrap\">{}</td><td class=\"l wrap\"><code>{}</code></td></tr>\n",
                    escape(input.path), input.sha256.empty() ? "–" : escape(input.sha256));
  }
  return html + foot;
}

}  // namespace hpcast::report

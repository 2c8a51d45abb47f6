#include "hpcast/faces/report/memory/html.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "hpcast/answers/memory/verdict.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/markup.h"
#include "hpcast/faces/report/memory/analysis.h"
#include "hpcast/faces/report/memory/charts.h"
#include "hpcast/faces/report/memory/groups.h"
#include "hpcast/faces/report/memory/html_tables.h"
#include "hpcast/faces/report/memory/machine_picture.h"
#include "hpcast/faces/report/memory/operations.h"
#include "hpcast/faces/report/memory/prefetches.h"
#include "hpcast/faces/report/memory/ranks.h"
#include "hpcast/faces/report/memory/roofline_chart.h"
#include "hpcast/faces/report/memory/time_stack.h"

namespace hpcast::report {

using answers::Kind;
using answers::MemoryAnswer;
using answers::ObjectResult;

namespace {

std::string verdict_block(const MemoryAnswer& result) {
  const bool at_least = is_lower_bound(result);
  std::string html = fmt::format("<p class=\"verdict\">{}<span class=\"time\">{}</span>",
                                 at_least ? "at least " : "", escape(format_time(result.time_s)));
  if (result.typical_error) html += escape(error_words(result)) + ", ";
  if (result.sample) html += escape(sample_words(result)) + ", ";
  if (at_least) html += escape(lower_bound_words(result)) + ", ";
  if (has_assumed_caches(result)) html += "caches assumed, ";
  const bool by_waiting = is_limited_by_waiting(result);
  if (result.bottleneck.name.empty()) {
    html += "limited by nothing: no object is occupied";
  } else if (by_waiting) {
    html += fmt::format("limited by <strong class=\"limit\">{}</strong>", answers::waiting_limits);
  } else {
    html += fmt::format("limited by <strong class=\"limit\">{}</strong> ({}){}",
                        escape(result.bottleneck.name), name_of(result.bottleneck.kind),
                        cause_words(result));
  }
  const ObjectResult* next = by_waiting ? limiting_object(result) : runner_up(result);
  if (next != nullptr)
    html +=
        fmt::format(", next {} ({} of it)", escape(next->name), format_percent(next->occupancy));
  html += escape(waiting_words(result)) + "</p>\n";
  if (const std::string idle = idle_cores(result); !idle.empty())
    html += "<p class=\"note\">" + escape(idle) + "</p>\n";
  if (result.partial) {
    html +=
        fmt::format("<p class=\"partial\"><b>Partial trace:</b> {}</p>\n", escape(*result.partial));
  }
  if (const std::string failure = failure_words(result); !failure.empty())
    html += fmt::format("<p class=\"partial\"><b>Mind:</b> {}</p>\n", failure);
  return html;
}

std::string tile(const std::string& name, const std::string& value, const std::string& note) {
  return fmt::format("<div class=\"tile\"><dt>{}</dt><dd>{} <small>{}</small></dd></div>\n",
                     escape(name), escape(value), escape(note));
}

std::string limit_tile(const MemoryAnswer& result, const std::vector<Group>& groups) {
  const Group* limit = limiting_group(result, groups);
  if (!limit) return {};
  return tile(
      is_limited_by_waiting(result) ? "Busiest" : "Bottleneck", result.bottleneck.name,
      fmt::format("busy {} of the time; one of {} {}", format_percent(result.bottleneck.occupancy),
                  limit->members.size(), limit->label));
}

std::string tiles(const MemoryAnswer& result, const std::vector<Group>& groups) {
  double bytes = 0;
  for (const ObjectResult& object : result.objects) {
    if (object.kind == Kind::memory) bytes += static_cast<double>(total_bytes(object));
  }
  std::string html = "<dl class=\"tiles\">\n" + limit_tile(result, groups);
  if (bytes > 0 && result.time_s > 0) {
    html += tile("Memory traffic", format_bytes(bytes),
                 format_bandwidth(bytes / result.time_s) + " on average");
  }
  const answers::Run& run = result.run;
  html += tile("References", format_count(static_cast<double>(run.references)),
               fmt::format("of {} thread{}", run.threads, run.threads == 1 ? "" : "s"));
  if (run.wall_s > 0) {
    html += tile("Simulated in", format_time(run.wall_s),
                 format_count(run.references_per_s) + " references a second");
  }
  return html + "</dl>\n";
}

std::string phase_buttons(const MemoryAnswer& result) {
  if (result.phases.size() < 2) return {};
  const auto button = [](std::size_t index, const std::string& limit, const std::string& name) {
    return fmt::format(
        "<button type=\"button\" data-phase=\"{}\" data-limit=\"{}\" "
        "aria-pressed=\"{}\">{}</button>",
        index, escape(limit), index == 0, escape(name));
  };
  std::string html = "<div class=\"phases\" role=\"group\" aria-label=\"Phase shown\">" +
                     button(0, result.bottleneck.name, "Whole run");
  for (std::size_t i = 0; i < result.phases.size(); ++i) {
    html += button(i + 1, result.phases[i].bottleneck, result.phases[i].name);
  }
  return html + "</div>\n";
}

std::string machine_figure(const MemoryAnswer& result, const std::vector<Group>& groups,
                           const PhaseTimes& times) {
  return "<figure class=\"machine\"><h3>The machine</h3>\n<figcaption>Every cell is an object, "
         "from the cores at the top to the memories. The darker (on a dark page: the brighter), "
         "the larger its share of the forecast.</figcaption>\n" +
         phase_buttons(result) + "<div class=\"scroll\">" + machine_picture(result, groups, times) +
         "</div></figure>\n";
}

std::string phase_figure(const MemoryAnswer& result) {
  if (result.phases.size() < 2) return {};
  return "<figure><h3>Phases</h3>\n<figcaption>Each phase takes as long as its busiest object, "
         "named below it, or as its threads, working and waiting for each other."
         "</figcaption>\n<div class=\"scroll\">" +
         phase_timeline(result) + "</div>" + phase_table(result) + "</figure>\n";
}

// Of the whole run, with bars of each phase where it is known what cores spend their time on.
std::string limits_figure(const MemoryAnswer& result) {
  if (result.limits.empty()) return {};
  std::string html =
      "<figure><h3>What limits</h3>\n<figcaption>Objects: how long the busiest of its class is "
      "occupied. What a core spends its time on, and threads that wait for each other: what that "
      "adds; causes overlap. Worth: how much is saved if that alone cost nothing, up to what "
      "limits then.</figcaption>\n" +
      phase_stack(result) + limit_table(result);
  if (result.phases.size() > 1)
    html += "<details style=\"margin-top:10px\"><summary>In each phase</summary>" +
            phase_limit_table(result) + "</details>";
  return html + "</figure>\n";
}

std::string variant_figure(const MemoryAnswer& result) {
  const std::string table = variant_table(result);
  if (table.empty()) return {};
  return "<figure><h3>Varied</h3>\n<figcaption>The same run, were a few members of the machine's "
         "classes others: from one simulation, whose caches hold the same.</figcaption>\n" +
         table + "</figure>\n";
}

std::string rank_figure(const MemoryAnswer& result) {
  if (result.ranks.empty()) return {};
  const std::string unlike = imbalance(result);
  return "<figure><h3>Ranks</h3>\n<figcaption>What each rank of the MPI program did on its cores, "
         "and how long that would take did the others not load the machine. " +
         escape(unlike.empty() ? unlike : unlike + ".") + "</figcaption>\n" + rank_table(result) +
         "</figure>\n";
}

std::string thread_figure(const MemoryAnswer& result) {
  const std::string table = thread_table(result);
  if (table.empty()) return {};
  return "<figure><h3>Threads</h3>\n<figcaption>How long each thread worked, waiting for memory "
         "and page faults included, and how long it waited for others: at barriers and joins, "
         "for its creation, for flags, or for its core.</figcaption>\n" +
         thread_stack(result) + table + "</figure>\n";
}

std::string operations_figure(const MemoryAnswer& result) {
  if (result.operations.empty()) return {};
  std::string left_out;
  for (const std::string& sentence : operations_left_out(result.operations))
    left_out += ' ' + sentence + '.';
  return "<figure><h3>Operations</h3>\n<figcaption>What the program executed, all threads "
         "together." +
         escape(left_out) + "</figcaption>\n" + operations_table(result.operations) + "</figure>\n";
}

std::string roofline_figure(const MemoryAnswer& result) {
  const std::optional<Roofline> roofline = roofline_of(result);
  if (!roofline) return {};
  return "<figure><h3>Roofline</h3>\n<figcaption>FLOP/s over FLOPs a byte, of the whole run (large "
         "dots) and of each phase, with a dot for each level that cores share: at the bytes that "
         "it moved, under its own roof. Roofs are of the cores, caches and memories that were "
         "used, together; a level's is its bandwidth for the mix of reads and writes. A dot well "
         "below its roof means that something else limits.</figcaption>\n" +
         roofline_chart(*roofline) + roofline_table(*roofline) + "</figure>\n";
}

std::string chart_pair(const MemoryAnswer& result, const std::vector<Group>& groups,
                       const PhaseTimes& times) {
  if (result.bottleneck.name.empty() || result.time_s <= 0) return {};
  const char* split = result.phases.size() > 1 ? ", coloured by phase as above" : "";
  return fmt::format(
             "<div class=\"pair\"><figure><h3>Busiest objects</h3>\n<figcaption>Time busy, at most "
             "three of a kind{}.</figcaption>\n",
             split) +
         busiest_chart(result, groups, times) +
         "</figure>\n<figure><h3>Roofline of the node</h3>\n<figcaption>Time each level alone "
         "would "
         "need: mean (solid) and longest (pale) of its objects. On the right its longest time and "
         "how often that fits into the forecast.</figcaption>\n" +
         level_chart(result, groups) + "</figure></div>\n";
}

std::string fact(const char* name, const std::string& value) {
  if (value.empty()) return {};
  return fmt::format("<dt>{}</dt><dd>{}</dd>", name, escape(value));
}

std::string provenance(const MemoryAnswer& result) {
  const answers::Run& run = result.run;
  std::string command;
  for (const std::string& word : run.command) add_item(command, word, " ");
  std::string html = "<div class=\"card\"><h3>Provenance</h3>\n<dl class=\"facts\">";
  html += fact("Made by", result.tool.name + " " + result.tool.version);
  html += fact("Program", command);
  if (run.exit_status) html += fact("Its exit status", std::to_string(*run.exit_status));
  html += fact("Tracer", run.tracer) + fact("Mode", run.mode);
  html += fact("Host", run.host) + fact("Date", run.date);
  if (run.wall_s > 0) {
    html += fact("Cost",
                 fmt::format("{} wall, {} CPU", format_time(run.wall_s), format_time(run.cpu_s)));
  }
  return html + "</dl>\n" + input_table(result) + "</div>\n";
}

std::string section(const MemoryAnswer& result, std::size_t number, bool is_only) {
  const std::vector<Group> groups = group_objects(result);
  const PhaseTimes times(result);
  std::string html = fmt::format("<section class=\"result\" id=\"r{}\">\n", number);
  html += is_only
              ? page_heading("Memory forecast", title(result))
              : "<p class=\"kicker\">Memory forecast</p><h2>" + escape(title(result)) + "</h2>\n";
  html += verdict_block(result) + tiles(result, groups) + limits_figure(result);
  html += variant_figure(result);
  html += machine_figure(result, groups, times) + phase_figure(result);
  html += chart_pair(result, groups, times) + roofline_figure(result);
  html += "<div class=\"card\"><h3>Levels</h3>" + level_table(result, groups) + "</div>\n";
  html += rank_figure(result) + thread_figure(result) + operations_figure(result);
  html += list_card("Prefetchers", prefetch_words(result));
  html += fmt::format("<details class=\"card\" open><summary>All {} objects</summary>",
                      result.objects.size()) +
          object_table(result) + "</details>\n";
  html += "<div class=\"pair\">" + list_card("Assumed", result.assumptions) +
          list_card("Not modelled", result.not_modelled) + "</div>\n";
  return html + provenance(result) + "</section>\n";
}

std::string overview(std::span<const MemoryAnswer> results) {
  std::vector<std::string> titles;
  std::vector<double> times_s;
  for (const MemoryAnswer& result : results) {
    titles.push_back(title(result));
    times_s.push_back(result.time_s);
  }
  return fmt::format(
             "<header><p class=\"kicker\">Memory forecasts</p><h1>{} forecasts</h1></header>\n",
             results.size()) +
         "<div class=\"card\" style=\"margin-top:16px\"><div class=\"scroll\">" +
         forecast_chart(titles, times_s) + "</div>" + summary_table(results) + "</div>\n";
}

}  // namespace

std::string html_page(std::span<const MemoryAnswer> results) {
  const bool several = results.size() > 1;
  const std::string name = results.size() == 1 ? title(results[0]) + ": " + verdict_line(results[0])
                                               : fmt::format("{} memory forecasts", results.size());
  std::string content = several ? overview(results) : "";
  for (std::size_t i = 0; i < results.size(); ++i) {
    content += section(results[i], i + 1, !several);
  }
  return page(name, content);
}

}  // namespace hpcast::report

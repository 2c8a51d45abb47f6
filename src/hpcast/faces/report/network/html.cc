#include "hpcast/faces/report/network/html.h"

#include <fmt/format.h>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/markup.h"
#include "hpcast/faces/report/network/report.h"

namespace hpcast::report {

namespace {

using answers::NetworkAnswer;

std::string network_tile(const std::string& name, const std::string& value,
                         const std::string& note) {
  return fmt::format("<div class=\"tile\"><dt>{}</dt><dd>{} <small>{}</small></dd></div>\n",
                     escape(name), escape(value), escape(note));
}

std::string network_verdict(const NetworkAnswer& r) {
  std::string html =
      fmt::format("<p class=\"verdict\"><span class=\"time\">{}</span>", format_time(r.time_s));
  if (r.fidelity == "ideal") {
    html += "on an ideal network";
  } else if (r.ideal_time_s.value_or(0) > 0) {
    html += fmt::format("{:.3g} times the {} of an ideal network", r.time_s / *r.ideal_time_s,
                        format_time(*r.ideal_time_s));
  }
  if (!r.links.empty())
    html += fmt::format("; busiest link <strong>{} to {}</strong> ({})", escape(r.links[0].from),
                        escape(r.links[0].to), format_percent(r.links[0].utilisation));
  html += "</p>\n";
  if (r.partial)
    html += fmt::format("<p class=\"partial\"><b>Ended early:</b> {}</p>\n", escape(*r.partial));
  for (const std::string& reason : r.partial_profile)
    html += fmt::format("<p class=\"partial\"><b>Partial profile:</b> {}</p>\n", escape(reason));
  return html;
}

std::string network_tiles(const NetworkAnswer& r) {
  const answers::CriticalPath& path = r.critical_path;
  const double whole = path.on_ranks_s + path.in_network_s;
  std::string html = "<dl class=\"tiles\">\n";
  if (r.time_s > 0 && !r.partial) {
    html += network_tile("Ranks compute", format_percent(r.mean.compute_s / r.time_s),
                         "of the time, in the mean");
    html +=
        network_tile("They wait", format_percent((r.mean.late_s + r.mean.transfer_s) / r.time_s),
                     fmt::format("{} for others to begin, {} for data", format_time(r.mean.late_s),
                                 format_time(r.mean.transfer_s)));
    html += network_tile("They work in MPI", format_percent(r.mean.mpi_s / r.time_s),
                         "of the time, to send, receive and copy");
  }
  if (whole > 0)
    html += network_tile("Critical path", format_percent(path.in_network_s / whole),
                         "of it in the network, " + counted(path.messages, "message"));
  html += network_tile("Messages", format_count(static_cast<double>(r.messages)),
                       format_bytes(static_cast<double>(r.bytes)) + " together");
  if (r.run.wall_s > 0)
    html += network_tile("Simulated in", format_time(r.run.wall_s),
                         format_count(r.run.events_per_s) + " events a second");
  return html + "</dl>\n";
}

std::string network_facts(const NetworkAnswer& r) {
  std::string html = "<div class=\"card\"><h3>Provenance</h3>\n<dl class=\"facts\">";
  const auto fact = [&](const char* name, const std::string& value) {
    if (!value.empty()) html += fmt::format("<dt>{}</dt><dd>{}</dd>", name, escape(value));
  };
  fact("Made by", r.tool.name + " " + r.tool.version);
  fact("Network", fmt::format("{}, {}, {}, {} routing", r.network.name,
                              counted(r.network.nodes, "node"), r.network.type, r.network.routing));
  fact("Ranks", fmt::format("{} on {}", r.ranks, counted(r.nodes_used, "node")));
  fact("Fidelity", r.fidelity);
  for (const answers::Input& input : r.inputs)
    fact("Input", fmt::format("{}: {} {}", input.role, input.path, input.sha256));
  fact("Host", r.run.host);
  fact("Date", r.run.date);
  return html + "</dl></div>\n";
}

}  // namespace

std::string html_page(const NetworkAnswer& r, const answers::NetworkTimeline& timeline) {
  const std::string name = counted(r.ranks, "rank") + " on " + r.network.name;
  std::string html = "<section class=\"result\">" + page_heading("Network forecast", name) +
                     network_verdict(r) + network_tiles(r);
  if (!r.partial) html += split_figure(r);  // of ranks that have ended
  html += gantt_figure(r, timeline);
  html += load_figure(r) + heat_figure(r) + link_table(r) + traffic_figures(r);
  html += late_table(r) + path_table(r);
  html += "<div class=\"pair\">" + list_card("Assumed", r.assumptions) +
          list_card("Not modelled", r.not_modelled) + "</div>\n" + network_facts(r);
  return page(name + ": " + r.verdict, html + "</section>\n");
}

}  // namespace hpcast::report

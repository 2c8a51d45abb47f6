#include "hpcast/base/text.h"

#include <fmt/format.h>

#include <algorithm>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"
#include "hpcast/faces/report/network/report.h"

namespace hpcast::report {

namespace {

using answers::NetworkAnswer;
using answers::RankTime;
using answers::TimeSplit;

constexpr std::size_t shown_ranks = 5, shown_links = 5;

std::string head(const NetworkAnswer& r) {
  return fmt::format("{}: {} on {} of {}, {}, {} routing\n", printable(r.network.name),
                     counted(r.ranks, "rank"), r.nodes_used, counted(r.network.nodes, "node"),
                     r.network.type, r.network.routing);
}

std::vector<std::string> split_cells(const TimeSplit& split, double whole) {
  std::vector<std::string> cells;
  for (const double part : {split.compute_s, split.late_s, split.transfer_s, split.mpi_s})
    cells.push_back(format_percent(whole > 0 ? part / whole : 0));
  cells.push_back(format_time(split.end_s()));
  return cells;
}

std::string rank_table(const NetworkAnswer& r, const TextOptions& options) {
  Table table({{"", Align::left},
               {"computes"},
               {"waits for others"},
               {"waits for data"},
               {"works in MPI"},
               {"ends"}});
  const auto add = [&](std::string name, const TimeSplit& split, Style style) {
    std::vector<std::string> row = split_cells(split, r.time_s);
    row.insert(row.begin(), std::move(name));
    table.row(std::move(row), style);
  };
  add("mean of ranks", r.mean, Style::strong);
  std::vector<const RankTime*> last;
  for (const RankTime& rank : r.rank_times) last.push_back(&rank);
  std::stable_sort(last.begin(), last.end(), [](const RankTime* a, const RankTime* b) {
    return a->split.end_s() > b->split.end_s();
  });
  last.resize(std::min(last.size(), shown_ranks));
  for (const RankTime* rank : last)
    add(fmt::format("rank {}", rank->rank), rank->split, Style::plain);
  return table.text(options.width, options.colour);
}

std::string path_line(const NetworkAnswer& r) {
  const answers::CriticalPath& path = r.critical_path;
  const double whole = path.on_ranks_s + path.in_network_s;
  if (whole <= 0) return {};
  return fmt::format("Critical path: {} on ranks ({}), {} in the network ({}), {}\n",
                     format_time(path.on_ranks_s), format_percent(path.on_ranks_s / whole),
                     format_time(path.in_network_s), format_percent(path.in_network_s / whole),
                     counted(path.messages, "message"));
}

std::string link_tables(const NetworkAnswer& r, const TextOptions& options) {
  if (r.links.empty()) return {};
  Table classes({{"links", Align::left}, {"bandwidth"}, {"used"}, {"busy, mean"}, {"highest"}});
  for (const answers::LinkClassLoad& one : r.link_classes)
    classes.row({one.name, format_bandwidth(one.bandwidth), std::to_string(one.links),
                 format_percent(one.mean), format_percent(one.highest)});
  Table hottest(
      {{"busiest link", Align::left}, {"to", Align::left}, {"carried"}, {"busy"}, {"at its peak"}});
  for (std::size_t i = 0; i < std::min(r.links.size(), shown_links); ++i) {
    const answers::LinkLoadResult& link = r.links[i];
    hottest.row({printable(link.from), printable(link.to),
                 format_bytes(static_cast<double>(link.bytes)), format_percent(link.utilisation),
                 format_percent(link.peak)});
  }
  return "\n" + classes.text(options.width, options.colour) + "\n" +
         hottest.text(options.width, options.colour);
}

std::string message_lines(const NetworkAnswer& r) {
  if (r.messages == 0) return "No messages.\n";
  const auto most =
      std::max_element(r.sizes.begin(), r.sizes.end(),
                       [](const auto& a, const auto& b) { return a.messages < b.messages; });
  return fmt::format(
      "{} {} of {} together; most ({}) of {}\n", format_count(static_cast<double>(r.messages)),
      noun(r.messages, "message"), format_bytes(static_cast<double>(r.bytes)),
      format_percent(static_cast<double>(most->messages) / static_cast<double>(r.messages)),
      most->to == most->from
          ? format_bytes(static_cast<double>(most->to))
          : fmt::format("{} to {}", format_bytes(static_cast<double>(most->from)),
                        format_bytes(static_cast<double>(most->to))));
}

std::string late_lines(const NetworkAnswer& r) {
  const std::vector<RankTime> late = answers::late_ranks(r, shown_ranks);
  if (late.empty()) return {};
  std::string line = "Late: others waited";
  for (std::size_t i = 0; i < late.size(); ++i)
    line += fmt::format("{} {} for rank {}", i == 0 ? "" : ",", format_time(late[i].made_wait_s),
                        late[i].rank);
  return line + "\n";
}

std::string run_line(const NetworkAnswer& r) {
  return fmt::format("\nSimulated in {}: {} events, {} packets over links, {} events a second\n",
                     format_time(r.run.wall_s), format_count(static_cast<double>(r.run.events)),
                     format_count(static_cast<double>(r.run.packet_hops)),
                     format_count(r.run.events_per_s));
}

}  // namespace

std::string text_report(const NetworkAnswer& r, const TextOptions& options) {
  std::string text =
      styled(printable(r.verdict), Style::strong, options.colour) + "\n" + head(r) + "\n";
  for (const std::string& reason : r.partial_profile)
    text += wrapped("Partial profile: " + printable(reason), options.width, "  ") + "\n";
  if (!r.partial) text += rank_table(r, options) + "\n";  // of ranks that have ended
  text += path_line(r) + message_lines(r) + late_lines(r);
  text += link_tables(r, options);
  text += list_section("Assumed", r.assumptions, options);
  text += list_section("Not modelled", r.not_modelled, options);
  if (options.run_facts) text += run_line(r);
  return text;
}

}  // namespace hpcast::report

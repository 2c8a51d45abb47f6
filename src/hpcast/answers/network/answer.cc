#include "hpcast/answers/network/answer.h"

#include <fmt/core.h>

#include <algorithm>

#include "hpcast/answers/head_json.h"
#include "hpcast/base/units.h"

namespace hpcast::answers {

namespace {

using Json = nlohmann::ordered_json;

Json split_json(const TimeSplit& split) {
  return {{"compute_s", split.compute_s},
          {"late_s", split.late_s},
          {"transfer_s", split.transfer_s},
          {"mpi_s", split.mpi_s}};
}

Json ranks_json(const NetworkResult& r) {
  Json ranks = Json::array();
  for (const RankTime& rank : r.rank_times) {
    Json one = {{"rank", rank.rank}, {"end_s", rank.split.end_s()}};
    one.update(split_json(rank.split));
    one["made_wait_s"] = rank.made_wait_s;
    ranks.push_back(std::move(one));
  }
  return ranks;
}

Json path_json(const CriticalPath& path) {
  Json parts = Json::array();
  for (const PathPart& part : path.parts) {
    Json one = {{"begin_s", part.begin_s}, {"end_s", part.end_s}, {"rank", part.rank}};
    if (part.from) one["from"] = *part.from;
    parts.push_back(std::move(one));
  }
  return {{"on_ranks_s", path.on_ranks_s},
          {"in_network_s", path.in_network_s},
          {"messages", path.messages},
          {"parts", std::move(parts)}};
}

Json heat_json(const LinkHeat& heat) {
  Json maps = Json::array();
  for (const HeatMap& map : heat.maps)
    maps.push_back({{"name", map.name},
                    {"row_axis", map.row_axis},
                    {"column_axis", map.column_axis},
                    {"row_names", map.row_names},
                    {"rows", map.rows},
                    {"columns", map.columns},
                    {"a_row", map.a_row},
                    {"a_column", map.a_column},
                    {"mean", map.mean},
                    {"highest", map.highest}});
  Json json = {{"maps", std::move(maps)}};
  if (!heat.graph) return json;
  Json links = Json::array();
  for (const HeatGraph::Link& link : heat.graph->links)
    links.push_back({{"from", link.from}, {"to", link.to}, {"utilisation", link.utilisation}});
  json["graph"] = {{"vertices", heat.graph->vertices},
                   {"nodes", heat.graph->nodes},
                   {"links", std::move(links)}};
  return json;
}

Json links_json(const NetworkResult& r) {
  Json classes = Json::array(), links = Json::array();
  for (const LinkClassLoad& one : r.link_classes)
    classes.push_back({{"name", one.name},
                       {"bandwidth", one.bandwidth},
                       {"links", one.links},
                       {"mean", one.mean},
                       {"highest", one.highest}});
  for (const LinkLoadResult& one : r.links)
    links.push_back({{"from", one.from},
                     {"to", one.to},
                     {"class", one.link_class},
                     {"bytes", one.bytes},
                     {"busy_s", one.busy_s},
                     {"utilisation", one.utilisation},
                     {"peak", one.peak}});
  return {{"classes", std::move(classes)},
          {"hottest", std::move(links)},
          {"history",
           {{"window_s", r.history.window_s},
            {"mean", r.history.mean},
            {"highest", r.history.highest}}},
          {"heat", heat_json(r.heat)}};
}

Json messages_json(const NetworkResult& r) {
  Json sizes = Json::array();
  for (const SizeClass& one : r.sizes)
    sizes.push_back({{"from", one.from}, {"to", one.to}, {"messages", one.messages}});
  return {{"count", r.messages},
          {"bytes", r.bytes},
          {"sizes", std::move(sizes)},
          {"matrix",
           {{"ranks_a_row", r.matrix.ranks_a_row},
            {"rows", r.matrix.rows},
            {"bytes", r.matrix.bytes}}}};
}

std::string ranks_phrase(const NetworkResult& r) {
  const auto part = [&](double seconds) { return format_percent(seconds / r.time_s); };
  std::string phrase =
      fmt::format("; ranks compute {}, wait {}, work in MPI {}", part(r.mean.compute_s),
                  part(r.mean.late_s + r.mean.transfer_s), part(r.mean.mpi_s));
  constexpr double worth_telling = 0.01;
  const double ended = r.time_s - r.mean.end_s();
  if (ended > worth_telling * r.time_s) phrase += ", have ended " + part(ended);
  return phrase;
}

}  // namespace

std::vector<RankTime> late_ranks(const NetworkResult& r, std::size_t most) {
  std::vector<RankTime> late;
  for (const RankTime& rank : r.rank_times)
    if (rank.made_wait_s > 0) late.push_back(rank);
  std::stable_sort(late.begin(), late.end(), [](const RankTime& a, const RankTime& b) {
    return a.made_wait_s > b.made_wait_s;
  });
  late.resize(std::min(late.size(), most));
  return late;
}

std::string verdict_line(const NetworkResult& r) {
  if (r.partial)
    return fmt::format("{} simulated of an unknown time: {}", format_time(r.time_s), *r.partial);
  std::string line =
      (r.partial_profile.empty() ? "" : "of a partial profile: ") + format_time(r.time_s);
  if (r.fidelity == "ideal") return line + " on an ideal network";
  if (r.ideal_time_s.value_or(0) > 0)
    line += fmt::format(", {:.3g} times the {} of an ideal network", r.time_s / *r.ideal_time_s,
                        format_time(*r.ideal_time_s));
  if (r.time_s > 0) line += ranks_phrase(r);
  if (!r.links.empty())
    line += fmt::format("; busiest link {} to {} ({})", r.links.front().from, r.links.front().to,
                        format_percent(r.links.front().utilisation));
  return line;
}

std::string to_text(const NetworkResult& r) {
  Json json = head_json(r);
  if (r.partial) json["partial"] = *r.partial;
  if (!r.partial_profile.empty()) json["partial_profile"] = r.partial_profile;
  json["time_s"] = r.time_s;
  if (r.ideal_time_s) json["ideal_time_s"] = *r.ideal_time_s;
  json["fidelity"] = r.fidelity;
  json["network"] = {{"name", r.network.name},
                     {"type", r.network.type},
                     {"routing", r.network.routing},
                     {"nodes", r.network.nodes},
                     {"ranks_a_node", r.network.ranks_a_node}};
  json["ranks"] = r.ranks;
  json["nodes_used"] = r.nodes_used;
  json["mean"] = split_json(r.mean);
  json["rank_times"] = ranks_json(r);
  json["critical_path"] = path_json(r.critical_path);
  json["links"] = links_json(r);
  json["messages"] = messages_json(r);
  json["assumptions"] = r.assumptions;
  json["not_modelled"] = r.not_modelled;
  json["run"] = {{"wall_s", r.run.wall_s},
                 {"simulated_s", r.run.simulated_s},
                 {"host", r.run.host},
                 {"date", r.run.date},
                 {"processes", r.run.processes},
                 {"events", r.run.events},
                 {"packet_hops", r.run.packet_hops},
                 {"events_per_s", r.run.events_per_s}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hpcast::answers

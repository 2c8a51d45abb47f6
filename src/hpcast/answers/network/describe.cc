// What answers about networks consist of in files.
#include "hpcast/answers/network/answer.h"

namespace hpcast::answers {

static void describe(Mapping& m, TimeSplit& split) {
  m("compute_s", split.compute_s);
  m("late_s", split.late_s, "Blocked, while the other side had not yet begun");
  m("transfer_s", split.transfer_s, "Blocked, while a message was on its way");
  m("mpi_s", split.mpi_s, "The processor's own work in MPI");
}

static void describe(Mapping& m, RankTime& rank) {
  m("rank", rank.rank);
  m.derived("end_s", rank.split.end_s());
  describe(m, rank.split);
  m("made_wait_s", rank.made_wait_s, "How long others waited for it to begin");
}

static void describe(Mapping& m, PathPart& part) {
  m("begin_s", part.begin_s);
  m("end_s", part.end_s);
  m("rank", part.rank);
  m("from", part.from, "Of a message: its sender");
}

static void describe(Mapping& m, CriticalPath& path) {
  m("on_ranks_s", path.on_ranks_s);
  m("in_network_s", path.in_network_s);
  m("messages", path.messages);
  m("parts", path.parts, "The longest, in order of time");
}

static void describe(Mapping& m, HeatMap& map) {
  m("name", map.name, "Of the links");
  m("row_axis", map.row_axis);
  m("column_axis", map.column_axis);
  m("row_names", map.row_names, "Empty where rows are numbered");
  m("rows", map.rows);
  m("columns", map.columns);
  m("a_row", map.a_row, positive("Places that a row stands for"));
  m("a_column", map.a_column, positive());
  m.sized("mean", map.mean, std::size_t{map.rows} * map.columns,
          any("By row, then column; -1 where there are no links"));
  m.sized("highest", map.highest, std::size_t{map.rows} * map.columns, any());
}

static void describe(Mapping& m, HeatGraph::Link& link) {
  m("from", link.from);
  m("to", link.to);
  m("utilisation", link.utilisation);
}

static void describe(Mapping& m, HeatGraph& graph) {
  m("vertices", graph.vertices, "Nodes first");
  m("nodes", graph.nodes);
  m.list("links", graph.links, [&](HeatGraph::Link& link) { describe(m, link); });
  for (const HeatGraph::Link& link : graph.links)
    if (m.reads() && (link.from >= graph.vertices.size() || link.to >= graph.vertices.size())) {
      m.fault("links", "one is of a vertex that is not there");
      break;
    }
}

static void describe(Mapping& m, LinkHeat& heat) {
  m("maps", heat.maps);
  m("graph", heat.graph, "Of a small network: all of it");
}

static void describe(Mapping& m, LinkClassLoad& load) {
  m("name", load.name);
  m("bandwidth", load.bandwidth, "bytes/s");
  m("links", load.links, "That carried anything");
  m("mean", load.mean, "Utilisation of these over the run");
  m("highest", load.highest, "Of the one that was used most");
}

static void describe(Mapping& m, LinkLoadResult& load) {
  m("from", load.from);
  m("to", load.to);
  m("class", load.link_class);
  m("bytes", load.bytes, "Headers and all");
  m("busy_s", load.busy_s);
  m("utilisation", load.utilisation, "Over the run");
  m("peak", load.peak, "In the window where it was used most");
}

static void describe(Mapping& m, LoadHistory& history) {
  m("window_s", history.window_s);
  m("mean", history.mean, "Of all links that carried anything in the run");
  m.sized("highest", history.highest, history.mean.size(), "Of the one used most in that window");
}

static void describe(Mapping& m, SizeClass& size) {
  m("from", size.from, "Bytes");
  m("to", size.to, "Bytes, included");
  m("messages", size.messages);
}

static void describe(Mapping& m, TrafficMatrix& matrix) {
  m("ranks_a_row", matrix.ranks_a_row, positive());
  m("rows", matrix.rows);
  m("bytes", matrix.bytes, "By row (sender), then column (receiver)");
  if (m.reads() && matrix.bytes.size() != std::size_t{matrix.rows} * matrix.rows)
    m.fault("bytes", "expected rows x rows numbers");
}

static void describe(Mapping& m, NetworkFacts& network) {
  m("name", network.name);
  m("type", network.type, "Of its topology");
  m("routing", network.routing);
  m("nodes", network.nodes);
  m("ranks_a_node", network.ranks_a_node);
}

static void describe(Mapping& m, NetworkRun& run) {
  m("wall_s", run.wall_s);
  m("simulated_s", run.simulated_s, "Of that, the simulation itself");
  m("host", run.host);
  m("date", run.date, "ISO 8601");
  m("processes", run.processes);
  m("events", run.events);
  m("packet_hops", run.packet_hops);
  m("events_per_s", run.events_per_s);
}

void describe(Mapping& m, NetworkAnswer& r) {
  describe_head(m, NetworkAnswer::kind, r);
  m.optional("partial_profile", r.partial_profile, "Why the profile is not of all of the run");
  m("time_s", r.time_s, "Of the rank that ends last");
  m("ideal_time_s", r.ideal_time_s, "On a network that takes no time");
  m("fidelity", r.fidelity, "packet, buffered, loggp or ideal");
  m("network", r.network);
  m("ranks", r.ranks, positive());
  m("nodes_used", r.nodes_used);
  m("mean", r.mean, "Over the ranks");
  m("rank_times", r.rank_times, "By rank; of those that matter where there are many");
  m("critical_path", r.critical_path);
  m.object("links", [&] {
    m("classes", r.link_classes);
    m("hottest", r.links, "Most used first");
    m("history", r.history, "Utilisation over time");
    m("heat", r.heat, "Utilisation by place");
  });
  m.object("messages", [&] {
    m("count", r.messages);
    m("bytes", r.bytes);
    m("sizes", r.sizes, "Those of which there are any");
    if (m.reads() && r.messages > 0 && r.sizes.empty()) m.fault("sizes", "expected one at least");
    m("matrix", r.matrix);
  });
  describe_tail(m, r);
  m("run", r.run, "What differs from run to run though the answer does not");
}

}  // namespace hpcast::answers

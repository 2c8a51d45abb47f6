#include "hpcast/inputs/netcal/conclude.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "hpcast/base/date.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/netcal/costs.h"

namespace hpcast::netcal {

namespace {

double in_picoseconds(double seconds) { return std::floor(seconds * 1e12 + 1e-6) / 1e12; }

// Of each of two NICs, which must not take longer than a ping-pong, whatever the last bit is.
double nic_latency_of(double both, double ping_pong) {
  const double each = in_picoseconds(both / 2);
  return 2 * each < ping_pong ? each : each - 1e-12;
}

// Six digits, as nobody measures more.
double rounded(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 5);
  return unit < 1 ? std::round(value / unit) / std::round(1 / unit)
                  : std::round(value / unit) * unit;
}

std::string files_of(const Findings& found, Benchmark benchmark) {
  std::set<std::string> names;
  for (const Series& series : found.series)
    if (series.table.benchmark == benchmark)
      names.insert(series.table.title + " in " + series.table.file);
  std::string list;
  for (const std::string& name : names) add_item(list, name);
  return list;
}

std::uint32_t most_ranks(const Findings& found) {
  constexpr std::uint32_t of_a_node = 4096;  // as a description has them; more are no node's
  std::uint32_t most = 2;
  for (const Series& series : found.series)
    if (is_collective(series.table.benchmark))
      most = std::max(most, std::min(series.table.ranks, of_a_node));
  return most;
}

class Conclusion {
 public:
  Conclusion(const Measured& measured, const std::string& name,
             std::optional<std::uint32_t> nodes) {
    made_.between = findings_of(Place::between_nodes, measured.between);
    made_.local = findings_of(Place::on_a_node, measured.local);
    check();
    costs_ = costs_of(made_.between, made_.local);
    made_.nodes = nodes.value_or(made_.between.any() ? most_ranks(made_.between) : 1);
    if (measured.library) mpi_["library"] = *measured.library;
    network_ = {{"name", name}, {"date", date_now().substr(0, 10)}};
    sources_["topology"] = nodes ? "as many nodes as were told" : "as many nodes as had ranks";
    topology_ = {{"type", "single-switch"}, {"nodes", made_.nodes}};
  }

  Concluded conclude() {
    conclude_times();
    conclude_links();
    conclude_nodes();
    conclude_eager();
    note_both_ways(Place::between_nodes, made_.between);
    note_windows();
    note_both_ways(Place::on_a_node, made_.local);
    note_unseen();
    assemble();
    made_.verdict = verdict();
    return std::move(made_);
  }

 private:
  // A network has links of some bandwidth, and a node with several ranks what messages take there.
  void check() const {
    const Findings &between = made_.between, &local = made_.local;
    if (!between.any() && !local.any()) throw InputError("there is no table");
    if (between.any() && !between.bandwidth)
      throw InputError("the tables between nodes tell no bandwidth, which each network must have",
                       "osu_bw, or osu_latency or PingPong with messages of 16 KiB and more");
    if (local.any() && (!local.bandwidth || !local.ping_pong))
      throw InputError(
          fmt::format("the tables on a node tell no {}", local.bandwidth ? "latency" : "bandwidth"),
          "osu_latency or PingPong, with messages of 16 KiB and more");
  }

  void add(Number number) { made_.numbers.push_back(std::move(number)); }

  static const char* bandwidth_note(Place place, const Findings& found) {
    if (place == Place::on_a_node)
      return "of ping-pong: in the network, messages on a node do not share a bandwidth";
    return found.is_of_ping_pong ? "of ping-pong: there is no table of bandwidths" : "";
  }

  void add_bandwidth(Place place, const Findings& found, const char* member) {
    add({place,
         fmt::format("bandwidth, messages to {}",
                     format_bytes(static_cast<double>(found.bandwidth->bytes))),
         rounded(found.bandwidth->value), Unit::bytes_per_second, found.bandwidth->spread, member,
         bandwidth_note(place, found)});
    sources_[member] =
        files_of(found, found.is_of_ping_pong ? Benchmark::latency : Benchmark::bandwidth);
  }

  // Where no link is used, what a node has: the member must be there.
  void conclude_links() {
    const bool between = made_.between.any();
    if (between)
      add_bandwidth(Place::between_nodes, made_.between, "links.bandwidth");
    else
      sources_["links"] = "not measured: all tables are of one node; the bandwidth is the node's";
    const Findings& found = between ? made_.between : made_.local;
    network_links_ = {{"bandwidth", rounded(found.bandwidth->value)}, {"latency", 0}};
  }

  void add_ping_pong(Place place, const Findings& found, const char* member) {
    add({place,
         fmt::format("half a round trip, {} B", found.ping_pong->bytes),
         found.ping_pong->value,
         Unit::seconds,
         found.ping_pong->spread,
         member,
         {}});
    sources_[member] = files_of(found, Benchmark::latency);
  }

  void conclude_times() {
    if (made_.between.ping_pong) {
      add_ping_pong(Place::between_nodes, made_.between, "mpi.ping_pong");
      mpi_["ping_pong"] = made_.between.ping_pong->value;
      add_gap(Place::between_nodes, made_.between, "nodes.nic_latency");
      const double nic = nic_latency_of(costs_.between_nodes, made_.between.ping_pong->value);
      if (nic > 0) {
        nodes_["nic_latency"] = nic;
        sources_["nodes.nic_latency"] = "what of mpi.ping_pong is not the processors', told " +
                                        costs_.why + "; cables and switches are in it";
      }
    } else if (const double overhead = in_picoseconds(costs_.overhead); overhead > 0) {
      mpi_["send_overhead"] = mpi_["receive_overhead"] = overhead;
      sources_["mpi.send_overhead"] = sources_["mpi.receive_overhead"] =
          "the processors' part of a ping-pong on a node, told " + costs_.why;
    }
  }

  const char* member_of_local_gap() const {
    if (!made_.between.ping_pong) return "mpi.send_overhead";
    return made_.between.gap ? "" : "nodes.nic_latency";
  }

  void add_gap(Place place, const Findings& found, const char* member) {
    if (!found.gap) return;
    add({place, fmt::format("a processor's part of a message, {} B", found.gap->bytes),
         rounded(found.gap->value), Unit::seconds, found.gap->spread, member,
         "of the message rate; what both take less than a ping-pong is between them"});
  }

  void conclude_nodes() {
    const Findings& local = made_.local;
    if (!local.any()) return;
    nodes_["ranks"] = most_ranks(local);
    nodes_["local_latency"] = in_picoseconds(costs_.on_a_node);
    nodes_["local_bandwidth"] = rounded(local.bandwidth->value);
    add_ping_pong(Place::on_a_node, local, "nodes.local_latency");
    made_.numbers.back().note = "less the processors' part";
    add_gap(Place::on_a_node, local, member_of_local_gap());
    if (local.gap && made_.between.gap)
      made_.numbers.back().note = "the network has one for all messages, that between nodes";
    add_bandwidth(Place::on_a_node, local, "nodes.local_bandwidth");
    sources_["nodes.ranks"] = "as many as the tables on a node had, or two";
  }

  // The network's messages on a node do not wait for one another: windows are not held against it.
  void note_windows() {
    const Series* const rates = find(made_.local.series, Benchmark::bandwidth);
    if (rates == nullptr) return;
    const Point& largest = rates->points.back();
    add({Place::on_a_node,
         fmt::format("bandwidth, {} B, {} at once", largest.bytes, rates->table.window),
         rounded(largest.value), Unit::bytes_per_second, largest.spread, "",
         "in the network, messages on a node do not share a bandwidth: windows are forecast too "
         "fast"});
  }

  const Findings& decides_eager() const {
    return made_.between.ping_pong ? made_.between : made_.local;
  }

  void conclude_eager() {
    add_jump(Place::between_nodes, made_.between);
    add_jump(Place::on_a_node, made_.local);
    const Findings& found = decides_eager();
    if (found.jump) {
      mpi_["eager_limit"] = found.jump->below;
      sources_["mpi.eager_limit"] =
          files_of(found, found.jump_is_of_windows ? Benchmark::bandwidth : Benchmark::latency);
    }
    if (!found.copy_bandwidth) return;
    mpi_["copy_bandwidth"] = rounded(*found.copy_bandwidth);
    sources_["mpi.copy_bandwidth"] =
        "what a byte takes below the eager limit beyond the bandwidth, at both ends";
    add({made_.between.ping_pong ? Place::between_nodes : Place::on_a_node,
         "copies of eager messages", rounded(*found.copy_bandwidth), Unit::bytes_per_second,
         std::nullopt, "mpi.copy_bandwidth", "of what a byte takes below the eager limit"});
  }

  static std::string jump_note(const Findings& found) {
    return fmt::format("{} take {} more from there to {}",
                       found.jump_is_of_windows ? "messages of a window" : "messages",
                       format_time(found.jump->seconds),
                       format_bytes(static_cast<double>(found.jump->above)));
  }

  void add_jump(Place place, const Findings& found) {
    if (!found.jump) return;
    const bool decides = &found == &decides_eager();
    add({place,
         "eager limit",
         static_cast<double>(found.jump->below),
         Unit::bytes,
         {},
         decides ? "mpi.eager_limit" : "",
         decides ? jump_note(found) : "the network has one for all messages, that between nodes"});
  }

  void note_both_ways(Place place, const Findings& found) {
    if (!found.both_ways) return;
    constexpr double both_at_once = 1.7;
    add({place,
         "both ways at once ÷ one way",
         rounded(found.both_ways->value),
         Unit::none,
         found.both_ways->spread,
         {},
         found.both_ways->value < both_at_once
             ? "messages both ways slow each other down, which a network's links do not: "
               "exchanges are forecast too fast"
             : "links carry both ways at full bandwidth, as in the network"});
  }

  void note_unseen() {
    const Findings& found = decides_eager();
    const auto unseen = [&](const std::string& what) { made_.unseen.push_back(what); };
    if (!found.jump)
      unseen("the eager limit: times have no jump from one size to the next; it stays 64 KiB");
    if (!made_.between.gap && !made_.local.gap)
      unseen(
          "processors' part of a message: no table of message rates (osu_mbw_mr) of one pair; "
          "told " +
          costs_.why);
    if (!made_.between.any())
      unseen("links, switches and NICs: no table of ranks on different nodes");
    else if (!made_.between.ping_pong)
      unseen("latency between nodes: no table of a ping-pong between them; messages take none");
    else
      unseen("how cables, switches and NICs share what is between processors: all is the NICs'");
    if (made_.between.any() && !made_.local.any())
      unseen("messages on a node: no table of ranks on one (--local)");
    unseen(fmt::format(
        "packets, headers and buffers; operators of reductions{}: as the network's description "
        "has them if nothing is said",
        mpi_.contains("library") ? "" : "; which MPI it was"));
  }

  void assemble() {
    network_["sources"] = sources_;
    network_["topology"] = topology_;
    network_["links"] = network_links_;
    if (!nodes_.empty()) network_["nodes"] = nodes_;
    if (!mpi_.empty()) network_["mpi"] = mpi_;
    made_.network = std::move(network_);
    std::stable_sort(made_.numbers.begin(), made_.numbers.end(),
                     [](const Number& a, const Number& b) { return a.place < b.place; });
  }

  static std::string told(const Findings& found) {
    std::string text;
    if (found.ping_pong) text = format_time(found.ping_pong->value) + " and ";
    return text + format_bandwidth(found.bandwidth->value);
  }
  std::string verdict() const {
    std::string text;
    if (made_.between.any()) text = told(made_.between) + " between nodes";
    if (made_.local.any()) add_item(text, told(made_.local) + " on a node");
    const auto& jump = decides_eager().jump;
    if (!jump) return text + ", no eager limit seen";
    return text + fmt::format(", eager up to {}", format_bytes(static_cast<double>(jump->below)));
  }

  Concluded made_;
  Costs costs_;
  Json network_, topology_, network_links_, sources_ = Json::object(), nodes_ = Json::object(),
                                            mpi_ = Json::object();
};

}  // namespace

const char* name_of(Place place) {
  return place == Place::between_nodes ? "between nodes" : "on a node";
}

Concluded conclude(const Measured& measured, const std::string& name,
                   std::optional<std::uint32_t> nodes) {
  return Conclusion(measured, name, nodes).conclude();
}

}  // namespace hpcast::netcal
